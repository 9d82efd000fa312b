"""The meaning of single property values; None, or ValueError for points, if a value is invalid."""

import re
import unicodedata
from collections.abc import Iterator
from string import ascii_letters

from sgfmill import sgf_grammar

from games.sgf.record import By, Claim
from rules import MAX_SIDE, Color, sgf_to_vertex

LARGEST_PLAIN_KOMI = 100
_SMALL_HUNDREDTHS = (25, 50)  # half a point in a handicap game, in stones and in points
_MOST_STONES_IN_HUNDREDTHS = 400
_KOMI_WORDS = re.compile(
    r"(?P<whole>\d{1,3}(?:[.,]\d{1,4})?|[一二三四五六七八九])?\s*又?\s*(?P<part>[123]/[24])?\s*"
    r"(?P<unit>子|目|집|点|점|points?|pts?|moku)?\s*(?P<half>半|반)?\s*(?:目|집|子)?\.?"
)

_LARGEST_WITH_TT = 19
_RESIGNATIONS = frozenset(("resign", "resigns", "resignation"))

_BROKEN = re.compile("[\ud800-\udfff\ufffe\uffff]")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_SIZE = re.compile(r"\s*(\d{1,3})\s*(?:[:xX*]\s*(\d{1,3})\s*)?", re.ASCII)
_NUMBER = re.compile(r"[+-]?(\d{1,6}([.,]\d{0,8})?|[.,]\d{1,8})", re.ASCII)
_WIN = re.compile(r"(B|W|BLACK|WHITE)\s*\+\s*(.*)", re.DOTALL)
_HOW = {
    **dict.fromkeys(("R", "RES", "RESIGN", "RESIGNATION"), By.RESIGNATION),
    **dict.fromkeys(("T", "TIME"), By.TIME),
    **dict.fromkeys(("F", "FORFEIT"), By.FORFEIT),
    **dict.fromkeys(("", "SCORE", "POINTS"), By.UNSTATED),
}
_WITHOUT_WINNER = {
    **dict.fromkeys(("0", "DRAW", "JIGO"), By.DRAW),
    **dict.fromkeys(("VOID",), By.VOID),
    **dict.fromkeys(("?",), By.UNKNOWN),
}


def line(raw: bytes) -> str:
    """Return SimpleText: one line, stripped; undecodable bytes as U+FFFD, control characters as blanks."""
    return " ".join(_clean(sgf_grammar.simpletext_value(raw)).split("\n")).strip()


def text(raw: bytes) -> str:
    """Return Text: as `line`, but with its line breaks."""
    return _clean(sgf_grammar.text_value(raw)).strip()


def _clean(raw: bytes) -> str:
    decoded = raw.decode("utf-8", "surrogatepass")
    return _CONTROL.sub(" ", _BROKEN.sub("\ufffd", decoded))


def size(raw: bytes) -> tuple[int, int] | None:
    """Return the width and height of "19", "19:13" or, against the standard, "19x13", each 1 to 52."""
    match = _SIZE.fullmatch(line(raw))
    if not match:
        return None
    width, height = int(match[1]), int(match[2] or match[1])
    return (width, height) if 1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE else None


def number(said: str) -> float | None:
    """Return a decimal with a point or a comma."""
    return float(said.replace(",", ".")) if _NUMBER.fullmatch(said) else None


def komi(raw: bytes, *, small: bool = False, chinese: bool = False) -> tuple[float | None, str]:
    """Return White's points, a multiple of 1/2, and how an unusual number was read ("" for a plain one).

    Some servers write hundredths (650), and Chinese records count stones, half of the points (3.75, 375).
    ``small``: 50 and 25 are hundredths too; ``chinese``: hundredths up to 400 are stones, as Fox writes them.
    """
    said = line(raw)
    value, how = number(said), ""
    if value is None:
        value, how = _komi_in_words(said)
    elif abs(value) > LARGEST_PLAIN_KOMI or (small and abs(value) in _SMALL_HUNDREDTHS):
        stones = chinese and _SMALL_HUNDREDTHS[-1] < abs(value) <= _MOST_STONES_IN_HUNDREDTHS
        value, how = value / 100, "hundredths of a point"
        if stones or value * 2 % 1:
            value, how = value * 2, "hundredths of a stone"
    elif value * 2 % 1 and not value * 4 % 1:
        value, how = value * 2, "stones"
    if value is None or value * 2 % 1:
        return None, ""
    return value + 0.0, how


