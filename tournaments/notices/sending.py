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
from tournaments.notices.texts import address, notice_text
from tournaments.outbox.running import Failed, Run, kind
from tournaments.tables.rows import TournamentRow
from tournaments.time_zones import language_of_tournament

SCHEDULE = tuple(timedelta(seconds=seconds) for seconds in (30, 300, 1800, 3 * 3600))
"""The waits between attempts; after the last a mail fails, since yesterday's pairing is of no use."""
LEASE = timedelta(minutes=2)  # longer than a mail server takes
log = structlog.get_logger(__name__)


@kind(MAIL, waits=SCHEDULE, lease=LEASE)
def send_mail(run: Run) -> bool:
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
    except Exception as error:  # noqa: BLE001 - of any kind; its text may name the address
        log.warning("not_mailed", job=str(run.job.pk), error=type(error).__name__)
        raise Failed from None
    return True


def _language(notice: Notice) -> str:
    """Return the tournament's language, since that of the reader's browser is unknown."""
    row = TournamentRow.objects.filter(pk=notice.tournament_id).first()
    return (row and language_of_tournament(row)) or settings.LANGUAGE_CODE


def _message(notice: Notice) -> EmailMessage | None:
    """Return the mail; None if the address is no longer verified."""
    found = EmailAddress.objects.filter(user=notice.user, verified=True).first()
    if found is None:
        return None
    text = notice_text(notice)
    ending = _("You receive this mail because of the settings of your account: %s") % address(
        "/account/#notices"
    )
    body = f"{text.text}\n\n{address(text.path)}\n\n-- \n{ending}\n{_signed_head()}"
    return EmailMessage(text.title, body, to=[found.email], headers={"Auto-Submitted": "auto-generated"})


def _signed_head() -> str:
    """Return the last signed head of the log, by which the reader can later check the log."""
    last = signed_checkpoints.latest_checkpoint()
    return f"\n{last.note}" if last else ""
