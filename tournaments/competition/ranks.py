"""Ranks in text: "3d" is 2, "1d" 0, "1k" -1, "30k" -30. A player may have a professional's grade as well.

Accepted are K, D and P, the words of several languages ("3 dan", "4. kyu", "2 пдан") and of East Asia in any
width and case ("初段", "4級", "3단", "5급").
"""

import re
from unicodedata import normalize

from games.marking import Marked, marked
from tournaments.competition.settings import HIGHEST_RANK, LOWEST_RANK

PROFESSIONAL = {1: 6, 2: 6, 3: 6, 4: 7, 5: 7, 6: 7, 7: 8, 8: 8, 9: 8}
"""Grade -> rank: 1p to 3p count as 7d, 4p to 6p as 8d, 7p to 9p as 9d."""
KYU = ("k", "kyu", "kyū", "gup", "級", "级", "급", "кю", "к")
DAN = ("d", "dan", "段", "단", "дан", "д")
PRO = ("p", "pro", "dan pro", "d pro", "p dan", "pdan", "プロ", "段プロ", "пдан", "п")
UNITS = dict.fromkeys(KYU, "k") | dict.fromkeys(DAN, "d") | dict.fromkeys(PRO, "p")
NUMERALS = {sign: str(number) for number, sign in enumerate("一二三四五六七八九", start=1)} | {"初": "1"}
WRITTEN = re.compile(r"([1-9][0-9]?)\s*[.-]?\s*(\D+?)\.?")


def parse_rank(text: str) -> int:
    """Return the rank. Raises ValueError for anything but 30k to 9d."""
    number, unit = _split_rank(text)
    rank = number - 1 if unit == "d" else -number
    if unit not in ("k", "d") or not LOWEST_RANK <= rank <= HIGHEST_RANK:
        raise ValueError(f"{text[:20]!r} is not a rank from 30k to 9d")
    return rank


def parse_grade(text: str) -> tuple[int, str]:
    """Return the rank of a player, and a professional's grade: 6 and "3P" of "3p"; else the grade is empty.

    Raises ValueError for anything but 30k to 9d, or 1p to 9p.
    """
    grade = professional_grade(text)
    return (PROFESSIONAL[int(grade[0])], grade) if grade else (parse_rank(text), "")


def nearest_rank(text: str) -> int:
    """Return the rank; 31k, 10d and beyond, as in some lists, are the nearest one. Raises ValueError."""
    number, unit = _split_rank(text)
    if unit in ("k", "d"):
        return max(-number, LOWEST_RANK) if unit == "k" else min(number - 1, HIGHEST_RANK)
    return parse_grade(text)[0]


def professional_grade(text: str) -> str:
    """Return the grade, "3P", of "3p" or "3 dan pro"; empty for other ranks."""
    number, unit = _split_rank(text)
    return f"{number}P" if unit == "p" and number in PROFESSIONAL else ""


def _split_rank(text: str) -> tuple[int, str]:
    """Return the number, and "k", "d" or "p"; 0 and "" for anything else."""
    plain = " ".join(normalize("NFKC", text).casefold().split())
    plain = "".join(NUMERALS.get(sign, sign) for sign in plain)
    found = WRITTEN.fullmatch(plain)
    unit = UNITS.get(found[2].strip()) if found else None
    return (int(found[1]), unit) if found and unit else (0, "")


def format_rank(rank: int) -> Marked:
    return marked("%(dan)sd", dan=rank + 1) if rank >= 0 else marked("%(kyu)sk", kyu=-rank)


def format_grade(rank: int | None, grade: str) -> str:
    """Return the grade, "3p", of a professional of this rank, else the rank; empty for no rank."""
    if rank is None:
        return ""
    own = professional_grade(grade)[:1]
    return marked("%(pro)sp", pro=own) if own and PROFESSIONAL[int(own)] == rank else format_rank(rank)
