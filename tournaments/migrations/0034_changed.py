from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0033_quotas"),
    ]

    operations = [
        migrations.CreateModel(
            name="Changed",
            fields=[
                ("about", models.UUIDField(primary_key=True, serialize=False)),
                ("number", models.BigIntegerField(db_default=0, default=0)),
            ],
        ),
    ]
