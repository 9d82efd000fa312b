"""`/.well-known/security.txt` (RFC 9116): the contact for reports of vulnerabilities."""

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

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
