"""Erasure removes a person's name from all tables, files, exports and responses; the log stays valid."""

import json
from io import BytesIO
from pathlib import Path
from uuid import uuid4
from zipfile import ZipFile

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from django.urls import reverse

from games.backups import copying
from games.log import commitments, exchange, folding
from games.log.idempotency import KeptAnswer
from games.log.rebuilding import rebuild
from games.log.tables import Event
from games.log.verification import verify
from games.receipts.checking import check
from games.receipts.codes import code_at
from tests.attacks.test_hidden_names import addresses
from tests.builders import NOW
from tests.test_permission_matrix import client_of
from tests.tournaments.persons.known_player import NAME, SPELT, organisation_naming_black, the_player
from tournaments.notices.rows import Notice
from tournaments.outbox.rows import Job
from tournaments.persons.erasing import erase_player
from tournaments.tables.people import Player
from tournaments.tables.rows import TournamentRow
from tournaments.tables.signups import Signup

pytestmark = pytest.mark.django_db(transaction=True)


def named_in(text):
    return [word for word in SPELT if word in text]


def in_rows():
    """Tables that name them, with what is closed away in them as text."""
    found = set()
    for model in apps.get_models(include_auto_created=True):
        for row in model._base_manager.values():
            told = (
                bytes(one).decode("utf-8", "replace") if isinstance(one, bytes | memoryview) else str(one)
                for one in row.values()
            )
            if any(map(named_in, told)):
                found.add(model._meta.label)
    return found


def in_files():
    """Files of an SQLite database that have the name in their bytes."""
    file = Path(connection.settings_dict["NAME"])
    here = [one for one in file.parent.iterdir() if one.name.startswith(file.name)]
    return [one.name for one in here if any(word.encode() in one.read_bytes() for word in SPELT)]


def in_answers(house, client, routes=()):
    """Addresses that name them to a client; of all routes where none are named."""
    for name, address in addresses(house):
        if routes and name not in routes:
            continue
        response = client.get(address)
        body = b"".join(response.streaming_content) if response.streaming else response.content
        if body.startswith(b"PK"):
            with ZipFile(BytesIO(body)) as files:
                body = b"".join(files.read(one) for one in files.namelist())
        asked = f"?q={NAME[:4]}"
        if named_in(body.decode("utf-8", "replace").replace(asked, "")):
            yield name


def in_backup(folder):
    copying.dump(folder / "backup")
    return named_in((folder / "backup").read_bytes().decode("utf-8", "replace"))


def lines_of_events():
    return [line for line in exchange.export(opened=False) if line.startswith('{"actor":')]


@pytest.fixture
def house():
    return organisation_naming_black()


def patched(house, key):
    address = f"/api/v1/organisations/home/players/{house.known['player_id']}/"
    return client_of(house, "owner").patch(
        address, {"club": "Hill"}, "application/json", headers={"Idempotency-Key": key}
    )


NAMED_BEFORE = {
    "games.Opening",
    "games.ClaimEvidence",
    "games.GameRecord",
    "tournaments.Job",
    "tournaments.Player",
    "tournaments.Signup",
}
NAMING = {"web:story", "web:claim", "api:events", "web:static-copy", "api:person", "web:chronicle"}


def test_erasure_removes_the_name_from_all_tables_and_exports(house):
    assert named_in(patched(house, "once").content.decode())
    assert in_rows() == NAMED_BEFORE
    lines = lines_of_events()
    erase_player(the_player(house))
    assert in_rows() == set()
    assert not any(map(named_in, exchange.export()))
    assert lines_of_events() == lines, "the log is what it was"


@pytest.mark.sqlite
def test_erasure_removes_the_name_from_all_responses(house):
    owner, public = client_of(house, "owner"), client_of(house, "public")
    assert set(in_answers(house, owner, NAMING)) == NAMING
    erase_player(the_player(house))
    assert list(in_answers(house, owner)) == []
    assert list(in_answers(house, public)) == []


@pytest.mark.sqlite
def test_erasure_removes_every_byte_from_database_and_backup(house, tmp_path):
    assert in_files()
    assert in_backup(tmp_path)
    erase_player(the_player(house))
    assert in_files() == []
    (tmp_path / "backup").unlink()
    assert in_backup(tmp_path) == []


def test_log_and_proofs_stay_valid(house):
    codes = [code_at(event.position, event.digest) for event in Event.objects.order_by("position")]
    owner = client_of(house, "owner")
    standings = owner.get("/api/v1/tournaments/open/standings/").json()
    proof = owner.get("/api/v1/tournaments/open/rounds/1/proof/")
    erase_player(the_player(house))
    assert list(verify()) == []
    assert [table.name for table in rebuild(check=True) if not table.same] == []
    assert all(check(code).valid for code in codes)
    now = owner.get("/api/v1/tournaments/open/standings/").json()
    places = [{line["entry"]: line["place"] for line in each["results"]} for each in (standings, now)]
    assert places[0] == places[1]
    assert proof.status_code == owner.get("/api/v1/tournaments/open/rounds/1/proof/").status_code == 200
    folding.clear_cache()
    assert commitments.ERASED in owner.get(reverse("web:chronicle", args=("open",))).content.decode()


def test_keeps_data_of_other_people(house):
    other = house.pairing.white.player_id
    before = Player.objects.get(pk=other)
    kept = Signup.objects.exclude(family_name=NAME).count()
    erase_player(the_player(house))
    assert Player.objects.get(pk=other).name == before.name
    assert Signup.objects.count() == kept
    assert Signup.objects.exists()
    assert Job.objects.get(pk=house.known["job_id"]).problem == {"code": "not_checked_in", "detail": ""}


def test_deletes_notices_of_the_account(house):
    user = house.accounts["player"]
    row = TournamentRow.objects.get(slug="open")
    for account in (user, house.accounts["owner"]):
        Notice.objects.create(
            id=uuid4(), user=account, kind="round", tournament_id=row.pk, facts={}, created_at=NOW
        )
    erase_player(the_player(house))
    assert not Notice.objects.filter(user=user, tournament_id=row.pk).exists()
    assert Notice.objects.filter(user=house.accounts["owner"]).exists()


def test_deletes_stored_responses_about_the_person(house):
    patched(house, "once")
    assert KeptAnswer.objects.count() == 1
    erase_player(the_player(house))
    assert KeptAnswer.objects.count() == 0
    assert patched(house, "once").json()["code"] == "player_erased"


def test_command_erases_a_person(house, capsys):
    id_ = str(house.known["player_id"])
    call_command("erase_player", id_, "--rewrite", "--json")
    assert json.loads(capsys.readouterr().out) == {"erased": id_}
    assert in_rows() == set()
    with pytest.raises((CommandError, SystemExit)):
        call_command("erase_player", "00000000-0000-4000-8000-000000000000")
