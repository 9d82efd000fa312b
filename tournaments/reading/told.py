"""What of the log somebody may read: the data of events, and the lines that digests cover.

The id of a command is in the lines of all its events, and keeps a line that is not told from being guessed by
its digest: lines and ids are told of commands of which everything is. A reason is no part of a line, which
has a salted commitment to it; lines of before that have one as text are not told.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from games.log.redaction import has_plain_reasons, redact, without_reasons, without_secrets
from games.log.store import StoredEvent
from tournaments.reading.names import Name
from tournaments.reading.visibility import (
    PRIVATE,
    Shown,
    games_in,
    has_held_bye,
    held_games,
    nameless,
    of_round,
    published,
    tells_home,
)
from tournaments.tables.rows import TournamentRow

OF_PAIRS = ("game.opened.", "game.terms-changed.", "game.ended.", "game.withdrawn.")
"""What a command that pairs, edits or judges stores of games beside: no more than its own event says."""
OF_PEOPLE = "person.named."
"""What one that enters stores of players beside: commitments to what they are called."""


class Happened(Protocol):
    """An event, as it is stored or as it is read."""

    @property
    def stream(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def data(self) -> Mapping[str, Any]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What somebody may read: rounds that are ``shown`` (None: everything), but not ``hidden`` games.

    Nor where ``unnamed`` entries are from.
    """

    shown: Shown | None
    hidden: Collection[str] = frozenset()
    unnamed: Collection[str] = frozenset()

    def withholds(self, event: Happened) -> bool:
        """Whether nothing of its data is told."""
        return self.shown is not None and (
            event.kind in PRIVATE
            or (of_round(event.kind, event.data) not in (None, *self.shown))
            or not games_in(event.data).isdisjoint(self.hidden)
            or has_held_bye(event.kind, event.data, self.shown)
            or tells_home(event.data, self.unnamed)
        )

    def data(self, event: Happened) -> tuple[object, list[str]]:
        """As it is told, and what of it is left out."""
        if self.withholds(event):
            return None, []
        return without_secrets(event.data) if self.shown is None else without_reasons(event.data)

    def redact(self, event: StoredEvent) -> StoredEvent:
        """The event as a sentence of it may be read."""
        return event if self.shown is None else redact(event)

    def whole(self, event: Happened, stream: str, stored: str) -> bool:
        """Whether its line is told, in a tournament's ``stream`` or beside it. ``stored``: its data."""
        if self.shown is None:
            return True
        if has_plain_reasons(stored):
            return False
        beside = (*OF_PAIRS, OF_PEOPLE)
        return event.kind.startswith(beside) if event.stream != stream else not self.withholds(event)


def told_of(row: TournamentRow, *, officer: bool, names: Mapping[str, Name] | None = None) -> Told:
    """To officers of the tournament, or to everybody else who may see it. ``names``: as for ``nameless``."""
    shown = None if officer else published(row)
    hidden = held_games(row, shown) if shown else frozenset()
    return Told(shown=shown, hidden=hidden, unnamed=nameless(row, names))
