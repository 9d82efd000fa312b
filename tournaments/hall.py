"""The check-in code at the entrance of the hall, and the texts on its screens.

Players who open the code with their private link or account are checked in. It is signed, not stored, and
valid until the first round is paired.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.utils import timezone

from games.log.store import VersionClash
from games.log.unit_of_work import Context
from games.marking import marked
from games.one_line import is_one_line
from games.refusals import refuse
from tournaments.tables.changed import touch
from tournaments.tables.rows import PairingRow, TournamentRow
from tournaments.tables.screens import LONGEST_ANNOUNCEMENT, LONGEST_SPONSOR, HallNotes


def hall_code(row: TournamentRow) -> str:
    """Return the last part of the check-in address."""
    return _signer().signature(str(row.id))


def check_hall_code(row: TournamentRow, code: str) -> None:
    """Check a code. Refuses ``no_such_hall_code`` or ``hall_code_ended``."""
    try:
        _signer().unsign(f"{row.id}:{code}")
    except BadSignature:
        refuse("no_such_hall_code")
    if PairingRow.objects.filter(tournament=row).exists():
        refuse("hall_code_ended")


def _signer() -> Signer:
    return Signer(salt="nigiri.hall")


MOST_LINES = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteNotes:
    """Replace all texts on the screens. See ``HallNotes``."""

    announcement: str = ""
    sponsor: str = ""
    begins_at: datetime | None = None


GRACE = timedelta(minutes=5)
"""How long a round that should have begun is still announced."""


def coming_start(notes: HallNotes) -> datetime | None:
    """Return when the next round begins, if that is announced and not over."""
    at = notes.begins_at
    return at if at and timezone.now() < at + GRACE else None


def notes_of(row: TournamentRow) -> HallNotes:
    """Return the screen texts of a tournament; an unsaved, empty row if there are none."""
    found = HallNotes.objects.filter(pk=row.pk).first()
    return found or HallNotes(tournament_id=row.pk, organisation_id=row.organisation_id)


def write_notes(row: TournamentRow, command: WriteNotes, context: Context) -> HallNotes:
    """Store the texts. Raises Refusal ``invalid``, or VersionClash if they changed meanwhile."""
    _check(command)
    with transaction.atomic():
        touch(row.pk)
        HallNotes.objects.get_or_create(pk=row.pk, defaults={"organisation_id": row.organisation_id})
        notes = HallNotes.objects.select_for_update().get(pk=row.pk)
        if context.expected not in (None, notes.version):
            raise VersionClash(f"screens-{row.pk}", context.expected or 0, notes.version)
        notes.announcement = "\n".join(command.announcement.splitlines()).strip()
        notes.sponsor = command.sponsor.strip()
        notes.begins_at = command.begins_at
        notes.version += 1
        notes.save()
        return notes


def _check(command: WriteNotes) -> None:
    lines = command.announcement.strip().splitlines()
    if len(lines) > MOST_LINES or len("\n".join(lines)) > LONGEST_ANNOUNCEMENT:
        fault = marked(
            "At most %(most)d lines of at most %(longest)d characters.",
            most=MOST_LINES,
            longest=LONGEST_ANNOUNCEMENT,
        )
        refuse("invalid", field="announcement", fault=fault)
    if not all(map(is_one_line, lines)):
        refuse("invalid", field="announcement", fault=_UNFIT)
    if not is_one_line(command.sponsor) or len(command.sponsor) > LONGEST_SPONSOR:
        refuse("invalid", field="sponsor", fault=_UNFIT)


_UNFIT = marked("One line, without control characters or text direction marks.")
