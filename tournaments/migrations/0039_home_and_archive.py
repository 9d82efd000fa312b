from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0038_changed_apart"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="tournamentrow",
            index=models.Index(
                condition=models.Q(("archived", False), ("published", True)),
                fields=["-begins", "slug"],
                name="tournaments_at_home",
            ),
        ),
        migrations.AddIndex(
            model_name="tournamentrow",
            index=models.Index(
                condition=models.Q(("archived", True)),
                fields=["organisation_id", "-begins", "slug"],
                name="tournaments_put_away",
            ),
        ),
    ]
