"""The part of the log that a reader may see: the data of events, and the lines that digests cover.

The id of a command is in the lines of all its events and protects a hidden line from being guessed by its
digest. Lines and ids are therefore shown only for commands whose events are all visible. A line has a salted
commitment in place of a reason; older lines with the reason as text are not shown.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from games.log.redaction import has_plain_reasons, redact, without_reasons, without_secrets
from games.log.store import StoredEvent
from tournaments.reading.names import Name
from tournaments.reading.visibility import (
    PRIVATE,
    PublishedRounds,
    entries_without_name,
    games_of_event,
    has_withheld_bye,
    publication_of,
    reveals_origin,
    round_of_event,
    withheld_games,
)
from tournaments.tables.rows import TournamentRow

PAIR_KINDS = ("game.opened.", "game.terms-changed.", "game.ended.", "game.withdrawn.")
"""Kinds of events that commands on pairs also store for games; they add nothing to the command itself."""
PERSON_KIND = "person.named."
"""Kind of event that commands on entries also store for players: commitments to their names."""


class AnyEvent(Protocol):
    """An event, stored or parsed."""

    @property
    def stream(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def data(self) -> Mapping[str, Any]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class LogView:
    """The part of the log that one reader may see.

    It includes the rounds in ``visible_rounds`` (None: everything), without ``hidden`` games and without the
    clubs of ``unnamed`` entries.
    """

    visible_rounds: PublishedRounds | None
    hidden: Collection[str] = frozenset()
    unnamed: Collection[str] = frozenset()

    def withholds(self, event: AnyEvent) -> bool:
        """Return whether all data of the event is hidden."""
        return self.visible_rounds is not None and (
            event.kind in PRIVATE
            or (round_of_event(event.kind, event.data) not in (None, *self.visible_rounds))
            or not games_of_event(event.data).isdisjoint(self.hidden)
            or has_withheld_bye(event.kind, event.data, self.visible_rounds)
            or reveals_origin(event.data, self.unnamed)
        )

    def data(self, event: AnyEvent) -> tuple[object, list[str]]:
        """Return the visible data of the event, and the paths of omitted data."""
        if self.withholds(event):
            return None, []
        return without_secrets(event.data) if self.visible_rounds is None else without_reasons(event.data)

    def redact(self, event: StoredEvent) -> StoredEvent:
        """Return the event as the story may describe it to the reader."""
        return event if self.visible_rounds is None else redact(event)

    def shows_line(self, event: AnyEvent, stream: str, stored: str) -> bool:
        """Return whether the event's line is shown, in a tournament's ``stream`` or another.

        ``stored``: its data.
        """
        if self.visible_rounds is None:
            return True
        if has_plain_reasons(stored):
            return False
        public_kinds = (*PAIR_KINDS, PERSON_KIND)
        return event.kind.startswith(public_kinds) if event.stream != stream else not self.withholds(event)


def log_view_for(row: TournamentRow, *, officer: bool, names: Mapping[str, Name] | None = None) -> LogView:
    """Return the view of an officer, or of other readers. ``names``: as for ``entries_without_name``."""
    visible_rounds = None if officer else publication_of(row)
    hidden = withheld_games(row, visible_rounds) if visible_rounds else frozenset()
    return LogView(visible_rounds=visible_rounds, hidden=hidden, unnamed=entries_without_name(row, names))