def _komi_in_words(said: str) -> tuple[float | None, str]:
    """Return the komi of "6.5目", "6目半" or "3 3/4", and its notation."""
    match = _KOMI_WORDS.fullmatch(unicodedata.normalize("NFKC", said).casefold().replace("\u2044", "/"))
    if not match or not any(match[name] for name in ("whole", "part", "half")):
        return None, ""
    whole = match["whole"] or "0"
    value = (number(whole) if whole.isascii() else unicodedata.numeric(whole)) or 0.0
    value += 0.5 if match["half"] else 0.0
    if part := match["part"]:
        value += int(part[0]) / int(part[2])
    stones = match["unit"] == "子" or value * 2 % 1 != 0
    return (value * 2, "stones") if stones else (value, "words")


def handicap(raw: bytes) -> int | None:
    """Return a number of stones, 0 or more."""
    said = line(raw)
    return int(said) if re.fullmatch(r"\d{1,3}", said, re.ASCII) else None


def player(raw: bytes) -> Color | None:
    """Return the colour of PL: "B", "black", "W", "white"."""
    return {"B": Color.BLACK, "W": Color.WHITE}.get(line(raw)[:1].upper())


def exact_color(raw: bytes) -> Color | None:
    """Return the colour of exactly "B" or "W"."""
    return {"B": Color.BLACK, "W": Color.WHITE}.get(line(raw).upper())


def result(raw: bytes) -> Claim | None:
    """Return the result of RE: "B+3.5", "W+Resign", "0", "Void", "?" and the like."""
    said = line(raw).upper()
    if said in _WITHOUT_WINNER:
        return Claim(by=_WITHOUT_WINNER[said])
    won = _WIN.fullmatch(said)
    if not won:
        return None
    winner = Color.BLACK if won[1][0] == "B" else Color.WHITE
    if won[2] in _HOW:
        return Claim(by=_HOW[won[2]], winner=winner)
    margin = number(won[2])
    return None if margin is None or margin < 0 else Claim(by=By.SCORE, winner=winner, margin=margin)


def move(raw: bytes, width: int, height: int) -> tuple[str | None, bool]:
    """Return the vertex of a move, None for a pass, and whether it is a pass against the standard.

    A pass is empty, or "tt" up to 19x19. Programs also write "pass", two backquotes, and the point beyond the
    last corner of a square board ("ss" on 18x18). Raises ValueError off the board.
    """
    said = line(raw)
    if not said or (said == "tt" and width <= _LARGEST_WITH_TT and height <= _LARGEST_WITH_TT):
        return None, False
    beyond = width == height < MAX_SIDE and said == ascii_letters[width] * 2
    if is_pass_in_words(raw) or said == "``" or beyond:
        return None, True
    return sgf_to_vertex(said, width, height), False


def is_pass_in_words(raw: bytes) -> bool:
    """Return whether a move is the word "pass"."""
    return line(raw).casefold() == "pass"


def is_resignation(raw: bytes) -> bool:
    """Return whether a move is a resignation in words."""
    return line(raw).casefold() in _RESIGNATIONS


def points(raw: bytes, width: int, height: int) -> Iterator[str]:
    """Yield the vertices of a point, "dd", or a rectangle, "aa:cc". ValueError off the board."""
    first, colon, last = line(raw).partition(":")
    if not colon:
        yield sgf_to_vertex(first.strip(), width, height)
        return
    yield from _rectangle(first.strip(), last.strip(), width, height)


def _rectangle(first: str, last: str, width: int, height: int) -> Iterator[str]:
    for corner in (first, last):
        sgf_to_vertex(corner, width, height)
    columns, rows = (_span(*pair) for pair in zip(first, last, strict=True))
    for row in rows:
        for column in columns:
            yield sgf_to_vertex(column + row, width, height)


def _span(first: str, last: str) -> str:
    low, high = sorted((ascii_letters.index(first), ascii_letters.index(last)))
    return ascii_letters[low : high + 1]
