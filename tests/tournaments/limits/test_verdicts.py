"""Consequences for a result when the verdict on its game changes."""

from dataclasses import dataclass

import pytest

from games.adjudication.kinds import ClaimKind
from games.game.events import GameEnded, TermsChanged
from games.game.margins import end_by_score
from rules import FirstIllegal
from rules.axes import Ties
from tests.tournaments.build import BLACK, WHITE, entered, game, given, paired, won
from tournaments.state.verdicts import consequence_of

TERMS = TermsChanged(ruleset="makrai", handicap=0, black="a", white="b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    ruleset: str = "makrai"
    length: int | None = None
    outcome: str = "B+5.5"
    illegal_turn: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    end: GameEnded | None
    illegal: FirstIllegal | None = None
    terms: TermsChanged = TERMS


def after(margin, result):
    """Return the consequence for a game that was B+5.5 and is counted again; ``result``: that in force."""
    pair = given(*entered("ab"), paired(1, "ab"), won(1, "ab", result)).round(1).pairs[game(1, "ab")]
    return consequence_of(Judged(), Verdict(end=end_by_score(margin, Ties.DRAW)), pair)


@pytest.mark.parametrize("result", [BLACK, WHITE])
def test_changed_score_with_same_winner_has_no_effect(result):
    """A result that contradicted the record before still contradicts it."""
    assert after(4.5, result) is None


def test_changed_winner_is_reported_unless_the_result_already_agrees():
    assert after(-0.5, WHITE) is None
    found = after(-0.5, BLACK)
    assert (found.statement.kind, found.statement.result) == (ClaimKind.WRONG_RESULT, "W+0.5")
    assert found.result == WHITE
