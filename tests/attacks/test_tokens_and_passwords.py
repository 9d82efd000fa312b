"""Whoever changes his password shuts out whoever had the old one, programs included."""

import pytest
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from knox.models import get_token_model
from rest_framework.test import APIClient

pytestmark = pytest.mark.django_db
OLD, NEW = "correct horse battery", "four stones of handicap"


@pytest.fixture
def ada():
    return User.objects.create_user("ada", "ada@example.org", OLD)


@pytest.fixture
def program(ada):
    client = APIClient()
    _, token = get_token_model().objects.create(user=ada)
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    assert client.get("/api/v1/account/").status_code == 200
    return client


def shut_out(program):
    return program.get("/api/v1/account/").status_code == 401


def test_a_token_ends_with_a_change_of_password_on_the_pages(client, ada, program):
    client.force_login(ada)
    form = {"oldpassword": OLD, "password1": NEW, "password2": NEW}
    assert client.post("/accounts/password/change/", form).status_code == 302
    assert User.objects.get(pk=ada.pk).check_password(NEW)
    assert shut_out(program)


def test_a_token_ends_with_a_password_set_by_an_operator(ada, program):
    user = User.objects.get(pk=ada.pk)
    user.set_password(NEW)
    user.save()
    assert shut_out(program)


def test_tokens_of_others_stay(ada, program):
    User.objects.create_user("bert", "bert@example.org", NEW)
    bert = User.objects.get(username="bert")
    bert.set_password(OLD)
    bert.save()
    assert not shut_out(program)


def test_a_token_outlives_a_login_and_a_better_hash_of_the_same_password(ada, program, client):
    User.objects.filter(pk=ada.pk).update(password=make_password(OLD, hasher="pbkdf2_sha1"))
    answer = client.post("/accounts/login/", {"login": "ada", "password": OLD})
    assert answer.status_code == 302
    assert not shut_out(program)
