from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0037_rung"),
    ]

    operations = [
        migrations.AddField("changed", name, models.BigIntegerField(db_default=0, default=0))
        for name in ("games", "presence", "wishes")
    ]
