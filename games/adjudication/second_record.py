"""The record that comes with a claim, read under the game's own terms. Pure."""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps

from games.adjudication.finding import Case, Finding, Missing, Verdict, no_record, undecidable
from games.adjudication.kinds import Statement
from games.game.fitting import with_record
from games.game.state import GameState
from games.marking import marked


def record_to_judge(case: Case, turn: int) -> GameState | Finding:
    """Return the record to be judged: that of the claim, else the game's own; or a finding.

    A record of the claim is judged only if the game's own record does not contradict it before the turn, and
    does not itself have all up to the turn.
    """
    if case.second is None:
        return no_record(case) or case.state
    other = with_record(case.state, case.second)
    if other is None:
        says = marked("No game can start as the other record does.")
        return undecidable(says, Missing.LEGAL_RECORD, position=case.state.game)
    apart = None if no_record(case) else first_difference(case.state, other)
    if apart and apart < turn:
        says = marked("The record that came with the claim differs from turn %(apart)s on.", apart=apart)
        return undecidable(says, Missing.PERSON, turn=apart, position=case.state.at(apart - 1))
    confirmed = not no_record(case) and apart != turn and turn <= case.state.turns
    return case.state if confirmed else other


def on_any_record(
    find: Callable[[Statement, Case], Finding],
) -> Callable[[Statement, Case], Finding]:
    """Decorator: judge the record that came with the claim if the game has none, and leave the claim open.

    Sequences that were played out for the claim continue the game's own record, not this one.
    """

    @wraps(find)
    def find_on_record(claim: Statement, case: Case) -> Finding:
        brought = case.second and no_record(case) and with_record(case.state, case.second)
        if not brought:
            return find(claim, case)
        finding = find(claim, replace(case, state=brought, lines=()))
        return conditional(finding, case)

    return find_on_record


def first_difference(one: GameState, other: GameState) -> int | None:
    """Return the first turn in both records that differs; 1 if their starts differ."""
    if start(one) != start(other):
        return 1
    pairs = enumerate(zip(one.actions, other.actions, strict=False), 1)
    return next((turn for turn, (here, there) in pairs if here != there), None)


def start(record: GameState) -> tuple[object, ...]:
    game = record.line_at(0).game
    return () if game is None else (game.board, game.to_play)


def conditional(finding: Finding, case: Case) -> Finding:
    """Return the finding on a record that only one player supplied: open until it is the game's own."""
    says = marked(
        "A record came with the claim. If the game was played as this record says: %(says)s",
        says=finding.says,
    )
    confirmation = (Missing.RECORD, Missing.PERSON) if no_record(case) else (Missing.PERSON,)
    missing = finding.missing or confirmation
    return replace(finding, verdict=Verdict.UNDECIDABLE, says=says, missing=missing, follows="")
