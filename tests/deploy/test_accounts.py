import pytest
from django.contrib.auth.models import User
from django.test import Client

LOGIN = "/accounts/login/"


@pytest.fixture
def ada(db):
    return User.objects.create_user("ada", "ada@example.org", "correct horse battery")


@pytest.mark.parametrize("name", ["ada", "ada@example.org"])
def test_one_logs_in_by_name_or_by_address(client, ada, name):
    response = client.post(LOGIN, {"login": name, "password": "correct horse battery"})
    assert (response.status_code, response["Location"]) == (302, "/")
    assert client.session["_auth_user_id"] == str(ada.pk)


def test_after_five_wrong_passwords_the_right_one_has_to_wait(client, ada):
    for _ in range(5):
        client.post(LOGIN, {"login": "ada", "password": "wrong"})
    response = client.post(LOGIN, {"login": "ada", "password": "correct horse battery"})
    assert "Too many failed login attempts" in response.content.decode()
    assert "_auth_user_id" not in client.session


def test_who_guesses_elsewhere_does_not_lock_out_a_browser_that_has_logged_in(client, ada):
    right = {"login": "ada", "password": "correct horse battery"}
    assert client.post(LOGIN, right).status_code == 302
    client.post("/accounts/logout/")
    elsewhere = Client(REMOTE_ADDR="10.9.8.7")
    for _ in range(5):
        elsewhere.post(LOGIN, {"login": "ada", "password": "wrong"})
    assert elsewhere.post(LOGIN, right).status_code == 200
    assert client.post(LOGIN, right).status_code == 302
    client.post("/accounts/logout/")
    for _ in range(6):
        response = client.post(LOGIN, {**right, "login": "bea"})
    assert "Too many failed login attempts" in response.content.decode()


def test_a_second_factor_is_offered_and_then_asked_for(client, ada):
    from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret

    client.force_login(ada)
    assert "/accounts/2fa/totp/activate/" in client.get("/account/").content.decode()
    client.logout()
    TOTP.activate(ada, generate_totp_secret())
    response = client.post(LOGIN, {"login": "ada", "password": "correct horse battery"})
    assert response["Location"] == "/accounts/2fa/authenticate/"
    assert "_auth_user_id" not in client.session
