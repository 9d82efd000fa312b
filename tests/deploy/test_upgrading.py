"""Tables and static files at a start: changed where they have to be, once, whoever else starts."""

import threading
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import OperationalError, connection

from deploy import upgrading
from games.log import store, unit
from games.log.verification import verify
from games.management import alone
from games.refusals import refuse
from tests.builders import an_account, an_organisation
from tournaments.people.offices import stream_of


@pytest.fixture
def called(monkeypatch):
    """The names of the commands that were called; they are carried out all the same."""
    names = []

    def call(name, **options):
        names.append(name)
        return call_command(name, **options)

    monkeypatch.setattr(upgrading, "call_command", call)
    return names


@pytest.fixture
def collected(settings, tmp_path, db, called):
    """Static files that were collected into a folder of their own."""
    settings.STATIC_ROOT = str(tmp_path / "static")
    upgrading.bring_up_to_date()
    assert called == ["collectstatic"]
    assert (tmp_path / "static" / "nigiri").is_dir()
    called.clear()
    return Path(settings.STATIC_ROOT)


def test_a_second_start_finds_nothing_to_do(collected, called):
    upgrading.bring_up_to_date()
    assert called == []


def test_a_changed_source_is_collected(collected, called, monkeypatch):
    monkeypatch.setattr(upgrading, "sources", lambda: "others")
    upgrading.bring_up_to_date()
    assert called == ["collectstatic"]
    assert (collected / upgrading.STAMP).read_text() == "others"


def test_what_was_broken_off_is_collected_again(collected, called, monkeypatch):
    monkeypatch.setattr(upgrading, "sources", lambda: "others")
    monkeypatch.setattr(upgrading, "call_command", lambda *_names, **_options: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        upgrading.bring_up_to_date()
    monkeypatch.undo()
    assert not (collected / upgrading.STAMP).exists()


def test_a_database_that_is_away_is_no_reason_not_to_start(monkeypatch, settings):
    def away():
        raise OperationalError("away")

    settings.STATIC_ROOT = None
    monkeypatch.setattr(upgrading, "waiting", away)
    upgrading.bring_up_to_date()


@pytest.mark.postgresql
@pytest.mark.django_db
def test_a_role_that_may_not_migrate_says_who_has_to(monkeypatch, called):
    monkeypatch.setattr(upgrading, "waiting", lambda: 3)
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE nigiri_of_upgrading")  # gone with the transaction of the test
        cursor.execute("SET LOCAL ROLE nigiri_of_upgrading")
    with pytest.raises(ImproperlyConfigured, match="3 migrations wait, and the role nigiri_of_upgrading may"):
        upgrading._migrate()
    assert called == []


@pytest.mark.parametrize("lock", ["database", "file"])
def test_whoever_comes_second_waits(lock, db, tmp_path):
    """Two in there at once would meet at the barrier, and each come out."""
    path = Path(tmp_path / "lock")
    inside, waits = [], threading.Event()

    def enter(name):
        with alone.on_database() if lock == "database" else alone.on_file(path):
            inside.append(name)

    with alone.on_database() if lock == "database" else alone.on_file(path):
        other = threading.Thread(target=lambda: (waits.set(), enter("second"), connection.close()))
        other.start()
        waits.wait()
        other.join(0.3)
        inside.append("first")
    other.join(30)
    assert inside == ["first", "second"]


def test_a_start_tells_the_log_of_offices_that_it_does_not_know(settings, db):
    settings.STATIC_ROOT = ""
    house = an_organisation()
    an_account("anna", "owner", house)
    for _ in range(2):
        upgrading.bring_up_to_date()
    assert [one.event.way for one in store.read(stream_of(house.pk))] == ["before"]
    assert list(verify()) == []


def test_a_log_that_cannot_be_written_is_no_reason_not_to_start(settings, db, monkeypatch):
    settings.STATIC_ROOT = ""
    an_account("anna", "owner")
    monkeypatch.setattr(unit, "keep", lambda *_: refuse("log_damaged"))
    upgrading.bring_up_to_date()
