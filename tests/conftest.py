"""What every test may ask for: the database of the run, a REST client, a worker process, a browser."""

import gc
import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path

import hypothesis
import pytest

from tests import parts, sizes
from tests.services import stop

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 20.0  # seconds with Redis and the broker, of this process: a busy machine is not a bug

hypothesis.settings.register_profile("nigiri", deadline=None)  # a busy machine is not a bug
hypothesis.settings.register_profile("repeatable", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "nigiri"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--part", choices=["sqlite", "services", "browser", "benchmarks"])
    parser.addoption("--record", metavar="DIR", help="write what ran, for tests.tally")
    parser.addoption("--long", action="store_true", help="every repetition and the largest sizes: an hour")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("long"):
        os.environ[sizes.LONG] = "yes"
    config.pluginmanager.register(parts.Record(config), "nigiri-parts")
    _name_for_redis(config)
    _lift_throttles()
    _be_quick()
    _sign_heads()
    if not hasattr(config, "workerinput"):
        _compile_stale_catalogues()


def _compile_stale_catalogues() -> None:
    """Compile the translations when a .po file is newer than its .mo file, as `deploy/prepare.sh` does."""
    sources = (ROOT / "deploy" / "locale").glob("*/LC_MESSAGES/django.po")
    if all(_is_newer(po.with_suffix(".mo"), po) for po in sources):
        return
    from deploy.languages.catalogues import compile_all

    compile_all()


def _is_newer(file: Path, source: Path) -> bool:
    return file.exists() and file.stat().st_mtime >= source.stat().st_mtime


def _name_for_redis(config: pytest.Config) -> None:
    """Queue and cache keys of this process alone: workers share a Redis, which may not even be ours."""
    from django.conf import settings

    from deploy import celery_app

    worker = getattr(config, "workerinput", {}).get("workerid", "main")
    own = f"{settings.DATABASES['default']['NAME']}-{worker}"
    if settings.REDIS_URL:
        settings.CACHES["default"]["KEY_PREFIX"] = own
        options = settings.CACHES["default"]["OPTIONS"]
        options.update(dict.fromkeys([name for name in options if name.endswith("timeout")], PATIENCE))
    if settings.CELERY_BROKER_URL:
        settings.CELERY_TASK_DEFAULT_QUEUE = own
        settings.CELERY_BROKER_TRANSPORT_OPTIONS["global_keyprefix"] = f"{own}."
        celery_app.seconds = PATIENCE


def _sign_heads() -> None:
    """Every test has a log with one and the same key, whatever this machine's is."""
    from django.conf import settings

    from games.log.tree.checkpoints import Signer

    settings.LOG_KEY = str(Signer(name="nigiri/test", seed=bytes(range(32))))


def _lift_throttles() -> None:
    """A suite asks more often than a person may; the test of throttling sets its own rates."""
    from rest_framework.settings import api_settings

    api_settings.DEFAULT_THROTTLE_RATES.update(
        dict.fromkeys(("anon", "user", "login", "webhooks", "signup"), "1000000/s")
    )


def _be_quick() -> None:
    """What takes its time once a process or once an account, and here once a test.

    Each client builds the middleware anew, and WhiteNoise would read the folders of static files; the hash of
    a password is made to be slow. Processes that tests start have the settings of production. A collection of
    garbage walks all that a run of thousands of tests keeps, so they are rare.
    """
    from django.conf import settings

    gc.set_threshold(100_000, 50, 100)
    settings.WHITENOISE_AUTOREFRESH = True
    settings.TIME_ZONE = "UTC"  # and not that of the machine
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS]


def pytest_collection_finish() -> None:
    """Leave the collected tests and their modules, which stay to the end, out of later collections."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _render_without_signals(django_test_environment: None) -> None:
    """Undo Django's recording of rendered templates, which copies the context of each; few tests read it."""
    from django.template.base import Template
    from django.test.utils import _TestState

    Template._render = _TestState.saved_data.template_render


@pytest.fixture(autouse=True)
def _in_english() -> None:
    """Forget the language of the last request of the test before."""
    from django.utils import translation

    translation.deactivate()


@pytest.fixture
def recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Record the contexts of templates."""
    from django.template.base import Template
    from django.test.utils import instrumented_test_render

    monkeypatch.setattr(Template, "_render", instrumented_test_render)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None,
) -> Iterator[None]:
    """A file for SQLite, as in production: in memory, threads would share one connection."""
    from django.conf import settings

    folder = tempfile.mkdtemp(prefix="nigiri-test-")
    if _is_sqlite():
        file = Path(folder, "test.sqlite3")
        settings.DATABASES["default"]["TEST"]["NAME"] = str(file)
        if migrated_file().exists():
            shutil.copyfile(migrated_file(), file)
    yield
    shutil.rmtree(folder)


def _is_sqlite() -> bool:
    from django.conf import settings

    return settings.DATABASES["default"]["ENGINE"].endswith("sqlite3")


@cache
def migrated_file() -> Path:
    """An empty, migrated SQLite database, kept until a migration, the triggers or a requirement changes."""
    sources = [*ROOT.glob("*/migrations/*.py"), ROOT / "games/log/append_only.py"]
    content = [source.read_bytes() for source in sorted([*sources, ROOT / "deploy/requirements-test.lock"])]
    return ROOT / ".pytest_cache" / f"migrated-{hashlib.sha256(b''.join(content)).hexdigest()[:16]}.sqlite3"


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool) -> bool:
    """With SQLite, go on from the migrated file where there is one; Django's `migrate` runs either way."""
    return django_db_keepdb or _is_sqlite()


