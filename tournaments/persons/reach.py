"""All entries, games, claims and events that concern one player."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

from games.claims.commands import stream_of as claim_stream
from games.claims.rows import ClaimRow
from games.game.loading import stream_of as game_stream
from games.log.canonical import parse
from games.log.tables import Event
from tournaments.persons.recorded_names import ENTERING, players_in_entry, stream_of
from tournaments.tables.people import Player

TOURNAMENT = "tournament-"


@dataclass(frozen=True, kw_only=True)
class Reach:
    """The data that concerns one player; ids and names are those of the row at creation.

    ``entries``: entry -> stream of its tournament, including entries passed on to other players.
    """

    player_id: UUID
    organisation_id: UUID
    user_id: int | None
    family_name: str
    given_name: str
    native_name: str
    entries: dict[str, str]

    @cached_property
    def tournaments(self) -> list[str]:
        """Return the streams of the player's tournaments."""
        return sorted(set(self.entries.values()))

    @property
    def tournament_ids(self) -> list[UUID]:
        return [UUID(stream.removeprefix(TOURNAMENT)) for stream in self.tournaments]

    @cached_property
    def games(self) -> list[str]:
        """Return the ids of the player's games, undone pairings included."""
        events = Event.objects.filter(stream__in=self.tournaments).values_list("data", flat=True)
        naming = (text for text in events.iterator() if any(id_ in text for id_ in self.entries))
        return sorted({id_ for text in naming for id_ in _games(parse(text), self.entries)})

    @cached_property
    def claims(self) -> list[str]:
        """Return the ids of claims on the player's games."""
        found = ClaimRow.objects.filter(game_id__in=self.games).values_list("claim_id", flat=True)
        return sorted(map(str, found))

    @cached_property
    def streams(self) -> list[str]:
        """Return the streams of the player, their games and claims."""
        of_games = [game_stream(id_) for id_ in self.games]
        return [stream_of(self.player_id), *of_games, *(claim_stream(id_) for id_ in self.claims)]

    def events(self) -> Iterator[Event]:
        """Yield all events of ``streams``, and those of tournaments that name the player or their games."""
        yield from Event.objects.filter(stream__in=self.streams).order_by("position").iterator()
        ids = (str(self.player_id), *self.entries, *self.games, *self.claims)
        for event in Event.objects.filter(stream__in=self.tournaments).order_by("position").iterator():
            if any(id_ in event.data for id_ in ids):
                yield event

    def is_named_in(self, text: str) -> bool:
        """Return whether a text contains the family name or native name as a word."""
        names = filter(None, (self.family_name, self.native_name))
        return any(re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE) for name in names)


def reach_of(player: Player) -> Reach:
    id_ = str(player.pk)
    naming = Event.objects.filter(stream__startswith=TOURNAMENT, kind__in=ENTERING, data__contains=id_)
    entering = ((stream, parse(data)) for stream, data in naming.values_list("stream", "data"))
    return Reach(
        player_id=player.pk,
        organisation_id=player.organisation_id,
        user_id=player.user_id,
        family_name="" if player.erased else player.family_name,
        given_name=player.given_name,
        native_name=player.native_name,
        entries={
            data["entry_id"]: stream for stream, data in entering if player.pk in players_in_entry(data)
        },
    )


def _games(value: Any, entries: dict[str, str]) -> Iterator[str]:
    """Yield the games of these entries in the data of an event."""
    if isinstance(value, list):
        for item in value:
            yield from _games(item, entries)
    elif isinstance(value, dict):
        if "game_id" in value and {value.get("black"), value.get("white")} & entries.keys():
            yield value["game_id"]
        for item in value.values():
            yield from _games(item, entries)
