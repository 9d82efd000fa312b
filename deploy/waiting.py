"""Middleware: whoever reads has the patience of a reader with the database, whoever writes a writer's."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from games.log import patience

READING = ("GET", "HEAD", "OPTIONS")


class Waiting:
    """The first of all: it decides how long those behind it may wait."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with patience.having(patience.READ if request.method in READING else patience.WRITE):
            return self.get_response(request)
