"""A log rewritten by whoever has the server and its key: every digest, head of a stream and tree anew.

``rewrite`` is what a dishonest operator could do at most without finding other records and pairings to go
with it. What names a digest of an event before (results name the record that they rest on) names the new one.
"""

import json
import re
from collections.abc import Callable

from games.log import append_only, folding, rebuilding, store
from games.log.canonical import canonical
from games.log.digests import digest_of
from games.log.openings import Opening
from games.log.tables import Event, KeptCheckpoint, StreamHead
from games.log.tree import blocks

HEX = re.compile("[0-9a-f]{64}")


def events() -> list[Event]:
    """The whole log, by position; what is changed of them counts for ``rewrite``."""
    return list(Event.objects.order_by("position"))


def data_of(event: Event) -> dict:
    return json.loads(event.data)


def say(event: Event, **changes: object) -> None:
    """Members of the event's data, in place of what they were."""
    event.data = canonical(data_of(event) | changes)


def rewrite(change: Callable[[list[Event]], list[Event] | None]) -> None:
    """The log as ``change`` makes it of the events (None: they were changed in place)."""
    before = events()
    positions = {event.position: event for event in before}
    after = change(before)
    _store(_renumbered(before if after is None else after), positions)
    KeptCheckpoint.objects.all().delete()
    blocks.delete_roots()
    folding.clear_cache()
    rebuilding.rebuild()


def _renumbered(changed: list[Event]) -> list[Event]:
    digests: dict[str, str] = {}  # of each stream, the last
    versions: dict[str, int] = {}
    renamed: dict[str, str] = {}
    for position, event in enumerate(changed, 1):
        event.was, event.position = event.position, position
        event.version = versions[event.stream] = versions.get(event.stream, 0) + 1
        event.data = HEX.sub(lambda found: renamed.get(found.group(), found.group()), event.data)
        digest = digest_of(digests.get(event.stream, ""), event)
        renamed[event.digest] = digests[event.stream] = event.digest = digest
    return changed


def _store(changed: list[Event], positions: dict[int, Event]) -> None:
    append_only.remove()
    Event.objects.all().delete()
    Event.objects.bulk_create(changed)
    append_only.install()
    heads = {event.stream: event for event in changed}
    StreamHead.objects.exclude(stream__in=heads).delete()
    for head in StreamHead.objects.all():
        head.version, head.digest = heads[head.stream].version, heads[head.stream].digest
        head.save()
    _move_openings({event.was: event.position for event in changed if event.was in positions})


def _move_openings(moved: dict[int, int]) -> None:
    """What opens a commitment stays with its event, or goes with it."""
    append_only.remove_openings()
    Opening.objects.exclude(position__in=moved).delete()
    for one in Opening.objects.order_by("position"):
        if moved[one.position] != one.position:
            Opening.objects.filter(pk=one.pk).update(position=moved[one.position])
    append_only.install_openings()


def head() -> int:
    return store.head()
