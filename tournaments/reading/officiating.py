"""Bodies for those who rule: what changed in the standings, and what waits for a referee."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Annotated, TypedDict

from games.adjudication.kinds import ClaimKind
from games.claims.claim import Stage
from games.rest.bodies import IdText
from tournaments.competition.history import Winner
from tournaments.competition.standings import Moved, differences, standings
from tournaments.reading.bodies import result_text
from tournaments.reading.names import SideBody, side_body
from tournaments.reading.past_states import histories_and_names, require_states_between
from tournaments.reading.queries import (
    Name,
    entry_names,
    last_round_with_results,
    queue_of,
)
from tournaments.reading.queue import QueuedGame, QueueReason
from tournaments.reading.visibility import (
    intersect,
    known_round,
    limit_to_rounds,
    publication_in,
    publication_of,
)
from tournaments.state.tournament import ResultState, Tournament
from tournaments.tables.rows import TournamentRow


class ScoreChangeBody(TypedDict):
    before: float | None
    after: float | None


class PlaceChangeBody(SideBody):
    """``place_before`` is null for who entered since; ``scores`` are those that changed."""

    place_before: int | None
    place: int
    scores: dict[str, ScoreChangeBody]


class ChangesBody(TypedDict):
    """``since`` and ``until``: the tournament's last events at those positions; ``version``: at ``until``.

    ``corrected``: rounds that were paired on results which were corrected afterwards.
    """

    tournament: str
    round: int
    since: int
    until: int
    version: int
    corrected: list[int]
    changes: list[PlaceChangeBody]


class OpenClaimBody(TypedDict):
    claim: str
    kind: Annotated[str, ("enum", [kind.value for kind in ClaimKind])]
    state: Annotated[str, ("enum", [stage.value for stage in Stage])]
    made_at: datetime


class WaitingBody(TypedDict):
    """``reports``: entry -> what that player said.

    ``before_next_round``: the next round is not paired yet, and would be paired on this result as it stands;
    of the last round, the final standings would rest on it. A director may pair all the same.
    """

    game: IdText
    round: int
    table: int
    black: SideBody
    white: SideBody
    colours_known: bool
    why: QueueReason
    before_next_round: bool
    result: Winner
    text: str
    result_state: ResultState
    reports: dict[str, str]
    claims: list[OpenClaimBody]


class QueueBody(TypedDict):
    """The most pressing first."""

    tournament: str
    games: list[WaitingBody]


def changes_body(
    row: TournamentRow, since: int, until: int | None, round_: int | None, *, officer: bool
) -> ChangesBody:
    """Who stands elsewhere than at ``since``, and why. Raises Http404 for no such round or position.

    Rounds that are not shown yet count, and are named, for officers only.
    """
    then, now = require_states_between(row, since, until)
    (before, after), names = histories_and_names(row, then.state, now.state)
    rounds = None
    if not officer:
        shown = publication_of(row)
        rounds = intersect(shown, publication_in(now.state))
        before, after = (
            limit_to_rounds(before, intersect(shown, publication_in(then.state))),
            limit_to_rounds(after, rounds),
        )
    last = max(last_round_with_results(before), last_round_with_results(after))
    number = known_round(after, last if round_ is None else round_, rounds)
    moved = differences(standings(before, number), standings(after, number))
    return {
        "tournament": row.slug,
        "round": number,
        "since": then.position,
        "until": now.position,
        "version": now.version,
        "corrected": _corrected_rounds(now.state, rounds),
        "changes": [moved_body(one, names) for one in moved],
    }


def _corrected_rounds(state: Tournament, rounds: Collection[int] | None) -> list[int]:
    """Of the rounds that may be told; None: of all."""
    return [
        n
        for n, round_ in sorted(state.rounds.items())
        if round_.corrected and (rounds is None or n in rounds)
    ]


def moved_body(moved: Moved, names: Mapping[str, Name]) -> PlaceChangeBody:
    """Somebody who stands elsewhere, or whose scores are others."""
    return {
        **side_body(moved.entry, names),
        "place_before": moved.place_before,
        "place": moved.place_after,
        "scores": {name: {"before": then, "after": now} for name, (then, now) in moved.scores.items()},
    }


def queue_body(row: TournamentRow) -> tuple[QueueBody, int]:
    """The referee's queue, and the version it was read at."""
    waiting, version = queue_of(row)
    names = entry_names(row) if waiting else {}
    return {"tournament": row.slug, "games": [_waiting(one, names) for one in waiting]}, version


def _waiting(one: QueuedGame, names: Mapping[str, Name]) -> WaitingBody:
    pair = one.pair
    return {
        "game": pair.game_id,
        "round": one.round,
        "table": pair.table,
        "black": side_body(pair.black, names),
        "white": side_body(pair.white, names),
        "colours_known": pair.colours_known,
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
