"""The news of events, as declared with each kind of event, and of contradicting reports. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.log.store import StoredEvent
from games.log.wire import class_of
from tournaments.domain.declarations import DECLARATIONS, News, NotApplicable
from tournaments.webhooks.kinds import OF_CLAIMS

REPORTED = "tournament.result-reported.v1"
CREATED = "tournament.created.v2"
OTHER_STREAMS: Mapping[str, str] = {
    "game": "the outcome of a record changes no result by itself",
    "person": "names are not public and change no standings",
    "organisation": "roles are shown to owners and change no standings",
    "log": "joining another log does not concern a tournament",
}
"""The reasons why other events are no news, by the first word of their kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One piece of news; ``round``, ``game_id`` and ``entry_id`` are None if the event has none."""

    kind: News
    recorded: StoredEvent
    round: int | None = None
    game_id: str | None = None
    entry_id: str | None = None
    claim_id: str | None = None


def kinds_of(kind: str) -> tuple[News, ...]:
    """Return the kinds of news of every event of this kind."""
    declared = DECLARATIONS.get(class_of(kind))
    kinds = declared.news if declared else OF_CLAIMS.get(kind, ())
    return () if isinstance(kinds, NotApplicable) else kinds


def news(
    recorded: StoredEvent, *, disputed: bool = False, claim: tuple[str, str] | None = None
) -> list[Message]:
    """Return the news of an event. ``disputed``: the two reports of its game now differ.

    ``claim``: of an event of a claim, its id and its game's.
    """
    kinds = kinds_of(recorded.kind)
    if disputed and recorded.kind == REPORTED:
        kinds = (*kinds, News.DISPUTE)
    claim_id, game_id = claim or (None, recorded.data.get("game_id"))
    return [
        Message(
            kind=kind,
            recorded=recorded,
            round=recorded.data.get("round"),
            game_id=game_id,
            entry_id=recorded.data.get("entry_id"),
            claim_id=claim_id,
        )
        for kind in kinds
    ]
