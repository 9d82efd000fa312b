"""Whether the rows of players say what the log was last told of them: a name changed past it is named.

A row is a source and no projection: nothing makes it anew, and so ``rebuild`` cannot see that it was changed.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from games.log import openings
from games.log.commitments import ERASED, opened
from games.log.tables import Event
from games.log.verification import Fault, beside
from games.log.wire import kind_of
from tournaments.domain.persons import PersonNamed
from tournaments.people.named import COLUMNS, stream_of
from tournaments.tables.people import Player

BATCH = 500
KIND = kind_of(PersonNamed)
Said = list[dict[str, Any] | str]
"""What is said of the names and of the numbers; a text where there are none, or what opens them is gone."""


@beside
def differing() -> Iterator[Fault]:
    """Of every player who has a stream."""
    players = Player.objects.order_by("pk").iterator(chunk_size=BATCH)
    while batch := list(islice(players, BATCH)):
        yield from _of_these(batch)


def _of_these(players: Sequence[Player]) -> Iterator[Fault]:
    events = Event.objects.filter(stream__in=[stream_of(one.pk) for one in players], kind=KIND)
    by_stream: dict[str, list[Event]] = {}
    for event in events.order_by("position"):
        by_stream.setdefault(event.stream, []).append(event)
    told = openings.of(event.data for each in by_stream.values() for event in each)
    for player in players:
        if named := by_stream.get(stream_of(player.pk)):
            said = [_said(event, told) for event in named]
            if what := _erased_fault(player, said) if player.erased else _fault(player, said[-1]):
                at = {name: getattr(named[-1], name) for name in ("stream", "version", "position")}
                yield Fault(**at, what=what, beside=True)


def _said(event: Event, told: dict[str, str]) -> Said:
    data = opened(event.data, told)
    return [data["named"], data.get("numbers", "")]


def _fault(player: Player, said: Said) -> str:
    """What is wrong with the row; empty where nothing is."""
    if ERASED in said:
        return "what opens the name is gone, and the player was not erased"
    told = dict.fromkeys(COLUMNS, "")
    for part in said:
        told |= part if isinstance(part, dict) else {}
    other = [column for column in COLUMNS if getattr(player, column) != told[column]]
    return f"the player's row has another {', '.join(other)} than the log was told" if other else ""


def _erased_fault(player: Player, said: Sequence[Said]) -> str:
    if any(isinstance(part, dict) for each in said for part in each):
        return "the player was erased, and what opens a name is there"
    kept = [column for column in COLUMNS if getattr(player, column) not in (ERASED, "", False)]
    return f"the player was erased, and the row has a {', '.join(kept)}" if kept else ""
