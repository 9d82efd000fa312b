"""The command that examines an installation."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from django.conf import settings
from django.core.cache import caches
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.http.request import validate_host
from django.utils import timezone
from django.utils.timesince import timesince
from kombu.connection import Connection
from kombu.exceptions import KombuError

import rules
from games.log import roles, store, upkeep
from games.log.append_only import TABLE
from games.log.database import EMPTY_DATABASE, has_no_tables
from games.log.projections import projected_position
from games.log.system_checks import commits_are_durable
from games.log.tables import DamagedStream, Event, Upkeep
from games.management.base import REGISTERED, Answer, Examination, Finding, JsonCommand

TIMEOUT = 5  # seconds to wait for a writer or a broker
PRAGMAS = {
    "journal_mode": "wal",
    "synchronous": 2,
    "recursive_triggers": 1,
    "foreign_keys": 1,
    "secure_delete": 1,
}


def examine() -> list[Finding]:
    """Return the findings of all examinations, in the order of ``EXAMINATIONS`` and ``REGISTERED``.

    An examination that fails is a finding too. If the database has no tables, that is its only finding.
    """
    if has_no_tables():
        return [
            *_run_examination(python),
            *_run_examination(languages),
            Finding(what="database", value=EMPTY_DATABASE, ok=False),
            *_run_examination(broker),
            *_run_examination(cache),
        ]
    return [
        finding for examination in (*EXAMINATIONS, *REGISTERED) for finding in _run_examination(examination)
    ]


def _run_examination(examination: Examination) -> list[Finding]:
    """Return the findings of an examination, or the error of the database as a finding."""
    try:
        return list(examination())
    except DatabaseError as error:
        name = examination.__name__.replace("_", " ")
        return [Finding(what=name, value=str(error).strip(), ok=False)]


def python() -> Iterator[Finding]:
    """Examine the interpreter and the origin of the package ``rules``; PyPI has another of that name."""
    yield Finding(what="python", value=sys.version.split()[0], ok=sys.version_info >= (3, 11))
    home = Path(rules.__file__ or "").resolve().parent
    ours = home.parent == Path(__file__).resolve().parents[3]
    yield Finding(what="rules package", value=str(home), ok=ours)


def languages() -> Iterator[Finding]:
    """Examine whether the catalogues are compiled; Django shows English for one that is not."""
    folders = [Path(folder) for folder in settings.LOCALE_PATHS]
    sources = [po for folder in folders for po in folder.glob("*/LC_MESSAGES/*.po")]
    lacking = sorted(po.parts[-3] for po in sources if not po.with_suffix(".mo").exists())
    advice = f"{', '.join(lacking)} not compiled: run `python -m deploy.languages.catalogues compile`"
    yield Finding(what="languages", value=advice if lacking else "compiled", ok=not lacking)


def database() -> Iterator[Finding]:
    """Examine the version and the options of the open connection."""
    connection.ensure_connection()
    yield Finding(what="database", value=f"{connection.display_name} {_version()}")
    yield from (_sqlite_options() if connection.vendor == "sqlite" else _postgresql_options())


def _version() -> str:
    return ".".join(map(str, connection.get_database_version()))


def _sqlite_options() -> Iterator[Finding]:
    for name, wanted in PRAGMAS.items():
        (value,) = _row(f"PRAGMA {name}")
        yield Finding(what=name, value=str(value), ok=value == wanted)
    mode = str(connection.settings_dict["OPTIONS"].get("transaction_mode"))
    yield Finding(what="transaction mode", value=mode, ok=mode.upper() == "IMMEDIATE")


def _postgresql_options() -> Iterator[Finding]:
    age, checked = (connection.settings_dict[name] for name in ("CONN_MAX_AGE", "CONN_HEALTH_CHECKS"))
    yield Finding(what="connections", value=f"kept {age} s", ok=bool(checked or not age))
    (kept,) = _row("SHOW synchronous_commit")  # off: a crash loses acknowledged commits
    yield Finding(what="synchronous commit", value=kept, ok=commits_are_durable())
    (isolation,) = _row("SHOW transaction_isolation")
    yield Finding(what="isolation", value=isolation, ok=isolation == "read committed")
    (encoding,) = _row("SHOW server_encoding")
    yield Finding(what="encoding", value=encoding, ok=encoding == "UTF8")


def migrations() -> Iterator[Finding]:
    """Examine whether migrations are waiting."""
    executor = MigrationExecutor(connection)
    waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    yield Finding(what="migrations", value=f"{len(waiting)} waiting", ok=not waiting)


def append_lock() -> Iterator[Finding]:
    """Examine whether acquiring the write lock leaves a lock that others wait for."""
    if connection.vendor == "sqlite":
        yield Finding(what="append lock", value="one writer at a time, by SQLite")
        return
    with transaction.atomic():
        _execute(f"SET LOCAL lock_timeout = '{TIMEOUT}s'")
        store.acquire_write_lock()
        locks_query = (
            "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND pid = pg_backend_pid()"
        )
        (locks,) = _row(locks_query)
    yield Finding(what="append lock", value="held" if locks else "not held", ok=bool(locks))


def triggers() -> Iterator[Finding]:
    """Examine whether changes of the log fail, tried on an event that is rolled back."""
    tries = {
        "UPDATE": f"UPDATE {TABLE} SET actor = actor",  # noqa: S608
        "DELETE": f"DELETE FROM {TABLE}",  # noqa: S608
    }
    if connection.vendor == "sqlite":
        replace = f"INSERT OR REPLACE INTO {TABLE} SELECT * FROM {TABLE} LIMIT 1"  # noqa: S608
        tries["INSERT OR REPLACE"] = replace
    else:
        tries["TRUNCATE"] = f"TRUNCATE {TABLE}"
    with _probe():
        for what, statement in tries.items():
            refused = _is_refused(statement)
            yield Finding(what=what, value="refused" if refused else "possible", ok=refused)


@contextmanager
def _probe() -> Iterator[None]:
    """Append an event that is rolled back at the end of the block; SQLite's triggers need a row to fire."""
    with transaction.atomic():
        store.acquire_write_lock()
        Event.objects.create(
            position=store.head() + 1,
            stream="doctor",
            version=store.version("doctor") + 1,
            kind="doctor.looked.v1",
            data="{}",
            actor="doctor",
            command_id=uuid4(),
            ordinal=0,
            recorded_at=datetime.now(UTC),
            digest="",
        )
        yield
        transaction.set_rollback(True)


