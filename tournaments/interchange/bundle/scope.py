"""The events of the log that belong to a tournament's bundle, and the public ones among them.

Both follow from the log up to a head and from the hidden players, so all readers get the same bundle.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar, cast

from games.claims.commands import stream_of as claim_stream
from games.game.loading import stream_of as game_stream
from games.log.tables import Event
from tournaments.interchange.bundle.published import published_rounds
from tournaments.loading import load, load_at, stream_of
from tournaments.reading.log_view import LogView
from tournaments.reading.readers import public_names_only
from tournaments.reading.visibility import entries_without_name, games_of_event, publication_in
from tournaments.state.tournament import Round, Tournament
from tournaments.tables.rows import TournamentRow


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredEvent:
    """A stored event. ``text``: its data as written in its line."""

    stream: str
    kind: str
    text: str
    data: Mapping[str, Any]


def stored_event(stream: str, kind: str, text: str) -> StoredEvent:
    return StoredEvent(stream=stream, kind=kind, text=text, data=json.loads(text))


@dataclass(frozen=True, kw_only=True)
class Scope:
    """A tournament after the first ``size`` events of the log.

    ``games``, ``claims``: those named by public events. ``specification``: of the first event.
    """

    row: TournamentRow
    size: int
    specification: str
    state: Tournament
    public_view: LogView
    games: frozenset[str]
    claims: frozenset[str]

    @cached_property
    def stream(self) -> str:
        return stream_of(str(self.row.id))

    @cached_property
    def game_streams(self) -> frozenset[str]:
        return frozenset(map(game_stream, self.games))

    @cached_property
    def claim_streams(self) -> frozenset[str]:
        return frozenset(map(claim_stream, self.claims))

    @cached_property
    def public_rounds(self) -> dict[int, Round]:
        return published_rounds(self.state)

    @cached_property
    def open_games(self) -> frozenset[str]:
        """Return the streams of the games that are public with their records."""
        return frozenset(game_stream(id_) for round_ in self.public_rounds.values() for id_ in round_.pairs)


def scope_of(row: TournamentRow, size: int) -> Scope:
    state = _state_at(str(row.id), size)
    with public_names_only():
        view = LogView(
            visible_rounds=publication_in(state),
            hidden=_unpublished_games(state),
            unnamed=entries_without_name(row),
        )
    events = [event for event in events_of(stream_of(str(row.id)), size) if not view.withholds(event)]
    return Scope(
        row=row,
        size=size,
        specification=str(events[0].data.get("specification", "")),
        state=state,
        public_view=view,
        games=frozenset().union(*(games_of_event(event.data) for event in events)) - {""},
        claims=frozenset(str(event.data.get("claim_id", "")) for event in events) - {""},
    )


def events_of(stream: str, size: int) -> Iterator[StoredEvent]:
    """Return the events of a stream among the first ``size`` events of the log, in their order."""
    rows = Event.objects.filter(stream=stream, position__lte=size).order_by("version")
    for kind, text in rows.values_list("kind", "data").iterator():
        yield stored_event(stream, kind, text)


def _state_at(tournament_id: str, size: int) -> Tournament:
    """Return the state at a size, without folding again if no later events exist."""
    later = Event.objects.filter(stream=stream_of(tournament_id), position__gt=size)
    return load_at(tournament_id, size)[0] if later.exists() else load(tournament_id)[0]


def _unpublished_games(state: Tournament) -> frozenset[str]:
    """Return games of groups whose pairings are unpublished in a round that is published."""
    return frozenset(
        id_
        for round_ in state.rounds.values()
        if round_.published
        for id_ in round_.pairs.keys() - round_.published_part.pairs.keys()
    )


S = TypeVar("S", bound=Sequence[Any])


def batches(values: S, size: int) -> Iterator[S]:
    return (cast("S", values[start : start + size]) for start in range(0, len(values), size))
