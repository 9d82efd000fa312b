"""Whether somebody has an account here, or has registered, is told to nobody who types a name."""

import re
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client

from tests.builders import a_signup, a_tournament, an_account, an_invitation, an_organisation
from tournaments.organisations.invitations import token_of
from tournaments.tables.people import Office

pytestmark = pytest.mark.django_db
UNTOLD = re.compile(r'(?<=csrfmiddlewaretoken" value=")\w+|(?<=name="id" value=")[\w-]+|known|nobody')
HERE, NOBODY = "known", "nobody"


@pytest.fixture(autouse=True)
def _account():
    user = an_account(HERE)
    user.set_password("of nobody else")
    user.email = f"{HERE}@example.org"
    user.save()


def asked(address, name, typed, **more):
    """What is answered to a browser of its own, without the name that was typed."""
    fields = {field: text.format(name) for field, text in typed.items()}
    answer = Client(raise_request_exception=False).post(address, fields, **more)
    location = answer.headers.get("Location", "")
    return answer.status_code, UNTOLD.sub("", location), UNTOLD.sub("", answer.content.decode())


@pytest.mark.parametrize(
    ("address", "typed", "more"),
    [
        ("/accounts/login/", {"login": "{}", "password": "wrong"}, {}),
        ("/accounts/login/", {"login": "{}@example.org", "password": "wrong"}, {}),
        ("/api/v1/login/", {"username": "{}", "password": "wrong"}, {"content_type": "application/json"}),
        ("/accounts/password/reset/", {"username": "{}"}, {}),
        ("/accounts/password/reset/", {"username": "{}@example.org"}, {}),
        ("/accounts/signup/", {"username": "{}", "password1": "x", "password2": "x"}, {}),
        ("/password-links/", {"username": "{}"}, {}),
    ],
)
def test_a_form_answers_an_account_as_it_answers_none(address, typed, more):
    assert asked(address, HERE, typed, **more) == asked(address, NOBODY, typed, **more)


@pytest.mark.parametrize("typed", ["{}", "{}@example.org"])
def test_so_it_does_where_mail_is_sent(typed, monkeypatch):
    monkeypatch.setattr(settings, "MAIL", True)
    told = [
        asked("/accounts/password/reset/", name, {"email": typed, "username": typed})
        for name in (HERE, NOBODY)
    ]
    assert told[0] == told[1]


def test_wrong_passwords_take_as_many_hashes(monkeypatch):
    made = []
    hasher = "django.contrib.auth.hashers.MD5PasswordHasher.encode"
    from django.contrib.auth import hashers

    encode = hashers.MD5PasswordHasher.encode
    monkeypatch.setattr(hasher, lambda *given: made.append(1) or encode(*given))
    counts = []
    for name in (HERE, NOBODY):
        made.clear()
        asked("/accounts/login/", name, {"login": "{}", "password": "wrong"})
        counts.append(len(made))
    assert counts[0] == counts[1] > 0


def test_an_invitation_lets_nobody_try_names_but_who_holds_it():
    token = token_of(an_invitation(an_organisation(), Office.DESK))
    taken = {"username": "{}", "password": "a long and new one"}
    forged = token[:-1] + ("b" if token.endswith("a") else "a")
    address = f"/invitations/{forged}/join/"
    assert asked(address, HERE, taken) == asked(address, NOBODY, taken)


def test_who_registers_is_not_told_who_has_registered_before():
    row = a_tournament(players=2)
    a_signup(row, name=f"{HERE} Anna")
    typed = {"family_name": "{}", "given_name": "Anna", "rank": "1k", "country": "NL", "consent": "1"}
    told = [
        asked("/tournaments/open/register/", name, {**typed, "id": str(uuid4())}) for name in (HERE, NOBODY)
    ]
    assert [status for status, *_ in told] == [302, 302]
    assert told[0][2] == told[1][2]
