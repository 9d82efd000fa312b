"""A course under one ruleset, or under every one side by side: legal or not, its worth, its result. Pure.

Decided here:

- *Komi.* Each ruleset has its own, its handicap komi and its compensation for handicap stones, unless a komi
  is given: then that one holds for all of them. What the record itself says of komi does not count.
- *An action that a ruleset lacks* (a pass under ``ultimate``, an agreement where the board is scored as it
  stands, anything after the end) is illegal at its turn, like any other.
- *A record that stops without an agreement* is scored with no dead stones: ``by`` says "as it stands", and
  ``outcome`` is None. So is one that breaks off; one that turns illegal has no result.
- *Dead stones that are given* are agreed on where the ruleset has such an agreement: that ends a game which
  has stopped, and is a supposition (``by`` "with these dead") while it has not. Where every stone counts as
  it stands, or the game is over, they change nothing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.analysis.course import Course, Followed, follow
from games.analysis.terms import Changes, changed
from rules import RULESETS, Game, Illegal, Ruleset, Score
from rules.actions import AgreeDead
from rules.axes import Scoring, Settling
from rules.impossible import Impossible
from rules.scoring import by_score

AS_IT_STANDS, WITH_THESE_DEAD = "as it stands", "with these dead"
_NO_CHANGES: Changes = {}


class NoStone(ValueError):
    """A point without a stone was called dead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What one ruleset says. ``followed`` is None where no game can start so, for the reason in ``unfit``.

    ``game`` is the last position, an agreement included; ``result`` as SGF has it, "" where there is none or
    nothing is counted; ``note``: what was assumed of the ruleset.
    """

    ruleset: Ruleset
    followed: Followed | None = None
    unfit: str = ""
    game: Game | None = None
    score: Score | None = None
    result: str = ""
    by: str = ""
    note: str = ""

    @property
    def legal(self) -> bool:
        """Whether every action is allowed."""
        return self.followed is not None and self.followed.first_illegal is None


def compare(
    course: Course,
    *,
    dead: Sequence[str] = (),
    changes: Changes = _NO_CHANGES,
    rulesets: Iterable[Ruleset] = RULESETS.values(),
) -> list[Row]:
    """A row for each ruleset. ValueError for changes that no ruleset takes, and for dead that are no stones.

    A ruleset that could not be played to its end with the changes is unfit, as for a board that it refuses.

    A stone may stand under one ruleset and not under another: one is enough.
    """
    check_dead(course, dead)
    rows = [_changed_row(course, ruleset, changes, dead) for ruleset in rulesets]
    check_stones(rows, dead)
    return rows


def check_dead(course: Course, dead: Sequence[str]) -> None:
    """ValueError for a point that is not on the board."""
    for at in dead:
        course.board[at]


def check_stones(rows: Iterable[Row], dead: Sequence[str]) -> None:
    """NoStone for a point where no row has a stone, those that its own agreement took off included."""
    boards = [_before_agreement(row.followed.game).board for row in rows if row.followed]
    for at in dead:
        if boards and not any(board[at] for board in boards):
            raise NoStone(f"no stone at {at.upper()}")


def _before_agreement(game: Game) -> Game:
    before = game.previous
    return before if isinstance(before, Game) and isinstance(game.last_action, AgreeDead) else game


def _changed_row(course: Course, ruleset: Ruleset, changes: Changes, dead: Sequence[str]) -> Row:
    try:
        return _row(course, changed(ruleset, changes), dead)
    except Impossible as unfit:
        return Row(ruleset=ruleset, unfit=str(unfit))


def _row(course: Course, ruleset: Ruleset, dead: Sequence[str]) -> Row:
    try:
        followed = follow(course, ruleset)
    except ValueError as unfit:
        return Row(ruleset=ruleset, unfit=str(unfit))
    return judged(followed, dead)


def judged(followed: Followed, dead: Sequence[str] = ()) -> Row:
    """The row of a course that was followed, with the dead that both agree on."""
    game, supposed = _agreed(followed.game, dead)
    score = _score(game, _strings(game, dead) if supposed else ())
    result, by = _result(followed, game, score, supposed=supposed)
    return Row(ruleset=game.ruleset, followed=followed, game=game, score=score, result=result, by=by)


def _agreed(game: Game, dead: Sequence[str]) -> tuple[Game, bool]:
    """The game after an agreement on the dead, and whether they are only supposed to be."""
    if not dead or game.outcome or game.ruleset.settling is Settling.AS_IT_STANDS:
        return game, False
    after = game.apply(AgreeDead(tuple(dead)))
    return (game, True) if isinstance(after, Illegal) else (after, False)


def _strings(game: Game, dead: Sequence[str]) -> Sequence[str]:
    """Points as given where points are agreed on, the whole strings elsewhere."""
    if game.ruleset.settling is Settling.AGREED_POINTS:
        return dead
    return [stone for at in dead for stone in game.board.string(at)]


def _score(game: Game, dead: Iterable[str]) -> Score | None:
    return None if game.ruleset.scoring is Scoring.NONE else game.score(dead)


def _result(followed: Followed, game: Game, score: Score | None, *, supposed: bool) -> tuple[str, str]:
    """Result and by. An end that was reached stands, even where the record goes on after it."""
    if game.outcome:
        return str(game.outcome), game.outcome.by
    if followed.first_illegal or score is None:
        return "", ""
    return str(by_score(score, game.ruleset.ties)), WITH_THESE_DEAD if supposed else AS_IT_STANDS
