"""Django system checks that projections can be rebuilt and that commits are durable."""

# ruff: noqa: SLF001 - _meta is Django's public face in all but spelling
from collections.abc import Iterator, Sequence
from typing import Any

from django.apps import apps
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connection, models

from games.log import statements
from games.log.projections import projection_models


@register
def check_projections(app_configs: Any = None, **options: Any) -> list[CheckMessage]:
    """Check E001: no other table points to a projection. E002: a projection's keys come from events."""
    projected = projection_models()
    return [*_check_foreign_keys(projected), *_check_primary_keys(projected)]


def _check_foreign_keys(projected: list[type[models.Model]]) -> Iterator[CheckMessage]:
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.concrete_fields:
            if model not in projected and field.related_model in projected:
                yield Error(
                    f"{field} points to a projection, whose rows are dropped and rebuilt.",
                    hint="Keep the id that the event carries instead of a foreign key.",
                    obj=model,
                    id="games.E001",
                )


def _check_primary_keys(projected: list[type[models.Model]]) -> Iterator[CheckMessage]:
    for model in projected:
        if isinstance(model._meta.pk, models.AutoField | models.BigAutoField | models.SmallAutoField):
            yield Error(
                "A projection's primary key is counted by the database and would change with a rebuild.",
                hint="Take it from the event.",
                obj=model,
                id="games.E002",
            )


@register(Tags.database)
def check_synchronous_commit(databases: Sequence[str] | None = None, **options: Any) -> list[CheckMessage]:
    """Check E003: PostgreSQL commits durably. Checked when the service starts."""
    if not databases or commits_are_durable():
        return []
    return [
        Error(
            "PostgreSQL runs with synchronous_commit = off: a crash would lose what was acknowledged.",
            hint="ALTER SYSTEM SET synchronous_commit = on; SELECT pg_reload_conf(), or as it was set.",
            id="games.E003",
        )
    ]


def commits_are_durable() -> bool:
    """Return whether a crash loses no commit; on SQLite the settings ensure that."""
    return connection.vendor != "postgresql" or statements.select("SHOW synchronous_commit") != [("off",)]
