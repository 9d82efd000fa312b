"""A cursor that chooses its server when it knows the statement: one that reads may be asked of a replica."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Self

from django.db import DatabaseError, InterfaceError

from games.log.sources import Source

_READS = re.compile(r"\s*(SELECT|WITH)\b", re.IGNORECASE)
_ACTS = re.compile(
    r"\bFOR\s+(NO\s+KEY\s+)?(UPDATE|SHARE)\b|\bFOR\s+KEY\s+SHARE\b"
    r"|\b(INSERT|UPDATE|DELETE|MERGE)\b|\b(set_config|nextval|setval|pg_notify|pg_(try_)?advisory\w*)\s*\(",
    re.IGNORECASE,
)


def only_reads(sql: object) -> bool:
    """Whether a statement is known to do nothing else; a word too many is asked of the writer, no harm."""
    return isinstance(sql, str) and _READS.match(sql) is not None and _ACTS.search(sql) is None


class Choosing:
    """What Django expects of a cursor. ``writer``: the connection of the alias ``default``.

    psycopg fetches all rows with the statement, so that a replica fails in `execute` or not at all, and the
    writer can be asked instead.
    """

    def __init__(self, writer: Any, source: Source) -> None:
        self._writer, self._source = writer, source
        self._chosen: Any = None

    def execute(self, sql: Any, params: Any = None) -> Any:
        if not only_reads(sql):
            self._source.stay()
        elif follower := self._source.follower(self._writer):
            try:
                return self._choose(follower).execute(sql, params)
            except (DatabaseError, InterfaceError) as error:
                self._source.failed(error)
        return self._choose(self._writer).execute(sql, params)

    def executemany(self, sql: Any, param_list: Sequence[Any]) -> Any:
        self._source.stay()
        return self._choose(self._writer).executemany(sql, param_list)

    def _choose(self, server: Any) -> Any:
        self.close()
        self._chosen = server.cursor_here()
        return self._chosen

    def close(self) -> None:
        if self._chosen is not None:
            self._chosen.close()

    def __getattr__(self, name: str) -> Any:
        if self._chosen is None:
            self._source.stay()
            self._choose(self._writer)
        return getattr(self._chosen, name)

    def __iter__(self) -> Iterator[Any]:
        yield from self.__getattr__("__iter__")()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
