"""One's account on one page: password, address, second factor, devices, tokens; and the way back in."""

import re
from datetime import UTC, datetime
from time import time
from unittest.mock import patch

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from rest_framework.test import APIClient
from structlog.testing import capture_logs

from tests.builders import a_tournament, an_account
from tests.builders import pair as paired
from tests.tournaments.web.visitor import Visitor
from tournaments.accounts.second_factor import encrypt_secret
from tournaments.tables.accounts import PasswordRequest, TokenTerms
from tournaments.tables.people import Office
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db
DAY = 24 * 3600
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)
OLD, NEW = "correct horse battery", "four stones of handicap"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604.1"


@pytest.fixture
def ada():
    return User.objects.create_user("ada", password=OLD)


@pytest.fixture
def at_home(ada):
    visitor = Visitor(ada)
    visitor.open("/account/")
    return visitor


@pytest.fixture
def with_mail(settings):
    settings.MAIL = True
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"


def link_in(message):
    return re.search(r"http://testserver(/\S+)", message.body)[1]


def test_the_password_is_changed_on_the_page(at_home, ada):
    page = at_home.press("Change the password", oldpassword=OLD, password1=NEW, password2=NEW)
    assert "Your account: ada" in page.text
    assert User.objects.get(pk=ada.pk).check_password(NEW)


def test_another_address_asks_for_the_password_and_counts_once_its_mail_was_opened(with_mail, at_home, ada):
    page = at_home.press("Add the address", email="ada@example.org")
    assert "Confirm your identity" in page.text
    assert not EmailAddress.objects.exists()
    page = at_home.press("Confirm", password=OLD)
    assert "ada@example.org waits until the link in its mail is opened" in page.text
    assert [message.to for message in mail.outbox] == [["ada@example.org"]]
    at_home.open(link_in(mail.outbox[0]))
    page = at_home.press("Confirm")
    assert "ada@example.org verified" in page.text


def test_without_a_mail_server_the_page_says_so_and_nothing_is_sent(at_home):
    assert "This service sends no mail" in at_home.page.text
    assert "Add the address" not in at_home.page.buttons
    at_home.client.handler.enforce_csrf_checks = False
    at_home.client.post("/accounts/email/", {"action_add": "", "email": "ada@example.org"})
    assert (mail.outbox, EmailAddress.objects.count()) == ([], 0)


def code_of(secret):
    return format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))


def test_a_second_factor_is_set_up_and_each_code_is_good_once(at_home, ada):
    at_home.follow("Turn it on")
    at_home.press("Confirm", password=OLD)
    secret = re.search(r'id="authenticator_secret">(\w+)<', at_home.page.html)[1]
    at_home.press("Activate", code=code_of(secret))
    assert "10 recovery codes left" in at_home.open("/account/").text
    assert not [value for value in stored_secrets() if not value.startswith("sealed:")]
    assert secret not in str(stored_secrets())
    assert not login_with(code_of(secret)), "the code that set it up"
    Authenticator.objects.update(created_at=LONG_AGO)
    codes = []
    for _ in range(2):
        cache.clear()  # of another process
        codes.append(login_with(code_of(secret)))
    assert codes == [True, False]
    answer = APIClient().post(
        "/api/v1/login/", {"username": "ada", "password": OLD, "code": code_of(secret)}, format="json"
    )
    assert answer.status_code == 401
    at_home.follow("Show the recovery codes")
    recovery = re.search(r"[0-9a-f]{8}", at_home.page.html)[0]
    assert [login_with(recovery), login_with(recovery)] == [True, False]
    assert "9 recovery codes left" in at_home.open("/account/").text


def test_the_log_says_by_what_somebody_has_shown_who_they_are(ada):
    Authenticator.objects.create(
        user=ada, type=Authenticator.Type.TOTP, data={"secret": encrypt_secret("A" * 32)}
    )
    Authenticator.objects.update(created_at=LONG_AGO)
    with capture_logs() as lines:
        client = login_with(code_of("A" * 32)) and Client()
        client.force_login(ada)
        client.post("/accounts/reauthenticate/", {"password": OLD})
    told = [line for line in lines if line["event"] == "authenticated"]
    assert [(line["by"], line["again"]) for line in told] == [
        ("password", False),
        ("totp", False),
        ("password", True),
    ]
    assert {line["account"] for line in told} == {ada.pk}
    assert "ada" not in str(told)


def stored_secrets():
    return [row.data.get("secret") or row.data["seed"] for row in Authenticator.objects.all()]


def test_a_second_factor_of_before_is_sealed_when_it_is_used(ada):
    secret = "A" * 32
    factor = Authenticator.objects.create(user=ada, type=Authenticator.Type.TOTP, data={"secret": secret})
    Authenticator.objects.update(created_at=LONG_AGO)
    assert login_with(code_of(secret))
    factor.refresh_from_db()
    assert factor.data["secret"].startswith("sealed:")
    Authenticator.objects.update(last_used_at=None)
    cache.clear()
    assert login_with(code_of(secret))


