"""The streams in a bundle and their public events: one row for each kind of stream."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from games.log.commitments import has_plain_text
from games.log.tree import signed_checkpoints
from games.log.tree.key_rotation import stream_of as keys_of
from tournaments.interchange.bundle.scope import Scope, StoredEvent
from tournaments.organisations.offices import stream_of as offices_of
from tournaments.reading.log_view import PAIR_KINDS
from tournaments.reading.published_openings import people_streams


class Reads(Protocol):
    def __call__(self, scope: Scope, event: StoredEvent, /) -> bool: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Streams:
    """A kind of stream. ``named``: the streams in a bundle; ``told``: whether an event is public."""

    named: Callable[[Scope], Iterable[str]]
    told: Reads


def _of_tournament(scope: Scope, event: StoredEvent) -> bool:
    return event.stream == scope.stream and not scope.told.withholds(event)


def _of_game(scope: Scope, event: StoredEvent) -> bool:
    """Return whether an event of a game is public; of undone or hidden games only tournament events are."""
    return event.stream in scope.game_streams and (
        event.stream in scope.shown_games or event.kind.startswith(PAIR_KINDS)
    )


def _of_claim(scope: Scope, event: StoredEvent) -> bool:
    return event.stream in scope.claim_streams


def _of_person(scope: Scope, event: StoredEvent) -> bool:
    """Return True: naming events have only commitments, whose openings are in another member."""
    return True


def _of_log(scope: Scope, event: StoredEvent) -> bool:
    """Return True: keys, and account names of a joined log, are needed to check its events."""
    return True


def _keys(scope: Scope) -> Iterable[str]:
    signer = signed_checkpoints.log_signer()
    return [keys_of(signer.name)] if signer else []


def _offices(scope: Scope) -> Iterable[str]:
    return [offices_of(scope.state.organisation_id)]


def _of_offices(scope: Scope, event: StoredEvent) -> bool:
    """Return whether the event concerns offices of the whole organisation or in this tournament.

    Accounts are numbers in these events.
    """
    return event.data.get("tournament_id", "") in ("", scope.state.id)


KINDS = {
    "tournament": Streams(named=lambda scope: [scope.stream], told=_of_tournament),
    "game": Streams(named=lambda scope: scope.game_streams, told=_of_game),
    "claim": Streams(named=lambda scope: scope.claim_streams, told=_of_claim),
    "person": Streams(named=lambda scope: people_streams(scope.row, scope.size), told=_of_person),
    "organisation": Streams(named=_offices, told=_of_offices),
    "log": Streams(named=_keys, told=_of_log),  # and the events linked to them by commands: ``places_of``
}
"""The kinds of streams by the beginning of their names."""
_BEGINNING = re.compile(r"[^:-]*")


def streams_of(scope: Scope) -> list[str]:
    return sorted(name for kind in KINDS.values() for name in kind.named(scope))


def is_told(scope: Scope, event: StoredEvent) -> bool:
    """Return whether all of the stored event is public."""
    kind = _kind_of(event.stream)
    return kind is not None and not has_plain_text(event.text) and kind.told(scope, event)


def _kind_of(stream: str) -> Streams | None:
    found = _BEGINNING.match(stream)
    return KINDS.get(found[0]) if found else None
