"""Numbers of queries, past standings, and standings without names."""

import pytest
from django.http import Http404

from games.log import store
from tests.builders import a_tournament, do, finish, pair, state_of
from tournaments.competition.history import Result, Winner
from tournaments.competition.standings import standings
from tournaments.domain.entries import RemoveEntry
from tournaments.domain.pairs import SetHandicap
from tournaments.domain.results import RecordResult
from tournaments.domain.settings import ChangeSettings
from tournaments.domain.tiebreaks import preview_moves
from tournaments.domain.tournament import ChangeDetails
from tournaments.loading import load, stream_of
from tournaments.persons.erasing import erase_player
from tournaments.persons.names import name_order
from tournaments.reading.bodies import cells, pairing_bodies, result_text, standings_body
from tournaments.reading.officiating import changes_body
from tournaments.reading.past_states import history_at
from tournaments.reading.queries import (
    entry_names,
    events_of,
    history_of,
    last_round_with_results,
    require_round,
    settings_of,
    tournament_by_slug,
)
from tournaments.state.tournament import Details
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow

pytestmark = pytest.mark.django_db
WHITE = Result(winner=Winner.WHITE)


@pytest.fixture(scope="module")
def row(lasting_db):
    """Seven players, two rounds played."""
    return a_tournament(players=7, finished=2)


def fresh(row):
    return TournamentRow.objects.get(pk=row.pk)


def places(body):
    return [(line["place"], line["entry"], line["scores"]) for line in body["results"]]


@pytest.mark.parametrize("players", [4, 40])
def test_history_and_standings_take_four_queries(players, django_assert_num_queries):
    row = a_tournament(players=players, slug="other", finished=1)
    with django_assert_num_queries(4):
        history_of(row)
    with django_assert_num_queries(4):
        standings_body(row)


def test_past_standings_read_the_log_once(row, django_assert_num_queries):
    position = store.head()
    with django_assert_num_queries(5):
        standings_body(row, at=position)


def test_past_standings_name_players_removed_since():
    row = a_tournament(players=5, slug="other")
    gone = EntryRow.objects.filter(tournament=row).first()
    name, before = str(entry_names(row)[str(gone.pk)]), store.head()
    do(row, RemoveEntry(entry_id=str(gone.pk), reason="twice"))
    told = standings_body(row, at=before, officer=True)
    assert [line["name"] for line in told["results"] if line["entry"] == str(gone.pk)] == [name]
    assert len(told["results"]) == 5
    assert len(standings_body(row)["results"]) == 4
    changes = changes_body(row, before, None, 0, officer=True)["changes"]
    assert str(gone.pk) not in {line["entry"] for line in changes}


def test_round_and_names_take_three_queries(row, django_assert_num_queries):
    with django_assert_num_queries(3):
        bodies = pairing_bodies(PairingRow.objects.filter(tournament=row, round=1), entry_names(row))
    assert len(bodies) == 3


def test_rows_and_events_give_the_same_history(row):
    state, _ = load(str(row.id))
    assert history_of(row) == state.history(name_order(state)) == history_at(row, store.head())


def test_standings_stop_at_the_last_round_with_results(row):
    pair(row, 3)
    body = standings_body(fresh(row))
    assert last_round_with_results(history_of(row)) == 2
    assert (body["round"], body["at"], body["criteria"]) == (2, None, ["MMS", "SOSM", "SOSOSM"])
    assert standings_body(fresh(row), 1)["round"] == 1
    assert [line["place"] for line in body["results"]] == sorted(line["place"] for line in body["results"])


def test_everybody_has_the_start_score_before_the_first_result():
    body = standings_body(a_tournament(players=3, slug="other"))
    assert (body["round"], [line["scores"]["MMS"] for line in body["results"]]) == (0, [33.0, 33.0, 33.0])
    assert all(line["games"] == [] for line in body["results"])


def test_unknown_round_or_position_is_not_found(row):
    for round_ in (-1, 6):
        with pytest.raises(Http404):
            standings_body(row, round_)
        with pytest.raises(Http404):
            require_round(history_of(row), round_)
    with pytest.raises(Http404):
        standings_body(row, at=0)
    with pytest.raises(Http404):
        tournament_by_slug("nowhere")


