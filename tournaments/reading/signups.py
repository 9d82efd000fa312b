"""Registrations as REST bodies: terms, a player's own registration, the director's and the public list."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, TypedDict

from django.db.models import QuerySet

from games.log.digests import timestamp
from games.rest.bodies import DateTimeText, IdText, OptionalText, RankText, body_from
from tournaments.competition.ranks import format_grade
from tournaments.registration.matching import Match, match_signups
from tournaments.registration.places import free_places, place_in_line, waiting_list
from tournaments.registration.terms import (
    OPTIONAL,
    REQUIRED,
    RegistrationStatus,
    consent_of,
    registration_status,
)
from tournaments.tables.rows import RoundRow, TournamentRow
from tournaments.tables.signups import HOLDING, PublicList, Signup, SignupTerms, State

STATES = State.values
StateText = Annotated[str, ("enum", STATES)]
SHOWN = PublicList.values
ShownText = Annotated[str, ("enum", SHOWN)]
AskedText = Annotated[str, ("enum", [OPTIONAL, REQUIRED])]


class TermsBody(TypedDict):
    """Terms of registration. ``asks``: optional or required, by field. ``places_left``: null if unlimited."""

    state: RegistrationStatus
    zone: str
    opens_at: DateTimeText | None
    closes_at: DateTimeText | None
    places: int | None
    places_left: int | None
    waiting: int
    waiting_list: bool
    at_once: bool
    categories: list[str]
    asks: dict[str, AskedText]
    shown: ShownText
    fee: OptionalText
    contact: OptionalText
    consent: str
    consent_version: int
    version: int


class SignupAnswersBody(TypedDict):
    family_name: str
    given_name: OptionalText
    rank: str | None
    country: OptionalText
    club: OptionalText
    egf_pin: OptionalText
    ffg_licence: OptionalText
    aga_id: OptionalText
    birth_year: int | None
    email: OptionalText
    category: OptionalText
    absent: list[int]
    byes: list[int]
    hidden: bool


class OwnSignupBody(SignupAnswersBody):
    """A player's own registration. ``place_in_line``: on the waiting list; ``reason``: of a refusal."""

    id: IdText
    state: StateText
    place_in_line: int | None
    reason: OptionalText
    fee: OptionalText
    fee_paid: bool
    entry: IdText | None


class RegisteredBody(OwnSignupBody):
    """A new registration. ``key``: of the private link to change it, /registrations/{key}/."""

    key: str


class KnownPlayerBody(TypedDict):
    """A known player who may be the same person; ``likely``: very likely."""

    id: IdText
    name: str
    rank: RankText
    country: OptionalText
    club: OptionalText
    likely: bool


class SignupBody(OwnSignupBody):
    """A registration in the director's list. ``known``: possible players; ``twins``: likely duplicates."""

    number: int
    asked_at: DateTimeText
    consent_version: int
    consent_at: DateTimeText
    fee_paid_at: DateTimeText | None
    known: list[KnownPlayerBody]
    twins: list[IdText]


class ComingBody(TypedDict):
    name: str
    rank: str | None
    club: OptionalText
    country: OptionalText
    state: StateText


def terms_body(terms: SignupTerms, row: TournamentRow, at: datetime) -> TermsBody:
    return body_from(
        TermsBody,
        terms,
        state=registration_status(terms, row, at),
        opens_at=_iso_time(terms.opens_at),
        closes_at=_iso_time(terms.closes_at),
        places_left=free_places(terms) if terms.version else None,
        waiting=waiting_list(terms).count() if terms.version else 0,
        consent=consent_of(terms),
    )


def own_signup_body(signup: Signup) -> OwnSignupBody:
    return body_from(
        OwnSignupBody,
        signup,
        id=str(signup.id),
        rank=_rank(signup),
        state=public_state(signup),
        place_in_line=place_in_line(signup) if signup.state == State.WAITING else None,
        reason=signup.reason if signup.state == State.REFUSED else "",
        fee=signup.fee or signup.terms.fee,
        fee_paid=signup.fee_paid_at is not None,
        entry=public_entry(signup) or None,
    )


