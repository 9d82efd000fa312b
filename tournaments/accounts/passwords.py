"""Password links that the operator hands on where no mail is sent, and words too common for passwords."""

import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from allauth.account import app_settings
from allauth.account.utils import user_pk_to_url_str
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.translation import gettext

from games.marking import marked
from games.refusals import Code, register
from tournaments.tables.accounts import PasswordRequest
from tournaments.tables.people import Organisation

register({"no_such_account": Code(status=404, title=marked("No account has this name."))})


def request_password_link(name: str, at: datetime) -> None:
    """Record that a link was requested. An unknown name is ignored, so that names cannot be probed."""
    user = get_user_model().objects.filter(username__iexact=name, is_active=True).first()
    if user is not None:
        PasswordRequest.objects.update_or_create(user=user, defaults={"asked_at": at})


def password_path(user: Any) -> str:
    """Return the path of the page that sets a new password, valid once and for three days."""
    key = app_settings.PASSWORD_RESET_TOKEN_GENERATOR().make_token(user)
    return reverse("account_reset_password_from_key", args=(user_pk_to_url_str(user), key))


def delete_request(user: Any) -> None:
    PasswordRequest.objects.filter(user=user).delete()


LEAST_LENGTH = 8  # characters left without the words
WORDS = (
    "nigiri", "baduk", "weiqi", "tournament", "turnier", "tournoi", "torneo", "championship",
    "director", "referee", "committee", "player", "password", "passwort", "welcome",
)  # fmt: skip
"""Words of every service; the names of its organisations are added."""


def remove_words(password: str, words: Iterable[str]) -> str:
    """Return the password without the words, ignoring case."""
    longest_first = sorted({word.casefold() for word in words}, key=len, reverse=True)
    return re.sub("|".join(map(re.escape, longest_first)), "", password.casefold())


def words_of_organisations() -> set[str]:
    """Return the words of four or more letters in the names of organisations."""
    names = Organisation.objects.values_list("name", flat=True)
    return {word for name in names for word in re.findall(r"\w{4,}", name)}


class CommonWordsValidator:
    """Require a minimum length that common words do not count towards."""

    def validate(self, password: str, _user: Any = None) -> None:
        if len(remove_words(password, {*WORDS, *words_of_organisations()})) < LEAST_LENGTH:
            raise ValidationError(
                gettext("The password is too short: easily guessed words do not count towards its length."),
                code="words",
            )

    def get_help_text(self) -> str:
        return gettext("Words such as “tournament” or the name of your club do not count.")
