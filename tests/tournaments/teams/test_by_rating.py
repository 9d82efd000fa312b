"""Line-ups ordered by rating: equals keep their order, and played games are unchanged."""

import pytest

from games.refusals import Refusal
from tests.tournaments.build import after
from tests.tournaments.teams.build import of_teams, paired, record
from tournaments.competition.history import Winner
from tournaments.domain.entries import ChangeEntry
from tournaments.domain.line_ups import LineUpSet, OrderLineUp
from tournaments.domain.pairs import PairMadeByHand, PairUnmade
from tournaments.state.line_ups import line_up
from tournaments.teams.matches import match_of

IDS = ("new-1", "new-2", "new-3")


def rated(**ratings):
    """Teams A and B of three boards and a substitute each; a rating for whom it is not 2100."""
    state = of_teams("AB", boards=3, substitutes=1)
    for entry, rating in ratings.items():
        state = after(state, ChangeEntry(entry_id=entry, rating=rating))
    return state


def ordering(number=1, **more):
    return OrderLineUp(round=number, team_id="A", game_ids=IDS, **more)


def seated(state, number=1):
    return line_up(state, state.teams["A"], number)


def test_strongest_player_sits_at_board_1_and_equals_stay():
    state = after(rated(A3=2400), ordering())
    assert seated(state) == ("A3", "A1", "A2")


def test_substitute_remains_one_regardless_of_rating():
    assert seated(after(rated(A4=2700, A2=2200), ordering())) == ("A2", "A1", "A3")


def test_ordered_line_up_is_unchanged():
    assert list(ordering().decide(rated(A1=2400))) == []


def test_paired_round_gets_new_games_at_changed_boards():
    state = paired(rated(A2=2400), 1)
    events = list(ordering().decide(state))
    assert [type(event) for event in events].count(PairUnmade) == 2
    assert [event.players for event in events if isinstance(event, LineUpSet)] == [("A2", "A1", "A3")]
    assert [event.pair.game_id for event in events if isinstance(event, PairMadeByHand)] == ["new-1", "new-2"]
    boards = match_of(after(state, ordering()), 1, "A").boards
    assert [set(board.pair.players) for board in boards] == [{"A2", "B1"}, {"A1", "B2"}, {"A3", "B3"}]


def test_played_board_is_unchanged():
    state = paired(rated(A2=2400), 1)
    first = match_of(state, 1, "A").boards[0].pair.game_id
    with pytest.raises(Refusal) as caught:
        ordering().decide(record(state, first, Winner.BLACK))
    assert caught.value.code == "game_has_result"


def test_rejects_unknown_team():
    with pytest.raises(Refusal) as caught:
        OrderLineUp(round=1, team_id="Z").decide(rated())
    assert caught.value.code == "unknown_team"


def test_rejects_paired_round_without_ids_for_new_games():
    state = paired(rated(A2=2400), 1)
    for ids in ((), ("new-1",)):
        with pytest.raises(Refusal) as caught:
            OrderLineUp(round=1, team_id="A", game_ids=ids).decide(state)
        assert caught.value.code == "invalid_line_up"
        assert caught.value.facts["fault"] == "an id for the new game of each board"
