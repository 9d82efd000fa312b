"""Bodies for those who rule: what changed in the standings, and what waits for a referee."""

from collections.abc import Collection, Mapping
from typing import Any

from tournaments.competition.standings import Moved, differences, standings
from tournaments.reading.bodies import result_text
from tournaments.reading.queries import Name, entry_names, known_between, last_round_with_results, queue_of
from tournaments.reading.queue import Waiting
from tournaments.reading.visibility import history_in, known_round, only, published, published_in
from tournaments.state.tournament import Tournament
from tournaments.tables.rows import TournamentRow


def changes_body(
    row: TournamentRow, since: int, until: int | None, round_: int | None, *, officer: bool
) -> dict[str, Any]:
    """Who stands elsewhere than at ``since``, and why. Raises Http404 for no such round or position.

    Rounds that are not shown yet count, and are named, for officers only.
    """
    then, now = known_between(row, since, until)
    before, after = history_in(then), history_in(now)
    rounds = None
    if not officer:
        shown = published(row)
        rounds = shown & published_in(now.state)
        before, after = only(before, shown & published_in(then.state)), only(after, rounds)
    last = max(last_round_with_results(before), last_round_with_results(after))
    number = known_round(after, last if round_ is None else round_, rounds)
    moved = differences(standings(before, number), standings(after, number))
    names = entry_names(row)
    return {
        "tournament": row.slug,
        "round": number,
        "since": then.position,
        "until": now.position,
        "version": now.version,
        "corrected": _corrected(now.state, rounds),
        "changes": [moved_body(one, names) for one in moved],
    }


def _corrected(state: Tournament, rounds: Collection[int] | None) -> list[int]:
    """Of the rounds that may be told; None: of all."""
    return [
        n
        for n, round_ in sorted(state.rounds.items())
        if round_.corrected and (rounds is None or n in rounds)
    ]


def moved_body(moved: Moved, names: Mapping[str, Name]) -> dict[str, Any]:
    """Somebody who stands elsewhere, or whose scores are others."""
    return {
        "entry": moved.entry,
        "name": str(names[moved.entry]),
        "key": names[moved.entry].key,
        "place_before": moved.place_before,
        "place": moved.place_after,
        "scores": {name: {"before": then, "after": now} for name, (then, now) in moved.scores.items()},
    }


def queue_body(row: TournamentRow) -> tuple[dict[str, Any], int]:
    """The referee's queue, and the version it was read at."""
    waiting, version = queue_of(row)
    names = entry_names(row) if waiting else {}
    return {"tournament": row.slug, "games": [_waiting(one, names) for one in waiting]}, version


def _waiting(one: Waiting, names: Mapping[str, Name]) -> dict[str, Any]:
    pair = one.pair
    return {
        "game": pair.game_id,
        "round": one.round,
        "table": pair.table,
        "black": _side(pair.black, names),
        "white": _side(pair.white, names),
        "why": one.why,
        "before_next_round": one.before_next_round,
        "result": pair.result.winner,
        "text": result_text(pair.result.winner, by_default=pair.result.by_default),
        "result_state": pair.result_state,
        "reports": {
            entry: result_text(said.winner, by_default=said.by_default)
            for entry, said in pair.reports.items()
        },
        "claims": [
            {"claim": claim.claim_id, "kind": claim.kind, "state": claim.state, "made_at": claim.made_at}
            for claim in one.claims
        ],
    }


def _side(entry_id: str, names: Mapping[str, Name]) -> dict[str, str]:
    return {"entry": entry_id, "name": str(names[entry_id]), "key": names[entry_id].key}
