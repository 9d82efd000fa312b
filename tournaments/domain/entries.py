"""Entries of a tournament: players entered, changed, replaced and removed.

Events hold ids; personal data are in ``tournaments.tables.people``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from games.inputs import ONCE_PAIRED, OPTIONAL, Input, PartOf, Reason, inputs_of, new_id
from games.marking import join_marked, marked
from games.one_line import is_one_line
from games.refusals import refuse
from games.story.base import because
from tournaments.competition.facts import LONGEST_GROUP, EntryFacts, PlayerFacts, copier
from tournaments.competition.ranks import format_rank
from tournaments.competition.settings import HIGHEST_RANK, LOWEST_RANK
from tournaments.domain.base import Command, Event, StoryContext, UndoContext, UndoPlan, entry_fact
from tournaments.domain.declarations import ENTRIES, ENTRY, OF_PLAYER, event
from tournaments.domain.guards import (
    Side,
    entry_of,
    finished_rounds,
    need_reason,
    need_round,
    refuse_entered_players,
    set_fields,
    side_of,
    started_rounds,
)
from tournaments.domain.inputs import MOST_ENTRIES, ROUNDS, RoundNumber
from tournaments.domain.presence import CheckIn, ReinstateEntry, WithdrawEntry
from tournaments.domain.schedule import places_left, refuse_drawn_player_field
from tournaments.state.changes import replace_fields, with_entry
from tournaments.state.layered import with_item
from tournaments.state.tournament import Entry, ResultState, Tournament

Player = Annotated[str, Input(name="player", is_id=True, help="One of the organisation's players.")]
Partner = Annotated[str, Input(name="partner", is_id=True, null=True, optional=True, help="In pair go.")]
Third = Annotated[str, Input(name="third", is_id=True, null=True, optional=True, help="In rengo of three.")]
RATINGS = range(-2_950, 4_001)
GROUP_FAULT = f"one line of at most {LONGEST_GROUP} characters"
PARTNER_FAULTS = {
    1: "none",
    2: "two different players, this is pair go",
    3: "three different players, this is rengo of three",
}
_copy_entry = copier(EntryFacts, Entry, "id", "player_id", "number", "absent", "partner_id", "third_id")
FACTS = {one.name: one.input for one in inputs_of(EntryFacts)}


@event("tournament.player-entered.v1", rows=ENTRIES, news=ENTRY, games=OF_PLAYER)
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerEntered(EntryFacts, Event):
    """The entry of a player, with all its facts. ``absent``: rounds that the player misses."""

    entry_id: str
    player_id: str
    number: int
    absent: tuple[int, ...] = ()
    partner_id: str = ""
    third_id: str = ""

    def evolve(self, state: Tournament) -> Tournament:
        entry = _copy_entry(
            self,
            id=self.entry_id,
            player_id=self.player_id,
            number=self.number,
            absent=frozenset(self.absent),
            partner_id=self.partner_id,
            third_id=self.third_id,
        )
        return replace_fields(state, entries=with_item(state.entries, entry.id, entry))

    def sentence(self, context: StoryContext) -> str:
        facts = {"who": context.player_name(self.entry_id), "rank": format_rank(self.rank)}
        if not self.absent:
            if self.final:
                return marked("%(who)s, %(rank)s, was entered.", **facts)
            return marked("%(who)s, %(rank)s, was entered, provisionally.", **facts)
        facts |= {"rounds": _round_numbers(self.absent)}
        if self.final:
            return marked("%(who)s, %(rank)s, was entered, absent from round %(rounds)s.", **facts)
        return marked("%(who)s, %(rank)s, was entered, provisionally, absent from round %(rounds)s.", **facts)

    def undo(self, context: UndoContext) -> UndoPlan:
        """Withdraw the player, as long as they have no game; numbers are not reused."""

        def entry(state: Tournament) -> object:
            has_game = any(self.entry_id in round_.busy for round_ in state.rounds.values())
            entry = state.entries.get(self.entry_id)
            return entry and entry.withdrawn, has_game

        return UndoPlan(
            subject=entry, commands=[WithdrawEntry(entry_id=self.entry_id, reason=context.reason)]
        )


@event("tournament.entry-changed.v1", rows=ENTRIES, news=ENTRY, games=OF_PLAYER)
@dataclass(frozen=True, slots=True, kw_only=True)
class EntryChanged(EntryFacts, Event):
    """A change of an entry, with all its new facts."""

    entry_id: str
    reason: str = ""

    def evolve(self, state: Tournament) -> Tournament:
        return with_entry(state, self.entry_id, **EntryFacts.facts_of(self))

    def sentence(self, context: StoryContext) -> str:
        old, new = context.before.entries.get(self.entry_id), context.after.entries[self.entry_id]
        changes = join_marked(_changes_in_words(old, new), "; ") if old else ""
        return marked(
            "The entry of %(who)s was changed, %(changes)s%(because)s",
            who=context.player_name(self.entry_id),
            changes=changes,
            because=because(self.reason),
        )

    def undo(self, context: UndoContext) -> UndoPlan:
        old = context.before.entries[self.entry_id]
        inverse = ChangeEntry(entry_id=old.id, reason=context.reason, **EntryFacts.facts_of(old))
        return UndoPlan(subject=entry_fact(old.id, EntryFacts.facts_of), commands=[inverse])


@event("tournament.entry-replaced.v1", rows=ENTRIES, news=ENTRY, games=OF_PLAYER)
@dataclass(frozen=True, slots=True, kw_only=True)
class EntryReplaced(EntryFacts, Event):
    """The replacement of an entry's player; the entry had no played game."""

    entry_id: str
    player_id: str
    partner_id: str = ""
    third_id: str = ""
    reason: str = ""

    def evolve(self, state: Tournament) -> Tournament:
        old = state.entries[self.entry_id]
        return with_entry(
            state,
            self.entry_id,
            player_id=self.player_id,
            partner_id=self.partner_id,
            third_id=self.third_id,
            checked_in=False,
            earlier=(*old.earlier, old.side),
            **EntryFacts.facts_of(self),
        )

    def sentence(self, context: StoryContext) -> str:
        old = context.before.entries.get(self.entry_id)
        changes = (
            join_marked(_changes_in_words(old, context.after.entries[self.entry_id]), "; ") if old else ""
        )
        facts = {
            "who": context.player_name(self.entry_id),
            "old": context.previous_player_name(self.entry_id),
            "because": because(self.reason),
        }
        if changes:
            return marked(
                "%(who)s takes the place of %(old)s, %(changes)s%(because)s", changes=changes, **facts
            )
        return marked("%(who)s takes the place of %(old)s%(because)s", **facts)

    def undo(self, context: UndoContext) -> UndoPlan:
        """Restore the earlier player, checked in if they were."""
        old = context.before.entries[self.entry_id]
        inverse: list[Command] = [
            ReplacePlayer(
                entry_id=old.id,
                player_id=old.player_id,
                partner_id=old.partner_id,
                third_id=old.third_id,
                reason=context.reason,
                **PlayerFacts.facts_of(old),
            )
        ]
        if old.checked_in:
            inverse.append(CheckIn(entry_id=old.id))
        return UndoPlan(subject=entry_fact(old.id, side_of), commands=inverse)