def public_entry(signup: Signup) -> str:
    """Return the entry to show to its owner; with automatic confirmation only after the first pairing.

    Otherwise the entry would reveal which players the organisers know.
    """
    begun = not signup.terms.at_once or RoundRow.objects.filter(tournament_id=signup.terms_id).exists()
    return signup.entry_id if begun else ""


def public_state(signup: Signup) -> str:
    """Return the state to show; with automatic confirmation every registration with a place is confirmed.

    Otherwise the state would reveal which players the organisers know.
    """
    at_once = signup.terms.at_once and signup.state == State.ASKED
    return State.CONFIRMED.value if at_once else str(signup.state)


def signup_bodies(terms: SignupTerms, signups: Iterable[Signup], *, personal: bool) -> list[SignupBody]:
    """Return the registrations. ``personal``: with e-mail and birth year, which the desk does not need."""
    listed = list(signups)
    matches = match_signups(terms, listed)
    line = {id_: place for place, id_ in enumerate(waiting_list(terms).values_list("id", flat=True), start=1)}
    bodies = [_signup_body(one, matches[one.id], line.get(one.id)) for one in listed]
    return bodies if personal else [{**body, "email": "", "birth_year": None} for body in bodies]


def _signup_body(signup: Signup, match: Match, place: int | None) -> SignupBody:
    return body_from(
        SignupBody,
        signup,
        id=str(signup.id),
        rank=_rank(signup),
        state=str(signup.state),
        place_in_line=place,
        fee=signup.fee or signup.terms.fee,
        fee_paid=signup.fee_paid_at is not None,
        fee_paid_at=_iso_time(signup.fee_paid_at),
        asked_at=timestamp(signup.asked_at),
        consent_at=timestamp(signup.consent_at),
        entry=signup.entry_id or None,
        known=[
            body_from(
                KnownPlayerBody,
                player,
                id=str(player.id),
                rank=player.written_rank,
                likely=player == match.likely,
            )
            for player in match.candidates
        ],
        twins=[str(twin.id) for twin in match.twins],
    )


def public_signups(terms: SignupTerms) -> QuerySet[Signup]:
    """Return the registrations of the public list: confirmed ones and, if the terms say so, waiting ones."""
    states: dict[str, tuple[State, ...]] = {
        PublicList.CONFIRMED: HOLDING if terms.at_once else (State.CONFIRMED,),
        PublicList.EVERYBODY: (*HOLDING, State.WAITING),
    }
    return Signup.objects.filter(terms=terms, hidden=False, state__in=states.get(terms.shown, ()))


def public_signup_body(signup: Signup) -> ComingBody:
    return body_from(ComingBody, signup, rank=_rank(signup), state=public_state(signup))


def _rank(signup: Signup) -> str | None:
    return format_grade(signup.rank, signup.grade) or None


def _iso_time(at: datetime | None) -> str | None:
    return None if at is None else timestamp(at)


CSV_HEAD = (
    "number", "family_name", "given_name", "state", "rank", "country", "club", "egf_pin", "ffg_licence",
    "aga_id", "birth_year", "email", "category", "absent", "byes", "fee", "paid", "registered", "consent",
)  # fmt: skip


def csv_row(signup: Signup) -> list[str]:
    """Return a row with the columns of ``CSV_HEAD``; the caller has to escape formulas."""
    paid = signup.fee_paid_at
    cells = {
        **{name: getattr(signup, name, "") for name in CSV_HEAD},
        "rank": _rank(signup) or "",
        "absent": " ".join(map(str, signup.absent)),
        "byes": " ".join(map(str, signup.byes)),
        "fee": signup.fee or signup.terms.fee,
        "paid": paid.date().isoformat() if paid else "",
        "registered": signup.asked_at.isoformat(timespec="minutes"),
        "consent": f"{signup.consent_version}, {signup.consent_at.isoformat(timespec='minutes')}",
    }
    return ["" if cells[name] is None else str(cells[name]) for name in CSV_HEAD]
