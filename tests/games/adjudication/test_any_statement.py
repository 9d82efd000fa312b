"""Any claim on any game under any preset has one of the three findings."""

from functools import reduce

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.adjudication import Case, Verdict, find
from games.adjudication.proofs import BY_COMPARISON, sentences
from games.game import events as e
from games.game.action_events import event_of
from games.game.evolving import fold
from games.sgf import read
from rules import RULESETS, Illegal
from tests.games.adjudication.actions import ON_BOARD, actions, statements
from tests.games.game_builders import opened
from tests.sizes import size

SECOND = [
    None,
    *(read(text).games[0] for text in (b"(;SZ[3:2]HA[2]KM[0.5];B[aa];B[bb];W[aa])", b"(;SZ[9];B[aa])")),
    read(b"(;SZ[3:2]AB[aa]AW[ab]PL[W];W[ba];B[];W[])").games[0],
]
on_board = st.lists(st.sampled_from(ON_BOARD), max_size=4, unique=True).map(tuple)


def recorded(ruleset, told, then):
    """A game with these in its record where they are legal, and then perhaps under other terms."""
    state = fold(None, opened(ruleset=ruleset, width=3, height=2))
    for action in told:
        after = fold(state, event_of(action))
        state = state if after.illegal else after
    changed = e.TermsChanged(ruleset=then, handicap=0, black="", white="")
    return fold(state, changed) if then else state


def played(game, told):
    """A line from that game, of what of these is legal."""

    def on(line, action):
        after = line[-1].apply(action)
        return line if isinstance(after, Illegal) else [*line, after]

    return reduce(on, told, [game])


def of_finding(statement, state, lines, record):
    case = Case(state=state, handicap=2, komi=6.5, second=record, received=record, lines=lines)
    return find(statement, case)


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=size(30, long=60))
@given(
    statement=statements(named=on_board),
    told=st.lists(actions, max_size=30),
    then=st.none() | st.sampled_from([*RULESETS, "makrai stone_supply=0 continuations=0"]),
    branches=st.lists(st.lists(actions, max_size=20), max_size=3),
    record=st.sampled_from(SECOND),
)
def test_any_statement_has_a_finding(ruleset, statement, told, then, branches, record):
    state = recorded(ruleset, told, then)
    lines = [played(state.game, branch) for branch in branches]
    finding = of_finding(statement, state, lines, record)
    assert bool(finding.missing) is (finding.verdict is Verdict.UNDECIDABLE)
    assert finding.says
    assert finding.position.board
    proved = finding.verdict is Verdict.PROVED
    assert not proved or statement.kind in BY_COMPARISON or sentences(statement.kind, state.game.ruleset)
