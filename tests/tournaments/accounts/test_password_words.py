"""Password rules: any characters, but not words that are easy to guess for this service."""

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from tests.builders import an_organisation
from tournaments.accounts.passwords import remove_words

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "password", ["Tournament2026", "nigiri-nigiri", "BadukPassword1!", "hamburg2026", "Club-Hamburg-9"]
)
def test_rejects_passwords_made_of_service_words(password):
    an_organisation("club-hamburg")
    with pytest.raises(ValidationError, match="easily guessed words"):
        validate_password(password)


@pytest.mark.parametrize(
    "password",
    [
        "58209714663",  # digits alone
        "qzvkwhtb",
        "correct horse battery",
        "our tournament has 7 ladders",
        "囲碁は楽しい遊びです",
        " " * 4 + "x9 y" + " " * 4,
        "a" * 40 + "b" * 40,
    ],
)
def test_accepts_any_characters(password):
    an_organisation("club-hamburg")
    validate_password(password)


@pytest.mark.parametrize("password", ["1234567", "12345678", "iloveyou", "password"])
def test_rejects_short_or_common_passwords(password):
    with pytest.raises(ValidationError):
        validate_password(password)


def test_removes_whole_words_regardless_of_case():
    assert remove_words("xNIGIRIyTournamentz", ["nigiri", "tournament"]) == "xyz"
