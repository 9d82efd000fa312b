"""Create, close, reopen and log out accounts outside the sign-up page."""

from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from knox.models import AuthToken

from games.marking import marked
from games.refusals import refuse


def create_account(username: str, password: str, *, operator: bool = False) -> Any:
    """Create an account. Raises Refusal ``invalid``, ``name_taken`` or ``weak_password``, naming the field.

    Names are compared without regard to case.
    """
    users = get_user_model().objects
    try:
        UnicodeUsernameValidator()(username)
    except ValidationError:
        refuse(
            "invalid", field="username", fault=marked("Letters, digits and @ . + - _ only, without spaces.")
        )
    if users.filter(username__iexact=username).exists():
        refuse("name_taken", field="username", fault=marked("This name is taken: choose another."))
    try:
        validate_password(password, get_user_model()(username=username))
    except ValidationError as fault:
        refuse("weak_password", field="password", fault=" ".join(fault.messages))
    try:
        with transaction.atomic():
            make = users.create_superuser if operator else users.create_user
            return make(username=username, password=password)
    except IntegrityError:
        refuse("name_taken", field="username", fault=marked("This name is taken: choose another."))


def account_by_name(username: str, *, closed: bool = False) -> Any:
    """Return the account; inactive ones only with ``closed``. Refuses ``no_such_account``."""
    user = get_user_model().objects.filter(username__iexact=username).first()
    if user is None or not (user.is_active or closed):
        refuse("no_such_account", field="username", fault=marked("No account has this name."))
    return user


def close_account(user: Any) -> None:
    """Deactivate the account and end its sessions and tokens. Its offices stay."""
    with transaction.atomic():
        user.is_active = False
        user.save(update_fields=["is_active"])
        log_out(user)


def log_out(user: Any) -> None:
    """End all sessions and tokens of the account."""
    with transaction.atomic():
        AuthToken.objects.filter(user=user).delete()
        for session in UserSession.objects.filter(user=user):
            session.end()


def log_out_all_accounts() -> int:
    """End all sessions and tokens of all accounts; return the number of accounts."""
    with transaction.atomic():
        AuthToken.objects.all().delete()
        UserSession.objects.all().delete()
        Session.objects.all().delete()
    return get_user_model().objects.count()


def reopen_account(user: Any) -> None:
    user.is_active = True
    user.save(update_fields=["is_active"])