def test_a_second_factor_opens_with_keys_of_before_and_no_others(ada, settings):
    secret = "A" * 32
    Authenticator.objects.create(
        user=ada, type=Authenticator.Type.TOTP, data={"secret": encrypt_secret(secret)}
    )
    Authenticator.objects.update(created_at=LONG_AGO)
    before, settings.SECRET_KEY = settings.SECRET_KEY, "another"
    assert not login_with(code_of(secret))
    settings.SECRET_KEY_FALLBACKS = [before]
    assert login_with(code_of(secret))


def login_with(code):
    other = Client()
    other.post("/accounts/login/", {"login": "ada", "password": OLD})
    other.post("/accounts/2fa/authenticate/", {"code": code})
    return "_auth_user_id" in other.session


def logged_in(ada, agent):
    client = Client(headers={"user-agent": agent})
    client.post("/accounts/login/", {"login": "ada", "password": OLD})
    client.get("/")
    return client


def is_in(client):
    return client.get("/account/").status_code == 200


def test_a_device_is_logged_out_from_another(at_home, ada):
    phone, desk = logged_in(ada, IPHONE), logged_in(ada, FIREFOX)
    page = at_home.open("/account/")
    assert all(name in page.text for name in ("Safari on iPhone", "Firefox on Linux", "this one"))
    line = page.html.index("Safari on iPhone")
    at_home.client.handler.enforce_csrf_checks = False
    address = re.search(r"/account/sessions/\d+/end/", page.html[line:])[0]
    assert at_home.client.post(address).url.startswith("/accounts/reauthenticate/")
    assert is_in(phone)
    at_home.client.post("/accounts/reauthenticate/", {"password": OLD})
    at_home.client.post(address)
    assert (is_in(phone), is_in(desk), is_in(at_home.client)) == (False, True, True)
    at_home.open("/account/")
    at_home.press("Log out all others")
    assert (is_in(desk), is_in(at_home.client)) == (False, True)


def test_a_login_ends_after_thirty_days_however_often_it_is_used(ada):
    client = logged_in(ada, FIREFOX)
    for days in range(0, 30, 5):
        with patch("time.time", return_value=time() + days * DAY):
            assert is_in(client)
    with patch("time.time", return_value=time() + 30 * DAY + 60):
        assert not is_in(client)
    assert not is_in(client)


def test_logging_out_clears_what_the_browser_has_kept(ada):
    client = logged_in(ada, FIREFOX)
    assert "Clear-Site-Data" not in client.get("/account/")
    assert client.post("/accounts/logout/")["Clear-Site-Data"] == '"cache"'
    assert "Clear-Site-Data" not in client.get("/")
    client = logged_in(ada, FIREFOX)
    with patch("time.time", return_value=time() + 31 * DAY):
        assert client.get("/account/")["Clear-Site-Data"] == '"cache"'


def test_a_login_that_nobody_uses_ends_after_two_weeks(ada):
    client = logged_in(ada, FIREFOX)
    left = Session.objects.get().expire_date - datetime.now(UTC)
    assert 14 * DAY - 60 < left.total_seconds() <= 14 * DAY
    Session.objects.update(expire_date=datetime.now(UTC))
    assert not is_in(client)


def test_a_login_of_before_counts_from_its_next_use(ada):
    client = logged_in(ada, FIREFOX)
    session = client.session
    del session["nigiri_begun"]
    session.save()
    assert is_in(client)
    assert client.session["nigiri_begun"] >= time() - 60


def test_asked_again_one_has_another_key_and_the_one_of_before_is_dead(ada):
    client, thief = logged_in(ada, FIREFOX), Client()
    before = client.cookies["sessionid"].value
    thief.cookies["sessionid"] = before
    client.post("/accounts/reauthenticate/", {"password": OLD})
    assert client.cookies["sessionid"].value != before
    assert (is_in(client), is_in(thief)) == (True, False)
    assert UserSession.objects.get().session_key == client.cookies["sessionid"].value


def test_nobody_ends_the_session_of_another(at_home):
    bert = User.objects.create_user("bert", password=OLD)
    theirs = Visitor(bert)
    number = int(re.search(r"this one", theirs.open("/account/").text) is not None)
    at_home.client.handler.enforce_csrf_checks = False
    for id_ in range(number + 20):
        at_home.client.post(f"/account/sessions/{id_}/end/")
    at_home.client.post("/account/sessions/others/")
    assert is_in(theirs.client)


def make_token(visitor, **typed):
    visitor.open("/account/")
    page = visitor.press("Create a token", **typed)
    return visitor.press("Confirm", password=OLD) if "Confirm your identity" in page.text else page


def secret_on(page):
    found = re.search(r"nigiri_\w{20,}", page.html)
    return found and found[0]


def program(secret):
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {secret}")
    return client


def test_a_token_is_made_after_the_password_shown_once_and_revoked(at_home):
    page = make_token(at_home, name="hall screen", scope="read")
    secret = secret_on(page)
    assert program(secret).get("/api/v1/account/").status_code == 200
    page = at_home.open("/account/")
    assert "hall screen" in page.text
    assert secret_on(page) is None
    assert TokenTerms.objects.get().last_used_at is not None
    at_home.press("Revoke")
    assert program(secret).get("/api/v1/account/").status_code == 401


