"""Commands of players: register, change the answers, withdraw; the private link of a registration."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.signing import BadSignature, Signer

from games.log import unit_of_work
from games.log.unit_of_work import Context
from games.refusals import refuse
from tournaments.registration import entering, places
from tournaments.registration.answers import Answers, check, columns_of, digest_of, refuse_answers
from tournaments.registration.entering import Edits
from tournaments.registration.matching import Match, match_signups
from tournaments.registration.terms import RegistrationStatus, registration_status
from tournaments.tables.rows import TournamentRow
from tournaments.tables.signups import OPEN, Signup, SignupTerms, State

MOST_SIGNUPS = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Register(Answers):
    """The command to register. ``signup_id``: chosen by the client; ``consent``: the version agreed to."""

    signup_id: str
    consent: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeSignup(Answers):
    """The command to replace all answers; after entering only mail address and visibility."""

    signup_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawSignup:
    signup_id: str


EDITABLE_AFTER_ENTRY = ("email", "hidden")


def register(row: TournamentRow, command: Register, context: Context) -> Signup:
    """Register a player with a place, on the waiting list or confirmed; idempotent.

    Raises Refusal ``registration_closed``, ``registration_full``, ``invalid_registration``, and
    ``registered_otherwise`` for an id that was used for other answers.
    """

    def work() -> Signup:
        terms = places.lock_terms(row.pk)
        answers = _answers_in(command)
        if found := Signup.objects.filter(pk=UUID(command.signup_id)).first():
            return _require_same(found, terms, answers)
        _require_open(terms, row, context.at)
        check(answers, terms, row, context.at.year)
        _require_consent(command, terms)
        signup = _new_signup(terms, command, answers, context)
        signup.save()
        if signup.state == State.ASKED and terms.at_once:
            confirm_at_once([signup], terms, context)
        return signup

    return unit_of_work.run(work, context=context)


def _answers_in(command: Answers) -> Answers:
    return Answers(**{name: getattr(command, name) for name in Answers.__dataclass_fields__})


def _require_same(found: Signup, terms: SignupTerms, answers: Answers) -> Signup:
    if found.terms_id != terms.pk or found.digest != digest_of(answers):
        refuse("registered_otherwise")
    return found


def _require_open(terms: SignupTerms, row: TournamentRow, at: datetime) -> None:
    if registration_status(terms, row, at) is not RegistrationStatus.OPEN:
        refuse("registration_closed", contact=terms.contact)
    if Signup.objects.filter(terms=terms).count() >= MOST_SIGNUPS:
        refuse("too_many_entries", most=MOST_SIGNUPS)


def _require_consent(command: Register, terms: SignupTerms) -> None:
    if command.consent is None:
        refuse_answers({"consent": "Nothing is kept unless you agree."})
    if command.consent != terms.consent_version:
        fault = "This text has changed since you opened the page: read it, and agree again."
        refuse_answers({"consent": fault})


def _new_signup(terms: SignupTerms, command: Register, answers: Answers, context: Context) -> Signup:
    """Create the registration, behind those who wait already."""
    at_end = places.waiting_list(terms).exists() or not places.has_place(terms)
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
        digest=digest_of(answers),
        **columns_of(answers, terms),
    )


def confirm_at_once(signups: list[Signup], terms: SignupTerms, context: Context) -> None:
    """Enter players whose match is clear; directors decide on the others.

    The answer to the player is the same in both cases, so that it does not reveal who is known.
    """
    edits = entering.edits_of(terms.pk, context)
    matches = match_signups(terms, signups)
    for signup in signups:
        _enter_if_clear(edits, signup, matches[signup.id])
    edits.store()


def _enter_if_clear(edits: Edits, signup: Signup, match: Match) -> None:
    player = match.likely
    if not match.needs_no_decision or (player and entering.entry_of_player(edits.state, player.id)):
        return
    if edits.apply_if_allowed(lambda: entering.enter(edits, signup, player)):
        signup.state, signup.decided_at = State.CONFIRMED, edits.context.at
        signup.leads_to_games = player is None  # the name and club of a known player prove no identity
        signup.save()


def change(signup_id: Any, command: ChangeSignup, context: Context) -> Signup:
    """Change a registration. Raises Refusal ``registration_over`` or ``invalid_registration``."""

    def work() -> Signup:
        signup = _lock_signup(signup_id)
        terms, row = signup.terms, _row(signup)
        if is_entered(signup):
            return _store(signup, {name: getattr(command, name) for name in EDITABLE_AFTER_ENTRY}, terms)
        if signup.state not in OPEN:
            refuse("registration_over", state=signup.state)
        answers = _answers_in(command)
        check(answers, terms, row, context.at.year)
        return _store(signup, columns_of(answers, terms), terms)

    return unit_of_work.run(work, context=context)


def is_entered(signup: Signup) -> bool:
    """Return whether only ``EDITABLE_AFTER_ENTRY`` may be changed, as the player sees it."""
    return signup.state == State.CONFIRMED or (signup.terms.at_once and signup.state == State.ASKED)


def _store(signup: Signup, values: dict[str, Any], terms: SignupTerms) -> Signup:
    if "email" not in terms.asks:
        values = {**values, "email": ""}
    for name, value in values.items():
        setattr(signup, name, value)
    signup.save()
    return signup


def withdraw(signup_id: Any, context: Context) -> Signup:
    """Withdraw a registration and give its place to the waiting list; idempotent."""

    def work() -> Signup:
        signup = _lock_signup(signup_id)
        if signup.state == State.WITHDRAWN:
            return signup
        if signup.state not in (*OPEN, State.CONFIRMED):
            refuse("registration_over", state=signup.state)
        if signup.state == State.CONFIRMED:
            edits = entering.edits_of(signup.terms_id, context)
            entering.withdraw_entry(edits, signup)
            edits.store()
        signup.state, signup.decided_at = State.WITHDRAWN, context.at
        signup.save()
        move_up(signup.terms, context)
        return signup

    return unit_of_work.run(work, context=context)


def move_up(terms: SignupTerms, context: Context) -> list[Signup]:
    """Give free places to the waiting list, and enter the players at once if the terms allow it."""
    moved = places.promote(terms)
    if moved and terms.at_once:
        confirm_at_once(moved, terms, context)
    return moved


def _lock_signup(signup_id: Any) -> Signup:
    """Lock the terms of a registration; return its current row."""
    id_ = UUID(str(signup_id))
    before = Signup.objects.filter(pk=id_).values_list("terms_id", flat=True).first()
    if before is None:
        refuse("no_such_registration")
    terms = places.lock_terms(before)
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
    """Return the key of the link: the id and number of the link, signed."""
    return Signer(salt=SALT).sign(f"{signup.id.hex}-{signup.link}")


def signup_of(key: str) -> Signup:
    """Return the registration. Refuses ``no_such_registration``, ``registration_link_replaced``."""
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