def test_past_standings_use_past_criteria_and_rounds(row):
    position, settings = store.head(), settings_of(row)
    changed = type(settings)(rounds=9, criteria=("NBW",))
    seen = preview_moves(state_of(row), changed).digest
    change = ChangeSettings(settings=changed, ruleset="tromp-taylor", reason="voted", seen=seen)
    do(row, change)
    assert standings_body(fresh(row))["criteria"] == ["NBW"]
    assert standings_body(fresh(row), at=position)["criteria"] == ["MMS", "SOSM", "SOSOSM"]


def test_erasing_a_player_keeps_the_standings(row):
    before = {line["entry"]: (line["place"], line["scores"]) for line in standings_body(row)["results"]}
    entry = row.entries.first()
    head = store.head()
    erase_player(Player.objects.get(pk=entry.player_id))
    body = standings_body(fresh(row))
    assert {line["entry"]: (line["place"], line["scores"]) for line in body["results"]} == before
    assert next(line["name"] for line in body["results"] if line["entry"] == str(entry.id)) == "(erased)"
    assert store.head() == head
    assert "PLAYER0000" not in str(body)


def test_player_without_row_keeps_the_place(row):
    entry = row.entries.first()
    Player.objects.filter(pk=entry.player_id).delete()
    names = {line["entry"]: line["name"] for line in standings_body(row)["results"]}
    assert names[str(entry.id)] == entry_names(row)[str(entry.id)].family == f"(player {entry.number})"
    state, _ = load(str(row.id))
    assert history_of(row).entrants.keys() == state.entries.keys()


def test_cells_contain_the_row_of_the_opponent():
    row = a_tournament(players=3, slug="other")
    pair(row, 1)
    (pairing,) = PairingRow.objects.filter(tournament=row)
    do(row, SetHandicap(game_id=str(pairing.game_id), handicap=3, komi=0.5, reason="as agreed"))
    finish(row, 1, Winner.WHITE)
    history = history_of(fresh(row))
    table = standings(history, 1)
    lines = {standing.entrant_id: n for n, standing in enumerate(table.rows, start=1)}
    said = cells(history, table)
    white, black = str(pairing.white_id), str(pairing.black_id)
    (bye,) = history.byes[1]
    assert said == {white: [f"{lines[black]}+/w3"], black: [f"{lines[white]}-/b3"], bye: ["0+"]}


@pytest.mark.parametrize(
    ("winner", "by_default", "white", "black"),
    [
        (Winner.JIGO, False, "=/", "=/"),
        (Winner.BOTH, False, "+/", "+/"),
        (Winner.NEITHER, False, "-/", "-/"),
        (Winner.BLACK, True, "-!", "+!"),
    ],
)
def test_cells_show_every_kind_of_result(winner, by_default, white, black):
    row = a_tournament(players=2, slug="other")
    pair(row, 1)
    pairing = PairingRow.objects.get(tournament=row)
    result = Result(winner=winner, by_default=by_default)
    do(row, RecordResult(game_id=str(pairing.game_id), result=result))
    body = standings_body(fresh(row))
    said = {line["entry"]: line["games"][0][1:3] for line in body["results"]}
    assert said == {str(pairing.white_id): white, str(pairing.black_id): black}


def test_result_text_has_the_score_of_white_first():
    assert result_text(Winner.WHITE, by_default=False) == "1-0"
    assert result_text(Winner.BLACK, by_default=True) == "0-1!"
    assert result_text(Winner.JIGO, by_default=False) == "½-½"


def test_events_are_paged_by_version(row):
    do(row, ChangeDetails(details=Details(name="Renamed")))
    version = fresh(row).version
    assert [one.version for one in events_of(row, 2, 3)] == [3, 4, 5]
    (last,) = events_of(row, version - 1, 100)
    assert (last.kind, last.stream) == ("tournament.details-changed.v1", stream_of(str(row.id)))
    assert events_of(row, version, 100) == []


def test_event_names_are_ids(row):
    """Nothing in the log tells who anybody is."""
    log = str([one.data for one in events_of(row, 0, 1000)])
    assert "Player0" not in log
    assert str(row.entries.first().player_id) in log
