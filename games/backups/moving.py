"""Copying of a database into another: the log by its export, other tables row by row."""

# ruff: noqa: SLF001 - _meta and _base_manager are Django's public face in all but spelling
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import environ
from django.apps import apps
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import (
    DEFAULT_DB_ALIAS,
    IntegrityError,
    OperationalError,
    connection,
    connections,
    models,
    transaction,
)
from django.db.utils import load_backend

from games.backups.copying import SESSIONS
from games.backups.files import UnusableSource
from games.log import exchange, folding, statements
from games.log.database import has_no_tables, snapshot
from games.log.idempotency import KeptAnswer
from games.log.joined_logs import ACCOUNT_PREFIX
from games.log.openings import Opening
from games.log.progress import Progress
from games.log.rebuilding import rebuild
from games.log.tables import DamagedStream, Event, ProjectionPosition, StreamHead, TreeBlock, Upkeep
from games.log.verification import verify

Model = type[models.Model]
SOURCE_ALIAS = "from"  # the alias of this database while the other one is the default
LOG_MODELS = (DamagedStream, Event, KeptAnswer, Opening, ProjectionPosition, StreamHead, TreeBlock, Upkeep)
BATCH_SIZE, LARGE_ROW_BATCH_SIZE = 500, 10  # rows in memory; fewer for tables with files


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveResult:
    """The numbers of events and of other rows that were copied."""

    events: int
    rows: int


def move(url: str) -> MoveResult:
    """Copy this database into an empty one, which stays empty if a step fails. Raises UnusableSource."""
    with tempfile.TemporaryDirectory() as folder, snapshot():
        log = Path(folder) / "log.jsonl"
        with log.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{line}\n" for line in exchange.export())
        with _use_as_default(url):
            if not has_no_tables():
                raise UnusableSource("The other database has tables already: name an empty one")
            call_command("migrate", verbosity=0)
            with transaction.atomic():
                rows = sum(map(_copy_rows, models_to_copy()))
                events = _load_log(log)
                _verify_copy()
    return MoveResult(events=events, rows=rows)


def models_to_copy() -> list[Model]:
    """Return the models whose rows are not projections, except sessions, so that all users log in again."""
    return [model for model in apps.get_models(include_auto_created=True) if _is_copied(model)]


def _is_copied(model: Model) -> bool:
    made = getattr(model, "projection", False) or getattr(model, "fleeting", False)
    return not made and model not in LOG_MODELS and model._meta.label not in SESSIONS


@contextmanager
def _use_as_default(url: str) -> Iterator[None]:
    """Make the database at a URL the default one; the other is ``SOURCE_ALIAS`` inside the block."""
    requested = {DEFAULT_DB_ALIAS: environ.Env.db_url_config(url)}
    entry = connections.configure_settings(requested)[DEFAULT_DB_ALIAS]
    if entry["ENGINE"].endswith("sqlite3"):
        Path(entry["NAME"]).parent.mkdir(parents=True, exist_ok=True)
    here = connections[DEFAULT_DB_ALIAS]
    with closing(load_backend(entry["ENGINE"]).DatabaseWrapper(entry, DEFAULT_DB_ALIAS)) as there:
        try:
            there.ensure_connection()
        except OperationalError as error:
            raise UnusableSource(f"The other database cannot be opened: {error}") from error
        connections[SOURCE_ALIAS], connections[DEFAULT_DB_ALIAS] = here, there
        folding.clear_cache()
        try:
            yield
        finally:
            connections[DEFAULT_DB_ALIAS] = here
            del connections[SOURCE_ALIAS]
            folding.clear_cache()


def _copy_rows(model: Model) -> int:
    """Copy the rows of a table unchanged, without defaults, signals or automatic dates."""
    kept = model._base_manager.all()
    kept._raw_delete(kept.db)  # rows that migrations created; copied rows refer to their originals
    columns: list[Any] = list(model._meta.concrete_fields)
    names, quote = [column.attname for column in columns], connection.ops.quote_name
    listed = ", ".join(quote(str(column.column)) for column in columns)
    sql = f"INSERT INTO {quote(model._meta.db_table)} ({listed}) VALUES ({', '.join(['%s'] * len(names))})"  # noqa: S608
    large = any(isinstance(column, models.BinaryField) for column in columns)
    size = LARGE_ROW_BATCH_SIZE if large else BATCH_SIZE
    found = (
        model._base_manager.using(SOURCE_ALIAS).order_by("pk").values_list(*names).iterator(chunk_size=size)
    )
    done = 0
    while batch := list(islice(found, size)):
        values = [
            [statements.column_value(model, *pair) for pair in zip(names, row, strict=True)] for row in batch
        ]
        statements.write_each(sql, values)
        done += len(batch)
    return done


def _load_log(log: Path) -> int:
    reset_sequences(models_to_copy())
    with log.open("rb") as lines, Progress("events") as report:
        events = exchange.load(lines, report).stored
    reserve_account_numbers()
    try:
        connection.check_constraints()
    except IntegrityError as error:
        raise UnusableSource(f"A row points to nothing: {error}") from error
    return events


def _verify_copy() -> None:
    """Verify the copied log and compare the projections with it."""
    for fault in verify():
        if not fault.beside:  # a fault outside the log was copied with it; `verify` reports it
            raise UnusableSource(str(fault))
    if differing := [table.name for table in rebuild(check=True) if not table.same]:
        raise UnusableSource(f"{', '.join(differing)}: not what the log makes of it")


_SET_SEQUENCE = """
SELECT setval(pg_get_serial_sequence(%s, 'id'),
              GREATEST(%s, nextval(pg_get_serial_sequence(%s, 'id')) - 1) + 1, false)
"""
_RAISE_SEQUENCE = "UPDATE sqlite_sequence SET seq = MAX(seq, %s) WHERE name = %s"


def reset_sequences(copied: Iterable[type[models.Model]]) -> None:
    """Set PostgreSQL's sequences past the greatest key of each table. SQLite does so by itself."""
    for sql in connection.ops.sequence_reset_sql(no_style(), list(copied)):
        statements.select(sql)


def reserve_account_numbers() -> None:
    """Ensure that no new account receives a number by which the log names an earlier account."""
    table = get_user_model()._meta.db_table
    greatest = max(_account_numbers_in_log(), default=0)
    if connection.vendor == "postgresql":
        statements.select(_SET_SEQUENCE, [table, greatest, table])
    elif not statements.write(_RAISE_SEQUENCE, [greatest, table]):
        statements.write("INSERT INTO sqlite_sequence (seq, name) VALUES (%s, %s)", [greatest, table])


def _account_numbers_in_log() -> set[int]:
    """Return the numbers of the accounts that wrote events."""
    actors = statements.select("SELECT DISTINCT actor FROM games_event WHERE actor LIKE 'user:%%'")
    numbers = (actor.removeprefix(ACCOUNT_PREFIX) for (actor,) in actors)
    return {int(number) for number in numbers if number.isascii() and number.isdecimal()}
