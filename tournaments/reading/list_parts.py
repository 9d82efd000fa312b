"""A part of a long list that is computed whole: what follows an entry of it, and where each begins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.http import Http404

MOST = 100
"""Lines of one page: a phone in a hall reads them within a second."""
Lines = Sequence[Mapping[str, Any]]
L = TypeVar("L", bound=Mapping[str, Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """``after``: the entry that it begins after, "" for the first; ``first``, ``last``: lines, from 1."""

    after: str
    first: int
    last: int


def parts_of(lines: Lines, most: int = MOST) -> list[Part]:
    """All of a list; none where it is short enough to be one."""
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
    """The lines that follow the one of an entry. Raises Http404 where it is not in the list."""
    begins = next((at for at, line in enumerate(lines, 1) if line["entry"] == after), 0) if after else 0
    if after and not begins:
        raise Http404
    return lines[begins : begins + most]
