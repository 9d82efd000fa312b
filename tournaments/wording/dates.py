"""A day, several days, a moment: in the language that is asked for, and by the clocks of the zone in force.

``web.base`` puts the zone of the tournament in force, whose pages these are; elsewhere it is the service's.
"""

from datetime import date, datetime
from functools import cache, lru_cache

from babel import Locale
from babel.dates import format_date, format_skeleton, format_time, get_timezone_name
from django.utils import timezone
from django.utils.translation import get_language

OURS = {"en": "en_GB", "zh-hans": "zh_Hans"}
"""What Babel calls a language where Django calls it otherwise; in our English the day comes first."""
LONG_MONTH, SHORT_MONTH = "MMMM", "MMM"
LONGEST_ZONE = 5


def day(said: str | date) -> str:
    """Such as "22 November 2026", of a day in ISO 8601 too. What is none stays as it is."""
    on = _day(said)
    return str(said) if on is None else _long(on, _locale())


def short_day(said: str | date) -> str:
    """Without the year: "22 November"."""
    on = _day(said)
    return str(said) if on is None else str(format_skeleton("MMMMd", _noon(on), locale=_locale()))


def days(begins: str | date, ends: str | date = "") -> str:
    """From the first to the last: "22-24 November 2026"; one day, where there is no other."""
    first, last = _day(begins), _day(ends)
    if first is None or last is None or first >= last:
        return day(begins) if begins else ""
    return _interval(first, last, _locale())


@lru_cache(maxsize=1000)
def _interval(first: date, last: date, locale: Locale) -> str:
    """Kept, as ``_long`` is: a list of tournaments has a hundred days, and the next reader's has the same."""
    patterns = _parts(locale, _differing(first, last))
    return "".join(
        format_date(on, pattern, locale=locale) for on, pattern in zip((first, last), patterns, strict=True)
    )


@lru_cache(maxsize=1000)
def _long(on: date, locale: Locale) -> str:
    return format_date(on, "long", locale=locale)


def clock(at: str | datetime) -> str:
    """The time of day: "11:30"."""
    return str(format_skeleton("Hm", _local(at), locale=_locale()))


def clock_there(at: str | datetime) -> str:
    """With the zone: "11:30 CET"."""
    return f"{clock(at)} {zone_name(_local(at))}"


def exact_clock(at: str | datetime) -> str:
    """With seconds: "11:30:05"."""
    return format_time(_local(at), "HH:mm:ss", locale=_locale())


def moment(at: str | datetime) -> str:
    """Day, time and zone: "22 November, 11:30 CET"."""
    here = _local(at)
    return f"{_at(short_day(here.date()), clock(here))} {zone_name(here)}"


def exact_moment(at: str | datetime) -> str:
    """As it is told for good: "22 November 2026, 11:30:05 CET"."""
    here = _local(at)
    return f"{_at(day(here), exact_clock(here))} {zone_name(here)}"


def day_and_clock(at: datetime) -> str:
    """By the clocks that ``at`` itself has, whose zone is said beside it: "22 November 2026, 11:30"."""
    return _at(day(at.date()), str(format_skeleton("Hm", at, locale=_locale())))


def deadline(at: str | datetime, now: datetime) -> str:
    """A moment; without its day where that is today: "11:30 CET"."""
    here = _local(at)
    return moment(here) if here.date() != _local(now).date() else clock_there(here)


def zone_name(at: datetime) -> str:
    """As short as people write it, "CET" and in German "MEZ"; else the difference, "UTC+03"."""
    usual = at.tzname() or ""
    if usual in ("UTC", "GMT"):
        return usual
    named = str(get_timezone_name(at, width="short", locale=_locale()))
    if named.isalpha() and len(named) <= LONGEST_ZONE:
        return named
    return usual if usual.isalpha() else f"UTC{usual}"


def _local(at: str | datetime) -> datetime:
    moment_ = datetime.fromisoformat(at) if isinstance(at, str) else at
    return timezone.localtime(moment_) if timezone.is_aware(moment_) else moment_


def _at(day_: str, time: str) -> str:
    return str(_locale().datetime_formats["medium"]).replace("{1}", day_).replace("{0}", time)


def _day(said: str | date) -> date | None:
    if isinstance(said, datetime):
        return _local(said).date()
    if isinstance(said, date):
        return said
    try:
        return date.fromisoformat(said or "")
    except ValueError:
        return None


def _noon(on: date) -> datetime:
    return datetime(on.year, on.month, on.day, 12)  # noqa: DTZ001 - of no zone, as the day


def _locale() -> Locale:
    return _name(get_language() or "en")


@cache
def _name(language: str) -> Locale:
    return Locale.parse(OURS.get(language, language))


def _differing(first: date, last: date) -> str:
    """The largest part in which two days differ, as Unicode calls it."""
    if first.year != last.year:
        return "y"
    return "M" if first.month != last.month else "d"


@cache
def _parts(locale: Locale, differing: str) -> tuple[str, str]:
    """The patterns of the first and of the last day, with months in full as ``day`` has them."""
    formats = locale.interval_formats
    known = formats["yMMMMd"] if "yMMMMd" in formats else formats["yMMMd"]
    first, last = known[differing]
    return _in_full(first), _in_full(last)


def _in_full(pattern: str) -> str:
    return pattern if LONG_MONTH in pattern else pattern.replace(SHORT_MONTH, LONG_MONTH)
