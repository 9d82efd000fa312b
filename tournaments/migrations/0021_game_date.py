"""Games that are put off have a date of their own."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0020_voided"),
    ]

    operations = [
        migrations.AddField(
            model_name="pairingrow",
            name="date",
            field=models.CharField(blank=True, default="", max_length=10),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="pairingrow",
            name="time",
            field=models.CharField(blank=True, default="", max_length=5),
            preserve_default=False,
        ),
    ]
