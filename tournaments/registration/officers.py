"""What directors decide on registrations, and what the desk notes of fees. Under one lock, as all of them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from games.log import unit_of_work
from games.log.unit_of_work import Context
from games.marking import marked
from games.refusals import refuse
from tournaments.registration import entering, places
from tournaments.registration.matching import Match, recognise
from tournaments.registration.registering import move_up
from tournaments.tables.people import Player
from tournaments.tables.rows import TournamentRow
from tournaments.tables.signups import HOLDING, OPEN, Signup, SignupTerms, State
from tournaments.time_zones import zone_of

NEW = "new"
FILLED = ("country", "club", "egf_pin", "ffg_licence", "aga_id", "birth_year", "email", "rank", "grade")
"""What a second registration of one person may add to the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmSignups:
    """Those that are named; none: all that have a place.

    ``players``: registration -> a player's id, or "new".
    """

    signups: tuple[str, ...] = ()
    players: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class RefuseSignup:
    """``reason`` is shown to whoever registered."""

    signup_id: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveSignup:
    """To the end of the waiting list, or from it to a place."""

    signup_id: str
    waiting: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeSignup:
    """It is of the same person as ``into``, which stays."""

    signup_id: str
    into: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkFee:
    """``amount`` None: as it was. Not ``paid``: it is due."""

    signup_id: str
    paid: bool
    amount: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewLink:
    """A new private link; the one before opens nothing from then on."""

    signup_id: str


def confirm(row: TournamentRow, command: ConfirmSignups, context: Context) -> list[Signup]:
    """They are entered, all or none; whoever is already, stays so.

    Raises Refusal ``registration_unclear`` or ``registered_twice`` where somebody must say who is who,
    ``no_place_free``, ``registration_over``, or why somebody cannot be entered, with their ``name``.
    """

    def work() -> list[Signup]:
        terms = places.locked(row.pk)
        chosen = _chosen(terms, command.signups)
        todo = [signup for signup in chosen if signup.state != State.CONFIRMED]
        for signup in todo:
            _need(signup, OPEN)
            _give_place(signup, terms)
        players = _identities(terms, todo, command.players)
        edits = entering.edits_of(row.pk, context)
        for signup in todo:
            entering.enter(edits, signup, players[signup.id])
            _decide(signup, State.CONFIRMED, context)
        edits.keep()
        return chosen

    return unit_of_work.run(work, context=context)


def _chosen(terms: SignupTerms, ids: Iterable[str]) -> list[Signup]:
    own = Signup.objects.filter(terms=terms).select_related("terms")
    wanted = {UUID(id_) for id_ in ids}
    if not wanted:
        return list(own.filter(state=State.ASKED))
    found = list(own.filter(pk__in=wanted))
    if len(found) < len(wanted):
        refuse("no_such_registration")
    return found


def _give_place(signup: Signup, terms: SignupTerms) -> None:
    if signup.state == State.WAITING:
        places.need_place(terms)
        signup.state = State.ASKED
        signup.save(update_fields=["state"])


def _identities(
    terms: SignupTerms, signups: list[Signup], said: Mapping[str, str]
) -> dict[UUID, Player | None]:
    """Who each of them is: as said, as is very likely, or somebody new."""
    matches = recognise(terms, signups)
    unsure = [one for one in signups if str(one.id) not in said and not matches[one.id].plain]
    if twice := [one.name for one in unsure if matches[one.id].twins]:
        refuse("registered_twice", names=twice)
    if unsure:
        names, ids = zip(*((one.name, str(one.id)) for one in unsure), strict=True)
        refuse("registration_unclear", names=list(names), registrations=list(ids))
    return {one.id: _identity(one, said.get(str(one.id), ""), matches[one.id]) for one in signups}


def _identity(signup: Signup, said: str, match: Match) -> Player | None:
    if not said:
        return match.likely
    if said == NEW:
        return None
    own = Player.objects.filter(organisation_id=signup.terms.organisation_id, erased=False)
    id_ = _uuid(said)
    found = own.filter(pk=id_).first() if id_ else None
    return found or refuse("unknown_player", player=said)


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def refuse_signup(row: TournamentRow, command: RefuseSignup, context: Context) -> Signup:
    """They are told why, and the first who waits has their place. An entry with games stays: withdraw it."""

    def work(signup: Signup) -> None:
        if signup.state == State.REFUSED:
            return
        _need(signup, (*OPEN, State.CONFIRMED))
        if not command.reason.strip():
            refuse("reason_required", field="reason", fault=marked("They are told why: write it here."))
        _take_out(signup, context)
        signup.reason = command.reason.strip()
        _decide(signup, State.REFUSED, context)
        move_up(signup.terms, context)

    return _on_one(row, command.signup_id, work, context)


