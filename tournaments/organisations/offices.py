"""Grant and revoke offices: the row and its event, both or none.

Permissions are read from rows; the log records who granted an office and when. An organisation's stream
begins with the first change of its offices, after events for the existing ones. ``verify`` compares both.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple
from uuid import UUID, uuid4, uuid5

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import QuerySet
from django.db.models.signals import pre_delete
from django.dispatch import receiver
from django.utils import timezone

from games.log import folding, store, unit_of_work
from games.log.joined_logs import ACCOUNT_PREFIX
from games.log.raw import heads
from games.log.store import Change
from games.log.unit_of_work import Context
from games.log.verification import Fault, register_check
from games.receipts.readers import uuid_in
from games.refusals import Refusal
from tournaments.domain.offices import OfficeGranted, OfficeTaken, Way
from tournaments.tables.changed import touch
from tournaments.tables.people import Membership, Organisation

PREFIX = "organisation-"
OPERATOR = "manage.py"


class OfficeHolding(NamedTuple):
    """An office that an account holds; ``tournament_id`` "" for all tournaments."""

    account: str
    office: str
    tournament_id: str


Offices = frozenset[OfficeHolding]
NO_OFFICES: Offices = frozenset()


def stream_of(organisation_id: object) -> str:
    return f"{PREFIX}{organisation_id}"


def fold(state: Offices, event: object) -> Offices:
    """Return the offices after an event of the stream."""
    if isinstance(event, OfficeGranted):
        return state | {OfficeHolding(event.account, event.office, event.tournament_id)}
    if isinstance(event, OfficeTaken):
        return state - {OfficeHolding(event.account, event.office, event.tournament_id)}
    return state


def offices_in_log(organisation_id: object) -> Offices:
    return folding.fold(stream_of(organisation_id), NO_OFFICES, fold)


def office_of(membership: Membership) -> OfficeHolding:
    """Return the office as the log names it."""
    tournament_id = str(membership.tournament_id or "")
    return OfficeHolding(account_name(membership.user_id), str(membership.office), tournament_id)


def account_name(user_id: int | None) -> str:
    """Return the name of an account in events; the operator for None."""
    return OPERATOR if user_id is None else f"{ACCOUNT_PREFIX}{user_id}"


def grant(membership: Membership, way: Way, context: Context) -> None:
    """Store an unsaved membership and its event, unless the office is held already."""
    with transaction.atomic():
        store.acquire_write_lock()
        organisation_id, office = membership.organisation_id, office_of(membership)
        before = list(_offices_before_log(organisation_id))
        _, created = Membership.objects.get_or_create(
            organisation_id=organisation_id,
            user_id=membership.user_id,
            office=membership.office,
            tournament_id=membership.tournament_id,
        )
        if created:
            _record(organisation_id, [*before, OfficeGranted(**office._asdict(), way=way)], context)


def revoke(memberships: QuerySet[Membership], context: Context) -> None:
    """Delete the memberships and record their events."""
    with transaction.atomic():
        store.acquire_write_lock()
        record_revocations(memberships, context)
        memberships.delete()


def record_revocations(memberships: Iterable[Membership], context: Context) -> None:
    """Record the revocation of rows that are deleted in the same transaction."""
    of: dict[UUID, list[OfficeHolding]] = {}
    for membership in memberships:
        of.setdefault(membership.organisation_id, []).append(office_of(membership))
    for organisation_id, gone in of.items():
        taken = [OfficeTaken(**one._asdict()) for one in gone]
        _record(organisation_id, [*_offices_before_log(organisation_id), *taken], context)


def _offices_before_log(organisation_id: UUID) -> Iterator[OfficeGranted]:
    """Return events for the offices of an organisation that has no stream yet."""
    if not store.version(stream_of(organisation_id)):
        for one in Membership.objects.filter(organisation_id=organisation_id).order_by("pk"):
            yield OfficeGranted(**office_of(one)._asdict(), way=Way.BEFORE)


def _record(organisation_id: UUID, events: Sequence[object], context: Context) -> None:
    """Store events under an id derived from the command's, which other streams may use."""
    if not events:
        return
    touch(organisation_id)
    stream = stream_of(organisation_id)
    own = Context(actor=context.actor, command_id=uuid5(context.command_id, stream), at=context.at)
    _, version = folding.load(stream, NO_OFFICES, fold)
    unit_of_work.store_changes([Change(stream=stream, expected=version, events=events)], own)


@receiver(pre_delete, sender=get_user_model())
@receiver(pre_delete, sender=Organisation)
def _record_removed_offices(instance: Any, **_: Any) -> None:
    """Record the offices that end with a deleted account or organisation."""
    gone = list(instance.memberships.all())
    if gone:
        store.acquire_write_lock()
        record_revocations(gone, Context(actor=OPERATOR, command_id=uuid4(), at=timezone.now()))


@register_check
def compare_offices() -> Iterator[Fault]:
    """Report offices whose rows differ from the log, at the end of the organisation's stream.

    Organisations without a row are skipped: they were deleted, or their log was imported without people.
    """
    for stream, version, _ in heads():
        organisation_id = uuid_in(stream) if stream.startswith(PREFIX) else None
        if organisation_id and Organisation.objects.filter(pk=organisation_id).exists():
            for what in _differences(organisation_id):
                yield Fault(stream=stream, version=version, what=what, beside=True)


def _differences(organisation_id: UUID) -> Iterator[str]:
    held = frozenset(map(office_of, Membership.objects.filter(organisation_id=organisation_id)))
    try:
        logged = offices_in_log(organisation_id)
    except Refusal:
        return  # damage has been reported by then
    yield from (
        f"{_describe(one)}, and the log tells of nobody who granted it" for one in sorted(held - logged)
    )
    yield from (f"{_describe(one)} by the log, and no row says so" for one in sorted(logged - held))


def _describe(one: OfficeHolding) -> str:
    where = f" of tournament {one.tournament_id}" if one.tournament_id else ""
    return f"{one.account} is {one.office}{where}"
