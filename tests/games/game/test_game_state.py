"""The state of a game: positions at every turn, and the cost of folding."""

import gc

from games.game import events as e
from games.game.evolving import fold
from games.log.wire import Unknown
from tests.games.game_builders import given, opened, stones


def test_returns_every_position_of_the_record():
    state = given(opened(), *stones("A1", "B2", "C3"))
    diagrams = [state.at(turn).board.to_diagram() for turn in range(4)]
    assert diagrams == [
        ["...", "...", "..."],
        ["...", "...", "X.."],
        ["...", ".O.", "X.."],
        ["..X", ".O.", "X.."],
    ]
    assert state.at(4) is None
    assert state.at(-1) is None


def test_events_before_opening_and_of_later_versions_change_nothing():
    assert fold(None, e.Passed(color="b")) is None
    state = given(opened())
    assert fold(state, Unknown(kind="game.burned.v1", data={})) is state


def test_turns_after_an_illegal_one_have_no_position():
    changed = e.TermsChanged(ruleset="tromp-taylor", handicap=3, black="anna", white="bert")
    state = given(opened(), *stones("A1", "B2", "C3"), changed)
    assert state.at(1).board.to_diagram() == ["...", "...", "X.."]
    assert [state.at(turn) for turn in (2, 3)] == [None, None]
    assert state.actions == given(opened(), *stones("A1", "B2", "C3")).actions


def test_intact_part_of_the_record_shrinks_when_turns_are_withdrawn():
    received = e.RecordReceived(source="sgf", actions=3, encoding="utf-8", sha256="", claimed="")
    state = given(opened(), received, *stones("A1", "B2", "C3"), e.TurnsTakenBack(to_turn=1, reason="typo"))
    state = fold(fold(state, e.StonePlayed(color="w", at="B1")), e.StonePlayed(color="b", at="B2"))
    assert (state.turns, state.intact) == (3, 1)


def test_repeated_withdrawal_replays_nothing(monkeypatch):
    from rules import Game

    applied = []
    apply = Game.apply
    monkeypatch.setattr(Game, "apply", lambda game, action: applied.append(action) or apply(game, action))
    state = given(opened(width=9, height=9), *stones(*(f"{column}1" for column in "ABCDEFGH")))
    for _ in range(100):
        state = fold(state, e.TurnsTakenBack(to_turn=7, reason="typo"))
        state = fold(state, e.StonePlayed(color="w", at="J9"))
    assert len(applied) == 8 + 100


def test_longest_record_can_be_folded_and_withdrawn():
    state = given(opened(), *(e.Passed(color=("b", "w")[turn % 2]) for turn in range(50_000)))
    assert len(state.actions) == 50_000
    del state
    gc.collect()