def _is_refused(statement: str) -> bool:
    try:
        with transaction.atomic():
            _execute(statement)
    except DatabaseError:
        return True
    return False


def role() -> Iterator[Finding]:
    """Examine whether the application's database role could undo the protection of the log."""
    if connection.vendor == "sqlite":
        return
    held = roles.excess_privileges()
    what = f": {', '.join(held)} (see manage.py grant)" if held else " reads and appends the log"
    yield Finding(what="role", value=f"{roles.current_role()}{what}", ok=not held)


def projections() -> Iterator[Finding]:
    """Examine whether the projections are behind the log; they are written together with the events."""
    lag = store.head() - projected_position()
    yield Finding(what="projection lag", value=f"{lag} events", ok=lag == 0)


def damage() -> Iterator[Finding]:
    """Examine whether ``verify`` has closed a stream because its events were altered."""
    found = list(DamagedStream.objects.order_by("stream"))
    yield Finding(what="damaged streams", value=", ".join(map(str, found)) or "none known", ok=not found)


def broker() -> Iterator[Finding]:
    """Examine whether Celery's broker, if there is one, responds."""
    url = getattr(settings, "CELERY_BROKER_URL", "")
    if not url:
        yield Finding(what="broker", value="none: background work runs in the server process")
        return
    with Connection(url, connect_timeout=TIMEOUT) as link:
        try:
            link.ensure_connection(max_retries=1, timeout=TIMEOUT)
            yield Finding(what="broker", value=f"{link.as_uri()} answers")
        except (KombuError, OSError) as error:
            yield Finding(what="broker", value=f"{link.as_uri()}: {error}", ok=False)


