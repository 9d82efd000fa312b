"""Tokens for programs: made after the password, shown once, revoked."""

from datetime import timedelta
from typing import Any, cast

from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from knox.models import AuthToken

from games.refusals import Refusal
from tournaments.access.table import SITE
from tournaments.accounts.tokens import CreateToken, create_token
from tournaments.web.account.forms import TokenForm
from tournaments.web.account.page import shown
from tournaments.web.base import allow, form_action


@form_action
def make_token(request: HttpRequest) -> HttpResponse:
    """The account's page with the new token on it, this once."""
    allow(request, "account.own", SITE)
    raise_if_reauthentication_required(request, app="allauth.account")
    form = TokenForm(request.POST)
    if not form.is_valid():
        return shown(request, {"token_form": form}, status=422)
    try:
        _row, secret = create_token(_ordered(request, form.cleaned_data))
    except Refusal as no:
        form.refused(no)
        return shown(request, {"token_form": form}, status=422)
    return shown(request, {"secret": secret, "secret_name": form.cleaned_data["name"]})


def _ordered(request: HttpRequest, typed: dict[str, Any]) -> CreateToken:
    return CreateToken(
        user_id=cast("int", request.user.pk),
        name=typed["name"],
        scope=typed["scope"],
        lasts=timedelta(days=int(typed["days"])),
    )


@form_action
def revoke_token(request: HttpRequest, key: str) -> HttpResponse:
    """``key``: the end of its digest; of one's own tokens alone."""
    allow(request, "account.own", SITE)
    AuthToken.objects.filter(user_id=request.user.pk, digest__endswith=key).delete()
    messages.success(request, _("The token is revoked: nobody gets in with it any more."))
    return redirect("web:account")
