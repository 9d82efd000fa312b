from typing import Any

from django.db import migrations, models

from games.log import append_only


def fix(_apps: Any, _editor: Any) -> None:
    append_only.install_openings()


def loosen(_apps: Any, _editor: Any) -> None:
    append_only.remove_openings()


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0013_witnessed"),
    ]

    operations = [
        migrations.CreateModel(
            name="Opening",
            fields=[
                ("commitment", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("position", models.BigIntegerField(db_index=True)),
                ("salt", models.CharField(max_length=64)),
                ("said", models.TextField()),
            ],
        ),
        migrations.RunPython(fix, loosen),
    ]