def test_two_tokens_of_one_name_are_refused_at_the_field(at_home):
    make_token(at_home, name="hall screen")
    page = make_token(at_home, name="hall screen")
    assert (page.status, "You already have a token with this name" in page.text) == (422, True)
    assert TokenTerms.objects.count() == 1


@pytest.mark.parametrize(
    ("scope", "reads", "enters", "pairs", "accepts"),
    [
        ("read", 200, 403, 403, 403),
        ("results", 200, 200, 403, 403),
        ("direct", 200, 200, 404, 403),
        ("everything", 200, 200, 404, 404),
    ],
)
def test_a_token_may_do_what_its_scope_says_and_no_more(scope, reads, enters, pairs, accepts):
    """The owner of the house, who may do it all; what is not refused finds no such thing, or goes through."""
    row = a_tournament(players=4)
    paired(row, 1)
    owner = an_account("owner", Office.OWNER)
    owner.set_password(OLD)
    owner.save()
    given = APIClient().post("/api/v1/login/", {"username": "owner", "password": OLD, "scope": scope})
    client = program(given.data["token"])
    base = f"/api/v1/tournaments/{row.slug}/"
    pairing = PairingRow.objects.filter(tournament=row).first()
    result = {"result": "black"}
    answers = (
        client.get(f"{base}queue/"),
        client.put(f"/api/v1/games/{pairing.game_id}/result/", result, headers={"If-Match": "*"}),
        client.delete(
            f"{base}rounds/1/byes/00000000-0000-4000-8000-000000000000/", headers={"If-Match": "*"}
        ),
        client.post("/api/v1/invitations/nothing/accept/"),
    )
    assert tuple(answer.status_code for answer in answers) == (reads, enters, pairs, accepts)


def test_a_forgotten_password_without_mail_is_a_link_that_only_the_operator_gets(ada, client):
    boss = User.objects.create_superuser("boss", password=OLD)
    visitor = Visitor()
    visitor.open("/accounts/login/")
    visitor.follow("Forgot your password?")
    answers = {visitor.press("Ask for a link", username=name).text for name in ("ada",)}
    visitor.open("/accounts/password/reset/")
    answers.add(visitor.press("Ask for a link", username="nobody").text)
    assert len(answers) == 1
    assert "Nothing was mailed" in answers.pop()
    assert mail.outbox == []
    operator = Visitor(boss)
    operator.open("/account/")
    operator.follow("Forgotten passwords")
    assert "ada asked on" in operator.page.text
    page = operator.press("Create the link")
    link = re.search(r"http://testserver(/accounts/password/reset/key/[^<]+)<", page.html)[1]
    visitor.open(link)
    visitor.press("Change Password", password1=NEW, password2=NEW)
    assert User.objects.get(pk=ada.pk).check_password(NEW)
    assert not PasswordRequest.objects.exists()
    assert "invalid" in Visitor().open(link).text


def test_the_operator_gets_the_link_on_the_command_line_too(ada, capsys):
    call_command("password_link", "ADA")
    assert Client().get(capsys.readouterr().out.strip(), follow=True).status_code == 200


def test_a_request_can_be_dismissed_and_an_unknown_name_is_said_to_the_operator(ada):
    PasswordRequest.objects.create(user=ada, asked_at="2026-01-01T00:00Z")
    operator = Visitor(User.objects.create_superuser("boss", password=OLD))
    operator.open("/password-links/")
    page = operator.press("Create a link", username="nobody")
    assert (page.status, "No account has this name" in page.text) == (422, True)
    assert "Nobody has asked" in operator.press("Dismiss").text


def test_a_forgotten_password_with_mail_is_a_mail(with_mail, ada):
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)
    visitor = Visitor()
    said = set()
    for address in ("nobody@example.org", "ada@example.org"):
        visitor.open("/accounts/password/reset/")
        said.add(visitor.press("Send the mail", email=address).text)
    assert len(said) == 1
    assert [message.to for message in mail.outbox] == [["ada@example.org"]]
    visitor.open(link_in(mail.outbox[0]))
    visitor.press("Change Password", password1=NEW, password2=NEW)
    assert User.objects.get(pk=ada.pk).check_password(NEW)


@pytest.mark.parametrize(
    ("accounts", "founders", "open_"),
    [("invited", "invited", False), ("anybody", "invited", True), ("invited", "anybody", True)],
)
def test_signing_up_follows_the_settings(settings, accounts, founders, open_):
    settings.ACCOUNTS, settings.FOUNDERS = accounts, founders
    visitor = Visitor()
    page = visitor.open("/accounts/signup/")
    assert ("Accounts are by invitation only" in page.text) != open_
    form = {"username": "eve", "email": "eve@example.org", "password1": NEW, "password2": NEW}
    Client().post("/accounts/signup/", form)
    assert User.objects.filter(username="eve").exists() == open_
