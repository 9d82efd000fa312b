"""Records of games in a zip, and everything as JSON: streamed, complete, of one state."""

import json
from io import BytesIO, StringIO
from zipfile import ZipFile

import pytest
from django.core.management import CommandError, call_command

from games.game import commands as games
from games.log import store
from games.log.redaction import without_secrets
from games.log.serialisation import decode
from games.sgf import read
from tests.builders import a_context, a_tournament, an_account
from tournaments.competition.settings import Settings
from tournaments.interchange import bundles
from tournaments.interchange.exporting import outgoing
from tournaments.loading import load, load_at, stream_of
from tournaments.tables.people import Player
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db
SGF = b"(;SZ[19];B[dd];W[pp])"
ADDRESS = "/api/v1/tournaments/open/exports/"


@pytest.fixture
def row():
    """Four players, two rounds; the games of round 1 and the first of round 2 are recorded."""
    made = a_tournament(players=4, finished=2)
    for pairing in PairingRow.objects.exclude(round=2, table=2):
        games.receive_record(str(pairing.game_id), SGF, a_context())
    return made


@pytest.fixture
def officer(row, api):
    api.force_authenticate(an_account("referee", "referee"))
    return api


def got(api, kind):
    response = api.get(f"{ADDRESS}{kind}")
    assert response.status_code == 200
    return response, b"".join(response.streaming_content)


def test_zip_has_a_record_for_each_game_with_moves(officer):
    response, data = got(officer, "sgf/")
    archive = ZipFile(BytesIO(data))
    assert archive.testzip() is None
    *names, manifest = archive.namelist()
    files = [name for name in names if not name.startswith("as-uploaded/")]
    assert [name for name in names if name not in files] == [f"as-uploaded/{name}" for name in files]
    assert [name[:18] for name in files] == ["round-01/table-001", "round-01/table-002", "round-02/table-001"]
    assert manifest == "manifest.json"
    for name in files:
        (game,) = read(archive.read(name)).games
        names = {game.info.white.lower(), game.info.black.lower()}
        assert len(game.moves) == 2
        assert all(each in name for each in names)
    told = json.loads(archive.read("manifest.json"))
    missing = "Round 2, table 2 is left out: nobody recorded the game."
    assert [each["file"] for each in told["games"]] == files
    assert told["warnings"] == [missing]
    assert response["Content-Type"] == "application/zip"
    assert response["Nigiri-Warnings"] == "1"
    state = f"open-v{told['version']}-p{told['position']}.zip"
    assert response["Content-Disposition"] == f'attachment; filename="{state}"'
    assert officer.get(f"{ADDRESS}sgf/warnings/").json()["results"] == [missing]


def test_zip_can_be_limited_to_one_round(officer):
    _, data = got(officer, "sgf/?round=1")
    names = [name.split("/")[0] for name in ZipFile(BytesIO(data)).namelist()]
    assert names == ["round-01", "as-uploaded"] * 2 + ["manifest.json"]


@pytest.mark.parametrize("query", ["round=0", "round=9", "round=x", "position=5"])
def test_rejects_invalid_requests_for_a_zip(officer, query):
    assert officer.get(f"{ADDRESS}sgf/?{query}").status_code == 422


def test_same_games_give_the_same_bytes(officer):
    assert got(officer, "sgf/")[1] == got(officer, "sgf/")[1]


def test_zip_is_streamed_game_by_game(row):
    pieces = list(bundles.sgf_zip(row, outgoing(row), None))
    assert len(pieces) == 4
    assert all(pieces)


@pytest.mark.parametrize("players", [4, 12])
def test_names_take_no_queries(players, django_assert_num_queries):
    made = a_tournament(players=players, finished=1)
    for pairing in PairingRow.objects.all()[:2]:
        games.receive_record(str(pairing.game_id), SGF, a_context())
    told = outgoing(made)
    with django_assert_num_queries(2 + 2 * 2 + 2 + 1):
        list(bundles.sgf_zip(made, told, None))


def test_json_contains_everything(row, officer):
    Player.objects.filter(family_name="Player0001").update(egf_pin="10000001")
    _, data = got(officer, "json/")
    told = json.loads(data)
    state, version = load(str(row.id))
    assert (told["format"], told["format_version"], told["tournament"]) == ("nigiri-tournament", 1, "open")
    assert (told["version"], told["position"]) == (version, told["events"][-1]["position"])
    assert decode(Settings, told["settings"]) == state.settings
    assert {player["id"] for player in told["players"]} == set(state.entries)
    assert [p["egf_pin"] for p in told["players"]] == ["", "10000001", "", ""]
    assert len(told["games"]) == 4
    assert [each["number"] for each in told["rounds"]] == sorted(state.rounds)
    first = state.rounds[1]
    assert (told["rounds"][0]["total"], told["rounds"][0]["seed"]) == (str(first.total), first.seed)
    assert {pair["game_id"] for pair in told["rounds"][0]["pairs"]} == set(first.pairs)
    assert {line["player"] for line in told["ratings"]["rows"]} == set(state.entries)
    assert told["standings"]["rows"][0]["place"] == 1
    log = store.read(stream_of(str(row.id)))
    assert [(e["version"], e["kind"], e["data"], e["digest"]) for e in told["events"]] == [
        (each.version, each.kind, without_secrets(each.data)[0], each.digest) for each in log
    ]


def test_json_of_a_past_position_ends_there(row, officer):
    log = store.read(stream_of(str(row.id)))
    told = json.loads(got(officer, f"json/?position={log[5].position}")[1])
    assert (told["version"], len(told["events"])) == (6, 6)
    assert len(told["games"]) == len(load_at(str(row.id), log[5].position)[0].history().games)


def test_json_reads_the_log_in_batches(row, monkeypatch):
    whole = b"".join(bundles.tournament_json(row, outgoing(row), None))
    monkeypatch.setattr(bundles, "BATCH", 3)
    assert b"".join(bundles.tournament_json(row, outgoing(row), None)) == whole


@pytest.mark.parametrize(("kind", "extension"), [("sgf", "zip"), ("json", "json")])
def test_command_writes_a_file(row, tmp_path, kind, extension):
    output, errors = StringIO(), StringIO()
    call_command(
        "export_tournament", "open", "--format", kind, "--out", str(tmp_path), stdout=output, stderr=errors
    )
    told = outgoing(row)
    (file,) = tmp_path.iterdir()
    assert file.name == f"open-v{told.version}-p{told.position}.{extension}"
    assert file.read_bytes() == b"".join(bundles.BUNDLES[kind].write(row, told, None))
    assert errors.getvalue().count("\n") == (kind == "sgf")


@pytest.mark.parametrize("words", [(), ("--at", "3", "--out", ".")])
def test_command_rejects_invalid_arguments(row, words):
    with pytest.raises(CommandError):
        call_command("export_tournament", "open", "--format", "sgf", *words, stdout=StringIO())


def test_command_writes_the_records_of_one_round(row, tmp_path):
    path = tmp_path / "one.zip"
    words = ("--format", "sgf", "--round", "1", "--out", str(path))
    call_command("export_tournament", "open", *words, stdout=StringIO(), stderr=StringIO())
    assert path.read_bytes() == b"".join(bundles.sgf_zip(row, outgoing(row), 1))
    for refused in (("sgf", "9"), ("json", "1")):
        with pytest.raises(CommandError) as failed:
            call_command(
                "export_tournament", "open", "--format", refused[0], "--round", refused[1], "--out", str(path)
            )
        assert failed.value.returncode == 1
