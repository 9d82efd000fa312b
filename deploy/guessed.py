"""Addresses that browsers and crawlers request on their own."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

OF_ONE_READER = ("/account/", "/accounts/", "/my/", "/invitations/", "/registrations/")
OF_PROGRAMS = ("/api/v1/", "/health/", "/metrics")
ROBOTS = "User-agent: *\n" + "".join(f"Disallow: {path}\n" for path in (*OF_ONE_READER, *OF_PROGRAMS))
DAY = 86_400


@require_safe
@cache_control(public=True, max_age=DAY)
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect to the icon."""
    return redirect(static("nigiri/icon.svg"))


@require_safe
@cache_control(public=True, max_age=DAY)
def robots_txt(request: HttpRequest) -> HttpResponse:
    """Allow crawlers public pages, but no private links."""
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")
