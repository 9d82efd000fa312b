from django.db import migrations, models

from games.log.online import AddIndexOnline


class Migration(migrations.Migration):
    atomic = False  # indexes are built while others write

    dependencies = [
        ("tournaments", "0038_changed_apart"),
    ]

    operations = [
        AddIndexOnline(
            model_name="tournamentrow",
            index=models.Index(condition=models.Q(("archived", False), ("published", True)), fields=["-begins", "slug"], name="tournaments_at_home"),
        ),
        AddIndexOnline(
            model_name="tournamentrow",
            index=models.Index(condition=models.Q(("archived", True)), fields=["organisation_id", "-begins", "slug"], name="tournaments_put_away"),
        ),
    ]
