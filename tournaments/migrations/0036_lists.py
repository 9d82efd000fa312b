from django.conf import settings
from django.db import migrations, models

from games.log.online import AddIndexOnline


class Migration(migrations.Migration):
    atomic = False  # indexes are built while others write

    dependencies = [
        ("tournaments", "0035_endpoint_busy"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AddIndexOnline(
            model_name="player",
            index=models.Index(fields=["organisation", "family_name", "given_name", "id"], name="players_by_name"),
        ),
        AddIndexOnline(
            model_name="tournamentrow",
            index=models.Index(fields=["-begins", "slug"], name="tournaments_newest"),
        ),
        AddIndexOnline(
            model_name="tournamentrow",
            index=models.Index(condition=models.Q(("published", True)), fields=["-begins", "slug"], name="tournaments_shown"),
        ),
        AddIndexOnline(
            model_name="tournamentrow",
            index=models.Index(fields=["organisation_id", "-begins", "slug"], name="tournaments_of_house"),
        ),
        AddIndexOnline(
            model_name="tournamentrow",
            index=models.Index(fields=["system", "-begins", "slug"], name="tournaments_of_system"),
        ),
    ]
