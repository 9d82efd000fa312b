"""What a new password may be: any characters, but not the words that anybody would try here."""

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from tests.builders import an_organisation
from tournaments.accounts.passwords import remove_words

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "password", ["Tournament2026", "nigiri-nigiri", "BadukPassword1!", "hamburg2026", "Club-Hamburg-9"]
)
def test_what_is_made_of_words_of_this_service_is_refused(password):
    an_organisation("club-hamburg")
    with pytest.raises(ValidationError, match="anybody would try here"):
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
def test_any_characters_will_do(password):
    an_organisation("club-hamburg")
    validate_password(password)


@pytest.mark.parametrize("password", ["1234567", "12345678", "iloveyou", "password"])
def test_what_is_short_or_common_is_refused(password):
    with pytest.raises(ValidationError):
        validate_password(password)


def test_words_are_cut_out_whole_and_of_any_capitals():
    assert remove_words("xNIGIRIyTournamentz", ["nigiri", "tournament"]) == "xyz"
