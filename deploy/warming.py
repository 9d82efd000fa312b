"""A server's first answers, made before anybody asks: what they load is there when it forks."""

from collections.abc import Callable, Iterable
from typing import Any
from wsgiref.util import setup_testing_defaults

from django.conf import settings
from django.db import connections

PAGES = ("/", "/accounts/login/", "/api/v1/")


def warm(application: Callable[..., Any]) -> list[str]:
    """The status of each page; one that fails now is no reason not to start."""
    try:
        return [_status(application, page) for page in PAGES]
    finally:
        connections.close_all()  # the server forks


def _status(application: Callable[..., Any], page: str) -> str:
    told: list[str] = []
    answer: Iterable[bytes] = application(_request(page), lambda status, *_: told.append(status))
    for _ in answer:
        pass
    answer.close()  # type: ignore[attr-defined]  # WSGI's, as every server calls it
    return told[0]


def _request(page: str) -> dict[str, Any]:
    """Of this machine, by a name that the server answers to."""
    name = settings.ALLOWED_HOSTS[0].lstrip(".") if settings.ALLOWED_HOSTS else ""
    environ: dict[str, Any] = {"PATH_INFO": page, "REMOTE_ADDR": "127.0.0.1"}
    environ["HTTP_HOST"] = name if name not in ("", "*") else "localhost"
    environ["wsgi.url_scheme"] = environ["HTTP_X_FORWARDED_PROTO"] = "https" if settings.HTTPS else "http"
    setup_testing_defaults(environ)
    return environ
