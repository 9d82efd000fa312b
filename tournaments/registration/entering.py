"""Enter registered players into the tournament, and add them to the organisation's players."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import reduce
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction

from games.log import folding, unit_of_work
from games.log.store import Change
from games.log.unit_of_work import Context
from games.refusals import Refusal, refuse
from tournaments.competition.ratings.ranks import rating_of
from tournaments.domain.base import Command, fold
from tournaments.domain.byes import RequestBye
from tournaments.domain.entries import EnterPlayer, RemoveEntry, has_been_paired
from tournaments.domain.guards import finished_rounds
from tournaments.domain.presence import ReinstateEntry, WithdrawEntry
from tournaments.loading import stream_of
from tournaments.persons.lists.similar import NUMBERS
from tournaments.persons.lists.storing import by_number
from tournaments.persons.recorded_names import COLUMNS, record_changes
from tournaments.state.tournament import Entry, Tournament
from tournaments.tables.changed import touch
from tournaments.tables.people import Player
from tournaments.tables.signups import Signup

LEFT = "Withdrew by the link of the registration."


@dataclass(slots=True)
class Edits:
    """The events of one command, each decided on the state after those before it."""

    stream: str
    state: Tournament
    version: int
    context: Context
    events: list[object] = field(default_factory=list)
    learnt: set[UUID] = field(default_factory=set)
    """Players whose names or numbers were completed."""

    def run(self, command: Command) -> None:
        made = command.decide(self.state)
        self.state = reduce(fold, made, self.state)
        self.events += made

    def apply_if_allowed(self, work: Callable[[], None]) -> bool:
        """Run ``work`` and roll it back if it is refused; return whether it succeeded."""
        before = self.state, list(self.events)
        try:
            with transaction.atomic():
                work()
        except Refusal:  # for example a field that is drawn, or a missing rank: the director decides
            self.state, self.events = before
            return False
        return True

    def store(self) -> None:
        record_changes(self.learnt, self.context)  # entering records the names of new players itself
        if self.events:
            change = Change(stream=self.stream, expected=self.version, events=self.events)
            unit_of_work.store_changes([change], self.context)


def edits_of(tournament_id: Any, context: Context) -> Edits:
    stream = stream_of(str(tournament_id))
    state, version = folding.load(stream, Tournament(), fold)
    return Edits(stream=stream, state=state, version=version, context=context)


def enter(edits: Edits, signup: Signup, player: Player | None) -> None:
    """Enter the player of a registration: ``player``, or a new one. Refusals name the registration.

    In pair go and rengo the player is only added to the organisation, to be chosen for a pair.
    """
    try:
        known = player or _new_player(signup, edits.context)
        if _add_facts(known, signup):
            edits.learnt.add(known.pk)
        signup.player = known
        signup.entry_id = "" if edits.state.settings.players_per_side > 1 else _entry(edits, signup, known)
    except Refusal as no:
        raise Refusal(no.code, {**no.facts, "name": signup.name, "registration": str(signup.id)}) from no


def entry_of_player(state: Tournament, player_id: Any) -> Entry | None:
    """Return the entry of a player, withdrawn or not, or None."""
    own = (entry for entry in state.entries.values() if entry.player_id == str(player_id))
    return next(own, None)


def _entry(edits: Edits, signup: Signup, player: Player) -> str:
    present = entry_of_player(edits.state, player.id)
    if present is not None:
        edits.run(ReinstateEntry(entry_id=present.id))
        signup.leads_to_games = False  # the link belongs to the previous player of the entry
        return present.id
    rank, rating = _strength(signup, player)
    signup.leads_to_games = True
    entry_id = str(uuid5(edits.context.command_id, f"entry/{signup.id}"))
    edits.run(
        EnterPlayer(
            entry_id=entry_id,
            player_id=str(player.id),
            rank=rank,
            rating=rating,
            country=signup.country or player.country,
            club=signup.club or player.club,
            absent=frozenset(signup.absent) | finished_rounds(edits.state),
        )
    )
    for number in signup.byes:
        if not edits.state.round(number).pairs:
            edits.run(RequestBye(entry_id=entry_id, round=number))
    return entry_id


def _new_player(signup: Signup, context: Context) -> Player:
    rank, rating = _strength(signup, None)
    return Player.objects.create(
        id=uuid5(context.command_id, f"player/{signup.id}"),
        organisation_id=signup.terms.organisation_id,
        family_name=signup.family_name,
        given_name=signup.given_name,
        rank=rank,
        rating=rating,
        grade=signup.grade,
        country=signup.country,
        club=signup.club,
    )


def _add_facts(player: Player, signup: Signup) -> bool:
    """Add missing facts of a player without overwriting; return whether the log records any of them."""
    said = signup.numbers | ({"birth_year": signup.birth_year} if signup.birth_year else {})
    new = {name: value for name, value in said.items() if not getattr(player, name)}
    if new:
        touch(player.organisation_id)
        Player.objects.filter(pk=player.pk, erased=False).update(**new)
    return bool(new.keys() & COLUMNS)


def _strength(signup: Signup, player: Player | None) -> tuple[int, int]:
    """Return the declared rank, with the rating of the list or player that has the same rank."""
    columns = {column: kind for kind, column in NUMBERS.items()}
    asked = {columns[name]: {number} for name, number in signup.numbers.items()}
    listed = by_number(signup.terms.organisation, asked).values() if asked else ()
    sources = [*listed, *([player] if player else [])]
    known = [(one.rank, one.rating) for one in sources if one.rank is not None and one.rating is not None]
    if signup.rank is None:
        return known[0] if known else refuse("registration_without_rank")
    same = (rating for rank, rating in known if rank == signup.rank)
    return signup.rank, next(same, round(rating_of(signup.rank)))


def withdraw_entry(edits: Edits, signup: Signup) -> None:
    """Withdraw the entry of a registration, if it is active."""
    entry = edits.state.entries.get(signup.entry_id)
    if entry is not None and not entry.withdrawn:
        edits.run(WithdrawEntry(entry_id=entry.id, reason=LEFT))


def remove_entry(edits: Edits, signup: Signup) -> None:
    """Remove the entry of a registration. Refuses ``entry_has_games``."""
    entry = edits.state.entries.get(signup.entry_id)
    if entry is not None and (not entry.withdrawn or not has_been_paired(edits.state, entry.id)):
        edits.run(RemoveEntry(entry_id=entry.id, reason="Its registration was taken back."))
    signup.entry_id = ""
