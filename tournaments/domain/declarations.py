"""Declarations of event classes.

Each class declares the rows it changes, its news, and the reason if games have no sentence for it or it
cannot be undone.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from games.log.wire import Unknown, wire

E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class NotApplicable:
    """The reason why a declaration has nothing for an event."""

    because: str


FROM_LATER_PROGRAM = NotApplicable("a later program wrote it: what it changes is not known to this one")


class News(StrEnum):
    """The kinds of news that a webhook may subscribe to; the names are stable.

    Standings are news where an event can change a row after some round, of players or of teams, as officers
    see it or as the public does; whether it did is not computed. The first four name changed data, the others
    an occurrence; those of claims and jobs are in ``tournaments.webhooks.news``.
    """

    RESULT = "result"
    DISPUTE = "dispute"
    RULING = "ruling"
    STANDINGS = "standings"
    ROUND_PAIRED = "round.paired"
    ROUND_PUBLISHED = "round.published"
    ROUND_CLOSED = "round.closed"
    ENTRY = "entry.changed"
    REPORT = "result.reported"
    CLAIM_MADE = "claim.made"
    CLAIM_WITHDRAWN = "claim.withdrawn"
    CLAIM_RULED = "claim.ruled"
    CLAIM_APPEALED = "claim.appealed"
    CLAIM_DECIDED = "claim.decided"
    OPENED = "tournament.opened"
    FINISHED = "tournament.finished"
    JOB = "job.ended"


class Rows(StrEnum):
    """The rows that an event changes. The rows of the tournament and its entries are compared instead."""

    ROUND = "round"
    PAIRS = "pairs"
    """The round and all its pairs."""
    PAIR = "pair"
    LATER_ROUNDS = "later rounds"
    """Rounds that may have been marked as paired on other points."""
    DEADLINES = "deadlines"
    """All rounds, where the deadline of claims changes; for komi see ``tournaments.limits.recounting``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """The declaration of an event class.

    ``games`` None: the story of its games has a sentence for it. ``undo`` None: it can be undone.
    """

    rows: tuple[Rows, ...] | NotApplicable
    news: tuple[News, ...] | NotApplicable
    games: NotApplicable | None
    undo: NotApplicable | None


DECLARATIONS: dict[type, Declaration] = {
    Unknown: Declaration(
        rows=FROM_LATER_PROGRAM, news=FROM_LATER_PROGRAM, games=FROM_LATER_PROGRAM, undo=FROM_LATER_PROGRAM
    )
}
OWN_ROW = NotApplicable("the tournament's own row has it and is compared with the state after every batch")
ENTRIES = NotApplicable("rows of entries that changed are written without being named")
STATE_ONLY = NotApplicable("no column has it: it is read from the state")
ROUND = (Rows.ROUND,)
ROUND_AND_LATER = (Rows.ROUND, Rows.LATER_ROUNDS)
LATER_ROUNDS = (Rows.LATER_ROUNDS,)
PAIRS = (Rows.PAIRS,)
PAIR = (Rows.PAIR,)
PAIR_AND_LATER_ROUNDS = (Rows.PAIR, Rows.LATER_ROUNDS)
STANDINGS = (News.STANDINGS,)
PAIRING = (News.ROUND_PAIRED, News.STANDINGS)
SEATING = (News.ROUND_PAIRED,)
SHOWING = (News.ROUND_PUBLISHED, News.STANDINGS)
CLOSING = (News.ROUND_CLOSED,)
ENTRY = (News.ENTRY, News.STANDINGS)
REPORT = (News.REPORT, News.RESULT, News.STANDINGS)
OPENING = (News.OPENED,)
FINISHING = (News.FINISHED,)
RESULT = (News.RESULT, News.STANDINGS)
RULING = (News.RULING, News.RESULT, News.STANDINGS)
PRESENCE = NotApplicable("who is here says nothing of who plays: an absence does")
NOT_PUBLIC = NotApplicable("it counts when a round is paired, and is not public")
OF_TOURNAMENT = NotApplicable("it is of the whole tournament, whose story has it")
OF_PLAYER = NotApplicable("it is of a player, and the tournament's story has it")
OF_PAIRING = NotApplicable("it is a wish or a constraint for pairings, and of no single game")
OF_TEAM = NotApplicable("games that follow from it are paired, and unpaired, by events of their own")
BY_APPEAL = NotApplicable("rulings are changed by an appeal, where the claim is decided, and not beside it")


def declaration_of(cls: type) -> Declaration:
    """Return the declaration of an event class. Raises TypeError for other classes."""
    if cls not in DECLARATIONS:
        raise TypeError(f"{cls.__name__} is no event of a tournament")
    return DECLARATIONS[cls]


def event(
    kind: str,
    *,
    rows: tuple[Rows, ...] | NotApplicable,
    news: tuple[News, ...] | NotApplicable,
    games: NotApplicable | None = None,
    undo: NotApplicable | None = None,
) -> Callable[[type[E]], type[E]]:
    """Return a class decorator that registers a frozen dataclass as an event stored as ``kind``."""

    def register(cls: type[E]) -> type[E]:
        DECLARATIONS[cls] = Declaration(rows=rows, news=news, games=games, undo=undo)
        return wire(kind)(cls)

    return register
