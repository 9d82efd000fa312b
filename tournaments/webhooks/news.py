"""Which events are news, and of which kind: what their classes declare; two reports that differ. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.log.store import Recorded
from games.log.wire import class_of
from tournaments.events.declared import DECLARED, News, Nothing

REPORTED = "tournament.result-reported.v1"
CREATED = "tournament.created.v2"
OTHER_STREAMS: Mapping[str, str] = {
    "game": "what a record proves changes no result by itself",
    "claim": "it is of two players and officials; a ruling that changes a result is the tournament's too",
    "person": "what somebody is called is told to nobody by the log, and changes no standing",
    "organisation": "who holds which office is told to its owners, and changes no standing",
    "log": "that another house came says nothing of a tournament",
}
"""Why nothing else that happens is news, by the first word of its name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """``round`` and ``game_id`` are None where the event names none."""

    kind: News
    recorded: Recorded
    round: int | None = None
    game_id: str | None = None


def kinds_of(kind: str) -> tuple[News, ...]:
    """What events of this name are news of, as far as they alone can tell."""
    declared = DECLARED.get(class_of(kind))
    return () if declared is None or isinstance(declared.news, Nothing) else declared.news


def news(recorded: Recorded, *, disputed: bool = False) -> list[Message]:
    """What an event is news of. ``disputed``: the two reports of its game differ now."""
    kinds = kinds_of(recorded.kind)
    if disputed and recorded.kind == REPORTED:
        kinds = (*kinds, News.DISPUTE)
    return [
        Message(
            kind=kind,
            recorded=recorded,
            round=recorded.data.get("round"),
            game_id=recorded.data.get("game_id"),
        )
        for kind in kinds
    ]
