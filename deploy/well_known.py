"""Addresses that browsers, crawlers and security researchers request on their own."""

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.utils import timezone
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


HOLDS = timedelta(days=180)


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Return the contact; 404 if NIGIRI_SECURITY_CONTACT is not set."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = (timezone.now() + HOLDS).strftime("%Y-%m-%dT00:00:00Z")
    languages = ", ".join(code for code, _ in settings.LANGUAGES)
    text = f"Contact: {settings.SECURITY_CONTACT}\nExpires: {expires}\nPreferred-Languages: {languages}\n"
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