@event(
    "tournament.entry-removed.v1",
    rows=ENTRIES,
    news=ENTRY,
    games=OF_PLAYER,
)
@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRemoved(Event):
    """The removal of an entry made by mistake and never paired. Its number is not reused."""

    entry_id: str
    reason: str = ""

    def evolve(self, state: Tournament) -> Tournament:
        entry = replace_fields(state.entries[self.entry_id], withdrawn=True, checked_in=False)
        entries = {id_: one for id_, one in state.entries.items() if id_ != entry.id}
        return replace_fields(state, entries=entries, removed={**state.removed, entry.id: entry})

    def sentence(self, context: StoryContext) -> str:
        return marked(
            "The entry of %(who)s was removed%(because)s",
            who=context.player_name(self.entry_id),
            because=because(self.reason),
        )

    def undo(self, context: UndoContext) -> UndoPlan:
        commands: list[Command] = [ReinstateEntry(entry_id=self.entry_id)]
        if context.before.entries[self.entry_id].checked_in:
            commands.append(CheckIn(entry_id=self.entry_id))
        return UndoPlan(subject=lambda state: self.entry_id in state.removed, commands=commands)


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterPlayer(EntryFacts, Command, right="entry.change"):
    """Enter a player of the organisation.

    ``absent``: the rounds to miss; None: those that are over (``finished_rounds``).
    """

    entry_id: Annotated[str, new_id("entry")]
    player_id: Player
    absent: Annotated[frozenset[RoundNumber] | None, ROUNDS] = None
    partner_id: Partner = ""
    third_id: Third = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        if self.entry_id in state.entries:
            refuse("already_entered", player=self.player_id)
        check_players(self, state)
        if len(state.entries) >= MOST_ENTRIES:
            refuse("too_many_entries", most=MOST_ENTRIES)
        check_facts(self)
        if not _fills_free_place(self, state):
            refuse_drawn_player_field(state, self.group)
        absent = finished_rounds(state) if self.absent is None else self.absent
        for number in absent:
            need_round(state, number)
        return [
            PlayerEntered(
                entry_id=self.entry_id,
                player_id=self.player_id,
                number=len(state.entries) + len(state.removed) + 1,
                absent=tuple(sorted(absent)),
                partner_id=self.partner_id,
                third_id=self.third_id,
                **EntryFacts.facts_of(self),
            )
        ]


