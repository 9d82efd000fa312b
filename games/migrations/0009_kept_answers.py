from typing import Any

from django.db import migrations, models


def forget(apps: Any, _editor: Any) -> None:
    """Answers in plain text, which were kept for a day."""
    apps.get_model("games", "Answer").objects.all().delete()


class Migration(migrations.Migration):
    """The old table stays, empty, for one release: the program before this one may still be running."""

    dependencies = [
        ("games", "0008_joined_logs"),
    ]

    operations = [
        migrations.CreateModel(
            name="KeptAnswer",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("sealed", models.BinaryField()),
            ],
        ),
        migrations.RunPython(forget, migrations.RunPython.noop, elidable=True),
        migrations.SeparateDatabaseAndState(state_operations=[migrations.DeleteModel(name="Answer")]),
    ]
