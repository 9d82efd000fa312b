"""The kinds of news with their descriptions, and the news of events. Closed tables; pure.

News is declared with each kind of event; that of contradicting reports is found here.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from games.log.store import StoredEvent
from games.log.wire import class_of
from games.marking import marked
from tournaments.domain.declarations import DECLARATIONS, News, NotApplicable

MESSAGE, PING = "message", "ping"  # kinds of jobs: news, and a test, which is tried once

SENTENCES: Mapping[News, str] = {
    News.RESULT: marked("The result of a game was reported, recorded, cleared or ruled on."),
    News.DISPUTE: marked("The two players of a game reported different results."),
    News.RULING: marked("A ruling that changes a result came into force, was appealed or was lifted."),
    News.STANDINGS: marked("Something happened that can change the standings; it need not have."),
    News.ROUND_PAIRED: marked("A round was paired or unpaired, or its pairs, byes or tables were changed."),
    News.ROUND_PUBLISHED: marked("The pairings of a round were published, or withdrawn from the public."),
    News.ROUND_CLOSED: marked("A round was closed with its results, or reopened."),
    News.ENTRY: marked("A player entered, changed, left or came back, or is absent from a round."),
    News.REPORT: marked("A player reported the result of a game."),
    News.CLAIM_MADE: marked("A claim was made."),
    News.CLAIM_WITHDRAWN: marked("A claim was withdrawn."),
    News.CLAIM_RULED: marked("A claim was ruled on, or a second official confirmed or refused the ruling."),
    News.CLAIM_APPEALED: marked("The ruling on a claim was appealed."),
    News.CLAIM_DECIDED: marked("An appeal was decided."),
    News.OPENED: marked("A tournament was made public, or private again."),
    News.FINISHED: marked("A tournament was archived, or restored."),
    News.JOB: marked("A background job is done or has failed."),
}

_CONFIRMATION = NotApplicable("a confirmation sequence is looked at when an official rules on the claim")
OF_CLAIMS: Mapping[str, tuple[News, ...] | NotApplicable] = {
    "claim.made.v1": (News.CLAIM_MADE,),
    "claim.withdrawn.v1": (News.CLAIM_WITHDRAWN,),
    "claim.sequence-begun.v1": _CONFIRMATION,
    "claim.sequence-acted.v1": _CONFIRMATION,
    "claim.sequence-taken-back.v1": _CONFIRMATION,
    "claim.ruled.v1": (News.CLAIM_RULED,),
    "claim.ruling-seconded.v1": (News.CLAIM_RULED,),
    "claim.ruling-not-seconded.v1": (News.CLAIM_RULED,),
    "claim.ruling-restored.v1": (News.CLAIM_RULED,),
    "claim.appealed.v1": (News.CLAIM_APPEALED,),
    "claim.appeal-decided.v1": (News.CLAIM_DECIDED,),
}
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
