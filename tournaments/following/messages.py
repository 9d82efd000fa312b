"""What viewers are told, as the text of server-sent events."""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass

SIGN_OF_LIFE = b"event: alive\ndata: {}\n\n"
NAMES = ("result", "ruling", "round", "standings")
"""What a message may be called, beside ``version``, which comes last with every change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """To which version, what of it everybody may know by name, and in which rounds that are published."""

    version: str
    names: Collection[str] = ()
    rounds: Collection[int] = ()


def anything(version: str) -> Change:
    """For whoever missed what was told: all of it may be another."""
    return Change(version=version, names=NAMES)


def text_of(change: Change) -> bytes:
    """One message for each name, and one with the id: who saw that has seen the others."""
    names = [name for name in NAMES if name in change.names]
    body = {"version": change.version, "changed": names, "rounds": sorted(change.rounds)}
    data = json.dumps(body, separators=(",", ":"))
    named = [f"event: {name}\ndata: {data}\n\n" for name in names]
    return "".join([*named, f"event: version\nid: {change.version}\ndata: {data}\n\n"]).encode()


def opening(now: str, seen: str, kept: Sequence[tuple[str, bytes]], *, retry: int) -> bytes:
    """What a stream begins with, for whoever has ``seen`` a version (``Last-Event-ID``; "" for none).

    ``kept``: the last changes, each with its version, up to ``now``. A version that is not among them is told
    as if anything had changed. ``retry``: milliseconds after which a browser comes again.
    """
    first = f"retry: {retry}\n\n".encode()
    if seen == now:
        return first
    if not seen:
        return first + text_of(Change(version=now))
    versions = [version for version, _ in kept]
    if seen in versions:
        later = kept[len(versions) - versions[::-1].index(seen) :]
        return first + b"".join(text for _, text in later)
    return first + text_of(anything(now))
