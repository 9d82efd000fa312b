"""Public JSON and records of a tournament: published data only."""

import json
from io import BytesIO
from zipfile import ZipFile

import pytest
from rest_framework.test import APIClient

from games.game import commands as games
from tests.builders import a_context, a_family, a_team_tournament, a_tournament, an_account, finish, pair
from tournaments.commands import PairRound, carry_out, pair_round
from tournaments.competition.history import Result, Winner
from tournaments.domain.entries import ChangeEntry
from tournaments.domain.results import ClearResult, RecordResult
from tournaments.domain.round_stages import PublishRound
from tournaments.tables.people import Hiding, Player
from tournaments.tables.rows import EntryRow, PairingRow

pytestmark = pytest.mark.django_db
API = "/api/v1/tournaments/open/exports/"
NAME, PIN, CLUB = "Zauberwald", "90817263", "Klbzzq"


def sgf(word):
    return f"(;SZ[19]PB[{word}];B[dd];W[pp])".encode()


@pytest.fixture
def row():
    """Two rounds, the second not published, all games recorded; one player is hidden."""
    row = a_tournament(players=7, finished=1)
    carry_out(str(row.id), RecordResult(game_id=first(), result=Result(winner=Winner.WHITE)), a_context())
    carry_out(str(row.id), ClearResult(game_id=first(), reason="unspeakable"), a_context())
    entry = EntryRow.objects.get(pk=PairingRow.objects.get(pk=first()).white_id)
    told = {"family_name": NAME, "egf_pin": PIN, "hidden": Hiding.NUMBER}
    Player.objects.filter(pk=entry.player_id).update(**told)
    Player.objects.exclude(pk=entry.player_id).update(egf_pin="11112222")
    carry_out(str(row.id), ChangeEntry(entry_id=entry.id, club=CLUB, reason="moved"), a_context())
    a_family(row)
    pair_round(str(row.id), PairRound(round=2, seed=7, reason="rain"), a_context())
    for pairing in PairingRow.objects.all():
        named = NAME if str(pairing.game_id) == first() or pairing.round == 2 else "somebody"
        games.receive_record(str(pairing.game_id), sgf(named), a_context())
    return row


def first():
    return str(PairingRow.objects.filter(round=1).first().game_id)


def got(kind, asking=None, api=API):
    answer = (asking or APIClient()).get(f"{api}{kind}/")
    assert answer.status_code == 200
    data = b"".join(answer.streaming_content)
    return unpacked(data) if data.startswith(b"PK") else data.decode()


def unpacked(data):
    with ZipFile(BytesIO(data)) as archive:
        return "\n".join([*archive.namelist(), *(archive.read(one).decode() for one in archive.namelist())])


def secrets(row):
    drafts = [str(one.game_id) for one in PairingRow.objects.filter(round=2)]
    return [NAME, PIN, CLUB, "11112222", "unspeakable", "brothers", *drafts]


@pytest.mark.parametrize("kind", ["json", "sgf"])
def test_contains_published_data_only(row, kind):
    text = got(kind)
    assert [word for word in secrets(row) if word in text] == []
    assert "Player0" in text or "player0" in text


def test_officers_get_everything(row):
    api = APIClient()
    api.force_authenticate(an_account("director", "director"))
    texts = got("json", api) + got("sgf", api)
    assert [word for word in secrets(row) if word not in texts] == []


def test_json_has_all_published_data(row):
    told = json.loads(got("json"))
    assert [each["number"] for each in told["rounds"]] == [1]
    assert len(told["games"]) == 3
    assert told["standings"]["round"] == 1
    assert len(told["players"]) == 7
    assert len(told["events"]) == told["version"]
    withheld = [each["kind"] for each in told["events"] if each["data"] is None]
    assert {"tournament.round-paired.v1", "tournament.meeting-group-set.v1"} <= set(withheld)


def test_records_are_those_of_published_rounds(row):
    names = got("sgf").split("\n")
    assert sum(name.startswith("round-01/") for name in names) == 3
    assert sum(name.startswith("as-uploaded/round-01/") for name in names) == 2
    assert not any("round-02" in name for name in names)
    warnings = APIClient().get(f"{API}sgf/warnings/").json()["results"]
    assert not any("Round 2" in warning for warning in warnings)


def test_withheld_group_is_omitted():
    row = a_tournament(players=8)
    for place, entry in enumerate(EntryRow.objects.order_by("number")):
        carry_out(str(row.id), ChangeEntry(entry_id=entry.id, group="AB"[place // 4]), a_context())
    pair_round(str(row.id), PairRound(round=1, group="A"), a_context())
    carry_out(str(row.id), PublishRound(round=1), a_context())
    pair_round(str(row.id), PairRound(round=1, group="B", seed=987654321), a_context())
    held = [str(one.game_id) for one in PairingRow.objects.filter(white__group="B")]
    text = got("json")
    assert len(held) == 2
    assert [word for word in (*held, "987654321") if word in text] == []
    assert len(json.loads(text)["games"]) == 2


def test_exports_teams():
    row = a_team_tournament(teams=4, boards=2)
    pair(row, 1)
    finish(row, 1)
    pair_round(str(row.id), PairRound(round=2, seed=0, reason="rain"), a_context())
    told = json.loads(got("json", api="/api/v1/tournaments/teams/exports/"))
    assert len(told["teams"]) == 4
    assert len(told["games"]) == 4


@pytest.mark.parametrize("kind", ["h9", "players", "opengotha", "json/?position=9"])
def test_other_formats_and_past_positions_are_for_officers(row, kind):
    assert APIClient().get(f"{API}{kind}{'' if '?' in kind else '/'}").status_code == 401


@pytest.mark.parametrize("kind", ["json", "sgf"])
def test_unpublished_tournament_has_no_public_export(kind):
    a_tournament(players=4, published=False)
    assert APIClient().get(f"{API}{kind}/").status_code == 404
