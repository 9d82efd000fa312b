from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0008_limits"),
    ]

    operations = [
        migrations.AddField(
            model_name="entryrow",
            name="group",
            field=models.CharField(blank=True, default="", max_length=20),
            preserve_default=False,
        ),
    ]