def cache() -> Iterator[Finding]:
    """Examine whether Redis, if it is the cache, responds."""
    if not settings.REDIS_URL:
        yield Finding(what="cache", value="none: each process keeps what it has computed")
        return
    shared, asked = caches["shared"], uuid4().hex
    shared.set("doctor", asked, timeout=60)
    answers = shared.get("doctor") == asked
    value = "answers" if answers else "Redis does not answer: pages are made again for each request"
    yield Finding(what="cache", value=value, ok=answers)


def production() -> Iterator[Finding]:
    """Examine whether the settings that a federation's service needs are set and agree."""
    if connection.vendor == "sqlite":
        return
    address = urlsplit(settings.ADDRESS)
    faults = (
        ("NIGIRI_DEBUG must be off", settings.DEBUG),
        ("NIGIRI_ADDRESS is not set, so links in mails may lead elsewhere", not address.hostname),
        (
            "NIGIRI_HTTPS is off and NIGIRI_ADDRESS has https",
            address.scheme == "https" and not settings.HTTPS,
        ),
        (
            f"NIGIRI_ALLOWED_HOSTS lacks {address.hostname}",
            address.hostname and not validate_host(address.hostname, settings.ALLOWED_HOSTS),
        ),
    )
    found = [sentence for sentence, applies in faults if applies]
    yield Finding(what="settings", value="; ".join(found) or "set for production", ok=not found)
    signed = (
        "signs the heads of the log" if settings.LOG_KEY else "NIGIRI_LOG_KEY is not set: no head is signed"
    )
    yield Finding(what="log key", value=signed)


def _row(statement: str) -> tuple[Any, ...]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        row: tuple[Any, ...] = cursor.fetchone()
        return row


def _execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def last_runs() -> Iterator[Finding]:
    """Report both ages and results. No run at all counts as too old when the log itself is that old."""
    yield _describe_run("last verification", upkeep.VERIFY, settings.VERIFY_DAYS, "manage.py verify")
    yield _describe_run(
        "last backup", upkeep.BACKUP, settings.BACKUP_DAYS, "manage.py backup FILE --keys KEYS"
    )


def _describe_run(what: str, name: str, days: int, command: str) -> Finding:
    last, now = upkeep.last_run(name), timezone.now()
    since = last.at or _first_event_at() or now
    late = bool(days) and now - since > timedelta(days=days)
    advice = f"; more than {days} days: run `{command}`" if late else ""
    return Finding(
        what=what, value=_when_and_result(last, now) + advice, ok=not late and last.good is not False
    )


def _when_and_result(last: Upkeep, now: datetime) -> str:
    if last.at is None:
        return "never"
    what = last.said.partition("\n")[0]
    return f"{last.at:%Y-%m-%d %H:%M %Z}, {timesince(last.at, now)} ago: {what}".replace("\xa0", " ")


def _first_event_at() -> datetime | None:
    """Return the time of the log's first event."""
    return Event.objects.order_by("position").values_list("recorded_at", flat=True).first()


EXAMINATIONS = (
    *(python, languages, database, migrations, append_lock, triggers, role, projections, damage, last_runs),
    *(broker, cache, production),
)


class Command(JsonCommand):
    help = "Look at database options, append lock, triggers, broker, projections and packages, as in force."

    def answer(self, **options: Any) -> Answer:
        findings = examine()
        good = all(finding.ok for finding in findings)
        return Answer(
            data={"ok": good, "findings": findings},
            text="\n".join(f"{'ok ' if one.ok else 'BAD'}  {one.what}: {one.value}" for one in findings),
            good=good,
        )
