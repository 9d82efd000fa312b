"""Letters go out by mail: claimed, sent, tried again, given up."""

from collections.abc import Callable
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

import structlog
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.log.tree import keeping
from tournaments.notices.rows import Letter
from tournaments.notices.words import Said, address, said
from tournaments.reading.zones import language_of_tournament
from tournaments.tables.rows import TournamentRow
from tournaments.webhooks.claiming import claim
from tournaments.webhooks.rows import DeliveryState

SCHEDULE = tuple(timedelta(seconds=seconds) for seconds in (30, 300, 1800, 3 * 3600))
"""Between two tries; after one more a letter is given up, since nobody wants yesterday's pairing."""
LEASE = timedelta(minutes=2)
MOST_AT_ONCE = 500
KEPT = timedelta(days=90)
log = structlog.get_logger(__name__)
Clock = Callable[[], datetime]


class Outcome(StrEnum):
    ARRIVED = "arrived"
    FAILED = "failed"
    GONE = "gone"
    """There is nobody there any more; no use to try again."""


def send_due(clock: Clock = timezone.now) -> int:
    """Send what is due, oldest first; how many arrived. Safe to run twice at once."""
    arrived = 0
    for _turn in range(MOST_AT_ONCE):
        due = _waiting().filter(next_at__lte=clock()).values_list("pk", flat=True).first()
        if due is None:
            break
        arrived += send(due, clock)
    return arrived


def next_due() -> datetime | None:
    return _waiting().values_list("next_at", flat=True).first()


def _waiting() -> QuerySet[Letter]:
    waiting = Letter.objects.filter(state=DeliveryState.WAITING).order_by("next_at", "id")
    return waiting.select_related("notice__user")


def send(letter_id: UUID, clock: Clock) -> bool:
    """Send one letter if it is due. Whether it arrived."""
    letter = claim(_waiting(), letter_id, clock(), LEASE)
    if letter is None:
        return False
    outcome = _sent(letter)
    _write_down(letter, outcome, clock())
    return outcome == Outcome.ARRIVED


def _sent(letter: Letter) -> Outcome:
    with translation.override(_language(letter)):
        return _mailed(letter, said(letter.notice))


def _language(letter: Letter) -> str:
    """The tournament's: nobody knows which one the browser of whoever reads it would ask for."""
    row = TournamentRow.objects.filter(pk=letter.notice.tournament_id).first()
    return (row and language_of_tournament(row)) or settings.LANGUAGE_CODE


def _mailed(letter: Letter, words: Said) -> Outcome:
    """GONE where the address is not verified any more."""
    found = EmailAddress.objects.filter(user=letter.notice.user, verified=True).first()
    if found is None:
        return Outcome.GONE
    ending = _("You asked for such mails on the page of your account: %s") % address("/account/#notices")
    body = f"{words.text}\n\n{address(words.path)}\n\n-- \n{ending}\n{_signed()}"
    headers = {"Auto-Submitted": "auto-generated"}
    try:
        EmailMessage(words.title, body, to=[found.email], headers=headers).send()
    except Exception as error:  # noqa: BLE001 - whatever a mail server does to us, the others are sent
        log.warning("not_mailed", letter=str(letter.pk), error=type(error).__name__)
        return Outcome.FAILED
    return Outcome.ARRIVED


def _signed() -> str:
    """The last head of the log as it was signed, below a mail: whoever keeps it can hold us to it."""
    last = keeping.latest()
    return f"\n{last.note}" if last else ""


def _write_down(letter: Letter, outcome: Outcome, at: datetime) -> None:
    """Nothing where it was taken out of our hands meanwhile."""
    letter.tries += 1
    changed: dict[str, object] = {"tries": letter.tries}
    if outcome == Outcome.ARRIVED:
        changed["state"] = DeliveryState.DELIVERED
    elif outcome == Outcome.GONE or letter.tries > len(SCHEDULE):
        changed["state"] = DeliveryState.FAILED
    else:
        changed["next_at"] = at + SCHEDULE[letter.tries - 1]
    same = Letter.objects.filter(pk=letter.pk, state=DeliveryState.WAITING, next_at=letter.next_at)
    same.update(**changed)
