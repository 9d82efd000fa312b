"""The dispatch, and what an edit is."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import singledispatch

from games.log.wire import Unknown
from tournaments import events as e
from tournaments.events import constraints as p
from tournaments.events import rulings as r
from tournaments.state.tournament import Pair, Tournament

Subject = Callable[[Tournament], object]
RULING = "rulings are changed by an appeal, where the claim is decided, and not beside it"
NOTHING: Mapping[type, str] = {
    e.TournamentCreated: "there is nothing before it",
    e.ResultReported: "it is a player's word; the desk records another result above it",
    e.RoundPublished: "its pairings have been read; the round can be unpublished, for a reason",
    p.PairingProved: "it is a fact about a pairing and goes with it",
    r.RoundReopened: "the round is closed anew, with a deadline for claims of its own",
    r.ResultRuled: RULING,
    r.RulingAppealed: RULING,
    r.RulingLifted: RULING,
    Unknown: "a later program wrote it: what sets it back is not known to this one",
}
"""Events that cannot be taken back, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """``subject`` reads from a state what the event changed; ``back``: the commands that set it back.

    An edit can be taken back while its subject is still as the event left it.
    """

    subject: Subject
    back: Sequence[object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """An event with the states before and after it, and the instant (ISO 8601) for commands that need one.

    ``new_id`` makes ids that follow from the command that takes it back; ``reason``: of that command.
    """

    before: Tournament
    after: Tournament
    reason: str
    new_id: Callable[[str], str]


@singledispatch
def edit_of(event: object, past: Past) -> Edit | None:
    """The edit that ``event`` was, None where it cannot be taken back. TypeError for any other class."""
    raise TypeError(f"nothing says whether {type(event).__name__} can be taken back")


def no_edit(event: object, past: Past) -> None:
    return None


for _cls in NOTHING:
    edit_of.register(_cls, no_edit)


def pair_in(state: Tournament, game_id: str) -> Pair | None:
    found = state.pair_of(game_id)
    return found[1] if found else None
