from typing import Any

from django.db import migrations, models

from tournaments.tables import changed


def remove(_apps: Any, _schema_editor: Any) -> None:
    changed.remove()


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
        # The triggers are installed after every migration (tables.changed).
        migrations.RunPython(migrations.RunPython.noop, remove),
    ]
