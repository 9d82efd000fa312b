"""Old code runs beside new tables for one release: `deploy/decisions/roles.md`."""

import pytest
from django.apps import apps
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ModelState, ProjectState
from django.db.models.fields import NOT_PROVIDED

BEFORE_THE_RULE = {"games": 21, "tournaments": 48}
"""Numbers of the migrations that the service is stopped for: the last drop the tables of removed features."""
NEVER = (
    migrations.RemoveField,
    migrations.RenameField,
    migrations.RenameModel,
    migrations.AlterModelTable,
    migrations.RemoveConstraint,
)


def faults(migration, before=None):
    """What old code would stumble over in a migration; removals that it names itself are agreed.

    ``before``: the models before it, by which other choices of a field are known to alter no column.

    A unique constraint with a field that the migration adds, null, is no hindrance: old code leaves it null,
    and rows without it are never alike.
    """
    added = {(op.model_name_lower, op.name) for op in migration.operations if is_added_null(op)}
    made = {op.name_lower for op in migration.operations if isinstance(op, migrations.CreateModel)}
    agreed = getattr(migration, "unused_since", {})
    for operation in migration.operations:
        model = getattr(operation, "model_name_lower", getattr(operation, "name_lower", ""))
        hinders = wrong(operation) and not spares(operation, added)
        hinders = hinders and not alters_choices_only(operation, before, (migration.app_label, model))
        if model not in made and hinders and operation.describe() not in agreed:
            yield operation.describe()


def is_added_null(operation):
    return isinstance(operation, migrations.AddField) and operation.field.null


def spares(operation, added):
    rule = getattr(operation, "constraint", None)
    unique = isinstance(operation, migrations.AddConstraint) and isinstance(rule, models.UniqueConstraint)
    if not unique or rule.nulls_distinct is False:
        return False
    return any((operation.model_name_lower, field) in added for field in rule.fields)


def alters_choices_only(operation, before, model):
    if before is None or not isinstance(operation, migrations.AlterField):
        return False
    old = before.models[model].fields[operation.name]
    return without_choices(old) == without_choices(operation.field)


def without_choices(field):
    _, kind, arguments, options = field.deconstruct()
    return kind, arguments, {name: value for name, value in options.items() if name != "choices"}


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
        f"{app}.{name}": list(faults(migration, loader.project_state((app, name), at_end=False)))
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


@pytest.mark.parametrize(
    ("field", "rule", "refused"),
    [
        (models.TextField(null=True), {}, False),
        (models.TextField(null=True), {"nulls_distinct": False}, True),
        (models.TextField(db_default=""), {}, True),
    ],
    ids=["null", "nulls alike", "a default"],
)
def test_rows_of_old_code_are_alike_where_a_new_field_of_theirs_is_not_null(field, rule, refused):
    migration = migrations.Migration("0099_next", "games")
    unique = models.UniqueConstraint(fields=["old", "new"], name="one", **rule)
    migration.operations = [migrations.AddField("row", "new", field), migrations.AddConstraint("row", unique)]
    assert bool(list(faults(migration))) == refused


@pytest.mark.parametrize(
    ("field", "refused"),
    [
        (models.CharField(max_length=3, choices=[("a", "A"), ("b", "B")]), False),
        (models.CharField(max_length=4, choices=[("a", "A"), ("b", "B")]), True),
    ],
    ids=["another choice", "another length"],
)
def test_another_choice_alters_no_column(field, refused):
    old = models.CharField(max_length=3, choices=[("a", "A")])
    before = ProjectState()
    before.add_model(ModelState("games", "Row", [("id", models.AutoField(primary_key=True)), ("old", old)]))
    migration = migrations.Migration("0099_next", "games")
    migration.operations = [migrations.AlterField("row", "old", field)]
    assert bool(list(faults(migration, before))) == refused
