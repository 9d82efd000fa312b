"""The reader of names in the current request, stored in context variables so that queries need no argument.

Outside of a request there is no reader, and hidden players are not named: notices, files made in advance,
streamed responses. Management commands read all names.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse

from tournaments.access.actors import actor_of
from tournaments.access.link_holders import entry_of
from tournaments.access.table import Subject, may

_REQUEST: ContextVar[HttpRequest | None] = ContextVar("asks", default=None)
_ALL_NAMES: ContextVar[bool] = ContextVar("all", default=False)
_PUBLIC: ContextVar[bool] = ContextVar("public", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """A reader of one tournament.

    ``user_id`` and ``entry`` are the reader's own, whose name is never hidden.
    """

    all_names: bool = False
    user_id: int | None = None
    entry: str = ""

    def may_read_name(self, user_id: int | None, entry_id: str) -> bool:
        """Return whether the reader may read the name of a hidden player."""
        own = user_id is not None and user_id == self.user_id
        return self.all_names or own or (bool(self.entry) and str(entry_id) == self.entry)


def current_reader(organisation_id: Any, tournament_id: Any) -> Reader:
    """Return the reader of the current request, for one tournament."""
    request = _REQUEST.get()
    if _ALL_NAMES.get() or request is None:
        return Reader(all_names=_ALL_NAMES.get())
    actor = actor_of(request.user)
    of = Subject(organisation_id=str(organisation_id), tournament_id=str(tournament_id))
    office = not _PUBLIC.get() and may(actor, "name.read", of)
    return Reader(all_names=office, user_id=actor.user_id, entry=entry_of(request.user))


@contextmanager
def all_names() -> Iterator[None]:
    """Show all names, for management commands."""
    token = _ALL_NAMES.set(True)
    try:
        yield
    finally:
        _ALL_NAMES.reset(token)


@contextmanager
def public_names_only() -> Iterator[None]:
    """Hide names from every reader, for documents such as posted sheets, regardless of their author."""
    token = _REQUEST.set(None)
    try:
        yield
    finally:
        _REQUEST.reset(token)


@contextmanager
def with_public_rights() -> Iterator[None]:
    """Ignore the reader's roles, as for the public; players can still read their own name."""
    token = _PUBLIC.set(True)
    try:
        yield
    finally:
        _PUBLIC.reset(token)


class ReaderMiddleware:
    """Middleware that stores the request; it comes after the one that authenticates the user."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        token = _REQUEST.set(request)
        try:
            return self.get_response(request)
        finally:
            _REQUEST.reset(token)
