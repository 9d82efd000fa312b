"""The file of all data about one person, for the person and for the keeper of the register."""

import json
from hashlib import sha256
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.core.management import call_command

from games.log.canonical import canonical
from games.log.tables import Event
from games.receipts.checking import check
from tests.builders import a_context
from tests.test_permission_matrix import client_of
from tests.tournaments.persons.known_player import (
    GIVEN,
    NAME,
    PIN,
    SGF,
    organisation_naming_black,
    the_player,
)
from tournaments.commands import PairRound, carry_out, pair_round
from tournaments.competition.history import MeetingKind, MeetingOf
from tournaments.domain.meetings import SetMeetingGroup
from tournaments.persons.erasing import erase_player
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow

pytestmark = pytest.mark.django_db


@pytest.fixture
def house():
    return organisation_naming_black()


def copied(client, player):
    answer = client.get(f"/api/v1/organisations/home/players/{player.pk}/copy/")
    assert (answer.status_code, answer["Cache-Control"]) == (200, "private, no-store")
    files = ZipFile(BytesIO(b"".join(answer.streaming_content)))
    return json.loads(files.read("person.json")), {name: files.read(name) for name in files.namelist()}


def test_contains_all_data_of_the_person(house):
    player = the_player(house)
    told, files = copied(client_of(house, "owner"), player)
    assert told["player"]["family_name"] == NAME
    assert told["player"]["egf_pin"] == PIN
    assert [one["email"] for one in told["registrations"]] == ["q@example.org"]
    assert told["registrations"][0]["agreed_to"]
    assert told["account"]["username"] == "player"
    assert {one["tournament"] for one in told["entries"]} == {"open", "teams"}
    words = [one["words"].get("claim", {}).get("text") for one in told["claims"]]
    assert f"{NAME} played twice." in words
    assert SGF.encode() in files.values()
    reasons = {one["data"].get("reason") for one in told["events"]}
    assert {f"{GIVEN} was drunk", f"{GIVEN} has moved", f"not that of {GIVEN}"} <= reasons
    assert any(name.startswith("pictures/") for name in files)


def test_events_in_the_copy_can_be_proved(house):
    told, _ = copied(client_of(house, "owner"), the_player(house))
    for one in told["openings"]:
        opened = bytes.fromhex(one["salt"]) + canonical(one["value"]).encode()
        assert sha256(opened).hexdigest() == one["salted"]
    salted = {one["salted"] for one in told["openings"]}
    assert any(one in canonical(event["stored"]) for one in salted for event in told["events"])
    for one in told["events"]:
        stored = Event.objects.get(position=one["position"])
        assert (canonical(one["stored"]), one["digest"]) == (stored.data, stored.digest)
        assert check(one["receipt"]).valid


def test_only_the_person_may_download_it(house):
    player = the_player(house)
    address = f"/organisations/home/players/{player.pk}/copy.zip"
    status = {
        role: client_of(house, role).get(address).status_code
        for role in (
            "player",
            "director",
            "owner",
            "desk",
            "referee",
            "committee",
            "user",
            "stranger",
        )
    }
    assert status == {
        "player": 200,
        "director": 200,
        "owner": 200,
        **dict.fromkeys(("referee", "committee"), 403),
        **dict.fromkeys(("desk", "user", "stranger"), 404),
    }
    for nobody in ("public", "link"):
        assert client_of(house, nobody).get(address).status_code == 404
    other = PairingRow.objects.get(pk=house.pairing.pk).white.player_id
    assert client_of(house, "player").get(address.replace(str(player.pk), str(other))).status_code == 404


def test_omits_data_of_others_and_unpublished_data(house):
    player, row = the_player(house), TournamentRow.objects.get(slug="open")
    entries = list(EntryRow.objects.filter(tournament=row).values_list("id", flat=True))
    group = SetMeetingGroup(
        group_id="apart",
        kind=MeetingKind.MUST_NOT,
        members=tuple(entries),
        of=MeetingOf.FAMILY,
        reason="secret",
    )
    carry_out(str(row.id), group, a_context())
    pair_round(str(row.id), PairRound(round=2), a_context())
    draft = set(
        map(str, PairingRow.objects.filter(tournament=row, round=2).values_list("game_id", flat=True))
    )
    told, _ = copied(client_of(house, "player"), player)
    text = json.dumps(told)
    assert "secret" not in text
    assert not any(id_ in text for id_ in draft)
    assert told["events_left_out"] >= 2
    names = {one["value"].get("family_name") for one in told["openings"] if isinstance(one["value"], dict)}
    assert NAME in names
    others = (
        Player.objects.exclude(pk=player.pk).exclude(family_name="").values_list("family_name", flat=True)
    )
    assert not any(f'"{name}"' in text for name in others)
    assert "password" not in told["account"]


def test_erased_person_has_no_copy(house):
    player = the_player(house)
    erase_player(player)
    answer = client_of(house, "owner").get(f"/api/v1/organisations/home/players/{player.pk}/copy/")
    assert answer.json()["code"] == "player_erased"


def test_command_writes_the_copy(house, tmp_path, capsys):
    file = tmp_path / "copy.zip"
    call_command("person_copy", str(house.known["player_id"]), str(file), "--json")
    assert json.loads(capsys.readouterr().out)["bytes"] == file.stat().st_size
    with ZipFile(file) as files:
        assert NAME in files.read("person.json").decode()
