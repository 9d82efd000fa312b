"""What somebody does for themselves: register, change what they said, withdraw."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.signing import BadSignature, Signer

from games.log import unit_of_work
from games.log.unit_of_work import Context
from games.refusals import refuse
from tournaments.registration import entering, places
from tournaments.registration.answers import Told, check, columns_of, digest_of
from tournaments.registration.entering import Edits
from tournaments.registration.matching import Match, recognise
from tournaments.registration.terms import Door, door
from tournaments.tables.rows import TournamentRow
from tournaments.tables.signups import OPEN, Signup, SignupTerms, State

MOST_SIGNUPS = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Register(Told):
    """``signup_id``: made by whoever sends it; sent twice, it is one. ``consent``: the version agreed to."""

    signup_id: str
    consent: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeSignup(Told):
    """Everything they said, as it is from now on; once there is an entry, only what is beside it."""

    signup_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawSignup:
    signup_id: str


BESIDE_ENTRIES = ("email", "hidden")


def register(row: TournamentRow, command: Register, context: Context) -> Signup:
    """The registration, with a place, on the waiting list or confirmed. Sent again, the same.

    Raises Refusal ``registration_closed``, ``registration_full``, ``invalid_registration``, and
    ``registered_otherwise`` for an id under which something else was sent.
    """

    def work() -> Signup:
        terms = places.locked(row.pk)
        told = _told(command)
        if found := Signup.objects.filter(pk=UUID(command.signup_id)).first():
            return _same(found, terms, told)
        _need_open(terms, row, context.at)
        check(told, terms, row, context.at.year)
        _need_consent(command, terms)
        signup = _new(terms, command, told, context)
        signup.save()
        if signup.state == State.ASKED and terms.at_once:
            confirm_at_once([signup], terms, context)
        return signup

    return unit_of_work.run(work, context=context)


def _told(command: Told) -> Told:
    return Told(**{name: getattr(command, name) for name in Told.__dataclass_fields__})


def _same(found: Signup, terms: SignupTerms, told: Told) -> Signup:
    if found.terms_id != terms.pk or found.digest != digest_of(told):
        refuse("registered_otherwise")
    return found


def _need_open(terms: SignupTerms, row: TournamentRow, at: datetime) -> None:
    if door(terms, row, at) is not Door.OPEN:
        refuse("registration_closed", contact=terms.contact)
    if Signup.objects.filter(terms=terms).count() >= MOST_SIGNUPS:
        refuse("too_many_entries", most=MOST_SIGNUPS)


def _need_consent(command: Register, terms: SignupTerms) -> None:
    if command.consent is None:
        refuse("invalid_registration", faults={"consent": "Nothing is kept unless you agree."})
    if command.consent != terms.consent_version:
        fault = "This text has changed since you opened the page: read it, and agree once more."
        refuse("invalid_registration", faults={"consent": fault})


def _new(terms: SignupTerms, command: Register, told: Told, context: Context) -> Signup:
    """Nobody passes those who wait already."""
    at_end = places.waiting(terms).exists() or not places.has_place(terms)
    if at_end and not terms.waiting_list:
        refuse("registration_full", contact=terms.contact)
    return Signup(
        id=UUID(command.signup_id),
        terms=terms,
        number=places.next_number(terms),
        state=State.WAITING if at_end else State.ASKED,
        asked_at=context.at,
        consent_version=terms.consent_version,
        consent_at=context.at,
        fee="",
        digest=digest_of(told),
        **columns_of(told, terms),
    )


def confirm_at_once(signups: list[Signup], terms: SignupTerms, context: Context) -> None:
    """Those whom nobody needs to tell apart are entered; the director looks at the others.

    They have their place alike, and are told so alike: a stranger learns nothing of who is known.
    """
    edits = entering.edits_of(terms.pk, context)
    matches = recognise(terms, signups)
    for signup in signups:
        _enter_if_plain(edits, signup, matches[signup.id])
    edits.keep()


def _enter_if_plain(edits: Edits, signup: Signup, match: Match) -> None:
    player = match.likely
    if not match.plain or (player and entering.entry_of_player(edits.state, player.id)):
        return
    if edits.tried(lambda: entering.enter(edits, signup, player)):
        signup.state, signup.decided_at = State.CONFIRMED, edits.context.at
        signup.leads_to_games = player is None  # anybody can write the name and club of somebody known
        signup.save()


def change(signup_id: Any, command: ChangeSignup, context: Context) -> Signup:
    """Raises Refusal ``registration_over`` where it was withdrawn or refused, ``invalid_registration``."""

    def work() -> Signup:
        signup = _locked(signup_id)
        terms, row = signup.terms, _row(signup)
        if is_entered(signup):
            return _store(signup, {name: getattr(command, name) for name in BESIDE_ENTRIES}, terms)
        if signup.state not in OPEN:
            refuse("registration_over", state=signup.state)
        told = _told(command)
        check(told, terms, row, context.at.year)
        return _store(signup, columns_of(told, terms), terms)

    return unit_of_work.run(work, context=context)


def is_entered(signup: Signup) -> bool:
    """Whether only what is beside the entry may be changed, as far as they are told."""
    return signup.state == State.CONFIRMED or (signup.terms.at_once and signup.state == State.ASKED)


def _store(signup: Signup, values: dict[str, Any], terms: SignupTerms) -> Signup:
    if "email" not in terms.asks:
        values = {**values, "email": ""}
    for name, value in values.items():
        setattr(signup, name, value)
    signup.save()
    return signup


def withdraw(signup_id: Any, context: Context) -> Signup:
    """They come not; the first who waits has their place. Once more: nothing happens."""

    def work() -> Signup:
        signup = _locked(signup_id)
        if signup.state == State.WITHDRAWN:
            return signup
        if signup.state not in (*OPEN, State.CONFIRMED):
            refuse("registration_over", state=signup.state)
        if signup.state == State.CONFIRMED:
            edits = entering.edits_of(signup.terms_id, context)
            entering.leave(edits, signup)
            edits.keep()
        signup.state, signup.decided_at = State.WITHDRAWN, context.at
        signup.save()
        move_up(signup.terms, context)
        return signup

    return unit_of_work.run(work, context=context)


def move_up(terms: SignupTerms, context: Context) -> list[Signup]:
    """The first who wait have the places that are free; entered at once where the terms say so."""
    moved = places.promote(terms)
    if moved and terms.at_once:
        confirm_at_once(moved, terms, context)
    return moved


def _locked(signup_id: Any) -> Signup:
    """As it is now that nobody else may change it."""
    id_ = UUID(str(signup_id))
    before = Signup.objects.filter(pk=id_).values_list("terms_id", flat=True).first()
    if before is None:
        refuse("no_such_registration")
    terms = places.locked(before)
    signup = Signup.objects.filter(pk=id_).first()
    if signup is None:
        refuse("no_such_registration")
    signup.terms = terms
    return signup


def _row(signup: Signup) -> TournamentRow:
    row = TournamentRow.objects.filter(pk=signup.terms_id).first()
    return row or refuse("not_found")


SALT = "nigiri.registration"  # in every link given out so far


def key_of(signup: Signup) -> str:
    """What the link has: the id, which of its links it is, and a signature by the secret key."""
    return Signer(salt=SALT).sign(f"{signup.id.hex}-{signup.link}")


def signup_of(key: str) -> Signup:
    """Raises Refusal ``no_such_registration``, or ``registration_link_replaced`` for an older link."""
    try:
        id_, _, link = Signer(salt=SALT).unsign(key).partition("-")
        found = Signup.objects.select_related("terms").filter(pk=UUID(id_)).first()
    except (BadSignature, ValueError):
        refuse("no_such_registration")
    if found is None:
        refuse("no_such_registration")
    if link != str(found.link):
        refuse("registration_link_replaced")
    return found
