"""A course under one or every ruleset: whether it is legal, its score and its result. Pure.

Decisions:

- *Komi.* Each ruleset has its own, its handicap komi and its compensation for handicap stones, unless a komi
  is given, which then applies to all of them. The komi of the record itself is ignored.
- *An action that a ruleset lacks* (a pass under ``ultimate``, an agreement under rulesets that score the
  board unchanged, anything after the end) is illegal at its turn, like any other.
- *A record that stops without an agreement* or breaks off is scored with no dead stones: ``by`` is
  "as it stands", and ``outcome`` is None. A record that turns illegal has no result.
- *Given dead stones* are agreed on if the ruleset has such an agreement: that ends a game which has
  stopped, and is an assumption (``by`` "with these dead") while it has not. If the ruleset counts every
  stone as alive, or the game is over, they change nothing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.analysis.course import Course, Replay, replay_course
from games.analysis.terms import Changes, change_ruleset
from rules import RULESETS, Game, Illegal, Ruleset, Score
from rules.actions import AgreeDead
from rules.axes import Scoring, Settling
from rules.impossible import Impossible
from rules.scoring import by_score

AS_IT_STANDS, WITH_THESE_DEAD = "as it stands", "with these dead"
_NO_CHANGES: Changes = {}


class NoStone(ValueError):
    """The error that a point without a stone was given as dead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The outcome of a course under one ruleset.

    ``followed``: None if no such game can start, for the reason in ``unfit``; ``game``: the last position,
    after an agreement if there was one; ``result``: in SGF's notation, "" if there is none or nothing is
    counted; ``note``: an assumption about the ruleset.
    """

    ruleset: Ruleset
    followed: Replay | None = None
    unfit: str = ""
    game: Game | None = None
    score: Score | None = None
    result: str = ""
    by: str = ""
    note: str = ""

    @property
    def legal(self) -> bool:
        """Return whether every action is legal."""
        return self.followed is not None and self.followed.first_illegal is None


def compare(
    course: Course,
    *,
    dead: Sequence[str] = (),
    changes: Changes = _NO_CHANGES,
    rulesets: Iterable[Ruleset] = RULESETS.values(),
) -> list[Row]:
    """Return a row for each ruleset. Raises ValueError for invalid changes or dead stones.

    A ruleset with which, after the changes, no game could be played to its end is unfit, like one that
    refuses the board. A dead stone needs to exist under one of the rulesets only.
    """
    check_dead(course, dead)
    rows = [_changed_row(course, ruleset, changes, dead) for ruleset in rulesets]
    check_stones(rows, dead)
    return rows


def check_dead(course: Course, dead: Sequence[str]) -> None:
    """Raise ValueError for a point that is not on the board."""
    for at in dead:
        course.board[at]


def check_stones(rows: Iterable[Row], dead: Sequence[str]) -> None:
    """Raise NoStone for a point without a stone in every row, before any agreement in it."""
    boards = [_before_agreement(row.followed.game).board for row in rows if row.followed]
    for at in dead:
        if boards and not any(board[at] for board in boards):
            raise NoStone(f"no stone at {at.upper()}")


def _before_agreement(game: Game) -> Game:
    before = game.previous
    return before if isinstance(before, Game) and isinstance(game.last_action, AgreeDead) else game


def _changed_row(course: Course, ruleset: Ruleset, changes: Changes, dead: Sequence[str]) -> Row:
    try:
        return _row(course, change_ruleset(ruleset, changes), dead)
    except Impossible as unfit:
        return Row(ruleset=ruleset, unfit=str(unfit))


def _row(course: Course, ruleset: Ruleset, dead: Sequence[str]) -> Row:
    try:
        followed = replay_course(course, ruleset)
    except ValueError as unfit:
        return Row(ruleset=ruleset, unfit=str(unfit))
    return judge_replay(followed, dead)


def judge_replay(followed: Replay, dead: Sequence[str] = ()) -> Row:
    """Return the row of a replayed course, with the dead stones that both players agree on."""
    game, supposed = _agree_on_dead(followed.game, dead)
    score = _score(game, _strings(game, dead) if supposed else ())
    result, by = _result(followed, game, score, supposed=supposed)
    return Row(ruleset=game.ruleset, followed=followed, game=game, score=score, result=result, by=by)


def _agree_on_dead(game: Game, dead: Sequence[str]) -> tuple[Game, bool]:
    """Return the game after an agreement on the dead stones, and whether the agreement is only assumed."""
    if not dead or game.outcome or game.ruleset.settling is Settling.AS_IT_STANDS:
        return game, False
    after = game.apply(AgreeDead(tuple(dead)))
    return (game, True) if isinstance(after, Illegal) else (after, False)


def _strings(game: Game, dead: Sequence[str]) -> Sequence[str]:
    """Return the points as given if points are agreed on, else the whole strings."""
    if game.ruleset.settling is Settling.AGREED_POINTS:
        return dead
    return [stone for at in dead for stone in game.board.string(at)]


def _score(game: Game, dead: Iterable[str]) -> Score | None:
    return None if game.ruleset.scoring is Scoring.NONE else game.score(dead)


def _result(followed: Replay, game: Game, score: Score | None, *, supposed: bool) -> tuple[str, str]:
    """Return result and ``by``. An end that was reached counts even if the record continues after it."""
    if game.outcome:
        return str(game.outcome), game.outcome.by
    if followed.first_illegal or score is None:
        return "", ""
    return str(by_score(score, game.ruleset.ties)), WITH_THESE_DEAD if supposed else AS_IT_STANDS
