"""Which test runs in which part of `deploy/test.sh`, and a record of what ran, for `tests.tally`.

A part is one pytest process (or one with its workers): `sqlite`, `services` (PostgreSQL, Redis, Celery),
`browser`, `benchmarks`. `sqlite` reads every file but the benchmarks, each other part only those that have
something for it. Without `--part`, as when a developer runs pytest alone, everything is collected and what
the machine lacks is skipped with the reason.

A test is of the part whose marker it carries (`postgresql`, `redis`, `celery`; `browser`), a benchmark of its
own, every other of `sqlite`. Those under TWICE that use the database, and any with the marker `both`, run on
PostgreSQL as well.
"""

import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import TransactionTestCase

from tests import sizes

HERE = Path(__file__).parent
BENCHMARKS = HERE / "benchmarks"
_CLIENTS = HERE / "clients"
DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup", "live_server"}

# What runs on both databases -> what could differ there.
TWICE = {
    "faults": "races, locks and deaths",
    "games/log": "the store: its statements, lock, triggers, export, verification and rebuilding",
    "games/game": "rows of games, written by a statement for many",
    "games/claims/test_claim_commands.py": "rows of claims, written by a statement for many",
    "games/claims/test_claims_api.py": "lists of claims by subqueries; who reads one",
    "games/receipts": "an altered row is found",
    "tournaments/api/test_a_day_over_rest.py": "every write of a tournament's day",
    "tournaments/api/test_idempotency.py": "unique keys inside a transaction",
    "tournaments/api/test_jobs_over_rest.py": "jobs over REST",
    "tournaments/interchange/test_importing.py": "people and clubs written in bulk, some of whom are there",
    "tournaments/interchange/test_importing_teams.py": "teams written in bulk",
    "tournaments/interchange/test_merging.py": "people written in bulk into a tournament that is there",
    "tournaments/jobs": "jobs of tournaments",
    "tournaments/outbox": "jobs taken and swept",
    "tournaments/limits": "games judged anew by statements for many",
    "tournaments/management": "commands on the database of the settings",
    "tournaments/accounts": "links taken back and renewed at once",
    "tournaments/organisations": "offices granted and revoked at once",
    "tournaments/persons": "searching and sorting names; unique names at once",
    "tournaments/registration": "places given under a lock",
    "tournaments/reading": "queries by hand, how many there are, sorting",
    "tournaments/stories/test_late_ruling.py": "a dispute from the report to the rebuilding",
    "tournaments/tables": "migrations with rows in them; projections, rebuilding, recounting",
    "tournaments/test_commands.py": "one transaction for each command",
    "tournaments/webhooks": "endpoints locked, messages numbered",
}
_TWICE = [HERE / path for path in TWICE]
_MARKS = {  # part -> the text by which a file shows that it has something for it
    "services": re.compile(r"\bmark\.(postgresql|redis|celery|both)\b"),
    "browser": re.compile(r"\bmark\.browser\b"),
}


def chromium() -> str | None:
    """The browser to drive: $CHROMIUM, or where Debian puts it."""
    places = [os.environ.get("CHROMIUM"), "/usr/bin/chromium"]
    return next((place for place in places if place and Path(place).exists()), None)


def nginx() -> str | None:
    """Where Debian's or PATH's nginx is."""
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")


def has_node_programs() -> bool:
    """Whether node is here, and what ``tests/clients/package.json`` asks for."""
    wanted = json.loads((_CLIENTS / "package.json").read_text())["devDependencies"]
    return bool(shutil.which("node")) and all((_CLIENTS / "node_modules" / name).exists() for name in wanted)


def _is_postgresql() -> bool:
    from django.db import connection

    return connection.vendor == "postgresql"


