"""Division into parts of a long list that is computed as a whole."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.http import Http404

MOST = 100
"""Lines of one part; a phone in a playing hall loads them within a second."""
Lines = Sequence[Mapping[str, Any]]
L = TypeVar("L", bound=Mapping[str, Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of a list. ``after``: the entry before it, or ""; ``first``, ``last``: lines, from 1."""

    after: str
    first: int
    last: int


def list_parts(lines: Lines, most: int = MOST) -> list[Part]:
    """Return the parts of a list, none if it fits into one."""
    if len(lines) <= most:
        return []
    return [
        Part(
            after=lines[begins - 1]["entry"] if begins else "",
            first=begins + 1,
            last=min(begins + most, len(lines)),
        )
        for begins in range(0, len(lines), most)
    ]


def part_after(lines: Sequence[L], after: str, most: int = MOST) -> Sequence[L]:
    """Return the lines after that of an entry. Raises Http404 if the entry is not in the list."""
    begins = next((at for at, line in enumerate(lines, 1) if line["entry"] == after), 0) if after else 0
    if after and not begins:
        raise Http404
    return lines[begins : begins + most]
