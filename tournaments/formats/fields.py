"""Attributes of an element as values, each within bounds; else an ``ExchangeError`` with the line."""

import re
from collections.abc import Callable, Collection
from datetime import date

from games.marking import marked
from tournaments.competition import ranks
from tournaments.formats.errors import ExchangeError, RowFault
from tournaments.formats.safe_xml import Element

LOWEST_RATING, HIGHEST_RATING = -900, 2_949
LONGEST_NAME, LONGEST_CODE = 60, 12
MAX_TEXT = 500  # characters of one attribute
INTEGER = re.compile(r"[+-]?[0-9]{1,18}")
SHORT_INTEGER = re.compile(r"[+-]?[0-9]{1,6}")  # in a column
DECIMAL = re.compile(r"[+-]?[0-9]{1,9}(\.[0-9]{1,9})?")


def fault(element: Element, code: str, message: str) -> ExchangeError:
    return ExchangeError(code, message, line=element.line, element=element.tag)


def text(element: Element, name: str, default: str | None = None) -> str:
    """Return the attribute unchanged; it is required without a ``default``."""
    value = element.attributes.get(name, default)
    if value is None:
        raise fault(element, "missing_attribute", f"{element.tag} has no {name}")
    if len(value) > MAX_TEXT:
        raise fault(element, "text_too_long", f"{name} has more than {MAX_TEXT} characters")
    return value


def integer(element: Element, name: str, default: int | None = None, *, low: int, high: int) -> int:
    """Return a whole number from ``low`` to ``high``."""
    value = text(element, name, None if default is None else str(default)).strip()
    if not INTEGER.fullmatch(value):
        raise fault(element, "bad_number", f"{name} is no whole number: {value[:40]!r}")
    _check_bounds(element, name, int(value), low, high)
    return int(value)


def decimal(element: Element, name: str, default: float, *, low: float, high: float) -> float:
    """Return a finite number from ``low`` to ``high``, with a point."""
    value = text(element, name, str(default)).strip()
    if not DECIMAL.fullmatch(value):
        raise fault(element, "bad_number", f"{name} is not a number: {value[:40]!r}")
    _check_bounds(element, name, float(value), low, high)
    return float(value)


def truth(element: Element, name: str, *, default: bool) -> bool:
    value = text(element, name, str(default)).strip().lower()
    if value not in ("true", "false"):
        raise fault(element, "bad_truth", f"{name} is neither true nor false: {value[:40]!r}")
    return value == "true"


def rank(element: Element, name: str, default: str | None = None) -> int:
    """Return a rank: 30K to 1K, 1D to 9D, 1P to 9P as -30 to 8."""
    value = text(element, name, default)
    found = parse_rank(value)
    if found is None:
        raise fault(element, "bad_rank", f"{name} is not a rank from 30K to 9D or 9P: {value[:40]!r}")
    return found


def nearest_rank(value: str, who: str, warn: Callable[[str], object]) -> int | None:
    """Return the rank of a text; 31K, 10D and beyond, from lists, become the nearest rank with a warning."""
    found = parse_rank(value)
    if found is not None:
        return found
    try:
        nearest = ranks.nearest_rank(value)
    except ValueError:
        return None
    written = value.strip()
    used = ranks.format_rank(nearest).upper()
    warn(
        marked(
            "The rank %(written)s of %(who)s is outside 30K to 9D; %(used)s is used.",
            written=written,
            who=who,
            used=used,
        )
    )
    return nearest


def nearest_rating(rating: int, who: str, warn: Callable[[str], object]) -> int:
    """Return the rating; one beyond the scale becomes the nearest on it with a warning."""
    bounded = min(max(rating, LOWEST_RATING), HIGHEST_RATING)
    if bounded != rating:
        span = f"{LOWEST_RATING} to {HIGHEST_RATING}"
        warn(
            marked(
                "The rating %(rating)s of %(who)s is outside %(span)s; %(bounded)s is used.",
                rating=rating,
                who=who,
                span=span,
                bounded=bounded,
            )
        )
    return bounded


def parse_rank(value: str) -> int | None:
    """Return the rank of a text, such as 4k, 3 dan or 9 pro; None for anything else."""
    try:
        return ranks.parse_grade(value)[0]
    except ValueError:
        return None


def day(element: Element, name: str) -> date | None:
    """Return a date as 2024-01-31, or nothing."""
    value = text(element, name, "").strip()
    try:
        return date.fromisoformat(value) if value else None
    except ValueError:
        raise fault(element, "bad_date", f"{name} is not a date: {value[:40]!r}") from None


def one_of(element: Element, name: str, default: str, choices: Collection[str]) -> str:
    value = text(element, name, default).strip()
    if value not in choices:
        raise fault(element, "unknown_value", f"{name} is not known: {value[:40]!r}")
    return value


def _check_bounds(element: Element, name: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise fault(element, "out_of_range", f"{name} is {value}; {low} to {high} are read")


def whole_number(text: str, column: str) -> int:
    if not SHORT_INTEGER.fullmatch(text.strip()):
        raise RowFault(
            column, "bad_number", marked("not a whole number: %(text)s", text=repr(text.strip()[:20]))
        )
    return int(text.strip())
