"""Public changes are counted by the code that writes, and no longer by triggers."""

from typing import Any

from django.db import migrations

TABLES = ("organisation", "player", "club", "hallnotes", "signupterms", "signup")
EVENTS = ("insert", "update", "delete")


def remove_triggers(_apps: Any, schema_editor: Any) -> None:
    for table in TABLES:
        name = f"tournaments_{table}"
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {name}_counted ON {name}")
        else:
            for event in EVENTS:
                schema_editor.execute(f"DROP TRIGGER IF EXISTS {name}_counted_{event}")
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP FUNCTION IF EXISTS tournaments_count_change()")


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0044_jobs_due"),
    ]

    operations = [
        migrations.RunPython(remove_triggers, migrations.RunPython.noop),
        *(migrations.RemoveField("changed", name) for name in ("games", "presence", "wishes")),
    ]
