"""Entries whose games count for nobody's place."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0019_clubs_at_home"),
    ]

    operations = [
        migrations.AddField(
            model_name="entryrow",
            name="voided",
            field=models.BooleanField(default=False),
        ),
    ]