# marker -> (is it here?, what is missing otherwise)
NEEDS: dict[str, tuple[Callable[[], bool], str]] = {
    "long": (sizes.is_long, "takes long: `sh deploy/test.sh --long`"),
    "sqlite": (lambda: not _is_postgresql(), "needs SQLite"),
    "postgresql": (_is_postgresql, "needs PostgreSQL: DATABASE_URL is not set"),
    "redis": (lambda: bool(os.environ.get("REDIS_URL")), "needs Redis: REDIS_URL is not set"),
    "celery": (
        lambda: bool(os.environ.get("CELERY_BROKER_URL")),
        "needs a Celery worker: CELERY_BROKER_URL is not set",
    ),
    "browser": (
        lambda: chromium() is not None,
        "needs Chromium: `apt-get install chromium`, or set CHROMIUM",
    ),
    "node": (has_node_programs, "needs Node.js: `npm ci --ignore-scripts` in tests/clients"),
    "nginx": (lambda: nginx() is not None, "needs nginx: `apt-get install nginx-light`"),
}


def touches_database(item: pytest.Item) -> bool:
    """Whether `item` asks for the test database in any of the ways there are."""
    return bool(
        item.get_closest_marker("django_db")
        or DATABASE_FIXTURES & set(getattr(item, "fixturenames", ()))
        or issubclass(getattr(item, "cls", None) or object, TransactionTestCase)
    )


def belongs(item: pytest.Item, part: str) -> bool:
    """Whether `item` is of `part`; some are of two."""
    if item.get_closest_marker("browser"):
        return part == "browser"
    if BENCHMARKS in item.path.parents:
        return part == "benchmarks"
    if part == "services":
        marked = any(item.get_closest_marker(name) for name in ("postgresql", "redis", "celery", "both"))
        return marked or (_is_under_twice(item.path) and touches_database(item))
    return part == "sqlite"


def may_hold(path: Path, part: str) -> bool:
    """Whether the file at `path` may have a test of `part`, told without importing it."""
    if part in ("sqlite", "benchmarks"):
        return (BENCHMARKS in path.parents) == (part == "benchmarks")
    if part == "services" and _is_under_twice(path):
        return True
    return bool(_MARKS[part].search(path.read_text()))


def _is_under_twice(path: Path) -> bool:
    return any(place == path or place in path.parents for place in _TWICE)


def missing(item: pytest.Item) -> str | None:
    """Why `item` cannot run in this process, or None."""
    for name, (is_here, reason) in NEEDS.items():
        if item.get_closest_marker(name) and not is_here():
            return reason
    return None


class Record:
    """A pytest plugin that selects the tests of a part and writes DIR/PART.WORKER.json."""

    def __init__(self, config: pytest.Config) -> None:
        self.part: str | None = config.getoption("part")
        self.folder: str | None = config.getoption("record")
        self.worker = getattr(config, "workerinput", {}).get("workerid", "main")
        self.outcomes: dict[str, str] = {}
        self.left: dict[str, str] = {}

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Leave files unread that have nothing for this part; None leaves the decision to others."""
        if self.part is None or collection_path.suffix != ".py" or may_hold(collection_path, self.part):
            return None
        return True

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        if self.part is None:
            # Playwright's event loop stays in the thread once it runs, and Django's async views refuse it.
            items.sort(key=lambda item: item.get_closest_marker("browser") is not None)
            for item in items:
                if reason := missing(item):
                    item.add_marker(pytest.mark.skip(reason=reason))
            return
        of_part = [item for item in items if belongs(item, self.part)]
        self.left = {item.nodeid: reason for item in of_part if (reason := missing(item))}
        chosen = [item for item in of_part if item.nodeid not in self.left]
        kept = set(chosen)
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = chosen

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped:
            self.left[report.nodeid] = _reason(report)
        elif report.failed:
            self.outcomes[report.nodeid] = "failed"
        elif report.when == "call":
            self.outcomes.setdefault(report.nodeid, "passed")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.outcomes[report.nodeid] = "failed"
        elif report.skipped:
            self.left[report.nodeid] = _reason(report)

    def pytest_sessionfinish(self) -> None:
        if self.folder:
            found = {"part": self.part, "outcomes": self.outcomes, "left": self.left}
            Path(self.folder, f"{self.part}.{self.worker}.json").write_text(json.dumps(found))


def _reason(report: Any) -> str:
    if hasattr(report, "wasxfail"):
        return f"is expected to fail: {report.wasxfail}"
    where = report.longrepr
    text = where[2] if isinstance(where, tuple) else str(where)
    return text.removeprefix("Skipped: ")
