"""Verifying what was stored since the log was last found whole; what came before is not read again.

That it is the same is told by the root of the tree over it, from tiles that are kept beside the log: who
altered an old event and left its tile is seen by a whole ``verify`` alone, as is what lies beside old events.
"""

from collections.abc import Collection, Iterator
from datetime import datetime
from itertools import islice

from django.db import DatabaseError

from games.log import raw, statements, store
from games.log.canonical import parse
from games.log.pins import PinCheck
from games.log.progress import Report, silent
from games.log.projections import projected
from games.log.tables import Event, StreamHead, VerifiedUpTo
from games.log.tree.checking import TreeCheck, leaf_of
from games.log.tree.tiles import Tree
from games.log.verification import Fault, Tail, Tails, ends, events, misfits, openings_fit
from games.refusals import Refusal

_END = """
SELECT version, digest FROM games_event WHERE stream = %s AND position <= %s ORDER BY version DESC LIMIT 1
"""
OTHER = "the log does not begin with the {size} events that were verified"
UNREAD = -1
UNREADABLE = "what was noted when the log was last found whole cannot be read: verify all of it"


def verified() -> VerifiedUpTo | None:
    """The row; with position ``UNREAD`` where somebody wrote into it what it cannot hold."""
    try:
        kept = VerifiedUpTo.objects.filter(name=VerifiedUpTo.ONLY).first()
    except (ValueError, TypeError, OverflowError):  # SQLite keeps anything in any column
        return VerifiedUpTo(position=UNREAD)
    if kept and not (isinstance(kept.position, int) and isinstance(kept.root, bytes | memoryview)):
        return VerifiedUpTo(position=UNREAD)
    return kept


def note(position: int, at: datetime) -> None:
    """The log is whole up to this position. What was there is written over unread."""
    statements.upsert([VerifiedUpTo(position=position, root=Tree(position).root(), at=at)])


def verify_since(kept: VerifiedUpTo, report: Report = silent) -> Iterator[Fault]:
    """Every fault of what came after, in one pass over it; ``report`` as ``verify``'s."""
    if kept.position == UNREAD:
        yield Fault(what=UNREADABLE)
        return
    try:
        tree = Tree(kept.position) if 0 <= kept.position <= store.head() else None
        if tree is None or tree.root() != bytes(kept.root):
            yield Fault(what=OTHER.format(size=kept.position))
            return
        yield from _after(tree, report)
    except Refusal as damage:
        yield Fault(what=str(damage))
    except DatabaseError as error:
        yield Fault(what=f"the database cannot be read: {error}")


def _after(tree: Tree, report: Report) -> Iterator[Fault]:
    tails, pins, check = Continued(tree.size), LookedUp(), TreeCheck.after(tree)
    rows = raw.rows(tree.size)
    last = yield from events(rows, tails, lambda row: check.take(leaf_of(row)), pins, report, after=tree.size)
    yield from misfits(pins.end())
    yield from openings_fit(tree.size)
    yield from ends(tails, _heads(list(tails)))
    yield from (Fault(what=what) for what in check.end())
    if projected() > last:
        yield Fault(position=last + 1, what=f"the log ends here, but was projected up to {projected()}")


class Continued(Tails):
    """Streams go on from where they were at a position."""

    def __init__(self, position: int) -> None:
        super().__init__()
        self._position = position

    def begin(self, stream: str) -> Tail:
        found = statements.select(_END, [stream, self._position])
        return Tail(version=found[0][0], links=(found[0][1],)) if found else Tail()


class LookedUp(PinCheck):
    """What was not read is looked up by the index of streams."""

    def digests_at(self, places: Collection[tuple[str, int]]) -> dict[tuple[str, int], str]:
        found: dict[tuple[str, int], str] = {}
        left = iter(places)
        while some := set(islice(left, raw.BATCH)):
            streams, versions = map(set, zip(*some, strict=True))
            rows = Event.objects.filter(stream__in=streams, version__in=versions)
            there = rows.values_list("stream", "version", "digest")
            found |= {(stream, version): digest for stream, version, digest in there}
        return found

    def game_of(self, claim: str) -> str:
        if claim not in self._games:
            first = Event.objects.filter(stream=claim, version=1).values_list("data", flat=True).first()
            self._games[claim] = parse(first or "{}")["game_id"]
        return super().game_of(claim)


def _heads(streams: list[str]) -> Iterator[tuple[str, int, str]]:
    every = iter(streams)
    while some := list(islice(every, raw.BATCH)):
        yield from StreamHead.objects.filter(stream__in=some).values_list("stream", "version", "digest")
