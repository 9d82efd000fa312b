"""Offices given and taken: the row and its event, both or none.

What an office lets somebody do is read from rows; the log tells who had it when, and from whom. An
organisation has a stream from when the first of its offices is given or taken; those that were held before
are told first. Rows are compared with it by ``verify`` (``offices_checked``).
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
from tournaments.tables.people import Membership, Organisation

PREFIX = "organisation-"
OPERATOR = "manage.py"


class Held(NamedTuple):
    """An office of somebody; ``tournament_id`` "" for all tournaments."""

    account: str
    office: str
    tournament_id: str


Offices = frozenset[Held]
NOBODYS: Offices = frozenset()


def stream_of(organisation_id: object) -> str:
    return f"{PREFIX}{organisation_id}"


def fold(state: Offices, event: object) -> Offices:
    """Who holds what after an event of the stream."""
    if isinstance(event, OfficeGranted):
        return state | {Held(event.account, event.office, event.tournament_id)}
    if isinstance(event, OfficeTaken):
        return state - {Held(event.account, event.office, event.tournament_id)}
    return state


def offices_in_log(organisation_id: object) -> Offices:
    return folding.fold(stream_of(organisation_id), NOBODYS, fold)


def held_by(membership: Membership) -> Held:
    """As the log names it."""
    tournament_id = str(membership.tournament_id or "")
    return Held(account_name(membership.user_id), str(membership.office), tournament_id)


def account_name(user_id: int | None) -> str:
    """How events name an account; the operator where there is none."""
    return OPERATOR if user_id is None else f"{ACCOUNT_PREFIX}{user_id}"


def grant(given: Membership, way: Way, context: Context) -> None:
    """Store the membership, which is not saved yet, and say so; nothing where it is held already."""
    with transaction.atomic():
        store.acquire_write_lock()
        organisation_id, told = given.organisation_id, held_by(given)
        before = list(_untold(organisation_id))
        _, made = Membership.objects.get_or_create(
            organisation_id=organisation_id,
            user_id=given.user_id,
            office=given.office,
            tournament_id=given.tournament_id,
        )
        if made:
            _tell(organisation_id, [*before, OfficeGranted(**told._asdict(), way=way)], context)


def take(memberships: QuerySet[Membership], context: Context) -> None:
    """Delete them, and say so."""
    with transaction.atomic():
        store.acquire_write_lock()
        say_taken(memberships, context)
        memberships.delete()


def say_taken(memberships: Iterable[Membership], context: Context) -> None:
    """For rows that go in the same transaction."""
    of: dict[UUID, list[Held]] = {}
    for membership in memberships:
        of.setdefault(membership.organisation_id, []).append(held_by(membership))
    for organisation_id, gone in of.items():
        taken = [OfficeTaken(**one._asdict()) for one in gone]
        _tell(organisation_id, [*_untold(organisation_id), *taken], context)


def _untold(organisation_id: UUID) -> Iterator[OfficeGranted]:
    """What an organisation without a stream has by now."""
    if not store.version(stream_of(organisation_id)):
        for one in Membership.objects.filter(organisation_id=organisation_id).order_by("pk"):
            yield OfficeGranted(**held_by(one)._asdict(), way=Way.BEFORE)


def _tell(organisation_id: UUID, events: Sequence[object], context: Context) -> None:
    """Under an id of its own, which follows from the command's: others may store events under that."""
    if not events:
        return
    stream = stream_of(organisation_id)
    own = Context(actor=context.actor, command_id=uuid5(context.command_id, stream), at=context.at)
    _, version = folding.load(stream, NOBODYS, fold)
    unit_of_work.store_changes([Change(stream=stream, expected=version, events=events)], own)


@receiver(pre_delete, sender=get_user_model())
@receiver(pre_delete, sender=Organisation)
def _goes_with(instance: Any, **_: Any) -> None:
    """Offices go with an account, or an organisation, that is removed, in its transaction."""
    gone = list(instance.memberships.all())
    if gone:
        store.acquire_write_lock()
        say_taken(gone, Context(actor=OPERATOR, command_id=uuid4(), at=timezone.now()))


@register_check
def offices() -> Iterator[Fault]:
    """Each office that was given, or is gone, past the log; named by the end of the organisation's stream.

    An organisation that is not here was removed, or its log was brought without its people.
    """
    for stream, version, _ in heads():
        organisation_id = uuid_in(stream) if stream.startswith(PREFIX) else None
        if organisation_id and Organisation.objects.filter(pk=organisation_id).exists():
            for what in _differences(organisation_id):
                yield Fault(stream=stream, version=version, what=what, external=True)


def _differences(organisation_id: UUID) -> Iterator[str]:
    held = frozenset(map(held_by, Membership.objects.filter(organisation_id=organisation_id)))
    try:
        told = offices_in_log(organisation_id)
    except Refusal:
        return  # damage has been named by then
    yield from (f"{_said(one)}, and the log tells of nobody who granted it" for one in sorted(held - told))
    yield from (f"{_said(one)} by the log, and no row says so" for one in sorted(told - held))


def _said(one: Held) -> str:
    where = f" of tournament {one.tournament_id}" if one.tournament_id else ""
    return f"{one.account} is {one.office}{where}"
