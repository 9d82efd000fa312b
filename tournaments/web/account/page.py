"""One's own account: e-mail address, second factor, sessions, tokens, notices, and a forgotten password."""

from datetime import timedelta
from typing import Any, cast
from uuid import UUID

from allauth.account.forms import AddEmailForm
from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from allauth.account.models import EmailAddress
from allauth.account.views import password_reset
from allauth.core import ratelimit
from allauth.mfa.models import Authenticator
from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from knox.models import AuthToken

from games.refusals import Refusal
from tournaments.access.table import SITE, Scope
from tournaments.accounts.accounts import account_by_name
from tournaments.accounts.passwords import password_path, request_password_link
from tournaments.accounts.tokens import CreateToken, create_token
from tournaments.notices.rows import Kind
from tournaments.notices.storing import mark_read, notice_settings_of, notices_of, set_notice_settings
from tournaments.notices.texts import notice_text, notice_texts
from tournaments.tables.accounts import PasswordRequest
from tournaments.web.account.allauth_views import ChangePasswordForm
from tournaments.web.account.sessions import sessions_of
from tournaments.web.addresses import absolute
from tournaments.web.base import allow, allowed, form_action, form_page, read_page
from tournaments.web.forms import PlainForm, line_field, sent_data

MOST_SHOWN = 50


class WishesForm(PlainForm):
    kinds = forms.MultipleChoiceField(
        label=_("Notify me when"),
        choices=Kind.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    mail = forms.BooleanField(label=_("Also by mail"), required=False)


def notice_settings_form(request: HttpRequest, *, verified: bool) -> dict[str, Any]:
    """Return the form of the account's page; it offers mail only where one would arrive."""
    form = WishesForm(initial=notice_settings_of(cast("int", request.user.pk)))
    if not (settings.MAIL and verified):
        del form.fields["mail"]
    return {"wishes_form": form}


@read_page
def notices_page(request: HttpRequest) -> HttpResponse:
    allow(request, "account.own", SITE)
    newest = list(notices_of(cast("int", request.user.pk))[:MOST_SHOWN])
    lines = [
        {"of": notice, "said": words} for notice, words in zip(newest, notice_texts(newest), strict=True)
    ]
    unread = any(notice.read_at is None for notice in newest)
    return render(request, "nigiri/notices.html", {"lines": lines, "unread": unread})


@read_page
def follow(request: HttpRequest, notice_id: UUID) -> HttpResponse:
    """To the page that a notice is about; it is read now."""
    allow(request, "account.own", SITE)
    notice = notices_of(cast("int", request.user.pk)).filter(pk=notice_id).first()
    if notice is None:  # another account's, or deleted
        return redirect("web:notices")
    mark_read(notice.user_id, [notice.pk], timezone.now())
    return redirect(notice_text(notice).path)


@form_action
def read_all(request: HttpRequest) -> HttpResponse:
    allow(request, "account.own", SITE)
    mark_read(cast("int", request.user.pk), None, timezone.now())
    return redirect("web:notices")


@form_action
def choose(request: HttpRequest) -> HttpResponse:
    allow(request, "account.own", SITE)
    form = WishesForm(request.POST)
    if form.is_valid():
        set_notice_settings(
            cast("int", request.user.pk), form.cleaned_data["kinds"], mail=form.cleaned_data["mail"]
        )
        messages.success(request, gettext("Your choice of notices is saved."))
    return redirect("web:account")


SCOPES = {
    Scope.READ: _("Read what you may read"),
    Scope.RESULTS: _("and enter results, send records, check players in"),
    Scope.DIRECT: _("and direct tournaments: settings, players, pairing"),
    Scope.EVERYTHING: _("everything you may do, including rulings and roles"),
}
"""Scope -> what a program may do, each beside the ones before it."""
LASTING = ((7, _("a week")), (30, _("30 days")), (90, _("90 days")), (365, _("a year")))


class TokenForm(PlainForm):
    name = line_field(_("Name"), 60, _("Its purpose, such as the screen in the hall or a spreadsheet."))
    scope = forms.ChoiceField(label=_("The program may"), choices=[(str(k), v) for k, v in SCOPES.items()])
    days = forms.TypedChoiceField(label=_("Valid for"), choices=LASTING, initial=30, coerce=int)


class AccountName(PlainForm):
    """Of the account that a new password is wanted for."""

    username = line_field(_("Name of the account"), 150)


SHOWN_OF_DIGEST = 16  # digits that name a token in an address; the digest is of no use to anybody


@read_page
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
        **notice_settings_form(request, verified=addresses["email"] is not None),
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


@form_action
def make_token(request: HttpRequest) -> HttpResponse:
    """The account's page with the new token on it, this once."""
    allow(request, "account.own", SITE)
    raise_if_reauthentication_required(request, app="allauth.account")
    form = TokenForm(request.POST)
    if not form.is_valid():
        return shown(request, {"token_form": form}, status=422)
    try:
        _row, secret = create_token(_create_token_command(request, form.cleaned_data))
    except Refusal as no:
        form.add_refusal(no)
        return shown(request, {"token_form": form}, status=422)
    return shown(request, {"secret": secret, "secret_name": form.cleaned_data["name"]})


def _create_token_command(request: HttpRequest, typed: dict[str, Any]) -> CreateToken:
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
    messages.success(request, gettext("Token revoked. It no longer works."))
    return redirect("web:account")


@form_page
def forgotten(request: HttpRequest) -> HttpResponse:
    """Says the same whether an account has that name or not."""
    allow(request, "site.read", SITE)
    if settings.MAIL:
        answer: HttpResponse = password_reset(request)
        return answer
    form = AccountName(sent_data(request))
    asked = request.method == "POST" and form.is_valid()
    if asked:
        name = form.cleaned_data["username"]
        too_often: HttpResponse | None = ratelimit.consume_or_429(
            request, action="reset_password", key=name.lower()
        )
        if too_often:
            return too_often
        request_password_link(name, timezone.now())
    status = 422 if request.method == "POST" and not asked else 200
    return render(request, "nigiri/forgotten.html", {"form": form, "asked": asked}, status=status)


@form_page
def links_page(request: HttpRequest) -> HttpResponse:
    """Who asked, for the service's operator; a link is made and shown to nobody else."""
    allow(request, "account.recover", SITE)
    form = AccountName(sent_data(request))
    made = {}
    if request.method == "POST" and form.is_valid():
        try:
            user = account_by_name(form.cleaned_data["username"])
            link = absolute(request, password_path(user))
            made = {"link": link, "for": user.get_username()}
        except Refusal as no:
            form.add_refusal(no)
    context = {"form": AccountName() if made else form, "made": made, "mail": settings.MAIL}
    context["requests"] = PasswordRequest.objects.select_related("user")
    status = 422 if form.errors else 200
    return render(request, "nigiri/password_links.html", context, status=status)


@form_action
def dismiss(request: HttpRequest, request_id: int) -> HttpResponse:
    allow(request, "account.recover", SITE)
    PasswordRequest.objects.filter(pk=request_id).delete()
    messages.success(request, gettext("Request dismissed. The person who asked gets no message."))
    return redirect("web:password-links")
