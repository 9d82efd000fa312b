"""Who asks, for what names they are told: kept for a request, so that no query has to hand it on.

Outside of a request nobody asks, and nobody who is hidden is named: notices, files that are made in advance,
answers that are streamed. Whoever sits at the machine is told everything.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse

from tournaments.access.actors import actor_of
from tournaments.access.holders import entry_of
from tournaments.access.table import Subject, may

_ASKS: ContextVar[HttpRequest | None] = ContextVar("asks", default=None)
_ALL: ContextVar[bool] = ContextVar("all", default=False)
_PUBLIC: ContextVar[bool] = ContextVar("public", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """Of one tournament. ``user_id`` and ``entry``: whose own name they read in any case."""

    all_names: bool = False
    user_id: int | None = None
    entry: str = ""

    def is_told(self, user_id: int | None, entry_id: str) -> bool:
        """Whether they read the name of a player who is hidden."""
        own = user_id is not None and user_id == self.user_id
        return self.all_names or own or (bool(self.entry) and str(entry_id) == self.entry)


def reader_of(organisation_id: Any, tournament_id: Any) -> Reader:
    """Whoever asks now."""
    request = _ASKS.get()
    if _ALL.get() or request is None:
        return Reader(all_names=_ALL.get())
    actor = actor_of(request.user)
    of = Subject(organisation_id=str(organisation_id), tournament_id=str(tournament_id))
    office = not _PUBLIC.get() and may(actor, "name.read", of)
    return Reader(all_names=office, user_id=actor.user_id, entry=entry_of(request.user))


@contextmanager
def all_names() -> Iterator[None]:
    """For whoever sits at the machine."""
    token = _ALL.set(True)
    try:
        yield
    finally:
        _ALL.reset(token)


@contextmanager
def as_everybody() -> Iterator[None]:
    """For what anybody will read, such as a sheet on a wall, whoever made it."""
    token = _ASKS.set(None)
    try:
        yield
    finally:
        _ASKS.reset(token)


@contextmanager
def as_public() -> Iterator[None]:
    """For what the public sees: an office counts for nothing, and players read their own name still."""
    token = _PUBLIC.set(True)
    try:
        yield
    finally:
        _PUBLIC.reset(token)


class Asks:
    """Middleware, after the one that knows who asks."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        token = _ASKS.set(request)
        try:
            return self.get_response(request)
        finally:
            _ASKS.reset(token)
