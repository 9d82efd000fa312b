"""Parts of snapshots that were read while one request is answered, and are let go with it.

States near each other have most parts in common, and a page may ask for several: a round that is over is read
and decoded once. A part goes by its digest, and what was made of it is never changed.
"""

from threading import local
from typing import Any

from django.core.signals import request_finished, request_started

MOST = 100  # parts: a state of 40 rounds has 42
Part = tuple[str, int, str]
"""Stream, which part of a state it is, digest."""


class _Held(local):
    parts: dict[Part, Any] | None = None


_held = _Held()


def parts() -> dict[Part, Any]:
    """What this thread's request has read; outside of requests nothing is held."""
    held = _held.parts
    if held is None:
        return {}
    if len(held) > MOST:
        held.clear()
    return held


def begin(**_told: object) -> None:
    _held.parts = {}


def end(**_told: object) -> None:
    _held.parts = None


request_started.connect(begin)
request_finished.connect(end)
