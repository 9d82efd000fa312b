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


class EventFilter(Protocol):
    def __call__(self, scope: Scope, event: StoredEvent, /) -> bool: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Streams:
    """A kind of stream. ``names``: the streams in a bundle; ``is_public``: whether an event is public."""

    names: Callable[[Scope], Iterable[str]]
    is_public: EventFilter


def _is_public_in_tournament(scope: Scope, event: StoredEvent) -> bool:
    return event.stream == scope.stream and not scope.public_view.withholds(event)


def _is_public_in_game(scope: Scope, event: StoredEvent) -> bool:
    """Return whether an event of a game is public; of undone or hidden games only tournament events are."""
    return event.stream in scope.game_streams and (
        event.stream in scope.open_games or event.kind.startswith(PAIR_KINDS)
    )


def _is_public_in_claim(scope: Scope, event: StoredEvent) -> bool:
    return event.stream in scope.claim_streams


def _is_public_of_person(scope: Scope, event: StoredEvent) -> bool:
    """Return True: naming events have only commitments, whose openings are in another member."""
    return True


def _is_public_of_log(scope: Scope, event: StoredEvent) -> bool:
    """Return True: keys, and account names of a joined log, are needed to check its events."""
    return True


def _key_streams(scope: Scope) -> Iterable[str]:
    signer = signed_checkpoints.log_signer()
    return [keys_of(signer.name)] if signer else []


def _office_streams(scope: Scope) -> Iterable[str]:
    return [offices_of(scope.state.organisation_id)]


def _is_public_office(scope: Scope, event: StoredEvent) -> bool:
    """Return whether the event concerns offices of the whole organisation or in this tournament.

    Accounts are numbers in these events.
    """
    return event.data.get("tournament_id", "") in ("", scope.state.id)


KINDS = {
    "tournament": Streams(names=lambda scope: [scope.stream], is_public=_is_public_in_tournament),
    "game": Streams(names=lambda scope: scope.game_streams, is_public=_is_public_in_game),
    "claim": Streams(names=lambda scope: scope.claim_streams, is_public=_is_public_in_claim),
    "person": Streams(
        names=lambda scope: people_streams(scope.row, scope.size), is_public=_is_public_of_person
    ),
    "organisation": Streams(names=_office_streams, is_public=_is_public_office),
    "log": Streams(
        names=_key_streams, is_public=_is_public_of_log
    ),  # and the events linked to them by commands: ``places_of``
}
"""The kinds of streams by the beginning of their names."""
_BEGINNING = re.compile(r"[^:-]*")


def streams_of(scope: Scope) -> list[str]:
    return sorted(name for kind in KINDS.values() for name in kind.names(scope))


def is_public(scope: Scope, event: StoredEvent) -> bool:
    """Return whether all of the stored event is public."""
    kind = _kind_of(event.stream)
    return kind is not None and not has_plain_text(event.text) and kind.is_public(scope, event)


def _kind_of(stream: str) -> Streams | None:
    found = _BEGINNING.match(stream)
    return KINDS.get(found[0]) if found else None
