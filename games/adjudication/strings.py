"""Findings on the status of strings: agreed, played out, or still open, with the ways to settle it. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from itertools import pairwise
from operator import or_

from games.adjudication.clauses import Ground, clause_of, is_from_text
from games.adjudication.cycles import captures_of
from games.adjudication.ends import grounds_of_passes
from games.adjudication.file_statements import doubts, without_doubt
from games.adjudication.finding import (
    Case,
    Finding,
    Missing,
    length_of_play,
    no_record,
    proved,
    refuted,
    undecidable,
    undecidable_after_illegal,
)
from games.adjudication.kinds import Statement
from games.adjudication.valuation import agreed_dead, marking_texts, result_with_dead
from games.game.ending_words import ENDINGS
from games.game.state import GameState
from games.marking import join_marked, marked
from rules import Accept, AgreeDead, Game, Pass, Phase, Resume
from rules.axes import Settling

_PLAYED_OUT = (Phase.CAPTURE, Phase.CONFIRMATION)
_MISSING_BY_SETTLING = {
    Settling.CAPTURE_PHASE: Missing.CAPTURE,
    Settling.CONFIRMATION: Missing.CONFIRMATION,
}


def strings(claim: Statement, case: Case) -> Finding:
    """Judge whether strings can be captured: the last sequence or agreement decides, otherwise it is open."""
    if none := no_record(case):
        return none
    game, record = case.state.game, _positions(case.state)
    if never := _never_occupied(claim.points, record):
        says = marked("No stone was ever on %(points)s.", points=" ".join(never))
        if game.phase is Phase.PLAY:
            breaks_off = marked(
                "The record breaks off after turn %(turn)s, before the end of the game.", turn=game.turn
            )
            return undecidable(join_marked([says, breaks_off]), Missing.END_OF_RECORD, position=game)
        return refuted(says, position=game)
    if game.ruleset.settling is Settling.AS_IT_STANDS and all(game.board[at] for at in claim.points):
        return _finding_without_removal(claim, case)
    told = _status_by_record(claim.points, record)
    line: Sequence[Game] = record
    grounds = _grounds(record)
    for played in case.lines:
        more = _status_at_stops(claim.points, played) | _captured_points(claim.points, played)
        told, line = told | more, played if more else line
        grounds |= _grounds(played)
    if any(at not in told for at in claim.points):
        return _finding_on_open_strings(claim, case)
    found = _finding_by_status(claim, line, told, tuple(grounds), played=line is not record)
    return found if line is not record else _unless_doubted(found, claim, case)


def _unless_doubted(finding: Finding, claim: Statement, case: Case) -> Finding:
    """Return the finding on the record alone, unless the count on which it rests is doubted."""
    if any(case.state.game.board[at] for at in claim.points):
        return without_doubt(finding, case)
    return replace(finding, follows="") if doubts(case) else finding


def _grounds(line: Sequence[Game]) -> dict[Ground, None]:
    """Return the choices by which a line settles strings; none if players agreed on them or captured them."""
    last = line[-1]
    if last.outcome and last.outcome.by == "score":
        return dict.fromkeys(grounds_of_passes(last) if isinstance(last.last_action, Pass) else ())
    found: dict[Ground, None] = {}
    for before, now in pairwise(line):
        if before.phase in _PLAYED_OUT:
            found[Ground("settling")] = None
        if before.phase is Phase.CONFIRMATION and now.last_action and captures_of(before, now.last_action)[1]:
            found[Ground("confirmation_ko")] = None
    return found


def _positions(state: GameState) -> list[Game]:
    """Return every legal position of the record."""
    found, line = [], state.line
    while line.before is not None:
        found.append(line.game)
        line = line.before
    return [game for game in reversed([*found, line.game]) if game is not None]


def _never_occupied(points: Sequence[str], record: Sequence[Game]) -> list[str]:
    """Return the points that were empty in every position."""
    grid = record[0].setting.grid
    ever = reduce(or_, (position.black | position.white for position in record))
    return [at for at in points if not grid.spot(at)[0] & ever]


def _status_by_record(points: Sequence[str], record: Sequence[Game]) -> dict[str, bool]:
    """Return the status that the record itself settles by a capture, a confirmation or the count."""
    gone = {at: True for at in points if not record[-1].board[at]}
    return _status_at_stops(points, record) | gone


def _status_at_stops(points: Sequence[str], line: Sequence[Game]) -> dict[str, bool]:
    """Return the status that the last stop of a line settled; empty if play continued after it."""
    told: dict[str, bool] = {}
    for before, now in pairwise(line):
        if now.phase is Phase.PLAY:
            told = {}
        elif before.phase is Phase.CAPTURE:
            told = _status_by_captures(now)
        elif now.phase is not before.phase:
            told |= _status_by_action(before, now)
    return {at: told[at] for at in points if at in told}


def _status_by_action(before: Game, now: Game) -> dict[str, bool]:
    """Return the status that one action settled: the end of a sequence, or of a counted game."""
    if before.phase is Phase.CONFIRMATION and now.phase is Phase.STOPPED:
        return _status_by_confirmation(before, now)
    if now.outcome and now.outcome.by == "score":
        dead = agreed_dead(before, now)
        return {at: at in dead for at in before.board if before.board[at]}
    return {}


def _status_by_captures(now: Game) -> dict[str, bool]:
    """Return what the capture phases of a stop have settled; a string that one changes is open again."""
    return {**dict.fromkeys(now.settled, False), **dict.fromkeys(now.proved_dead, True)}


def _status_by_confirmation(before: Game, now: Game) -> dict[str, bool]:
    under_way = before.standing.affairs.sequence
    question = now.claims[under_way.claim] if under_way else None
    if question is None or question.proved is None:
        return {}
    return dict.fromkeys(question.points, question.proved is question.capturable)


def _captured_points(points: Sequence[str], line: Sequence[Game]) -> dict[str, bool]:
    """Return the points whose stones a line had captured when it stopped again.

    Points with a new stone of that colour, as after a ko recapture, are left out.
    """
    first, last = line[0], line[-1]
    counted = last.outcome is not None and last.outcome.by == "score"
    if len(line) == 1 or not (last.phase is Phase.STOPPED or counted):
        return {}
    gone = (first.black & ~last.black) | (first.white & ~last.white)
    taken = set(last.setting.grid.names(gone))
    return {at: True for at in points if at in taken}


def _finding_without_removal(claim: Statement, case: Case) -> Finding:
    """Judge strings that count as they stand: alive at the end of the game, before it open."""
    game = case.state.game
    if case.state.illegal:
        return undecidable_after_illegal(case.state.illegal, game)
    says = marked("Under %(name)s no stones are removed after the end of the game.", name=game.ruleset.name)
    facts = {"clause": clause_of(game.ruleset, "settling"), "position": game}
    if game.phase is Phase.PLAY:
        breaks_off = marked("The record breaks off before it.")
        return undecidable(join_marked([says, breaks_off]), Missing.END_OF_RECORD, **facts)
    answer = refuted if claim.capturable else proved
    return without_doubt(answer(says, grounds=(Ground("settling"),), **facts), case)


def _finding_by_status(
    claim: Statement,
    line: Sequence[Game],
    told: Mapping[str, bool],
    grounds: tuple[Ground, ...],
    *,
    played: bool,
) -> Finding:
    dead = [at for at in claim.points if told[at]]
    alive = [at for at in claim.points if not told[at]]
    answer = refuted if (alive if claim.capturable else dead) else proved
    last, how = line[-1], length_of_play(line) if played else marked("By the record")
    says = marked("%(how)s, %(status)s.", how=how, status=_status(dead, alive))
    counts = "" if last.outcome or last.phase is Phase.PLAY else result_with_dead(last, dead)
    if counts:
        others = marked("If every other string is alive, the score is %(worth)s.", worth=counts)
        says = join_marked([says, others])
    return answer(
        says,
        turn=None if played else last.turn,
        clause=_clause_of_status(line, grounds),
        position=last,
        grounds=grounds,
        follows=str(last.outcome or ""),
        counts=counts,
    )


def _clause_of_status(line: Sequence[Game], grounds: tuple[Ground, ...]) -> str:
    """Return the clause by which strings are settled; "" if agreement or capture settled them without one."""
    last, rules = line[-1], line[-1].ruleset
    if grounds:
        return clause_of(rules, grounds[0].axis)
    agreed = isinstance(last.last_action, AgreeDead | Accept)
    by_it = (agreed and rules.settling in (Settling.AGREED_POINTS, Settling.AGREED_STRINGS)) or any(
        game.phase in _PLAYED_OUT for game in line
    )
    return clause_of(rules, "settling") if by_it and is_from_text(rules, Ground("settling")) else ""


def _status(dead: Sequence[str], alive: Sequence[str]) -> str:
    said = [marked("%(points)s is dead", points=" ".join(dead))] if dead else []
    said += [marked("%(points)s is alive", points=" ".join(alive))] if alive else []
    if len(said) < 2:
        return said[0] if said else ""
    return marked("%(dead)s and %(alive)s", dead=said[0], alive=said[-1])


def _finding_on_open_strings(claim: Statement, case: Case) -> Finding:
    game = case.state.game
    if case.state.illegal:
        return undecidable_after_illegal(case.state.illegal, game)
    names, there = " ".join(claim.points), [at for at in claim.points if game.board[at]]
    if game.outcome:
        says = marked(
            "The game ended %(outcome)s (%(ending)s), before anybody settled %(names)s.",
            outcome=game.outcome,
            ending=ENDINGS[game.outcome.by],
            names=names,
        )
        return undecidable(says, Missing.PERSON, position=game)
    says = marked(
        "The status of %(names)s was not settled. If dead, the score is %(worth)s; if alive, %(alive)s.",
        names=names,
        worth=result_with_dead(game, there),
        alive=result_with_dead(game, ()),
    )
    return undecidable(
        join_marked([says, *marking_texts(case)]),
        *_missing_for_settling(case),
        clause=clause_of(game.ruleset, "settling"),
        position=game,
    )


def _missing_for_settling(case: Case) -> list[Missing]:
    """Return the ways to settle strings, by the ruleset and the stage of the game."""
    game = case.state.game
    playing, settling = game.phase is Phase.PLAY, game.ruleset.settling
    ended = [Missing.END_OF_RECORD] if playing else []
    if settling is Settling.AS_IT_STANDS:
        return ended or [Missing.PERSON]
    if settling in _MISSING_BY_SETTLING:
        return [*ended, Missing.AGREEMENT, _MISSING_BY_SETTLING[settling]]
    at_once = game.setting.open_stop and game.continues
    goes_on = playing or at_once or isinstance(game.apply(Resume()), Game)
    return [*ended, Missing.AGREEMENT, *([Missing.RESUMPTION] if goes_on else [])]
