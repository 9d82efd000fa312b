"""A forgotten password: by mail where there is any, else by a link that the service's operator hands on."""

from allauth.account.views import password_reset
from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.refusals import Refusal
from tournaments.access.table import SITE
from tournaments.accounts.accounts import account_by_name
from tournaments.accounts.passwords import password_path, request_password_link
from tournaments.tables.accounts import PasswordRequest
from tournaments.web.account.page import AccountName
from tournaments.web.addresses import absolute
from tournaments.web.base import allow, form_action, form_page
from tournaments.web.forms import sent_data


@require_http_methods(["GET", "HEAD", "POST"])
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


@require_http_methods(["GET", "HEAD", "POST"])
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
    messages.success(request, _("Request dismissed. The person who asked gets no message."))
    return redirect("web:password-links")
