"""The terms of registration, and whether it is open."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.log.store import VersionClash
from games.log.unit_of_work import Context
from games.marking import marked
from games.refusals import refuse
from tournaments.tables.changed import touch
from tournaments.tables.rows import TournamentRow
from tournaments.tables.signups import ConsentText, PublicList, SignupTerms
from tournaments.time_zones import is_zone, zone_of_tournament

OPTIONAL, REQUIRED = "optional", "required"
ASKABLE = (
    "rank", "club", "country", "egf_pin", "ffg_licence", "aga_id", "birth_year", "email", "rounds", "byes",
)  # fmt: skip
"""The optional questions of a form; ``rounds`` are those that the player will miss."""
CAN_BE_NEEDED = frozenset(ASKABLE) - {"rounds", "byes"}
USUAL: Mapping[str, str] = {
    "rank": REQUIRED, "club": OPTIONAL, "country": OPTIONAL, "egf_pin": OPTIONAL, "email": OPTIONAL,
    "rounds": OPTIONAL,
}  # fmt: skip
CONSENT = (
    "I agree that the organisers keep what I enter here to run this tournament, and that my name, rank, "
    "club, country and results are published and reported to the federation for rating."
)
LONGEST_CONSENT = 4000
MOST_CATEGORIES = 20
MOST_PLACES = 10_000


class RegistrationStatus(StrEnum):
    """The state of registration: whether players may register now, and if not, why."""

    OPEN = "open"
    NOT_YET = "not_yet"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetTerms:
    """The command to replace all terms. See ``SignupTerms``."""

    is_open: bool
    consent: str
    zone: str = "UTC"
    opens_at: datetime | None = None
    closes_at: datetime | None = None
    places: int | None = None
    waiting_list: bool = True
    at_once: bool = False
    categories: tuple[str, ...] = ()
    asks: Mapping[str, str] = field(default_factory=lambda: dict(USUAL))
    shown: str = PublicList.NOBODY
    fee: str = ""
    contact: str = ""


COLUMNS = tuple(name for name in SetTerms.__dataclass_fields__ if name != "consent")


def terms_of(row: TournamentRow) -> SignupTerms:
    """Return the terms of a tournament, or unsaved default terms."""
    found = SignupTerms.objects.filter(pk=row.pk).first()
    return found or SignupTerms(
        tournament_id=row.pk,
        organisation_id=row.organisation_id,
        zone=_usual_zone(row),
        asks=dict(USUAL),
    )


def _usual_zone(row: TournamentRow) -> str:
    """Return the zone that was chosen, else that of the organisation's latest terms, else the usual one."""
    if own := row.poster.get("time_zone"):
        return str(own)
    before = SignupTerms.objects.filter(organisation_id=row.organisation_id).order_by("-closes_at").first()
    return before.zone if before else zone_of_tournament(row).key


def consent_of(terms: SignupTerms, version: int | None = None) -> str:
    """Return the current consent text, that of a version, or the default."""
    asked = terms.consent_version if version is None else version
    found = ConsentText.objects.filter(terms_id=terms.pk, version=asked).first()
    return found.text if found else CONSENT


def registration_status(terms: SignupTerms, row: TournamentRow, at: datetime) -> RegistrationStatus:
    if not terms.is_open or row.archived or (terms.closes_at is not None and at >= terms.closes_at):
        return RegistrationStatus.CLOSED
    return (
        RegistrationStatus.NOT_YET
        if terms.opens_at is not None and at < terms.opens_at
        else RegistrationStatus.OPEN
    )


def signup_is_open(row: TournamentRow) -> bool:
    """Return whether registration is open now, with one query."""
    terms = SignupTerms.objects.filter(pk=row.pk).first()
    return terms is not None and registration_status(terms, row, timezone.now()) is RegistrationStatus.OPEN


def set_terms(row: TournamentRow, command: SetTerms, context: Context) -> SignupTerms:
    """Store the terms. Raises Refusal ``invalid``, or VersionClash if they changed meanwhile."""
    _check(command)
    with transaction.atomic():
        touch(row.pk)
        SignupTerms.objects.get_or_create(
            pk=row.pk, defaults={"organisation_id": row.organisation_id, "asks": dict(USUAL)}
        )
        terms = SignupTerms.objects.select_for_update().get(pk=row.pk)
        if context.expected not in (None, terms.version):
            raise VersionClash(f"registration-{row.pk}", context.expected or 0, terms.version)
        _keep_consent(terms, command.consent.strip(), context)
        for name in COLUMNS:
            setattr(terms, name, getattr(command, name))
        terms.categories = list(command.categories)
        terms.version += 1
        terms.save()
        return terms


def _keep_consent(terms: SignupTerms, text: str, context: Context) -> None:
    """Store a changed text as a new version, since consent refers to a version."""
    if terms.consent_version and consent_of(terms) == text:
        return
    terms.consent_version += 1
    ConsentText.objects.create(terms=terms, version=terms.consent_version, text=text, written_at=context.at)


def _check(command: SetTerms) -> None:
    if not command.consent.strip():
        refuse(
            "invalid",
            field="consent",
            fault=marked("Enter the consent text; registrations cannot be stored without it."),
        )
    if not is_zone(command.zone):
        refuse("invalid", field="zone", fault=marked("A time zone such as Europe/Helsinki."))
    if command.opens_at and command.closes_at and command.closes_at <= command.opens_at:
        refuse("invalid", field="closes_at", fault=marked("This must be later than the opening."))
    if len(set(map(str.casefold, command.categories))) < len(command.categories):
        refuse("invalid", field="categories", fault=marked("Each category once."))
    if unknown := command.asks.keys() - set(ASKABLE):
        refuse(
            "invalid",
            field=f"asks.{min(unknown)}",
            fault=marked("Unknown field: %(unknown)s.", unknown=min(unknown)),
        )
    for name, how in command.asks.items():
        if how not in (OPTIONAL, REQUIRED) or (how == REQUIRED and name not in CAN_BE_NEEDED):
            refuse(
                "invalid", field=f"asks.{name}", fault=marked("%(name)s: optional or required.", name=name)
            )


def tournament_of(terms: SignupTerms) -> TournamentRow | None:
    return TournamentRow.objects.filter(pk=UUID(str(terms.pk))).first()
