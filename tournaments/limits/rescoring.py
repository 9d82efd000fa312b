"""Judging of a tournament's games by its current limits, in batches.

Concurrent runs are safe: games are always judged by the limits of that moment, so that an older run never
overwrites a newer one. Games are judged before the write lock is taken; if limits or a game changed
meanwhile, they are judged again under the lock.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import reduce
from uuid import UUID

from games.claims.commands import NewClaim, make_claims, open_claims, withdrawals
from games.claims.rows import ClaimRow
from games.game.events import TermsChanged
from games.game.rows import GameRow
from games.log import store, unit_of_work
from games.log.store import Change, StoredEvent, VersionClash
from games.log.unit_of_work import Context
from games.rescoring import Verdict, rejudge, store_verdicts
from tournaments.domain.base import fold
from tournaments.domain.consequences import terms_of
from tournaments.domain.results import RecordResult
from tournaments.limits.affected_games import games_to_judge
from tournaments.loading import load, stream_of
from tournaments.state.tournament import Pair, Tournament
from tournaments.state.verdicts import Consequence, consequence_of, finding_id, still_holds

LONGEST_REASON = 500


def count_waiting(tournament_id: str) -> int:
    """Return the number of games that the current limits affect and that have not been judged by them."""
    state, _ = load(tournament_id)
    return games_to_judge(state).count()


def waiting_games(tournament_id: str) -> list[UUID]:
    """Return the games to judge again. Call it once: a search for every batch takes quadratic time."""
    state, _ = load(tournament_id)
    return list(games_to_judge(state).order_by("game_id").values_list("game_id", flat=True))


def rescore_some(
    tournament_id: str, context: Context, limit: int = 500, among: Sequence[UUID] | None = None
) -> int:
    """Judge up to ``limit`` games again in one transaction; return the count.

    ``among``: only these games. Each call needs a command id of its own; a repeated call returns the count of
    the first.
    """

    def work() -> int:
        if done := _count_judged_before(context):
            return done
        judged, _ = load(tournament_id)
        rows = list(games_to_judge(judged, among).order_by("game_id")[:limit])
        if not rows:
            return 0
        verdicts = rejudge(with_terms(judged, rows))
        store.acquire_write_lock()  # after the replays, so that other commands can write meanwhile
        state, version = load(tournament_id)
        if state.limits_number != judged.limits_number:
            raise VersionClash(stream_of(tournament_id), judged.limits_number, state.limits_number)
        store_verdicts(verdicts, context)
        _follow_up(state, version, verdicts, context)
        return len(verdicts)

    return unit_of_work.run(work, context=context)


def _count_judged_before(context: Context) -> int:
    """Return the number of games that an earlier run of this command judged."""
    return sum(
        isinstance(recorded.event, TermsChanged) for recorded in store.events_of_command(context.command_id)
    )


def _follow_up(state: Tournament, version: int, verdicts: Sequence[Verdict], context: Context) -> None:
    """Record changed results if the settings say so; else make findings for a referee."""
    results, found = list[RecordResult](), list[NewClaim]()
    pairs = pairs_by_game(state, [one.row for one in verdicts])
    for one in verdicts:
        pair = pairs[str(one.row.game_id)]
        what = consequence_of(one.row, one, pair)
        if what and what.result and becomes_result(what, pair, state):
            reason = _reason(what, state)
            results.append(RecordResult(game_id=pair.game_id, result=what.result, reason=reason))
        elif what:
            found.append(_finding(one, what, state))
    if results:
        change = Change(stream=stream_of(state.id), expected=version, events=_decide_results(results, state))
        unit_of_work.execute_many(lambda: [change], context)
    _close_outdated(state, verdicts, found, context)
    make_claims(found, context)


def becomes_result(what: Consequence | None, pair: Pair, state: Tournament) -> bool:
    """Return whether the result changes without a referee, as the settings say."""
    return bool(what and what.result and state.settings.claims.apply_limits and pair.ruled is None)


def _close_outdated(
    state: Tournament, verdicts: Sequence[Verdict], found: Sequence[NewClaim], context: Context
) -> None:
    """Withdraw findings of earlier limits that hold no longer, so that a mistake leaves none behind."""
    earlier = open_findings(state.id, state.limits_number - 1)
    outdated = outdated_findings(earlier, state, verdicts, {one.game_id for one in found})
    changes = withdrawals(outdated, f"It no longer holds under limits no. {state.limits_number}.")
    if changes:
        unit_of_work.execute_many(lambda: changes, context)


def open_findings(tournament_id: str, last: int) -> list[ClaimRow]:
    """Return the open claims that the changes of limits up to the number ``last`` have made."""
    return [
        claim
        for claim in open_claims(tournament_id)
        if str(claim.pk) in {finding_id(str(claim.game_id), number) for number in range(1, last + 1)}
    ]


def outdated_findings(
    earlier: Sequence[ClaimRow], state: Tournament, verdicts: Sequence[Verdict], replaced: Collection[str]
) -> list[ClaimRow]:
    """Return the findings that hold no longer by these verdicts, or are ``replaced`` (games)."""
    by_game = {str(one.row.game_id): one for one in verdicts}
    pairs = pairs_by_game(state, [one.row for one in verdicts])
    return [
        claim
        for claim in earlier
        if (game_id := str(claim.game_id)) in replaced
        or (game_id in by_game and not still_holds(claim, by_game[game_id], pairs[game_id]))
    ]


def withdraw_findings(tournament_id: str, reason: str, context: Context) -> list[StoredEvent]:
    """Withdraw all open claims that changes of limits have made."""

    def work() -> list[Change]:
        store.acquire_write_lock()
        state, _ = load(tournament_id)
        return withdrawals(open_findings(tournament_id, state.limits_number), reason)

    return unit_of_work.execute_many(work, context)


def _reason(what: Consequence, state: Tournament) -> str:
    return f"Limits no. {state.limits_number}: {what.text} {state.limits_reason}"[:LONGEST_REASON]


def _decide_results(results: Sequence[RecordResult], state: Tournament) -> list[object]:
    events: list[object] = []
    for command in results:
        decided = command.decide(state)
        state = reduce(fold, decided, state)
        events += decided
    return events


def _finding(one: Verdict, what: Consequence, state: Tournament) -> NewClaim:
    game_id, number = str(one.row.game_id), state.limits_number
    return NewClaim(
        claim_id=finding_id(game_id, number),
        game_id=game_id,
        context=state.id,
        game_version=one.row.version + len(one.events),
        statement=what.statement,
        text=f"Limits no. {number}: {what.text} The reason given for the limits: {state.limits_reason}",
    )


def with_terms(state: Tournament, rows: Collection[GameRow]) -> list[tuple[GameRow, TermsChanged]]:
    """Return games with their terms under the limits of ``state``."""
    pairs = pairs_by_game(state, rows)
    return [(row, terms_of(state, pairs[str(row.game_id)], row.ruleset)) for row in rows]


def pairs_by_game(state: Tournament, rows: Collection[GameRow]) -> Mapping[str, Pair]:
    """Return the pairs of these games by id."""
    found = (state.pair_of(str(row.game_id)) for row in rows)
    return {pair.game_id: pair for _, pair in filter(None, found)}
