"""Notices by e-mail through a real server: recipients, content, retries and giving up."""

from datetime import timedelta
from email import message_from_bytes, policy

import pytest
from aiosmtpd.controller import Controller
from django.utils import timezone

from games.log.tree import signed_checkpoints
from tests.tournaments.notices.people import a_told_round, told, wants
from tournaments.notices import sending
from tournaments.notices.notifying import NOTIFY
from tournaments.notices.rows import MAIL, Notice
from tournaments.outbox.rows import Job, JobState
from tournaments.outbox.running import run_due, run_job

pytestmark = pytest.mark.django_db
BLACK = "black@example.org"


def the_mail():
    return Job.objects.get(kind=MAIL)


class Mailbox:
    """What a mail server was given; ``answer``: what it says to each."""

    def __init__(self):
        self.got, self.answer = [], "250 OK"

    async def handle_DATA(self, server, session, envelope):  # noqa: N802 - aiosmtpd's name
        if self.answer.startswith("250"):
            message = message_from_bytes(envelope.content, policy=policy.default)
            self.got.append((envelope.rcpt_tos, message))
        return self.answer


class Server(Controller):
    """On a port that the system chooses."""

    def _trigger_server(self):
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


@pytest.fixture
def mailbox(settings):
    box = Mailbox()
    server = Server(box, hostname="127.0.0.1", port=0)
    server.start()
    settings.MAIL = True
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
    settings.EMAIL_USE_TLS = False
    settings.ADDRESS = "https://go.example"
    yield box
    server.stop()


def test_mail_names_the_table_and_links_the_page(mailbox):
    wants("black", mail=True, address=BLACK)
    wants("white", mail=True)  # without a verified address
    pairing = a_told_round()
    head = signed_checkpoints.sign_checkpoint(timezone.now())
    told()
    [(to, message)] = mailbox.got
    body = message.get_content()
    assert (to, message["Subject"]) == ([BLACK], "The Open: round 1 is published")
    assert f"Table {pairing.table}: you have Black against" in body
    assert f"https://go.example/tournaments/open/games/{pairing.pk}/" in body
    assert "https://go.example/account/#notices" in body
    assert body.replace("\r", "").endswith(f"\n{head.note}")
    assert body.replace("\r", "").endswith(f"\n{head.note}")
    assert message["Auto-Submitted"] == "auto-generated"
    told()
    assert (len(mailbox.got), the_mail().state) == (1, JobState.DONE)


def test_no_mail_without_consent_or_mail_server(mailbox, settings):
    wants("black", address=BLACK)
    wants("white", mail=True, address="white@example.org")
    settings.MAIL = False
    a_told_round()
    told()
    assert (mailbox.got, Job.objects.filter(kind=MAIL).count()) == ([], 0)


def test_rejected_mail_is_retried_and_finally_given_up(mailbox):
    mailbox.answer = "451 later"
    wants("black", mail=True, address=BLACK)
    a_told_round()
    told()
    for tries in range(1, len(sending.SCHEDULE) + 1):
        mail = the_mail()
        assert (mail.attempts, mail.state) == (tries, JobState.QUEUED)
        run_job(mail.pk, lambda at=mail.due_at: at)
    assert the_mail().state == JobState.FAILED


def test_rejected_mail_arrives_once_the_server_recovers(mailbox):
    mailbox.answer = "451 later"
    wants("black", mail=True, address=BLACK)
    a_told_round()
    told()
    mailbox.answer = "250 OK"
    assert run_due() == 0  # not due yet
    assert run_due(lambda: timezone.now() + timedelta(minutes=1)) == 1
    assert len(mailbox.got) == 1


def test_removed_address_gets_no_mail(mailbox):
    user = wants("black", mail=True, address=BLACK)
    a_told_round()
    run_job(Job.objects.get(kind=NOTIFY).pk)
    user.emailaddress_set.update(verified=False)
    assert run_due() == 1
    assert (mailbox.got, the_mail().state) == ([], JobState.FAILED)


def test_deleted_notice_is_not_mailed(mailbox):
    wants("black", mail=True, address=BLACK)
    a_told_round()
    run_job(Job.objects.get(kind=NOTIFY).pk)
    Notice.objects.all().delete()
    assert run_due() == 1
    assert (mailbox.got, the_mail().state) == ([], JobState.DONE)
