"""Exchange files over REST and on the command line: permissions and warnings."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.log import store
from tests.builders import a_context, a_tournament, an_account
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.domain.results import RecordResult
from tournaments.formats.exports import FORMATS
from tournaments.interchange.exporting import outgoing
from tournaments.loading import load, stream_of
from tournaments.persons.erasing import erase_player
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow

pytestmark = pytest.mark.django_db
ADDRESS = "/api/v1/tournaments/open/exports/aga/"


@pytest.fixture
def row():
    """Two players, one round, which Black won; only the second has an AGA number."""
    made = a_tournament(players=2, finished=1)
    Player.objects.filter(family_name="Player0001").update(aga_id="489", given_name="Bo")
    return made


@pytest.fixture
def officer(row, api):
    api.force_authenticate(an_account("referee", "referee"))
    return api


def last_position():
    """Of the tournament's last event."""
    return store.read(stream_of(str(TournamentRow.objects.get(slug="open").id)))[-1].position


def ran(*words):
    """Standard output and error."""
    output, errors = StringIO(), StringIO()
    call_command("export_tournament", *words, stdout=output, stderr=errors)
    return output.getvalue(), errors.getvalue()


def expected_report():
    numbers = {"Player0000": "99001", "Player0001": "489"}
    game = PairingRow.objects.get()
    players = dict(Player.objects.values_list("id", "family_name"))
    white, black = (numbers[players[entry.player_id]] for entry in (game.white, game.black))
    return (
        "TOURNEY The Open, Riverside, 11/21/2026 to 11/22/2026\n"
        "start=11/21/2026\n"
        "finish=11/22/2026\n"
        "rules=tromp-taylor-agreement\n"
        "PLAYERS\n"
        "99001 Player0000 5d\n"
        "489 Player0001, Bo 5d\n"
        "GAMES\n"
        f"{white} {black} B 0 6.5\n"
        "END\n"
    )


WARNING = "Player0000 has no AGA number: 99001 is used instead."


def test_officer_gets_file_and_number_of_warnings(officer):
    response = officer.get(ADDRESS)
    assert (response.status_code, response["Content-Type"]) == (200, "text/plain; charset=us-ascii")
    assert response.content.decode("ascii") == expected_report()
    assert response["Nigiri-Warnings"] == "1"
    version, position = TournamentRow.objects.get().version, last_position()
    assert response["Link"] == f'<{ADDRESS}warnings/?position={position}>; rel="describedby"'
    name = f"open-v{version}-p{position}.txt"
    assert response["Content-Disposition"] == f'attachment; filename="{name}"'


def test_warnings_have_an_address(officer):
    assert officer.get(f"{ADDRESS}warnings/").json() == {
        "tournament": "open",
        "type": "aga",
        "version": TournamentRow.objects.get().version,
        "position": last_position(),
        "results": [WARNING],
    }


def test_past_position_is_exported_unchanged(officer):
    before = last_position()
    state, _ = load(str(TournamentRow.objects.get().id))
    (game_id,) = state.round(1).pairs
    white = Result(winner=Winner.WHITE)
    command = RecordResult(game_id=game_id, result=white, reason="misread")
    carry_out(str(state.id), command, a_context())
    assert officer.get(f"{ADDRESS}?position={before}").content.decode() == expected_report()
    assert officer.get(ADDRESS).content.decode() == expected_report().replace(" B 0 6.5", " W 0 6.5")
    warnings = officer.get(f"{ADDRESS}warnings/?position={before}").json()
    assert warnings["position"] == before


@pytest.mark.parametrize("position", ["0", "x", "-1"])
def test_position_is_a_number_from_1(officer, position):
    assert officer.get(f"{ADDRESS}?position={position}").status_code == 422


def test_position_before_the_tournament_is_not_found(officer):
    other = a_tournament(players=2, slug="later")
    first = store.read(stream_of(str(other.id)))[0].position
    address = "/api/v1/tournaments/later/exports/aga/"
    assert officer.get(f"{address}?position={first - 1}").status_code == 404
    with pytest.raises(CommandError) as failed:
        ran("later", "--format", "aga", "--at", str(first - 1))
    assert failed.value.returncode == 1


@pytest.mark.parametrize(("kind", "of"), [(kind, FORMATS[kind]) for kind in ("h9", "tou", "opengotha")])
def test_every_format_has_version_and_position(officer, kind, of):
    response = officer.get(f"/api/v1/tournaments/open/exports/{kind}/")
    stamp = f"open version {TournamentRow.objects.get().version} at log position {last_position()}"
    assert f"Nigiri, {stamp}" in response.content.decode(of.encoding)
    assert response["Content-Type"] == of.media_type


@pytest.mark.parametrize("address", [ADDRESS, f"{ADDRESS}warnings/"])
def test_membership_numbers_are_not_public(row, api, address):
    response = api.get(address)
    assert (response.status_code, response["Content-Type"]) == (401, "application/problem+json")
    api.force_authenticate(an_account("somebody"))
    assert api.get(address).status_code == 403


def test_command_writes_to_the_given_path(row, tmp_path):
    file = tmp_path / "report.txt"
    output, errors = ran("open", "--format", "aga", "--out", str(file))
    assert file.read_bytes() == expected_report().encode()
    size = len(expected_report())
    assert output == f"{file}: report to the American Go Association, {size} bytes, 1 warnings.\n"
    assert errors == f"{WARNING}\n"


def test_json_has_text_and_warnings(row):
    output, errors = ran("open", "--format", "aga", "--json")
    assert json.loads(output) == {
        "tournament": "open",
        "format": "aga",
        "version": TournamentRow.objects.get().version,
        "position": last_position(),
        "file": None,
        "text": expected_report(),
        "warnings": [WARNING],
    }
    assert errors == f"{WARNING}\n"


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("nowhere", "--format", "aga"), 1),
        (("open", "--format", "aga", "--out", "/nowhere/at/all"), 2),
    ],
)
def test_rejects_formats_that_cannot_be_written(row, words, status):
    with pytest.raises(CommandError) as failed:
        ran(*words)
    assert failed.value.returncode == status


def test_erased_person_stays_erased(row):
    player = Player.objects.get(family_name="Player0001")
    erase_player(player)
    assert "99001 (erased) 5d\n" in ran("open", "--format", "aga")[0]


def test_export_has_details_komi_and_persons(row):
    told = outgoing(row)
    game = PairingRow.objects.get()
    assert (told.name, told.place, told.begins.isoformat()) == ("The Open", "Riverside", "2026-11-21")
    assert told.komi == {(1, str(game.white_id)): 6.5}
    entries = EntryRow.objects.filter(tournament=row)
    assert told.persons.keys() == {entry.id for entry in entries}
    assert {person.aga_id for person in told.persons.values()} == {"", "489"}


@pytest.mark.parametrize("players", [4, 40])
def test_export_takes_a_constant_number_of_queries(players, django_assert_num_queries):
    made = a_tournament(players=players, finished=1)
    with django_assert_num_queries(4):
        outgoing(made)
