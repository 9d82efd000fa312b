"""The download of ``check_bundle.py``, for people who have no copy of Nigiri's source."""

from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

PROGRAM = Path(__file__).with_name("check_bundle.py")


@require_safe
@cache_control(public=True, max_age=86_400)
def check_bundle_program(request: HttpRequest) -> HttpResponse:
    """Return the program as a file."""
    response = HttpResponse(PROGRAM.read_bytes(), content_type="text/x-python; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{PROGRAM.name}"'
    return response