def move(row: TournamentRow, command: MoveSignup, context: Context) -> Signup:
    """To the waiting list: nobody moves up by itself then. Raises Refusal ``no_place_free``."""

    def work(signup: Signup) -> None:
        if command.waiting and signup.state != State.WAITING:
            _need(signup, HOLDING)
            _take_out(signup, context)
            signup.number = places.next_number(signup.terms)
            _decide(signup, State.WAITING, context)
        elif not command.waiting and signup.state not in HOLDING:
            _need(signup, (State.WAITING,))
            _give_place(signup, signup.terms)

    return _on_one(row, command.signup_id, work, context)


def _take_out(signup: Signup, context: Context) -> None:
    if signup.state == State.CONFIRMED:
        edits = entering.edits_of(signup.terms_id, context)
        entering.take_out(edits, signup)
        edits.keep()


def merge(row: TournamentRow, command: MergeSignup, context: Context) -> Signup:
    """The one that stays, with what the other adds. The other's link says so and opens nothing more."""

    def work(signup: Signup) -> None:
        kept = _one(signup.terms, command.into)
        if signup.merged_into_id == kept.id:
            return
        if kept.id == signup.id or signup.state == State.CONFIRMED:
            refuse("not_mergeable")
        _need(signup, OPEN)
        _need(kept, (*OPEN, State.CONFIRMED))
        new = {name: getattr(signup, name) for name in FILLED if getattr(kept, name) in ("", None)}
        for name, value in new.items():
            setattr(kept, name, value)
        if signup.state == State.ASKED and kept.state == State.WAITING:
            kept.state = State.ASKED
        kept.save()
        signup.merged_into = kept
        _decide(signup, State.MERGED, context)
        move_up(signup.terms, context)

    return _on_one(row, command.signup_id, work, context).merged_into or refuse("not_mergeable")


def mark_fee(row: TournamentRow, command: MarkFee, context: Context) -> Signup:
    """Paid or due, by whom and when it was noted. Noted once more: the first note stands."""

    def work(signup: Signup) -> None:
        if command.amount is not None:
            signup.fee = command.amount.strip()
        if command.paid != (signup.fee_paid_at is not None):
            signup.fee_paid_at = context.at if command.paid else None
            signup.fee_by_id = _user(context)
        signup.save()

    return _on_one(row, command.signup_id, work, context)


def renew_link(row: TournamentRow, command: RenewLink, context: Context) -> Signup:
    def work(signup: Signup) -> None:
        signup.link += 1
        signup.save(update_fields=["link"])

    return _on_one(row, command.signup_id, work, context)


def _on_one(row: TournamentRow, signup_id: Any, work: Callable[[Signup], None], context: Context) -> Signup:
    def in_one() -> Signup:
        signup = _one(places.locked(row.pk), signup_id)
        work(signup)
        return signup

    return unit_of_work.run(in_one, context=context)


def _one(terms: SignupTerms, signup_id: Any) -> Signup:
    id_ = _uuid(str(signup_id))
    found = Signup.objects.filter(terms=terms, pk=id_).first() if id_ else None
    if found is None:
        refuse("no_such_registration")
    found.terms = terms
    return found


def _need(signup: Signup, states: Iterable[str]) -> None:
    if signup.state not in states:
        refuse("registration_over", state=signup.state, name=signup.name)


def _decide(signup: Signup, state: State, context: Context) -> None:
    signup.state, signup.decided_at, signup.decided_by_id = state, context.at, _user(context)
    signup.save()


def _user(context: Context) -> int | None:
    """The account that commands, None for manage.py."""
    kind, _, number = context.actor.partition(":")
    return int(number) if kind == "user" else None


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetSignups:
    """Those that were not confirmed, and the addresses of those that were."""


def is_over(row: TournamentRow, at: datetime, zone: str = "UTC") -> bool:
    """Its last day is past, where it is; or it is archived."""
    last = row.ends or row.begins
    return row.archived or bool(last and at.astimezone(zone_of(zone)).date().isoformat() > last)


def unneeded(row: TournamentRow) -> QuerySet[Signup]:
    return Signup.objects.filter(terms_id=row.pk).exclude(state=State.CONFIRMED)


def forget(row: TournamentRow, at: datetime) -> int:
    """How many went. Raises Refusal ``tournament_not_over``."""
    with transaction.atomic():
        terms = places.locked(row.pk)
        if not is_over(row, at, terms.zone):
            refuse("tournament_not_over")
        gone = unneeded(row)
        count = gone.count()
        gone.delete()
        Signup.objects.filter(terms=terms).exclude(email="").update(email="")
        return count
