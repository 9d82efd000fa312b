"""Commands of officers on registrations: confirm, refuse, move, merge, fees, deletion."""

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
from tournaments.registration.matching import Match, match_signups
from tournaments.registration.registering import move_up
from tournaments.tables.people import Player
from tournaments.tables.rows import TournamentRow
from tournaments.tables.signups import HOLDING, OPEN, Signup, SignupTerms, State
from tournaments.time_zones import zone_of

NEW = "new"
FILLED = ("country", "club", "egf_pin", "ffg_licence", "aga_id", "birth_year", "email", "rank", "grade")
"""The fields that a second registration of one person may add to the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmSignups:
    """The command to confirm the named registrations, or all with a place if none is named.

    ``players``: registration -> a player's id, or "new".
    """

    signups: tuple[str, ...] = ()
    players: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class RefuseSignup:
    """The command to refuse a registration; the player sees ``reason``."""

    signup_id: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveSignup:
    """The command to move a registration to the end of the waiting list, or from it to a place."""

    signup_id: str
    waiting: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeSignup:
    """The command to merge a registration into another of the same person."""

    signup_id: str
    into: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkFee:
    """The command to record whether the fee is paid; ``amount`` None keeps the amount."""

    signup_id: str
    paid: bool
    amount: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewLink:
    """The command to replace the private link of a registration."""

    signup_id: str


def confirm(row: TournamentRow, command: ConfirmSignups, context: Context) -> list[Signup]:
    """Enter the players, all or none; those already entered stay.

    Raises Refusal ``registration_unclear`` or ``registered_twice`` where an officer must decide who it is,
    ``no_place_free``, ``registration_over``, or the refusal of an entry with its ``name``.
    """

    def work() -> list[Signup]:
        terms = places.lock_terms(row.pk)
        chosen = _signups_to_confirm(terms, command.signups)
        todo = [signup for signup in chosen if signup.state != State.CONFIRMED]
        for signup in todo:
            _require_state(signup, OPEN)
            _give_place(signup, terms)
        players = _identities(terms, todo, command.players)
        edits = entering.edits_of(row.pk, context)
        for signup in todo:
            entering.enter(edits, signup, players[signup.id])
            _record_decision(signup, State.CONFIRMED, context)
        edits.store()
        return chosen

    return unit_of_work.run(work, context=context)


def _signups_to_confirm(terms: SignupTerms, ids: Iterable[str]) -> list[Signup]:
    signups = Signup.objects.filter(terms=terms).select_related("terms")
    wanted = {UUID(id_) for id_ in ids}
    if not wanted:
        return list(signups.filter(state=State.ASKED))
    found = list(signups.filter(pk__in=wanted))
    if len(found) < len(wanted):
        refuse("no_such_registration")
    return found


def _give_place(signup: Signup, terms: SignupTerms) -> None:
    if signup.state == State.WAITING:
        places.require_place(terms)
        signup.state = State.ASKED
        signup.save(update_fields=["state"])


def _identities(
    terms: SignupTerms, signups: list[Signup], decisions: Mapping[str, str]
) -> dict[UUID, Player | None]:
    """Return the player of each registration: as decided, as very likely, or None for a new one."""
    matches = match_signups(terms, signups)
    unsure = [
        one for one in signups if str(one.id) not in decisions and not matches[one.id].needs_no_decision
    ]
    if twice := [one.name for one in unsure if matches[one.id].twins]:
        refuse("registered_twice", names=twice)
    if unsure:
        names, ids = zip(*((one.name, str(one.id)) for one in unsure), strict=True)
        refuse("registration_unclear", names=list(names), registrations=list(ids))
    return {one.id: _identity(one, decisions.get(str(one.id), ""), matches[one.id]) for one in signups}


def _identity(signup: Signup, decision: str, match: Match) -> Player | None:
    if not decision:
        return match.likely
    if decision == NEW:
        return None
    players = Player.objects.filter(organisation_id=signup.terms.organisation_id, erased=False)
    id_ = _uuid(decision)
    found = players.filter(pk=id_).first() if id_ else None
    return found or refuse("unknown_player", field=f"players.{signup.id}", player=decision)


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def refuse_signup(row: TournamentRow, command: RefuseSignup, context: Context) -> Signup:
    """Refuse a registration and give its place to the waiting list. Refuses ``entry_has_games``."""

    def work(signup: Signup) -> None:
        if signup.state == State.REFUSED:
            return
        _require_state(signup, (*OPEN, State.CONFIRMED))
        if not command.reason.strip():
            refuse("reason_required", field="reason", fault=marked("Enter a reason. The player sees it."))
        _remove_entry(signup, context)
        signup.reason = command.reason.strip()
        _record_decision(signup, State.REFUSED, context)
        move_up(signup.terms, context)

    return _run_on_signup(row, command.signup_id, work, context)


def move(row: TournamentRow, command: MoveSignup, context: Context) -> Signup:
    """Move a registration; nobody moves up automatically. Raises Refusal ``no_place_free``."""

    def work(signup: Signup) -> None:
        if command.waiting and signup.state != State.WAITING:
            _require_state(signup, HOLDING)
            _remove_entry(signup, context)
            signup.number = places.next_number(signup.terms)
            _record_decision(signup, State.WAITING, context)
        elif not command.waiting and signup.state not in HOLDING:
            _require_state(signup, (State.WAITING,))
            _give_place(signup, signup.terms)

    return _run_on_signup(row, command.signup_id, work, context)


def _remove_entry(signup: Signup, context: Context) -> None:
    if signup.state == State.CONFIRMED:
        edits = entering.edits_of(signup.terms_id, context)
        entering.remove_entry(edits, signup)
        edits.store()


def merge(row: TournamentRow, command: MergeSignup, context: Context) -> Signup:
    """Merge two registrations; return the remaining one. The link of the other stops working."""

    def work(signup: Signup) -> None:
        kept = _signup_of(signup.terms, command.into)
        if signup.merged_into_id == kept.id:
            return
        if kept.id == signup.id or signup.state == State.CONFIRMED:
            refuse("not_mergeable")
        _require_state(signup, OPEN)
        _require_state(kept, (*OPEN, State.CONFIRMED))
        new = {name: getattr(signup, name) for name in FILLED if getattr(kept, name) in ("", None)}
        for name, value in new.items():
            setattr(kept, name, value)
        if signup.state == State.ASKED and kept.state == State.WAITING:
            kept.state = State.ASKED
        kept.save()
        signup.merged_into = kept
        _record_decision(signup, State.MERGED, context)
        move_up(signup.terms, context)

    return _run_on_signup(row, command.signup_id, work, context).merged_into or refuse("not_mergeable")


def mark_fee(row: TournamentRow, command: MarkFee, context: Context) -> Signup:
    """Record the fee as paid or due, with the account and time of the first record."""

    def work(signup: Signup) -> None:
        if command.amount is not None:
            signup.fee = command.amount.strip()
        if command.paid != (signup.fee_paid_at is not None):
            signup.fee_paid_at = context.at if command.paid else None
            signup.fee_by_id = _user(context)
        signup.save()

    return _run_on_signup(row, command.signup_id, work, context)


def renew_link(row: TournamentRow, command: RenewLink, context: Context) -> Signup:
    def work(signup: Signup) -> None:
        signup.link += 1
        signup.save(update_fields=["link"])

    return _run_on_signup(row, command.signup_id, work, context)


def _run_on_signup(
    row: TournamentRow, signup_id: Any, work: Callable[[Signup], None], context: Context
) -> Signup:
    def in_one() -> Signup:
        signup = _signup_of(places.lock_terms(row.pk), signup_id)
        work(signup)
        return signup

    return unit_of_work.run(in_one, context=context)


def _signup_of(terms: SignupTerms, signup_id: Any) -> Signup:
    id_ = _uuid(str(signup_id))
    found = Signup.objects.filter(terms=terms, pk=id_).first() if id_ else None
    if found is None:
        refuse("no_such_registration")
    found.terms = terms
    return found


def _require_state(signup: Signup, states: Iterable[str]) -> None:
    if signup.state not in states:
        refuse("registration_over", state=signup.state, name=signup.name)


def _record_decision(signup: Signup, state: State, context: Context) -> None:
    signup.state, signup.decided_at, signup.decided_by_id = state, context.at, _user(context)
    signup.save()


def _user(context: Context) -> int | None:
    """Return the account of the context, None for manage.py."""
    kind, _, number = context.actor.partition(":")
    return int(number) if kind == "user" else None


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetSignups:
    """The command to delete unconfirmed registrations and the mail addresses of confirmed ones."""


def is_over(row: TournamentRow, at: datetime, zone: str = "UTC") -> bool:
    """Return whether the last day is past in its time zone, or the tournament is archived."""
    last = row.ends or row.begins
    return row.archived or bool(last and at.astimezone(zone_of(zone)).date().isoformat() > last)


def unconfirmed_signups(row: TournamentRow) -> QuerySet[Signup]:
    return Signup.objects.filter(terms_id=row.pk).exclude(state=State.CONFIRMED)


def delete_personal_data(row: TournamentRow, at: datetime) -> int:
    """Delete what is no longer needed; return the number deleted. Refuses ``tournament_not_over``."""
    with transaction.atomic():
        terms = places.lock_terms(row.pk)
        if not is_over(row, at, terms.zone):
            refuse("tournament_not_over")
        gone = unconfirmed_signups(row)
        count = gone.count()
        gone.delete()
        Signup.objects.filter(terms=terms).exclude(email="").update(email="")
        return count
