from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0016_held_and_automatic"),
    ]

    operations = [
        migrations.AddField(
            model_name="entryrow",
            name="third_id",
            field=models.UUIDField(blank=True, db_index=True, null=True),
        ),
    ]
