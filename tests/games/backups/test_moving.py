"""Everything goes from SQLite to PostgreSQL and back, and people find what they left."""

import json
from dataclasses import replace

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client

from games.backups.files import UnusableSource
from games.backups.moving import models_to_copy, move
from games.claims.rows import ClaimPicture
from games.log import exchange
from games.log.tables import KeptCheckpoint
from tests.faults.club import manage
from tests.games.backups.facts import facts
from tests.games.backups.installation import PICTURE, furnished
from tests.games.backups.servers import facts_of, new_database
from tests.games.sample import context, note
from tournaments.demo.accounts import password_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.postgresql
def test_moves_from_postgresql_to_sqlite_and_back(tmp_path):
    furnished()
    before, log = facts(), list(exchange.export())
    assert before["games.KeptCheckpoint"][0] == KeptCheckpoint.objects.count()
    call_command("move", "--to", f"sqlite:///{tmp_path / 'club' / 'nigiri.sqlite3'}")
    assert facts() == before  # the one that is left stays as it is
    club = tmp_path / "club"
    assert facts_of(club) == before
    with new_database() as url:
        told, verified, rebuilt, exported = manage(
            club, f"move --to {url} --json", "verify --json", "rebuild --check --json", "export_events"
        )
        assert (
            json.loads(told)["events"]
            == len(log) - 1 - json.loads(log[0])["openings"] - json.loads(log[0])["answers"]
        )
        assert (json.loads(verified)["ok"], json.loads(rebuilt)["identical"]) == (True, True)
        assert exported.splitlines() == log
        assert facts_of(tmp_path, DATABASE_URL=url, SECRET_KEY="of the tests") == before
        with pytest.raises(UnusableSource, match="has tables already"):
            move(url)


@pytest.mark.sqlite
def test_rejects_unreachable_server():
    with pytest.raises(UnusableSource, match="cannot be opened"):
        move("postgresql://nobody@127.0.0.1:1/nowhere")


@pytest.mark.sqlite
def test_people_find_what_they_left(tmp_path):
    """In a process whose database is the one that they moved to."""
    furnished()
    move(f"sqlite:///{tmp_path / 'a new folder' / 'nigiri.sqlite3'}")
    assert facts_of(tmp_path / "a new folder") == facts()
    assert bytes(ClaimPicture.objects.get().data) == PICTURE
    client, login = Client(), {"login": "director", "password": password_of("director")}
    Authenticator.objects.all().delete()  # its code would be asked for
    assert client.post("/accounts/login/", login).status_code == 302


def test_each_table_is_projected_copied_or_listed():
    labels = {model._meta.label for model in models_to_copy()}
    assert {"auth.User", "tournaments.Player", "games.GameRecord", "games.KeptCheckpoint"} <= labels
    assert labels.isdisjoint({"games.Event", "games.GameRow", "sessions.Session", "games.Opening"})


@pytest.mark.both
def test_reserves_account_numbers_that_the_log_names(tmp_path):
    get_user_model().objects.create_user("before")
    writer = get_user_model().objects.create_user("gone")
    note("test:a", "written", given=replace(context(), actor=f"user:{writer.pk + 40}"))
    call_command("export_events", "--output", str(tmp_path / "log"))
    call_command("flush", "--no-input", verbosity=0)
    call_command("import_events", str(tmp_path / "log"))
    assert get_user_model().objects.create_user("new").pk == writer.pk + 41
