"""Old code runs beside new tables for one release: `deploy/decisions/migrations.md`."""

import pytest
from django.apps import apps
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.models.fields import NOT_PROVIDED

BEFORE_THE_RULE = {"games": 9, "tournaments": 32}  # numbers up to these are what every installation has
NEVER = (
    migrations.RemoveField,
    migrations.RenameField,
    migrations.RenameModel,
    migrations.AlterModelTable,
    migrations.RemoveConstraint,
)


def faults(migration):
    """What old code would stumble over in a migration; removals that it names itself are agreed."""
    made = {op.name_lower for op in migration.operations if isinstance(op, migrations.CreateModel)}
    agreed = getattr(migration, "unused_since", {})
    for operation in migration.operations:
        model = getattr(operation, "model_name_lower", getattr(operation, "name_lower", ""))
        if model not in made and wrong(operation) and operation.describe() not in agreed:
            yield operation.describe()


def wrong(operation):
    if isinstance(operation, migrations.AddField):
        return not (operation.field.null or operation.field.many_to_many or has_db_default(operation.field))
    if isinstance(operation, migrations.AlterField):
        return not (operation.field.null or has_db_default(operation.field))
    if isinstance(operation, migrations.AddConstraint):
        return True
    return isinstance(operation, (*NEVER, migrations.DeleteModel))


def has_db_default(field):
    return field.db_default is not NOT_PROVIDED


def number(name):
    return int(name.partition("_")[0])


def test_no_migration_since_the_rule_breaks_the_code_before_it():
    loader = MigrationLoader(None)
    ours = {config.label for config in apps.get_app_configs()} & set(BEFORE_THE_RULE)
    found = {
        f"{app}.{name}": list(faults(migration))
        for (app, name), migration in loader.disk_migrations.items()
        if app in ours and number(name) > BEFORE_THE_RULE[app]
    }
    assert {name: told for name, told in found.items() if told} == {}


@pytest.mark.parametrize(
    ("operation", "refused"),
    [
        (migrations.AddField("row", "new", models.TextField(null=True)), False),
        (migrations.AddField("row", "new", models.TextField(db_default="")), False),
        (migrations.AddField("row", "new", models.TextField(default="")), True),
        (migrations.AlterField("row", "old", models.TextField()), True),
        (migrations.AlterField("row", "old", models.TextField(null=True)), False),
        (migrations.RemoveField("row", "old"), True),
        (migrations.RenameField("row", "old", "new"), True),
        (migrations.DeleteModel("Row"), True),
        (migrations.CreateModel("Row", [("id", models.AutoField(primary_key=True))]), False),
        (migrations.AddConstraint("row", models.UniqueConstraint(fields=["old"], name="one")), True),
    ],
    ids=lambda value: value.describe() if hasattr(value, "describe") else "",
)
def test_the_rule_knows_what_old_code_stumbles_over(operation, refused):
    migration = migrations.Migration("0099_next", "games")
    migration.operations = [operation]
    assert bool(list(faults(migration))) == refused
    if refused:
        migration.unused_since = {operation.describe(): "0.2"}
        assert not list(faults(migration))
