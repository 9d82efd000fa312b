"""Damaged streams, whose events were altered or lost: commands do not append to them.

A command detects damage in the events that it loads (``store.read_verified``) and at the end that it appends
to. Damage that ``verify`` finds is recorded in ``DamagedStream`` until the stream verifies again.
"""

from collections.abc import Sequence
from typing import NoReturn

from games.log import statements
from games.refusals import refuse

QUERY_SIZE = 5000  # databases limit the values in one statement to some ten thousand
_ENDS = """
SELECT head.stream, head.version, head.digest,
       (SELECT digest FROM games_event AS last
        WHERE last.stream = head.stream AND last.version = head.version),
       EXISTS (SELECT 1 FROM games_event AS later
               WHERE later.stream = head.stream AND later.version = head.version + 1),
       (SELECT version FROM games_damagedstream AS damaged WHERE damaged.stream = head.stream)
FROM games_streamhead AS head WHERE head.stream IN ({listed})
"""


def refuse_damaged(stream: str, version: int) -> NoReturn:
    """Refuse with ``log_damaged``: the event of this version is altered or missing."""
    refuse("log_damaged", stream=stream, version=version)


def verified_ends(streams: Sequence[str], seen: Sequence[str] = ()) -> dict[str, tuple[int, str]]:
    """Return the last version and digest of each existing stream, those that are only ``seen`` included.

    Refuses if one of ``streams`` is damaged.
    """
    written, asked, found = frozenset(streams), [*streams, *seen], {}
    for batch in (asked[start : start + QUERY_SIZE] for start in range(0, len(asked), QUERY_SIZE)):
        listed = ", ".join(["%s"] * len(batch))
        for stream, *end in statements.select(_ENDS.format(listed=listed), batch):
            version, digest, stored, more, known = end
            if stream in written and (known is not None or stored != digest or more):
                refuse_damaged(stream, known or version + (1 if more else 0))
            found[stream] = version, digest
    return found
