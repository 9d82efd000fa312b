"""Test cases for findings: a recorded game, sequences from its end, and a statement."""

from functools import reduce

from games.adjudication import Case, find
from games.adjudication.kinds import ClaimKind, Statement
from games.game import events as e
from games.game.action_events import event_of
from games.game.evolving import fold
from games.sgf import read
from rules import Board, Color, Game
from tests.games.game_builders import opened
from tests.rules.records import action

WALLS = ["..XO...", "..XO...", "O.XO...", "..XO...", "..XO..."]
"""Without A3 Black has 10 points and a prisoner, White 15; with it White's 15 alone are surrounded."""


def recorded(ruleset, rows, *steps, to_play="b", **terms):
    """A game on a drawn board, with every step in its record, legal or not."""
    board = Board.from_diagram(rows)
    black, white = (tuple(board.stones(color)) for color in Color)
    begun = [
        opened(ruleset=ruleset, width=board.width, height=board.height, **terms),
        e.PositionSetUp(black=black, white=white, to_play=to_play),
    ]
    return entered(reduce(fold, begun, None), *steps)


def entered(state, *steps):
    """The game with more in its record."""
    return reduce(fold, [event_of(acted(step)) for step in steps], state)


def judged_by(state, ruleset):
    """The same record after a correction of the ruleset."""
    return fold(state, e.TermsChanged(ruleset=ruleset, handicap=state.handicap, black="", white=""))


def acted(step):
    return action(step) if isinstance(step, str) else step


def played(state, *steps):
    """What is played on from the end of a record: every position, that of the record first."""
    line = [state.game]
    for step in steps:
        after = line[-1].apply(acted(step))
        assert isinstance(after, Game), (step, after)
        line.append(after)
    return line


def other(sgf):
    """The record that comes with a claim."""
    return read(sgf.encode()).games[0]


def found(  # noqa: PLR0913 - one argument for each part of a case
    kind, state, *lines, second=None, received=None, marks=(), handicap=0, komi=6.5, by="", **named
):
    """The finding on a statement of that kind that names these things."""
    case = Case(
        state=state,
        handicap=handicap,
        komi=komi,
        second=second,
        received=received,
        lines=list(lines),
        marked=tuple(marks),
        by=by,
    )
    return find(Statement(kind=ClaimKind(kind), **named), case)


def told(finding):
    """The verdict; or that it is open, and what is missing."""
    return finding.missing or (finding.verdict.value,)
