from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0050_refused_attempts")]

    operations = [
        migrations.AddField(
            model_name="listedplayer",
            name="grade",
            field=models.CharField(blank=True, db_default="", max_length=8),
        ),
    ]
