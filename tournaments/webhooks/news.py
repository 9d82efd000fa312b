"""Which events are news, and of which kind: what is declared of them; two reports that differ. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.log.store import Recorded
from games.log.wire import class_of
from tournaments.domain.declarations import DECLARED, News, Nothing
from tournaments.webhooks.kinds import OF_CLAIMS

REPORTED = "tournament.result-reported.v1"
CREATED = "tournament.created.v2"
OTHER_STREAMS: Mapping[str, str] = {
    "game": "what a record proves changes no result by itself",
    "person": "what somebody is called is told to nobody by the log, and changes no standing",
    "organisation": "who holds which office is told to its owners, and changes no standing",
    "log": "that another house came says nothing of a tournament",
}
"""Why nothing else that happens is news, by the first word of its name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """``round``, ``game_id`` and ``entry_id`` are None where the event names none."""

    kind: News
    recorded: Recorded
    round: int | None = None
    game_id: str | None = None
    entry_id: str | None = None
    claim_id: str | None = None


def kinds_of(kind: str) -> tuple[News, ...]:
    """Return the kinds of news that events of this name are, by themselves."""
    declared = DECLARED.get(class_of(kind))
    told = declared.news if declared else OF_CLAIMS.get(kind, ())
    return () if isinstance(told, Nothing) else told


def news(
    recorded: Recorded, *, disputed: bool = False, claim: tuple[str, str] | None = None
) -> list[Message]:
    """Return the news of an event. ``disputed``: the two reports of its game differ now.

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
