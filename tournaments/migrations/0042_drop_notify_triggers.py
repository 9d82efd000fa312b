from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

_DROP = (
    "DROP TRIGGER IF EXISTS tournaments_tournamentrow_rung ON tournaments_tournamentrow",
    "DROP TRIGGER IF EXISTS tournaments_changed_rung ON tournaments_changed",
    "DROP FUNCTION IF EXISTS tournaments_ring()",
)


def drop(_apps: object, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        for statement in _DROP:
            schema_editor.execute(statement)


class Migration(migrations.Migration):
    """Open pages poll: nothing listens for notifications of changes."""

    dependencies = [
        ("tournaments", "0041_no_web_push"),
    ]

    operations = [migrations.RunPython(drop, migrations.RunPython.noop)]