def _keep_migrated_file(database: str) -> None:
    folder = migrated_file().parent
    folder.mkdir(exist_ok=True)
    for old in set(folder.glob("migrated-*.sqlite3")) - {migrated_file()}:
        old.unlink(missing_ok=True)
    unfinished = folder / f"unfinished-{os.getpid()}.sqlite3"
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("VACUUM INTO ?", [str(unfinished)])
    unfinished.replace(migrated_file())


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker) -> None:
    """Let the flush after a transactional test empty the event log, which refuses it to all others."""
    from django.db import connection, transaction

    from games.log import append_only

    if _is_sqlite() and not migrated_file().exists():
        _keep_migrated_file(connection.settings_dict["NAME"])
    flush = connection.ops.execute_sql_flush

    def lifted_flush(statements: list[str]) -> None:
        with transaction.atomic():
            append_only.remove()
            flush(statements)
            append_only.install()

    with django_db_blocker.unblock():
        connection.ops.execute_sql_flush = lifted_flush


@pytest.fixture(scope="module")
def lasting_db(django_db_setup: None, django_db_blocker) -> Iterator[None]:
    """The database for fixtures of a module: what they make is there for all its tests, and gone after them.

    The tests themselves ask for `db` as ever, so that what each does is undone before the next.
    """
    from django.db import transaction

    block = transaction.atomic()
    block._from_testcase = True  # as Django's own: a durable block may begin inside
    with django_db_blocker.unblock(), block:
        yield
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def _fresh_cache() -> Iterator[None]:
    """Rate limits, cached answers and the language of one test's last request are not those of the next."""
    yield
    from django.conf import settings
    from django.core.cache import caches
    from django.utils import translation

    translation.deactivate()
    caches["default"].clear()
    if settings.REDIS_URL:
        caches["shared"].delete_pattern("*")
    else:
        caches["shared"].clear()


@pytest.fixture
def api():
    """REST framework's test client: JSON unless told otherwise; `force_authenticate(user)` logs in."""
    from rest_framework.test import APIClient

    return APIClient()


@pytest.fixture(scope="module")
def _worker(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[subprocess.Popen]:
    from django.conf import settings

    log = tmp_path_factory.mktemp("celery") / "log"
    queue = settings.CELERY_TASK_DEFAULT_QUEUE
    command = [sys.executable, "-m", "celery", "-A", "deploy", "worker", "-c", "1", "-l", "INFO"]
    with log.open("w") as output:
        worker = subprocess.Popen(
            [*command, "--without-mingle", "--without-gossip", "-n", f"{queue}@nigiri"],
            cwd=ROOT,
            env=_environment_of_the_test_database(),
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        wait_until(lambda: "ready." in log.read_text() or worker.poll() is not None, seconds=60)
        assert worker.poll() is None, f"The Celery worker ended:\n{log.read_text()}"
        yield worker
    finally:
        stop(worker)


@pytest.fixture
def celery_worker_process(transactional_db: None, _worker: subprocess.Popen) -> subprocess.Popen:
    """A real `celery worker` in a process of its own, on the test database and this process's queue."""
    assert _worker.poll() is None, "the Celery worker has died"
    return _worker


def _environment_of_the_test_database() -> dict[str, str]:
    """DATABASE_URL of the database that Django made for the tests, and the queue of this process."""
    from urllib.parse import urlsplit, urlunsplit

    from django.conf import settings
    from django.db import connection

    url = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{connection.settings_dict['NAME']}")
    name = settings.CELERY_TASK_DEFAULT_QUEUE
    return {**os.environ, "DATABASE_URL": urlunsplit(url), "NIGIRI_NAME": name}


@contextmanager
def tasks_for(name: str) -> Iterator[None]:
    """Tasks of this process go to workers with this NIGIRI_NAME."""
    from deploy import celery_app

    conf = celery_app.conf
    before = conf.task_default_queue, conf.broker_transport_options
    _send_to(name, {**conf.broker_transport_options, "global_keyprefix": f"{name}."})
    try:
        yield
    finally:
        _send_to(*before)


def _send_to(queue: str, options: dict[str, object]) -> None:
    from deploy import celery_app

    celery_app.conf.task_default_queue = queue
    celery_app.conf.broker_transport_options = options
    for kept in ("queues", "send_task_message"):
        celery_app.amqp.__dict__.pop(kept, None)
    celery_app.amqp._producer_pool = None


def wait_until(true: Callable[[], object], *, seconds: float = 30) -> None:
    """Look ten times a second until `true()`; fail the test after `seconds`."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            pytest.fail(f"not true after {seconds} s")
        time.sleep(0.1)


@pytest.fixture(scope="session")
def browser():
    """Chromium, driven by Playwright; the tests that use it carry the marker `browser`."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=20_000)  # a busy machine is not a bug
    # Playwright keeps an event loop in this thread, where Django would refuse its own synchronous calls.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=parts.chromium(), args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser, live_server):
    """A page of a fresh browser profile whose addresses start at the live server."""
    context = browser.new_context(base_url=live_server.url)
    yield context.new_page()
    context.close()
