"""Everything goes from one database into another and back, and people find what they left."""

import json
import threading
from dataclasses import replace
from io import StringIO

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import connection
from django.test import Client

from games.archive import making, restoring
from games.archive.parts import LOG, Reader
from games.claims.rows import ClaimPicture
from games.log import store
from games.log.tables import Event
from games.log.verification import verify
from tests.builders import NOW
from tests.faults.club import manage
from tests.games.archive.house import PICTURE, furnished
from tests.games.sample import context, note
from tournaments.demo.accounts import password_of
from tournaments.people.links import open_link, token_of
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]


def told(*command):
    output = StringIO()
    call_command(*command, "--json", stdout=output)
    return json.loads(output.getvalue())


def test_a_house_moves_to_a_club_and_back_with_all_that_it_has(tmp_path):
    furnished()
    token = token_of(EntryRow.objects.order_by("pk").first())
    whole = told("backup", str(tmp_path / "here"))
    assert whole["rows"]["tables/games.ClaimPicture.jsonl"] == 1

    club, there = tmp_path / "club", tmp_path / "there"
    restored, written = map(
        json.loads, manage(club, f"restore {tmp_path / 'here'} --json", f"backup {there} --json")
    )
    assert restored["log_digest"] == written["log_digest"] == whole["log_digest"]
    assert parts(there) == parts(tmp_path / "here")  # every table's digest

    call_command("flush", "--no-input", verbosity=0)
    assert (Event.objects.count(), Player.objects.count()) == (0, 0)
    assert told("restore", str(there))["events"] == whole["events"]
    told("backup", str(tmp_path / "again"))
    assert parts(tmp_path / "again") == parts(there)
    people_find_what_they_left(token)


def people_find_what_they_left(token):
    assert bytes(ClaimPicture.objects.get().data) == PICTURE
    assert open_link(token).entry == EntryRow.objects.order_by("pk").first()
    assert (
        get_user_model().objects.create_user("new").pk
        == 1 + get_user_model().objects.exclude(username="new").latest("pk").pk
    )
    client, login = Client(), {"login": "director", "password": password_of("director")}
    Authenticator.objects.all().delete()  # its code would be asked for
    assert client.post("/accounts/login/", login).status_code == 302
    assert client.get("/tournaments/riverside-open/story/").status_code == 200  # an office opens it


def parts(path):
    with path.open("rb") as file:
        return Reader(file).manifest.parts


def test_what_was_answered_before_a_backup_began_is_in_it(tmp_path):
    for _ in range(20):
        note("test:already", "one")
    acknowledged, stop = [20, 0, 0], threading.Event()

    def write(number):
        while not stop.is_set():
            note(f"test:{number}", "more")
            acknowledged[number] += 1
        connection.close()

    writers = [threading.Thread(target=write, args=(number,)) for number in (1, 2)]
    for writer in writers:
        writer.start()
    try:
        for name in ("first", "second"):
            before, known = list(acknowledged), store.head()
            manifest = making.make(tmp_path / name, (), NOW)
            assert known <= manifest.events
            assert sum(before) <= manifest.events
    finally:
        stop.set()
        for writer in writers:
            writer.join()
    assert sum(acknowledged) == store.head() > manifest.events - 1
    assert list(verify()) == []
    assert restoring.check(tmp_path / "second", None) == manifest
    log_of_one_moment(tmp_path / "second", manifest)


def log_of_one_moment(path, manifest):
    with path.open("rb") as file:
        positions = [json.loads(line)["position"] for line in list(Reader(file).lines(LOG))[1:]]
    assert positions == list(range(1, manifest.events + 1))


def test_no_new_account_has_the_number_of_one_that_the_log_names(tmp_path):
    get_user_model().objects.create_user("before")
    writer = get_user_model().objects.create_user("gone")
    note("test:a", "written", given=replace(context(), actor=f"user:{writer.pk + 40}"))
    call_command("export_events", "--output", str(tmp_path / "log"))
    call_command("flush", "--no-input", verbosity=0)
    call_command("import_events", str(tmp_path / "log"))
    assert get_user_model().objects.create_user("new").pk == writer.pk + 41
