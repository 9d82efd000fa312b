"""A change of terms judges a stored game as its own stream does, whoever entered its turns."""

import json
from random import Random
from types import SimpleNamespace

import pytest

from games.game import events as e
from games.game.deciding import proved_end
from games.game.evolving import fold
from games.log import wire
from games.rescoring.entered_actions import _parse_lines
from games.rescoring.rejudging import _rejudge_game_by_replay
from rules import RULESETS
from tests.games.game_builders import ID, given, opened

SIZE = 3


def a_record(random, state):
    """Return what a file says of itself, in agreement with the game or not."""
    stones = [at for at in state.game.board if state.game.board[at]]
    return e.RecordReceived(
        source="sgf",
        actions=state.turns,
        encoding="utf-8",
        sha256="0" * 64,
        claimed=random.choice(["", "?", "B+", "B+R", "W+0.5"]),
        komi=0.5,
        assumed=random.choice([None, (), ("result_unread",), ("not_a_point",)]),
        by=random.choice(["", "b", "w"]),
        counted=random.choice([None, "", "W+0.5"]),
        dead=tuple(random.sample(stones, min(1, len(stones)))),
    )


def terms(random, players):
    ruleset = f"{random.choice(['tromp-taylor', 'aga', 'japanese'])} komi={random.choice([0, 0.5, 6.5])}"
    return e.TermsChanged(ruleset=ruleset, handicap=0, black=players[0], white=players[1])


def an_event(random, state):
    color = state.game.to_play.value
    by = random.choice(["", state.game.to_play.other.value])
    empty = [at for at in state.game.board if state.game.board[at] is None] or ["A1"]
    return random.choice(
        [
            e.StonePlayed(color=color, at=random.choice(empty), by=by),
            e.StonePlayed(color=color, at=random.choice(empty)),
            e.Passed(color=color, by=by),
            e.Passed(color=color),
            e.Passed(color=color),
            e.Accepted(color=random.choice("bw")),
            e.DeadAgreed(points=()),
            e.Resigned(color=random.choice("bw")),
            e.TurnsTakenBack(to_turn=max(0, state.turns - 1), reason="slip"),
            a_record(random, state),
            terms(random, (state.white, state.black)),
        ]
    )


def two_passes(state):
    first = state.game.to_play
    return [e.Passed(color=first.value), e.Passed(color=first.other.value)]


@pytest.mark.parametrize("seed", range(4))
def test_rejudged_end_is_that_of_the_stream(seed):
    random, ended = Random(seed), 0
    for _ in range(250):
        ruleset = f"{random.choice(sorted(RULESETS))} komi=0.5"
        history = [opened(ruleset=ruleset, width=SIZE, height=SIZE)]
        for _ in range(random.randint(3, 12)):
            history.append(an_event(random, given(*history)))
        history += random.choice([[], two_passes(given(*history))])
        state = given(*history)
        new = terms(random, (state.black, state.white))
        expected = proved_end(fold(state, new))
        lines = [kind + json.dumps(data) for kind, data in map(wire.encode, history)]
        row = SimpleNamespace(width=SIZE, height=SIZE, withdrawn=False, game_id=ID)
        assert _rejudge_game_by_replay(row, new, _parse_lines(lines)).end == expected
        ended += expected is not None
    assert ended >= 5
