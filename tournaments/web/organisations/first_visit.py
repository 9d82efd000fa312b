"""The first visit to a service without an operator: an account and a club."""

from collections.abc import Callable
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods

from games.refusals import refuse
from tournaments.demo.founding import found_with_demonstration
from tournaments.organisations.founding import (
    SetUpService,
    TakeService,
    is_setup_key,
    service_has_no_operator,
    set_up_service,
)
from tournaments.web.base import context_of, form_page
from tournaments.web.forms import AccountForm, answer_form, hidden, line_field, sent_data

FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_HOST", "HTTP_X_REAL_IP", "HTTP_FORWARDED", "HTTP_VIA")
LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")


def may_take(request: HttpRequest) -> bool:
    key = request.POST.get("key") or request.GET.get("key", "")
    return is_setup_key(key) or _at_the_machine(request)


def _at_the_machine(request: HttpRequest) -> bool:
    """Asked from this machine itself, by its own name, and not through a proxy or tunnel that ends here."""
    name = request.get_host().rpartition(":")[0] or request.get_host()
    local_name = request.get_host() in LOCAL_NAMES or name in LOCAL_NAMES
    forwarded = any(header in request.META for header in FORWARDED)
    return local_name and not forwarded and _is_loopback(request.META.get("REMOTE_ADDR", ""))


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:  # a socket file has no address, and a proxy before it
        return False


class FirstForm(AccountForm):
    club = line_field(
        gettext_lazy("Your club"),
        120,
        gettext_lazy(
            "Name of your club or federation. You can change it later. Not needed for the demonstration."
        ),
        required=False,
    )
    door = hidden()
    key = hidden()


@require_http_methods(["GET", "HEAD", "POST"])
@form_page
def first_page(request: HttpRequest) -> HttpResponse:
    """Of a service that nobody runs yet; the home page of any other."""
    if not service_has_no_operator():
        if request.method == "POST":
            refuse("service_taken")
        return redirect("web:home")
    if not may_take(request):
        return render(request, "nigiri/first_closed.html", status=403)
    form = FirstForm(sent_data(request), initial={"key": request.GET.get("key", "")})

    def go_in(typed: dict[str, Any]) -> HttpResponse:
        account = TakeService(username=typed["username"], password=typed["password"])
        user, address = DOORS.get(typed["door"], _found)(request, account, typed["club"])
        login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
        return redirect(address)

    return answer_form(request, form, go_in, "nigiri/first.html")


def _demonstration(request: HttpRequest, account: TakeService, club: str) -> tuple[Any, str]:
    user, organisation, made = found_with_demonstration(account, timezone.now())
    where = gettext("Everything in it is invented. The page of %(name)s removes it.") % {
        "name": organisation.name
    }
    messages.success(request, gettext("This is the demonstration, in the middle of round 3.") + " " + where)
    return user, reverse("web:desk", args=(made.tournament,))


def _found(request: HttpRequest, account: TakeService, club: str) -> tuple[Any, str]:
    user, organisation = set_up_service(SetUpService(account=account, club=club), context_of(request))
    messages.success(
        request,
        gettext("%(name)s has been created. Now create its first tournament.") % {"name": organisation.name},
    )
    return user, reverse("web:new-tournament")


def _open(request: HttpRequest, account: TakeService, club: str) -> tuple[Any, str]:
    user, organisation = set_up_service(SetUpService(account=account, club=club), context_of(request))
    messages.success(
        request, gettext("%(name)s has been created. Now choose the file.") % {"name": organisation.name}
    )
    return user, reverse("web:import", args=(organisation.slug,))


Door = Callable[[HttpRequest, TakeService, str], tuple[Any, str]]
DOORS: dict[str, Door] = {"demonstration": _demonstration, "found": _found, "open": _open}
"""What the pressed button says -> the account, and the address behind the door."""
