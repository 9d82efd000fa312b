"""Bodies for referees: changes of the standings and the referee's queue."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Annotated, TypedDict

from games.adjudication.kinds import ClaimKind
from games.claims.claim import Stage
from tournaments.competition.standings import PlaceChange, differences, standings
from tournaments.reading.names import SideBody, WinnerText, side_body
from tournaments.reading.past_states import histories_and_names, require_states_between
from tournaments.reading.queries import (
    Name,
    entry_names,
    last_round_with_results,
    queue_of,
)
from tournaments.reading.queue import QueuedGame, QueueReason
from tournaments.reading.rounds import GamePlaceBody, game_place_body
from tournaments.reading.visibility import (
    limit_to_rounds,
    publication_in,
    publication_of,
    published_in_both,
    require_visible_round,
)
from tournaments.state.tournament import ResultState, Tournament
from tournaments.tables.rows import TournamentRow


class ScoreChangeBody(TypedDict):
    before: float | None
    after: float | None


class PlaceChangeBody(SideBody):
    """The change of one entry's place.

    ``place_before`` is null for a later entry; ``scores``: the changed ones.
    """

    place_before: int | None
    place: int
    scores: dict[str, ScoreChangeBody]


class ChangesBody(TypedDict):
    """The changes of the standings between the events at ``since`` and ``until``; ``version``: at ``until``.

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
    type: Annotated[str, ("enum", [kind.value for kind in ClaimKind])]
    state: Annotated[str, ("enum", [stage.value for stage in Stage])]
    made_at: datetime


class WaitingBody(GamePlaceBody):
    """A game in the referee's queue. ``reports``: the result that each player reported, by entry.

    ``before_next_round``: the next round is not paired yet and will be paired on this result; in the last
    round, the final standings depend on it. It does not keep a director from pairing.
    """

    black: SideBody
    white: SideBody
    colours_known: bool
    reason: QueueReason
    before_next_round: bool
    result: WinnerText
    by_default: bool
    state: ResultState
    reports: dict[str, WinnerText]
    claims: list[OpenClaimBody]


class QueueBody(TypedDict):
    """The referee's queue, the most urgent game first."""

    tournament: str
    results: list[WaitingBody]


def changes_body(
    row: TournamentRow, since: int, until: int | None, round_: int | None, *, officer: bool
) -> ChangesBody:
    """Return the changes of places and scores since ``since``.

    Unpublished rounds count for officers only. Raises Http404 for an unknown round or position.
    """
    then, now = require_states_between(row, since, until)
    (before, after), names = histories_and_names(row, then.state, now.state)
    rounds = None
    if not officer:
        visible_rounds = publication_of(row)
        rounds = published_in_both(visible_rounds, publication_in(now.state))
        before, after = (
            limit_to_rounds(before, published_in_both(visible_rounds, publication_in(then.state))),
            limit_to_rounds(after, rounds),
        )
    last = max(last_round_with_results(before), last_round_with_results(after))
    number = require_visible_round(after, last if round_ is None else round_, rounds)
    moved = differences(standings(before, number), standings(after, number))
    return {
        "tournament": row.slug,
        "round": number,
        "since": then.position,
        "until": now.position,
        "version": now.version,
        "corrected": _corrected_rounds(now.state, rounds),
        "changes": [place_change_body(one, names) for one in moved],
    }


def _corrected_rounds(state: Tournament, rounds: Collection[int] | None) -> list[int]:
    """Return the corrected rounds among the visible ``rounds``; None: all rounds are visible."""
    return [
        n
        for n, round_ in sorted(state.rounds.items())
        if round_.corrected and (rounds is None or n in rounds)
    ]


def place_change_body(moved: PlaceChange, names: Mapping[str, Name]) -> PlaceChangeBody:
    """Return the body of an entry whose place or scores changed."""
    return {
        **side_body(moved.entry, names),
        "place_before": moved.place_before,
        "place": moved.place_after,
        "scores": {name: {"before": then, "after": now} for name, (then, now) in moved.scores.items()},
    }


def queue_body(row: TournamentRow) -> tuple[QueueBody, int]:
    """Return the referee's queue, and the tournament's version."""
    waiting, version = queue_of(row)
    names = entry_names(row) if waiting else {}
    return {"tournament": row.slug, "results": [_waiting_body(one, names) for one in waiting]}, version


def _waiting_body(one: QueuedGame, names: Mapping[str, Name]) -> WaitingBody:
    pair = one.pair
    return {
        **game_place_body(pair.game_id, one.round, pair.table),
        "black": side_body(pair.black, names),
        "white": side_body(pair.white, names),
        "colours_known": pair.colours_known,
        "reason": one.why,
        "before_next_round": one.before_next_round,
        "result": pair.result.winner,
        "by_default": pair.result.by_default,
        "state": pair.result_state,
        "reports": {entry: reported.winner for entry, reported in pair.reports.items()},
        "claims": [
            {"claim": claim.claim_id, "type": claim.kind, "state": claim.state, "made_at": claim.made_at}
            for claim in one.claims
        ],
    }
