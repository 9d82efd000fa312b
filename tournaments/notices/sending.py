"""Send a notice by mail."""

from datetime import timedelta

import structlog
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import translation
from django.utils.translation import gettext as _

from games.log.tree import signed_checkpoints
from tournaments.notices.rows import MAIL, Notice
from tournaments.notices.words import address, said
from tournaments.outbox.running import Failed, Run, kind
from tournaments.tables.rows import TournamentRow
from tournaments.time_zones import language_of_tournament

SCHEDULE = tuple(timedelta(seconds=seconds) for seconds in (30, 300, 1800, 3 * 3600))
"""After one more attempt a mail is given up, since nobody wants yesterday's pairing."""
LEASE = timedelta(minutes=2)  # longer than a mail server takes
log = structlog.get_logger(__name__)


@kind(MAIL, waits=SCHEDULE, lease=LEASE)
def mail(run: Run) -> bool:
    """Mail the notice, unless it was deleted. Raises Failed."""
    notice = Notice.objects.select_related("user").filter(pk=run.job.params["notice"]).first()
    if notice is None:
        return True
    with translation.override(_language(notice)):
        message = _message(notice)
    if message is None:
        raise Failed(final=True)
    try:
        message.send()
    except Exception as error:  # noqa: BLE001 - whatever a mail server does; its words may name the address
        log.warning("not_mailed", job=str(run.job.pk), error=type(error).__name__)
        raise Failed from None
    return True


def _language(notice: Notice) -> str:
    """The tournament's: nobody knows which one the browser of whoever reads it would ask for."""
    row = TournamentRow.objects.filter(pk=notice.tournament_id).first()
    return (row and language_of_tournament(row)) or settings.LANGUAGE_CODE


def _message(notice: Notice) -> EmailMessage | None:
    """None where the address is not verified any more."""
    found = EmailAddress.objects.filter(user=notice.user, verified=True).first()
    if found is None:
        return None
    words = said(notice)
    ending = _("You asked for such mails on the page of your account: %s") % address("/account/#notices")
    body = f"{words.text}\n\n{address(words.path)}\n\n-- \n{ending}\n{_signed()}"
    return EmailMessage(words.title, body, to=[found.email], headers={"Auto-Submitted": "auto-generated"})


def _signed() -> str:
    """The last head of the log as it was signed, below a mail: whoever keeps it can hold us to it."""
    last = signed_checkpoints.latest()
    return f"\n{last.note}" if last else ""
