from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0035_endpoint_busy"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                fields=["organisation", "family_name", "given_name", "id"], name="players_by_name"
            ),
        ),
        migrations.AddIndex(
            model_name="tournamentrow",
            index=models.Index(fields=["-begins", "slug"], name="tournaments_newest"),
        ),
        migrations.AddIndex(
            model_name="tournamentrow",
            index=models.Index(
                condition=models.Q(("published", True)), fields=["-begins", "slug"], name="tournaments_shown"
            ),
        ),
        migrations.AddIndex(
            model_name="tournamentrow",
            index=models.Index(fields=["organisation_id", "-begins", "slug"], name="tournaments_of_house"),
        ),
        migrations.AddIndex(
            model_name="tournamentrow",
            index=models.Index(fields=["system", "-begins", "slug"], name="tournaments_of_system"),
        ),
    ]
