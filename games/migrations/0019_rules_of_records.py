from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0018_verified_up_to"),
    ]

    operations = [
        migrations.AddField(
            model_name="gamerow",
            name="record_rules",
            field=models.CharField(blank=True, db_default="", default="", max_length=40),
        ),
    ]
