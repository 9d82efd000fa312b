"""Accounts that are made here and not on the page for signing up: with an invitation, or the first of all."""

from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from games.marking import marked
from games.refusals import refuse


def make_account(username: str, password: str, *, operator: bool = False) -> Any:
    """A new account. Raises Refusal ``invalid``, ``name_taken`` or ``weak_password``, naming the field.

    Names that differ by capitals alone are one name: people type them as they come.
    """
    users = get_user_model().objects
    try:
        UnicodeUsernameValidator()(username)
    except ValidationError:
        refuse(
            "invalid", field="username", fault=marked("Letters, digits and @ . + - _ only, without blanks.")
        )
    if users.filter(username__iexact=username).exists():
        refuse(
            "name_taken", field="username", fault=marked("Somebody has this name already: choose another.")
        )
    try:
        validate_password(password, get_user_model()(username=username))
    except ValidationError as fault:
        refuse("weak_password", field="password", fault=" ".join(fault.messages))
    try:
        with transaction.atomic():
            make = users.create_superuser if operator else users.create_user
            return make(username=username, password=password)
    except IntegrityError:
        refuse(
            "name_taken", field="username", fault=marked("Somebody has this name already: choose another.")
        )
