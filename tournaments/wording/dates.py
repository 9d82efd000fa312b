"""Days, ranges of days and moments, in the active language and time zone.

``web.base`` activates the zone of the tournament of a page; otherwise it is the service's.
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
    """Return a day, also from ISO 8601, as "22 November 2026". Other text is unchanged."""
    on = _day(said)
    return str(said) if on is None else _long(on, _locale())


def short_day(said: str | date) -> str:
    """Return a day without its year: "22 November"."""
    on = _day(said)
    return str(said) if on is None else str(format_skeleton("MMMMd", _noon(on), locale=_locale()))


def days(begins: str | date, ends: str | date = "") -> str:
    """Return a range of days, "22-24 November 2026", or one day if there is no other."""
    first, last = _day(begins), _day(ends)
    if first is None or last is None or first >= last:
        return day(begins) if begins else ""
    return _interval(first, last, _locale())


@lru_cache(maxsize=1000)
def _interval(first: date, last: date, locale: Locale) -> str:
    """Return a range of days; cached like ``_long``, as a list of tournaments has a hundred."""
    patterns = _parts(locale, _differing(first, last))
    return "".join(
        format_date(on, pattern, locale=locale) for on, pattern in zip((first, last), patterns, strict=True)
    )


@lru_cache(maxsize=1000)
def _long(on: date, locale: Locale) -> str:
    return format_date(on, "long", locale=locale)


def clock(at: str | datetime) -> str:
    """Return the time of day: "11:30"."""
    return str(format_skeleton("Hm", _local(at), locale=_locale()))


def clock_there(at: str | datetime) -> str:
    """Return the time of day with the zone: "11:30 CET"."""
    return f"{clock(at)} {zone_name(_local(at))}"


def exact_clock(at: str | datetime) -> str:
    """Return the time of day with seconds: "11:30:05"."""
    return format_time(_local(at), "HH:mm:ss", locale=_locale())


def moment(at: str | datetime) -> str:
    """Return day, time and zone: "22 November, 11:30 CET"."""
    here = _local(at)
    return f"{_at(short_day(here.date()), clock(here))} {zone_name(here)}"


def exact_moment(at: str | datetime) -> str:
    """Return a moment in full, for documents: "22 November 2026, 11:30:05 CET"."""
    here = _local(at)
    return f"{_at(day(here), exact_clock(here))} {zone_name(here)}"


def day_and_clock(at: datetime) -> str:
    """Return day and time in the zone of ``at``, which the page names: "22 November 2026, 11:30"."""
    return _at(day(at.date()), str(format_skeleton("Hm", at, locale=_locale())))


def deadline(at: str | datetime, now: datetime) -> str:
    """Return a moment, without its day if that is today: "11:30 CET"."""
    here = _local(at)
    return moment(here) if here.date() != _local(now).date() else clock_there(here)


def zone_name(at: datetime) -> str:
    """Return the usual abbreviation, "CET" or in German "MEZ"; else the offset, "UTC+03"."""
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
    """Return the largest field in which two days differ, by Unicode's name."""
    if first.year != last.year:
        return "y"
    return "M" if first.month != last.month else "d"


@cache
def _parts(locale: Locale, differing: str) -> tuple[str, str]:
    """Return the patterns of the first and of the last day, with months in full as in ``day``."""
    formats = locale.interval_formats
    known = formats["yMMMMd"] if "yMMMMd" in formats else formats["yMMMd"]
    first, last = known[differing]
    return _in_full(first), _in_full(last)


def _in_full(pattern: str) -> str:
    return pattern if LONG_MONTH in pattern else pattern.replace(SHORT_MONTH, LONG_MONTH)
