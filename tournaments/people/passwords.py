"""New passwords where no mail can bring a link: it is asked for, and whoever runs the service hands it on."""

from datetime import datetime
from typing import Any

from allauth.account import app_settings
from allauth.account.utils import user_pk_to_url_str
from django.contrib.auth import get_user_model
from django.urls import reverse

from games.marking import marked
from games.refusals import Code, register
from tournaments.tables.accounts import PasswordRequest

register({"no_such_account": Code(status=404, title=marked("No account has this name."))})


def ask_for_link(name: str, at: datetime) -> None:
    """Silent where no account has the name: nobody learns here who has one."""
    user = get_user_model().objects.filter(username__iexact=name, is_active=True).first()
    if user is not None:
        PasswordRequest.objects.update_or_create(user=user, defaults={"asked_at": at})


def password_path(user: Any) -> str:
    """Of the page on which this account gets a new password: once, and for three days."""
    key = app_settings.PASSWORD_RESET_TOKEN_GENERATOR().make_token(user)
    return reverse("account_reset_password_from_key", args=(user_pk_to_url_str(user), key))


def forget_request(user: Any) -> None:
    PasswordRequest.objects.filter(user=user).delete()