@dataclass(frozen=True, slots=True, init=False)
class ChangeEntry(Command, right="entry.change", reason_needed=ONCE_PAIRED):
    """Change the rank, rating, club or country of an entry.

    ``ChangeEntry(entry_id=..., rank=3)``; None for no change.
    """

    entry_id: str
    changes: Annotated[dict[str, Any], PartOf(EntryFacts)]
    reason: str

    def __init__(self, *, entry_id: str, reason: str = "", **changes: object) -> None:
        set_fields(self, entry_id=entry_id, changes=EntryFacts.changes(changes), reason=reason)

    def decide(self, state: Tournament) -> Sequence[Event]:
        entry = entry_of(state, self.entry_id)
        before = EntryFacts.facts_of(entry)
        event = EntryChanged(entry_id=entry.id, reason=self.reason, **before | self.changes)
        check_facts(event)
        if EntryFacts.facts_of(event) == before:
            return []
        if (event.final, event.group) != (entry.final, entry.group):
            refuse_drawn_player_field(state, entry.group)
            refuse_drawn_player_field(state, event.group)
        if started_rounds(state):
            need_reason(self.reason, about="entry")
        if not event.final and has_been_paired(state, entry.id):
            refuse("entry_has_games", entry=entry.id)
        return [event]


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveEntry(Command, right="entry.change", reason_needed=OPTIONAL):
    """Remove an entry that was made by mistake. A player who has been paired withdraws instead."""

    entry_id: str
    reason: str = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        if self.entry_id in state.removed:
            return []
        entry = entry_of(state, self.entry_id)
        if has_been_paired(state, entry.id):
            refuse("entry_has_games", entry=entry.id)
        _refuse_group_member(entry, state)
        refuse_drawn_player_field(state, entry.group)
        return [EntryRemoved(entry_id=entry.id, reason=self.reason)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplacePlayer(PlayerFacts, Command, right="entry.change", reason_needed=ONCE_PAIRED):
    """Replace the player of an entry, before anything was played.

    Rank, rating, country and club are the new player's. In pair go, give both players.
    """

    entry_id: str
    player_id: Player
    partner_id: Partner = ""
    third_id: Third = ""
    reason: Reason = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        entry = entry_of(state, self.entry_id)
        if side_of(self) == side_of(entry):
            return []
        check_players(self, state, except_entry=entry.id)
        current_facts = EntryFacts.facts_of(entry)
        event = EntryReplaced(
            entry_id=entry.id,
            player_id=self.player_id,
            partner_id=self.partner_id,
            third_id=self.third_id,
            reason=self.reason,
            **current_facts | PlayerFacts.facts_of(self),
        )
        check_facts(event)
        if number := first_played_round(state, entry.id):
            refuse("entry_has_played", entry=entry.id, round=number)
        if started_rounds(state):
            need_reason(self.reason, about="entry")
        return [event]


def _refuse_group_member(entry: Entry, state: Tournament) -> None:
    for team in state.teams.values():
        if entry.id in team.members:
            refuse("entry_in_group", entry=entry.id, group=team.id, name=team.name)
    for group in state.meetings.values():
        if entry.id in group.members:
            refuse("entry_in_group", entry=entry.id, group=group.id)


def has_been_paired(state: Tournament, entry_id: str) -> bool:
    """Return whether the entry has a game or a bye in any round."""
    return any(entry_id in round_.busy for round_ in state.rounds.values())


def check_players(command: Side, state: Tournament, *, except_entry: str = "") -> None:
    """Refuse players who are already entered, and a wrong number. ``except_entry``: not compared."""
    players = set(side_of(command)) - {""}
    if len(players) != state.settings.players_per_side:
        refuse("invalid_entry", field="partner", fault=PARTNER_FAULTS[state.settings.players_per_side])
    refuse_entered_players(players, state, except_entry)


def _fills_free_place(command: EnterPlayer, state: Tournament) -> bool:
    """Return whether the player can join a drawn bracket: it has a free place, and they play in round 1."""
    return command.final and 1 not in (command.absent or ()) and places_left(state, command.group) > 0


def check_facts(entry: EntryFacts) -> None:
    _check_strength(entry.rank, entry.rating, entry.correction)
    _check_country_and_club(entry.country, entry.club)
    _check_group(entry.group)


def _check_strength(rank: int, rating: int, correction: int) -> None:
    if not LOWEST_RANK <= rank <= HIGHEST_RANK:
        refuse("invalid_entry", field="rank", fault=marked("30k to 9d"))
    if rating not in RATINGS:
        refuse(
            "invalid_entry",
            field="rating",
            fault=marked("%(start)s to %(stop)s", start=RATINGS.start, stop=RATINGS.stop - 1),
        )
    if not -50 <= correction <= 50:
        refuse("invalid_entry", field="correction", fault=marked("-50 to 50"))


def _check_group(group: str) -> None:
    if not is_group_name(group):
        refuse("invalid_entry", field="group", fault=GROUP_FAULT)


def is_group_name(name: str) -> bool:
    return len(name) <= LONGEST_GROUP and is_one_line(name) and name == name.strip()


def _check_country_and_club(country: str, club: str) -> None:
    if len(country) > 2:
        refuse("invalid_entry", field="country", fault=marked("two letters"))
    if len(club) > 12:
        refuse("invalid_entry", field="club", fault=marked("at most 12 characters"))


def first_played_round(state: Tournament, entry_id: str) -> int:
    """Return the first round with a result of the entry, or a published bye; 0 if there is none."""
    for round_ in state.rounds.values():
        own = [pair for pair in round_.pairs.values() if entry_id in pair.players]
        played = any(pair.result_state != ResultState.MISSING for pair in own)
        if played or (entry_id in round_.byes and (round_.published or round_.closed)):
            return round_.number
    return 0


def _changes_in_words(old: Entry, new: Entry) -> list[str]:
    was, now = EntryFacts.facts_of(old), EntryFacts.facts_of(new)
    return [
        join_marked(
            [
                FACTS[fact].label,
                _fact_in_words(fact, was[fact]),
                "→",
                _fact_in_words(fact, now[fact]),
            ]
        )
        for fact in was
        if was[fact] != now[fact]
    ]


def _fact_in_words(name: str, value: Any) -> str:
    show = FACTS[name].show
    return str(show(value)) if show else str(value) if value else marked("nothing")


def _round_numbers(rounds: tuple[int, ...]) -> str:
    return ", ".join(map(str, rounds))
