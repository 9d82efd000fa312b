"""Logs of earlier versions that contain other imported logs, nested: they stay readable and valid."""

from hashlib import sha256
from pathlib import Path

import pytest
from django.db import connection, transaction

from games.log import append_only, exchange, store
from games.log.rebuilding import rebuild
from games.log.tables import Event
from games.log.verification import verify

pytestmark = pytest.mark.django_db
FILE = Path("tests/data/log_joined.jsonl")
OUTER, INNER = 8, 16  # positions of the two events that others came behind


@pytest.fixture
def log():
    exchange.load(FILE.read_text(encoding="utf-8").splitlines())


def test_verify_and_rebuild_report_no_fault(log):
    assert list(verify()) == []
    assert [table.name for table in rebuild(check=True) if not table.same] == []


def test_export_is_byte_identical(log):
    assert list(exchange.export()) == FILE.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("position", [OUTER, INNER])
def test_digest_is_that_of_the_imported_log(log, position):
    [joined] = store.read_all(after=position - 1, limit=1)
    taken = Event.objects.filter(position__gt=position, position__lte=position + joined.data["events"])
    digests = "".join(taken.order_by("position").values_list("digest", flat=True))
    assert sha256(digests.encode()).hexdigest() == joined.data["digest"]


def test_accounts_have_their_local_names(log):
    stored = Event.objects.get(kind="tournament.result-recorded.v1")
    [read] = store.decode_rows([stored])
    assert (stored.actor, stored.joined, read.actor) == ("user:1", INNER, "user:4")
    [granted] = store.decode_rows(Event.objects.filter(kind="organisation.office-granted.v1"))
    assert granted.data["account"] == "user:4"


def test_reports_altered_origin(log):
    last = store.head()
    with transaction.atomic(), connection.cursor() as cursor:
        append_only.remove()
        cursor.execute("UPDATE games_event SET joined = joined - 1 WHERE position = %s", [last])
        append_only.install()
    assert [fault.position for fault in verify()] == [last]
