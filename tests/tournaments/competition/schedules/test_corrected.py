"""Results of a bracket that are corrected after later rounds: draw, places and replays."""

import pytest
from django.test import Client

from games.refusals import Refusal
from tests.builders import NOW, an_account, logged_in
from tests.tournaments.competition.schedules.hall import (
    an_event,
    do,
    entry,
    fresh,
    pair,
    pairs,
    play,
    state,
    stronger_wins,
    won_by,
)
from tests.tournaments.web.visitor import Page, Visitor
from tournaments.competition.standings import standings
from tournaments.competition.system_defaults import settings_for
from tournaments.domain.entries import ChangeEntry
from tournaments.domain.replays import ReplayFrom
from tournaments.domain.round_stages import CloseRound
from tournaments.domain.schedule import bracket_matches
from tournaments.reading.queries import history_of

pytestmark = pytest.mark.django_db
API = "/api/v1/tournaments/open/"


def cup(players, system="knock_out", **chosen):
    """Of players who are seeded as they were entered."""
    row = an_event(system, players, criteria=settings_for(system).criteria, **chosen)
    for place in range(players):
        do(row, ChangeEntry(entry_id=entry(row, place), rating=2900 - place))
    return row


def places(row, number=None):
    history, entries = history_of(fresh(row)), state(row).entries
    table = standings(history, fresh(row).rounds if number is None else number)
    return {entries[line.entrant_id].number: line.place for line in table.rows}


def match(row, place):
    return next(one for one in bracket_matches(state(row), "") if one.match.place == place)


def first_game(row, place):
    """The game of round 1 of the player of a place."""
    return next(game for game in pairs(row, 1) if entry(row, place) in game.players)


def corrected(row, **chosen):
    """Eight play to the end, the stronger wins; then the eighth has beaten the first in round 1."""
    play(row, 1, 2, 3)
    won_by(row, 1, 7, reason="misread")
    return first_game(row, 7)


def test_places_follow_the_draw():
    row = cup(8, third_place=True)
    corrected(row)
    assert places(row) == {1: 1, 2: 2, 3: 3, 4: 4, 8: 5, 5: 6, 6: 6, 7: 6}  # the eighth has won a game


def test_corrected_semi_final_keeps_finalists_and_third_place():
    row = cup(8, third_place=True)
    play(row, 1, 2, 3)
    won_by(row, 2, 3, reason="misread")  # 4 beat 1, who has won the final
    assert places(row) == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 5, 7: 5, 8: 5}


def test_places_are_correct_while_the_later_round_is_played():
    row = cup(8)
    play(row, 1)
    pair(row, 2)
    won_by(row, 1, 7, reason="misread")
    assert [places(row)[n] for n in (8, 1)] == [5, 4]  # of the four who are in, one has no win


def test_bracket_shows_who_advanced_and_who_won():
    row = cup(8)
    game = corrected(row)
    one = match(row, game.place)
    assert (one.winner, one.won, one.is_overtaken) == (entry(row, 0), entry(row, 7), True)
    told = {m["place"]: m for m in Client().get(API + "schedule/").json()["matches"]}
    assert told[game.place]["winner"] == entry(row, 0)
    assert told[game.place]["won"] == entry(row, 7)
    assert told[game.place]["followed_by"] == ["W2/1", "W3/1"]
    assert told["W1/3"]["followed_by"] == []
    page = Page(Client().get("/tournaments/open/schedule/"))
    assert "Player0007 has won, but Player0000 went on" in page.text
    assert "Undo" not in " ".join(page.buttons)


def test_later_games_are_undone_and_drawn_again():
    row = cup(8)
    game = corrected(row)
    visitor = Visitor(an_account("dora", "director"))
    visitor.open("/tournaments/open/schedule/")
    assert "Round 2, table 1" in visitor.page.text
    visitor.press("Undo these games", reason="the eighth won")
    assert "Pair round 2" in visitor.page.text
    assert [len(pairs(row, n)) for n in (1, 2, 3)] == [4, 1, 0]
    assert not match(row, game.place).is_overtaken
    pair(row, 2)
    again = next(one for one in pairs(row, 2) if one.place == "W2/1")
    assert entry(row, 7) in again.players
    stronger_wins(row, 2)
    play(row, 3)
    assert places(row)[1] == 5


def test_desk_sees_who_advanced_before_a_correction():
    row = cup(8)
    play(row, 1, 2)
    client = logged_in()
    game = first_game(row, 7)
    won = "white" if game.white == entry(row, 7) else "black"
    sent = {"result": won, "reason": "misread", "next": "/tournaments/open/rounds/1/"}
    page = Page(client.post(f"/tournaments/open/games/{game.game_id}/result/", sent, follow=True))
    assert "Player0000 advanced before this correction" in page.text


def test_replays_over_rest():
    row = cup(8)
    game = corrected(row)
    client = logged_in()
    address = f"/api/v1/games/{game.game_id}/replay/"
    send = {"content_type": "application/json", "headers": {"If-Match": "*"}}
    assert client.post(address, {}, **send).json()["code"] == "reason_required"
    assert client.post(address, {"reason": "misread"}, **send).status_code == 200
    assert client.post(address, {"reason": "misread"}, **send).json()["code"] == "nothing_to_replay"


def test_undoing_needs_a_reason_and_a_correction():
    row = cup(8)
    play(row, 1, 2)
    with pytest.raises(Refusal) as no:
        do(row, ReplayFrom(game_id=pairs(row, 1)[0].game_id, reason="x"))
    assert no.value.code == "nothing_to_replay"
    won_by(row, 1, 7, reason="misread")
    game = first_game(row, 7)
    with pytest.raises(Refusal) as no:
        do(row, ReplayFrom(game_id=game.game_id))
    assert no.value.code == "reason_required"
    do(row, CloseRound(round=2, at=NOW))
    with pytest.raises(Refusal) as no:
        do(row, ReplayFrom(game_id=game.game_id, reason="x"))
    assert no.value.code == "round_closed"


def test_nobody_has_two_matches_in_double_elimination():
    """The loser has met the losers' side when the result turns; round 3 is drawn as the tournament went."""
    row = cup(4, "double_elimination")
    play(row, 1)
    pair(row, 2)
    stronger_wins(row, 2)
    won_by(row, 1, 3, reason="misread")  # 4 beat 1, who has met 2 as a winner since
    play(row, 3)
    now = state(row)
    assert {now.entries[id_].number for id_ in pairs(row, 3)[0].players} == {2, 3}
    play(row, 4)
    assert places(row) == {1: 1, 2: 2, 3: 3, 4: 4}
