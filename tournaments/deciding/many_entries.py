"""Several entries changed by one command: all of them, or none."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from games.marking import marked
from games.refusals import Refusal, refuse
from tournaments.competition.ratings.ranks import rank_of
from tournaments.deciding.base import decide, entry_of
from tournaments.deciding.entries import MOST_ENTRIES, ChangeEntry, CheckIn, EnterPlayer, SetPresence
from tournaments.deciding.in_lines import Line, Lines, decide_lines, lines_of
from tournaments.deciding.in_order import InOrder
from tournaments.state.tournament import Entry, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPresenceOfMany:
    """``here`` None: left as it is. ``absent``, ``present``: rounds that they miss, or come to after all."""

    entries: tuple[str, ...]
    here: bool | None = None
    absent: tuple[int, ...] = ()
    present: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterPlayers(Lines):
    """``players``: who is entered, or why they are refused already. ``ids``: of the entries, by number."""

    players: tuple[EnterPlayer | Refusal, ...]
    ids: Callable[[int], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPresences(Lines):
    """Each with what it says; the same of several: ``SetPresenceOfMany``."""

    players: tuple[SetPresenceOfMany | Refusal, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeEntries:
    """What is None is left as it is. ``rank_by_rating``: before ``rank_steps``, ranks up or down."""

    entries: tuple[str, ...]
    rank_by_rating: bool = False
    rank_steps: int = 0
    final: bool | None = None
    group: str | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """How strong somebody is now: a rank, 1 dan = 0, and a rating of the EGF."""

    entry_id: str
    rank: int
    rating: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SetStrengths:
    """Ranks and ratings anew, as a federation's list has them now."""

    strengths: tuple[Strength, ...]
    reason: str = ""


decide.register(EnterPlayers, decide_lines)
decide.register(SetPresences, decide_lines)


@lines_of.register
def lines_of_players(command: EnterPlayers, state: Tournament) -> Iterator[Line]:
    for number, one in enumerate(command.players):
        place = f"players.{number}"
        if isinstance(one, Refusal):
            yield Line(place=place, command=one)
        else:
            entered = replace(one, entry_id=command.ids(number))
            yield Line(place=place, about=one.player_id, command=entered)


@lines_of.register
def lines_of_presences(command: SetPresences, state: Tournament) -> Iterator[Line]:
    for number, one in enumerate(command.players):
        about = "" if isinstance(one, Refusal) else one.entries[0]
        yield Line(place=f"players.{number}", about=about, command=one)


@decide.register
def decide_set_presence_of_many(command: SetPresenceOfMany, state: Tournament) -> Sequence[object]:
    if both := sorted({*command.absent} & {*command.present}):
        refuse("invalid", field="present", fault=marked("round %(number)s is absent too", number=both[0]))
    return _all_of(_presence(command), command.entries, state)


def _presence(command: SetPresenceOfMany) -> Iterator[tuple[str, object]]:
    for entry_id in command.entries:
        if command.here is not None:
            yield entry_id, CheckIn(entry_id=entry_id, here=command.here)
        for number in command.absent:
            yield entry_id, SetPresence(entry_id=entry_id, round=number, present=False)
        for number in command.present:
            yield entry_id, SetPresence(entry_id=entry_id, round=number, present=True)


@decide.register
def decide_change_entries(command: ChangeEntries, state: Tournament) -> Sequence[object]:
    changes = ((entry_id, _change(command, entry_of(state, entry_id))) for entry_id in command.entries)
    return _all_of(changes, command.entries, state)


def _change(command: ChangeEntries, entry: Entry) -> ChangeEntry:
    rank = rank_of(entry.rating) if command.rank_by_rating else entry.rank
    return ChangeEntry(
        entry_id=entry.id,
        reason=command.reason,
        rank=rank + command.rank_steps,
        final=command.final,
        group=command.group,
    )


@decide.register
def decide_set_strengths(command: SetStrengths, state: Tournament) -> Sequence[object]:
    changes = [
        (
            one.entry_id,
            ChangeEntry(entry_id=one.entry_id, rank=one.rank, rating=one.rating, reason=command.reason),
        )
        for one in command.strengths
    ]
    return _all_of(iter(changes), tuple(about for about, _ in changes), state)


def _all_of(
    commands: Iterator[tuple[str, object]], entries: tuple[str, ...], state: Tournament
) -> Sequence[object]:
    """Refuses with the entry of the first that is refused as ``about``."""
    if not entries:
        refuse("nobody_chosen")
    if len(entries) > MOST_ENTRIES or len(set(entries)) < len(entries):
        refuse("invalid_entry", field="entries", fault=marked("each once"))
    return decide(InOrder(commands=tuple(commands)), state)
