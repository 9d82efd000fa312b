"""Pictures that somebody sent, as an answer: nothing but a picture, kept by nobody on the way."""

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
