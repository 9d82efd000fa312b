"""Words that whoever guesses passwords here tries first: they add nothing to the length of one."""

import re
from collections.abc import Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from tournaments.tables.people import Organisation

LEAST = 8  # characters that are left of a password
WORDS = (
    "nigiri", "baduk", "weiqi", "tournament", "turnier", "tournoi", "torneo", "championship",
    "director", "referee", "committee", "player", "password", "passwort", "welcome",
)  # fmt: skip
"""Of every service; the words of its organisations' names come beside them."""


def without(password: str, words: Iterable[str]) -> str:
    """What is left of it; capitals and small letters are one."""
    longest_first = sorted({word.casefold() for word in words}, key=len, reverse=True)
    return re.sub("|".join(map(re.escape, longest_first)), "", password.casefold())


def words_of_houses() -> set[str]:
    """Those of four letters and more in the names of organisations."""
    names = Organisation.objects.values_list("name", flat=True)
    return {word for name in names for word in re.findall(r"\w{4,}", name)}


class WordsOfOurs:
    """One of AUTH_PASSWORD_VALIDATORS."""

    def validate(self, password: str, _user: Any = None) -> None:
        if len(without(password, {*WORDS, *words_of_houses()})) < LEAST:
            raise ValidationError(
                gettext("Without the words that anybody would try here it is too short."), code="words"
            )

    def get_help_text(self) -> str:
        return gettext("Words such as “tournament”, or the name of your club, add nothing to its length.")
