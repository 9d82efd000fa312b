"""Store a published list and search stored lists: by words of the name, in any spelling, or by number.

A list is read and checked as a whole, then written in one transaction.
The writer's lock is held only while writing. A list that was imported before is not written again.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice
from typing import IO, NoReturn
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Q, QuerySet

from games.log.progress import Report, no_report
from games.log.statements import upsert
from games.refusals import Fault as Error
from games.refusals import refuse
from tournaments.formats.errors import ExchangeError, Fault
from tournaments.formats.player_lists import Listed, ListKind, ListReader
from tournaments.formats.unpacking import Unpacked
from tournaments.persons.lists.folding import fold_name
from tournaments.persons.lists.rows import ListedPlayer, PlayerList
from tournaments.tables.people import Organisation

LARGEST = 40_000_000  # bytes, unpacked
BATCH = 1_000
MOST_FAULTS = 20
IDS = UUID("5d0f6a0e-9c55-5b0e-8f5c-6e6967697269")  # the namespace of listed players


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadList:
    """A valid list.

    ``folded``: the names of ``rows`` in the form used for searching. ``faults``: rows that were left out, if
    the caller allowed that. ``size``: in bytes, unpacked.
    """

    kind: ListKind
    rows: list[Listed]
    folded: list[str]
    published: date | None
    digest: str
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredList:
    """The numbers of a stored list.

    ``new`` and ``gone``: against the previous version; both 0 if the file is the same.
    """

    listing: PlayerList
    new: int
    gone: int
    faults: tuple[Fault, ...]


def read_list(
    kind: ListKind, file: IO[bytes], *, skip_faulty: bool = False, report: Report = no_report
) -> ReadList:
    """Read all rows of the file, plain or zipped. Refuses ``exchange_fault`` with the line and the column."""
    reader = ListReader(kind=kind)
    try:
        unpacked = Unpacked(file, LARGEST)
        rows = []
        for listed in reader.read(unpacked):
            rows.append(listed)
            report(unpacked.read_so_far)
    except ExchangeError as error:
        refuse(
            "exchange_fault", reason=error.code, fault=error.message, line=error.line, element=error.element
        )
    if reader.faults and not (skip_faulty and rows):
        refuse_faults(reader.faults)
    return ReadList(
        kind=kind,
        rows=rows,
        folded=[fold_name(f"{row.family_name} {row.given_name}") for row in rows],
        published=reader.published,
        digest=unpacked.digest,
        faults=tuple(reader.faults),
    )


def refuse_faults(faults: Sequence[Fault]) -> NoReturn:
    """Refuse with the first fault, and list the first twenty."""
    first = faults[0]
    refuse(
        "exchange_fault",
        reason=first.code,
        fault=first.message,
        line=first.line,
        element=first.column,
        errors=[error_of(each) for each in faults[:MOST_FAULTS]],
        count=len(faults),
    )


def error_of(fault: Fault) -> Error:
    """Return the fault of a row as an entry of ``errors``; its place is the column."""
    return {"place": fault.column, "line": fault.line, "code": fault.code, "message": fault.message}


def store_list(
    organisation: Organisation, read: ReadList, at: datetime, report: Report = no_report
) -> StoredList:
    """Store the list, replacing its previous version."""
    with transaction.atomic():
        listing, _ = PlayerList.objects.select_for_update().get_or_create(
            organisation=organisation, kind=read.kind, defaults={"read_at": at}
        )
        if listing.digest == read.digest:
            return StoredList(listing=listing, new=0, gone=0, faults=read.faults)
        before = listing.count
        listing.version, listing.digest = listing.version + 1, read.digest
        listing.published, listing.read_at, listing.count = read.published, at, len(read.rows)
        listing.address = listing.etag = listing.last_modified = ""
        listing.save()
        _write(listing, read, report)
        gone, _ = listing.players.exclude(version=listing.version).delete()
    return StoredList(listing=listing, new=len(read.rows) - (before - gone), gone=gone, faults=read.faults)


def _write(listing: PlayerList, read: ReadList, report: Report) -> None:
    done, made = 0, _new_rows(listing, read)
    while some := list(islice(made, BATCH)):
        upsert(some)
        done += len(some)
        report(done)


def _new_rows(listing: PlayerList, read: ReadList) -> Iterator[ListedPlayer]:
    taken: dict[str, int] = {}
    for row, name in zip(read.rows, read.folded, strict=True):
        key = row.number or f"{row.family_name}/{row.given_name}/{row.country}/{row.club}"
        taken[key] = taken.get(key, 0) + 1
        yield ListedPlayer(
            id=uuid5(IDS, f"{listing.pk}/{key}/{taken[key]}"),
            listing_id=listing.pk,
            number=row.number,
            family_name=row.family_name,
            given_name=row.given_name,
            country=row.country,
            club=row.club,
            rank=row.rank,
            grade=row.grade,
            rating=row.rating,
            status=row.status,
            last_event=row.last_event,
            folded=f" {name}",
            version=listing.version,
        )


MOST_WORDS = 6
NUMBER = re.compile(r"(?=.*[0-9])[0-9A-Za-z]{1,16}")
ORDER = ("family_name", "given_name", "id")


def search(
    organisation: Organisation, text: str, kind: ListKind | None = None, country: str = ""
) -> QuerySet[ListedPlayer]:
    """Return listed players with a name word that begins like each searched word; none for no words."""
    rows = ListedPlayer.objects.filter(listing__organisation=organisation).select_related("listing")
    if kind is not None:
        rows = rows.filter(listing__kind=kind)
    if country:
        rows = rows.filter(country=country)
    if NUMBER.fullmatch(text.strip()):
        return rows.filter(number__iexact=text.strip())
    words = fold_name(text).split()[:MOST_WORDS]
    return rows.filter(*(Q(folded__contains=f" {word}") for word in words)) if words else rows.none()


def by_number(
    organisation: Organisation, numbers: dict[ListKind, set[str]]
) -> dict[tuple[str, str], ListedPlayer]:
    """Return the listed players by (kind, number), for many at once."""
    found: dict[tuple[str, str], ListedPlayer] = {}
    for kind, numbers_of_kind in numbers.items():
        rows = ListedPlayer.objects.filter(listing__organisation=organisation, listing__kind=kind)
        wanted = sorted(numbers_of_kind)
        for start in range(0, len(wanted), 500):
            for row in rows.filter(number__in=wanted[start : start + 500]):
                found[kind, row.number] = row
    return found
