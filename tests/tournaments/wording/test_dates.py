"""Days and moments in seven languages and several zones."""
# ruff: noqa: RUF001 - dashes and signs as the languages have them

from datetime import UTC, date, datetime

import pytest
from django.utils import timezone, translation

from tournaments.wording.dates import clock, day, day_and_clock, days, exact_clock, exact_moment, moment

AT = datetime(2026, 11, 22, 10, 5, 7, tzinfo=UTC)
WRITTEN = {
    "en": ("22 November 2026", "22–24 November 2026", "22 November, 11:05 CET"),
    "de": ("22. November 2026", "22.–24. November 2026", "22. November, 11:05 MEZ"),
    "fr": ("22 novembre 2026", "22–24 novembre 2026", "22 novembre, 11:05 CET"),
    "es": ("22 de noviembre de 2026", "22–24 de noviembre de 2026", "22 de noviembre, 11:05 CET"),
    "ja": ("2026年11月22日", "2026年11月22日～24日", "11月22日 11:05 CET"),
    "zh-hans": ("2026年11月22日", "2026年11月22日至24日", "11月22日 11:05 CET"),
    "ko": ("2026년 11월 22일", "2026년 11월 22일~24일", "11월 22일 11:05 CET"),
}


@pytest.mark.parametrize("language", WRITTEN)
def test_as_the_language_writes_it(language):
    with translation.override(language), timezone.override("Europe/Berlin"):
        told = day("2026-11-22"), days("2026-11-22", "2026-11-24"), moment(AT.isoformat())
    assert told == WRITTEN[language]


@pytest.mark.parametrize(
    ("zone", "written"),
    [
        ("UTC", "22 November, 10:05 UTC"),
        ("Europe/Helsinki", "22 November, 12:05 EET"),
        ("Asia/Tokyo", "22 November, 19:05 JST"),
        ("Asia/Singapore", "22 November, 18:05 UTC+08"),
        ("America/Los_Angeles", "22 November, 02:05 PST"),
        ("Pacific/Kiritimati", "23 November, 00:05 UTC+14"),
    ],
)
def test_by_the_clocks_of_the_zone(zone, written):
    with timezone.override(zone):
        assert moment(AT) == written
        assert [clock(AT), exact_clock(AT)] == [written.split()[2], f"{written.split()[2]}:07"]


def test_what_is_told_for_good_has_the_year():
    with timezone.override("Asia/Tokyo"):
        assert exact_moment(AT) == "22 November 2026, 19:05:07 JST"
        assert day_and_clock(AT) == "22 November 2026, 10:05"
        with translation.override("ja"):
            assert exact_moment(AT) == "2026年11月22日 19:05:07 JST"


@pytest.mark.parametrize(
    ("begins", "ends", "written"),
    [
        ("", "", ""),
        ("2026-11-22", "", "22 November 2026"),
        ("2026-11-22", "2026-11-22", "22 November 2026"),
        ("2026-11-22", "2026-11-20", "22 November 2026"),
        ("2026-11-29", "2026-12-01", "29 November – 1 December 2026"),
        ("2026-12-29", date(2027, 1, 1), "29 December 2026 – 1 January 2027"),
        ("some day", "", "some day"),
    ],
)
def test_one_day_or_more(begins, ends, written):
    assert days(begins, ends).replace("\N{THIN SPACE}", " ") == written
