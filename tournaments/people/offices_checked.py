"""Does everybody hold the offices that the log says, and no others? A part of ``verify``."""

from collections.abc import Iterator
from uuid import UUID

from games.log.raw import heads
from games.log.verification import Fault, beside
from games.receipts.readers import uuid_in
from games.refusals import Refusal
from tournaments.people.offices import PREFIX, Held, held_by, offices_in_log
from tournaments.tables.people import Membership, Organisation


@beside
def offices() -> Iterator[Fault]:
    """Each office that was given, or is gone, past the log; named by the end of the organisation's stream.

    An organisation that is not here was removed, or its log was brought without its people.
    """
    for stream, version, _ in heads():
        organisation_id = uuid_in(stream) if stream.startswith(PREFIX) else None
        if organisation_id and Organisation.objects.filter(pk=organisation_id).exists():
            for what in _differences(organisation_id):
                yield Fault(stream=stream, version=version, what=what, beside=True)


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
