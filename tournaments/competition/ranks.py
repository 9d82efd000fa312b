"""Ranks as people write them: "3d" is 2, "1d" 0, "1k" -1, "30k" -30."""

import re

from tournaments.competition.history import HIGHEST_RANK, LOWEST_RANK

WRITTEN = re.compile(r"([1-9][0-9]?)\s*([dk])", re.IGNORECASE)


def parse_rank(text: str) -> int:
    """Raises ValueError for anything but 30k to 9d."""
    match = WRITTEN.fullmatch(text.strip())
    rank = None if match is None else _rank(int(match[1]), match[2].lower())
    if rank is None or not LOWEST_RANK <= rank <= HIGHEST_RANK:
        raise ValueError(f"{text[:20]!r} is not a rank from 30k to 9d")
    return rank


def _rank(number: int, letter: str) -> int:
    return number - 1 if letter == "d" else -number


def format_rank(rank: int) -> str:
    return f"{rank + 1}d" if rank >= 0 else f"{-rank}k"
