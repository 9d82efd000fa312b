"""Two desks enter results of one round: nothing is overwritten that was not seen, and no others clash."""

import pytest

from games.log.store import read
from tests.builders import a_context, a_tournament, an_account, pair
from tests.faults.test_two_directors import at_once
from tests.sizes import size
from tests.tournaments.web.visitor import Page, Visitor
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.domain.results import ClearResult, ReportResult, ResultRecorded
from tournaments.loading import load, stream_of
from tournaments.tables.rows import PairingRow

ROUND = "/tournaments/open/rounds/1/"
SCRIPT = {"HTTP_NIGIRI_PART": "row"}
TIMES = size(5, long=100)


@pytest.fixture
def row(db):
    row = a_tournament(players=6)
    pair(row, 1)
    return row


@pytest.fixture
def desks(row):
    """Anna and Bea, each a director with the page of round 1 open."""
    desks = [Visitor(an_account(name, "director")) for name in ("anna", "bea")]
    for desk in desks:
        desk.open(ROUND)
    return desks


def games(row):
    return list(PairingRow.objects.filter(tournament=row, round=1))


def fields_of(desk, game):
    """What the form of this game sends, as the desk's page has it."""
    return next(form.fields for form in desk.page.forms if f"{game.game_id}/result/" in form.action)


def send(desk, game, result, fields=None, **headers):
    address = f"/tournaments/open/games/{game.game_id}/result/"
    return desk.client.post(address, {**(fields or fields_of(desk, game)), "result": result}, **headers)


def recorded(row, after=0):
    events = [one.event for one in read(stream_of(str(row.id)), after=after)]
    return [one.result.winner.value for one in events if isinstance(one, ResultRecorded)]


def test_the_same_table_is_never_overwritten_unseen(row, desks):
    game = games(row)[0]
    for turn in range(TIMES):
        version = load(str(row.id))[1]
        looked = {"seen": str(version), "command": f"turn {turn}"}
        first, second = desks if turn % 2 else desks[::-1]
        stored = send(first, game, "white", fields_of(first, game) | looked, **SCRIPT)
        assert stored.status_code == 200
        answer = send(second, game, "black", fields_of(second, game) | looked, **SCRIPT)
        assert answer.status_code == 412
        assert "Nigiri-Stored" not in answer
        assert f"Not saved. {'Anna' if turn % 2 else 'Bea'} entered 1-0 at " in Page(answer).text
        assert recorded(row, version) == ["white"]
        carry_out(str(row.id), ClearResult(game_id=str(game.game_id)), a_context())


def test_the_second_desk_has_seen_it_now_and_may_change_it(row, desks):
    game = games(row)[0]
    send(desks[0], game, "white", **SCRIPT)
    desks[1].page = Page(send(desks[1], game, "black", **SCRIPT))
    assert send(desks[1], game, "black", **SCRIPT).status_code == 200
    assert recorded(row) == ["white", "black"]


def test_different_tables_never_clash(row, desks):
    for turn, game in enumerate(games(row)):
        assert send(desks[turn % 2], game, "white", **SCRIPT).status_code == 200
    assert recorded(row) == ["white"] * 3


def test_both_enter_the_same_and_both_are_told_that_it_is_stored(row, desks):
    game = games(row)[0]
    answers = [send(desk, game, "jigo", **SCRIPT) for desk in desks]
    assert [(answer.status_code, bool(answer["Nigiri-Stored"])) for answer in answers] == [(200, True)] * 2
    assert recorded(row) == ["jigo"]


def test_the_same_command_again_is_stored_once_even_after_another_desk(row, desks):
    """An answer was lost on its way: what is sent again neither fails nor comes back over a newer one."""
    game = games(row)[0]
    said = fields_of(desks[0], game)
    send(desks[0], game, "white", said, **SCRIPT)
    desks[1].open(ROUND)
    send(desks[1], game, "black", **SCRIPT)
    again = send(desks[0], game, "white", said, **SCRIPT)
    assert (again.status_code, again["Nigiri-Stored"]) == (200, said["command"])
    assert recorded(row) == ["white", "black"]
    assert 'data-now="black"' in Page(again).html


def test_without_scripts_the_second_desk_is_told_on_the_page(row, desks):
    desks[0].press("1-0 at table 1: White won")
    page = desks[1].press("0-1 at table 1: Black won")
    assert "Not saved. Anna entered 1-0 at " in page.text
    assert "after you opened the page" in page.text
    assert recorded(row) == ["white"]
    desks[1].press("0-1 at table 1: Black won")
    assert recorded(row) == ["white", "black"]


def test_a_players_report_since_is_told_and_only_the_same_confirms_it(row, desks):
    game = games(row)[0]
    said = ReportResult(game_id=str(game.game_id), entry_id=game.black_id, result=Result(winner=Winner.BLACK))
    carry_out(str(row.id), said, a_context())
    assert "reported 0-1 at " in Page(send(desks[0], game, "white", **SCRIPT)).text
    assert send(desks[1], game, "black", **SCRIPT).status_code == 200
    assert recorded(row) == ["black"]


def test_a_slip_is_not_entered_for_another_table(row, desks):
    first, second = games(row)[:2]
    moved = {"table": str(second.table)}
    answer = send(desks[0], first, "white", {**fields_of(desks[0], first), **moved}, **SCRIPT)
    assert answer.status_code == 412
    assert "It is now at table 1." in Page(answer).text
    assert recorded(row) == []


def test_taking_the_desks_word_back_leaves_what_the_players_said(row, desks):
    game = games(row)[0]
    said = ReportResult(game_id=str(game.game_id), entry_id=game.black_id, result=Result(winner=Winner.BLACK))
    carry_out(str(row.id), said, a_context())
    desks[0].page = Page(send(desks[0], game, "black", **SCRIPT))
    undo = {**fields_of(desks[0], game), "reports_stay": "yes", "command": "another"}
    assert send(desks[0], game, "not_played", undo, **SCRIPT).status_code == 200
    game.refresh_from_db()
    assert (game.winner, game.result_state) == ("black", "reported")


@pytest.mark.django_db(transaction=True)
def test_two_desks_at_the_same_instant_store_one_result():
    row = a_tournament(players=4)
    pair(row, 1)
    desks = [Visitor(an_account(name, "director")) for name in ("anna", "bea")]
    game = games(row)[0]
    for _ in range(10):
        for desk in desks:
            desk.open(ROUND)
        version = load(str(row.id))[1]
        white, black = at_once(
            lambda: send(desks[0], game, "white", **SCRIPT).status_code,
            lambda: send(desks[1], game, "black", **SCRIPT).status_code,
        )
        assert {white, black} == {200, 412}
        assert recorded(row, version) == (["white"] if white == 200 else ["black"])
        carry_out(str(row.id), ClearResult(game_id=str(game.game_id)), a_context())
