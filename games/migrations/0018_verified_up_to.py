from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0017_parts"),
    ]

    operations = [
        migrations.CreateModel(
            name="VerifiedUpTo",
            fields=[
                ("name", models.CharField(default="log", max_length=20, primary_key=True, serialize=False)),
                ("position", models.BigIntegerField()),
                ("root", models.BinaryField()),
                ("at", models.DateTimeField()),
            ],
        ),
    ]
