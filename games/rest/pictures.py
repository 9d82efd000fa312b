"""Uploaded pictures as responses: browsers treat them as nothing else, and caches do not store them."""

from django.http import HttpResponse

HEADERS = {
    "Cache-Control": "private, no-store",
    "Content-Disposition": 'inline; filename="picture.jpg"',
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


def jpeg(data: bytes) -> HttpResponse:
    return HttpResponse(data, content_type="image/jpeg", headers=HEADERS)
