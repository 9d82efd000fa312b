"""One page for all that makes an account safe."""

from typing import Any, cast

from allauth.account.forms import AddEmailForm
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from knox.models import AuthToken

from tournaments.access.table import SITE, Scope
from tournaments.notices.commands import notices_of
from tournaments.web.account.entrance import ChangePasswordForm
from tournaments.web.account.forms import SCOPES, TokenForm
from tournaments.web.account.notices import wishes_shown
from tournaments.web.account.sessions import sessions_of
from tournaments.web.base import allow, allowed, form_page

SHOWN_OF_DIGEST = 16  # digits that name a token in an address; the digest is of no use to anybody


@require_safe
@form_page
def account_page(request: HttpRequest) -> HttpResponse:
    allow(request, "account.own", SITE)
    return shown(request, {})


def shown(request: HttpRequest, more: dict[str, Any], status: int = 200) -> HttpResponse:
    """The page; ``more`` replaces what a form that was refused, or a new token, has to say."""
    addresses = _addresses(request)
    context = {
        "password_form": ChangePasswordForm(user=request.user),
        **addresses,
        **_second_factor(request),
        "sessions": sessions_of(request),
        "tokens": _tokens(request),
        "unread": notices_of(cast("int", request.user.pk)).filter(read_at=None).count(),
        **wishes_shown(request, verified=addresses["email"] is not None),
        "token_form": TokenForm(),
        "runs_service": allowed(request, "account.recover", SITE),
        **more,
    }
    return render(request, "nigiri/account.html", context, status=status)


def _addresses(request: HttpRequest) -> dict[str, Any]:
    user: Any = request.user
    return {
        "mail": settings.MAIL,
        "email": EmailAddress.objects.get_verified(user),
        "new_email": EmailAddress.objects.get_new(user),
        "email_form": AddEmailForm(user=user),
    }


def _second_factor(request: HttpRequest) -> dict[str, Any]:
    kinds = {found.type: found for found in Authenticator.objects.filter(user_id=request.user.pk)}
    codes = kinds.get(Authenticator.Type.RECOVERY_CODES)
    return {
        "app": kinds.get(Authenticator.Type.TOTP),
        "codes_left": len(codes.wrap().get_unused_codes()) if codes else 0,
    }


def _tokens(request: HttpRequest) -> list[dict[str, Any]]:
    rows = AuthToken.objects.filter(user_id=request.user.pk).select_related("terms").order_by("created")
    return [_line(row) for row in rows]


def _line(row: AuthToken) -> dict[str, Any]:
    terms = getattr(row, "terms", None)
    return {
        "key": row.digest[-SHOWN_OF_DIGEST:],
        "name": terms.name if terms else "",
        "scope": SCOPES[Scope(terms.scope) if terms else Scope.EVERYTHING],
        "made": row.created,
        "ends": row.expiry,
        "used": terms.last_used_at if terms else None,
    }
