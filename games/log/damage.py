"""Streams of which the log no longer says what was written: nothing more is added to them.

A command finds damage in what it loads (``store.continued``) and at the end that it adds to; a warm process
has read the rest before. What ``verify`` finds anywhere is in ``DamagedStream`` until it finds the stream
whole again, so that no process adds to it.
"""

from collections.abc import Sequence
from typing import NoReturn

from games.log import statements
from games.refusals import refuse

AT_ONCE = 5000  # databases take no more than some ten thousand values in one statement
_ENDS = """
SELECT head.stream, head.version, head.digest,
       (SELECT digest FROM games_event AS last
        WHERE last.stream = head.stream AND last.version = head.version),
       EXISTS (SELECT 1 FROM games_event AS later
               WHERE later.stream = head.stream AND later.version = head.version + 1),
       (SELECT version FROM games_damagedstream AS damaged WHERE damaged.stream = head.stream)
FROM games_streamhead AS head WHERE head.stream IN ({listed})
"""


def damaged(stream: str, version: int) -> NoReturn:
    """Refuse with ``log_damaged``: the event of this version is not what was written."""
    refuse("log_damaged", stream=stream, version=version)


def ends(streams: Sequence[str], seen: Sequence[str] = ()) -> dict[str, tuple[int, str]]:
    """Last version and digest of each stream that has any, and of those that are only ``seen``.

    Refuses where one of the first is damaged.
    """
    written, asked, found = frozenset(streams), [*streams, *seen], {}
    for batch in (asked[start : start + AT_ONCE] for start in range(0, len(asked), AT_ONCE)):
        listed = ", ".join(["%s"] * len(batch))
        for stream, *end in statements.select(_ENDS.format(listed=listed), batch):
            version, digest, stored, more, known = end
            if stream in written and (known is not None or stored != digest or more):
                damaged(stream, known or version + (1 if more else 0))
            found[stream] = version, digest
    return found
