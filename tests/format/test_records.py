"""deploy/format/records.md against the program: random actions of every kind under every preset."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import RULESETS, Game, Illegal
from rules.actions import from_data, to_data
from tests.format import records
from tests.rules.test_laws import boards, chances, colors
from tests.rules.test_machine import BYTES, Choices, any_action

FIXED = ("japanese", "korean")  # no stars on small boards


def at(point):
    return f"{records.COLUMNS[point[0]]}{point[1] + 1}"


def points(names):
    return {
        (records.COLUMNS.index(name.rstrip("0123456789")), int(name.lstrip("ABCDEFGHJKLMNOPQRSTUVWXYZ")) - 1)
        for name in names
    }


def shown(game):
    """What the program shows of a game."""
    return {
        "stones": {color: {*game.board.stones(color)} for color in "bw"},
        "standing": (str(game.to_play), str(game.phase), game.passes, game.turn, game.continuations),
        "held": {str(c): game.prisoners[c] for c in game.prisoners},
        "tokens": {str(c): game.tokens[c] for c in game.tokens},
        "settled": ({*game.settled}, {*game.proved_dead}),
        "said": (game.draw_offer, game.draw_right, game.button, game.modified_ko),
        "claims": [(q.sequences, q.proved) for q in game.claims],
        "over": game.outcome and game.outcome.by,
    }


def told(game):
    """The same by the text."""
    names = {color: {at(p) for p in game.stones[color]} for color in "bw"}
    return {
        "stones": names,
        "standing": (game.to_play, game.phase, game.passes, game.turn, game.continuations),
        "held": game.held,
        "tokens": game.tokens,
        "settled": ({at(p) for p in game.alive}, {at(p) for p in game.dead}),
        "said": (game.offer, game.draw_right, game.button, game.modified),
        "claims": [(q["sequences"], q["proved"]) for q in game.questions],
        "over": game.outcome and game.outcome[2],
    }


def apply(game, action):
    try:
        return game.apply(action)
    except records.Refused as no:
        return no


@pytest.mark.parametrize("name", RULESETS)
def test_a_record_replayed(name):
    @settings(max_examples=50)
    @given(board=boards, color=colors, data=chances, cap=st.sampled_from(["unlimited", 1]))
    def replays(board, color, data, cap):
        rules = RULESETS[name].replace(continuations=cap, stone_supply=2 if cap == 1 else "unlimited")
        stones = {c: points(board.stones(c)) for c in "bw"}
        theirs = records.Game(rules.to_json(), (board.width, board.height), stones, str(color))
        replay(Game.start(rules, board=board, to_play=color), theirs, data)

    replays()


@pytest.mark.parametrize("name", [name for name in RULESETS if name not in FIXED])
def test_a_record_of_a_handicap_game(name):
    @settings(max_examples=15)
    @given(side=st.integers(2, 4), handicap=st.integers(1, 4), data=chances)
    def replays(side, handicap, data):
        rules = RULESETS[name]
        theirs = records.Game(rules.to_json(), (side, 4), {"b": (), "w": ()}, "b", handicap)
        replay(Game.start(rules, side, 4, handicap=handicap), theirs, data)

    replays()


def replay(ours, theirs, data):
    """Action by action, what is refused left out."""
    for begin in range(0, len(data), BYTES):
        action = any_action(Choices(data[begin : begin + BYTES]), ours)
        try:
            plain = to_data(from_data(to_data(action)))
        except (ValueError, AttributeError, TypeError):
            continue  # no action of a record
        after, by_text = ours.apply(action), apply(theirs, plain)
        if isinstance(after, Illegal):
            assert isinstance(by_text, records.Refused), (plain, after)
            assert (by_text.reason, by_text.turn) == (after.reason, after.repeats_turn), plain
            continue
        assert not isinstance(by_text, records.Refused), (plain, by_text)
        ours, theirs = after, by_text
        assert told(theirs) == shown(ours), plain
        if ours.outcome:
            assert theirs.outcome[:2] == (ours.outcome.winner, ours.outcome.margin)
