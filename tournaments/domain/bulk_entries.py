"""Commands that change several entries, all or none."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from games.inputs import ONCE_PAIRED, Input, Lines, Reason, new_ids
from games.marking import marked
from games.refusals import Refusal, refuse
from tournaments.competition.facts import GROUP
from tournaments.competition.ratings.ranks import rank_of
from tournaments.domain.base import Command, Event
from tournaments.domain.batches import BatchLine, CommandBatch, CommandSequence
from tournaments.domain.entries import ChangeEntry, EnterPlayer
from tournaments.domain.guards import entry_of
from tournaments.domain.inputs import MOST_ENTRIES, ROUNDS, Entries, RoundNumber
from tournaments.domain.presence import PAST, ChangePresence, CheckIn, SetPresence
from tournaments.state.tournament import Entry, Tournament

HERE = Input(null=True, help="Whether they are in the hall; null: unchanged.")


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPresenceOfMany(Command, right="entry.check_in", reason_needed=PAST):
    """Check players in or out alike, and set the rounds they miss: all of them, or none.

    ``here``: None for no change. ``absent``, ``present``: rounds in which they are now absent, or present.
    """

    entries: Entries
    here: Annotated[bool | None, HERE] = None
    absent: Annotated[tuple[RoundNumber, ...], ROUNDS] = ()
    present: Annotated[tuple[RoundNumber, ...], ROUNDS] = ()
    reason: Reason = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        if both := sorted({*self.absent} & {*self.present}):
            refuse("invalid", field="present", fault=marked("round %(number)s is absent too", number=both[0]))
        return _decide_all(_presence_commands(self), self.entries, state)


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterPlayers(CommandBatch, right="entry.change"):
    """Enter several players of the organisation.

    ``entries``: commands or refusals. ``ids`` makes the entry id of a number.
    """

    entries: Annotated[tuple[EnterPlayer | Refusal, ...], Lines(of=EnterPlayer, built=False)]
    ids: Annotated[Callable[[int], str], new_ids("entry")]

    def lines(self, state: Tournament) -> Iterator[BatchLine]:
        for number, one in enumerate(self.entries):
            place = f"entries.{number}"
            if isinstance(one, Refusal):
                yield BatchLine(place=place, command=one)
            else:
                entered = replace(one, entry_id=self.ids(number))
                yield BatchLine(place=place, about=one.player_id, command=entered)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangePresences(CommandBatch, right="entry.check_in"):
    """Check players in or out, set the rounds they miss, withdraw or reinstate them, line by line."""

    entries: Annotated[tuple[ChangePresence | Refusal, ...], Lines(of=ChangePresence)]

    def lines(self, state: Tournament) -> Iterator[BatchLine]:
        for number, one in enumerate(self.entries):
            about = "" if isinstance(one, Refusal) else one.entry_id
            yield BatchLine(place=f"entries.{number}", about=about, command=one)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeEntries(Command, right="entry.change", reason_needed=ONCE_PAIRED):
    """Change several entries in the same way: all of them, or none.

    ``rank_by_rating``: set the rank from the rating. ``rank_steps``: then add this many ranks.
    """

    entries: Entries
    rank_by_rating: Annotated[bool, Input(help="Set the rank that the rating stands for.")] = False
    rank_steps: Annotated[int, Input(low=-9, high=9, help="Then add so many ranks.")] = 0
    final: Annotated[bool | None, Input(null=True)] = None
    group: Annotated[str | None, replace(GROUP, null=True)] = None
    reason: Reason = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        changes = ((entry_id, _entry_change(self, entry_of(state, entry_id))) for entry_id in self.entries)
        return _decide_all(changes, self.entries, state)


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """The current rank (1 dan = 0) and EGF rating of a player."""

    entry_id: str
    rank: int
    rating: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SetStrengths(Command, right="entry.change", reason_needed=ONCE_PAIRED):
    """Set ratings, and ranks if wanted, from a federation's list."""

    strengths: tuple[Strength, ...]
    reason: str = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        changes = [
            (
                one.entry_id,
                ChangeEntry(entry_id=one.entry_id, rank=one.rank, rating=one.rating, reason=self.reason),
            )
            for one in self.strengths
        ]
        return _decide_all(iter(changes), tuple(about for about, _ in changes), state)


def _presence_commands(command: SetPresenceOfMany) -> Iterator[tuple[str, Command]]:
    for entry_id in command.entries:
        if command.here is not None:
            yield entry_id, CheckIn(entry_id=entry_id, here=command.here)
        for number in command.absent:
            yield entry_id, SetPresence(entry_id=entry_id, round=number, present=False, reason=command.reason)
        for number in command.present:
            yield entry_id, SetPresence(entry_id=entry_id, round=number, present=True, reason=command.reason)


def _entry_change(command: ChangeEntries, entry: Entry) -> ChangeEntry:
    rank = rank_of(entry.rating) if command.rank_by_rating else entry.rank
    return ChangeEntry(
        entry_id=entry.id,
        reason=command.reason,
        rank=rank + command.rank_steps,
        final=command.final,
        group=command.group,
    )


def _decide_all(
    commands: Iterator[tuple[str, Command]], entries: tuple[str, ...], state: Tournament
) -> Sequence[Event]:
    """Return the events of all commands; a refusal has the entry as ``about``."""
    if not entries:
        refuse("nobody_chosen")
    if len(entries) > MOST_ENTRIES or len(set(entries)) < len(entries):
        refuse("invalid_entry", field="entries", fault=marked("each once"))
    return CommandSequence(commands=tuple(commands)).decide(state)
