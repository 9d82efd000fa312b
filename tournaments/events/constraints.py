"""What is asked of a pairing before it is made, and of its tables: a part of a tournament's events."""

from dataclasses import dataclass

from tournaments.competition.history import MeetingKind, MeetingOf
from tournaments.events.declared import (
    NOT_PUBLIC,
    OF_PAIRING,
    PAIRS,
    ROUND,
    SEATING,
    SHOWING,
    STATE_ONLY,
    Nothing,
    event,
)


@event("tournament.meeting-group-set.v1", rows=STATE_ONLY, news=NOT_PUBLIC, games=OF_PAIRING)
@dataclass(frozen=True, slots=True, kw_only=True)
class MeetingGroupSet:
    """Entries of which any two must, or must not, meet in ``rounds`` (none named: in every round).

    A group of that id is replaced. Who they are to each other is one word of ``MeetingOf``, never a name.
    """

    group_id: str
    kind: MeetingKind
    of: MeetingOf
    members: tuple[str, ...]
    rounds: tuple[int, ...] = ()
    reason: str = ""


@event(
    "tournament.meeting-group-dropped.v1",
    rows=STATE_ONLY,
    news=NOT_PUBLIC,
    games=OF_PAIRING,
)
@dataclass(frozen=True, slots=True, kw_only=True)
class MeetingGroupDropped:
    group_id: str
    reason: str = ""


@event("tournament.bye-asked-for.v1", rows=STATE_ONLY, news=NOT_PUBLIC, games=OF_PAIRING)
@dataclass(frozen=True, slots=True, kw_only=True)
class ByeAskedFor:
    """The player would like the bye of a round; ``competition.pairing.bye`` says when they get it."""

    entry_id: str
    round: int


@event("tournament.bye-not-asked-for.v1", rows=STATE_ONLY, news=NOT_PUBLIC, games=OF_PAIRING)
@dataclass(frozen=True, slots=True, kw_only=True)
class ByeNotAskedFor:
    """The player does not ask for the bye of that round any more."""

    entry_id: str
    round: int


@event("tournament.player-pinned.v1", rows=STATE_ONLY, news=NOT_PUBLIC, games=OF_PAIRING)
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPinned:
    """From now on the player's games are at this table; 0: at any."""

    entry_id: str
    table: int
    reason: str = ""


@event("tournament.pair-pinned.v1", rows=STATE_ONLY, news=Nothing("the game stays where it is"))
@dataclass(frozen=True, slots=True, kw_only=True)
class PairPinned:
    """The game stays at its table when tables are numbered anew; or, not ``pinned``, it does not any more."""

    round: int
    game_id: str
    pinned: bool = True


@event("tournament.tables-renumbered.v1", rows=PAIRS, news=SEATING)
@dataclass(frozen=True, slots=True, kw_only=True)
class TablesRenumbered:
    """``tables``: game id -> table, of the games that moved."""

    round: int
    tables: dict[str, int]
    reason: str = ""


@event("tournament.round-unpublished.v1", rows=ROUND, news=SHOWING)
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundUnpublished:
    """The pairings are edited again, and only officers see them until they are published anew."""

    round: int
    reason: str


@event(
    "tournament.pairing-proved.v1",
    rows=ROUND,
    news=Nothing("the pairing is the same"),
    games=Nothing("it is of a round's pairing as a whole"),
    undo=Nothing("it is a fact about a pairing and goes with it"),
)
@dataclass(frozen=True, slots=True, kw_only=True)
class PairingProved:
    """What was open when a large field was paired: the greatest total that any pairing of it has.

    ``inputs_digest`` names the matching, ``total`` is what it has, ``by`` how the optimum was found.
    """

    round: int
    inputs_digest: str
    total: int
    optimum: int
    by: str
