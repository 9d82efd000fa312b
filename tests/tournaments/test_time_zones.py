"""The zone in which the pages of a tournament show times."""

import pytest

from tournaments.tables.rows import TournamentRow
from tournaments.time_zones import needs_zone, zone_of_tournament


@pytest.mark.parametrize(
    ("chosen", "country", "zone"),
    [
        ("", "DE", "Europe/Berlin"),
        ("", "FI", "Europe/Helsinki"),
        ("", "JP", "Asia/Tokyo"),
        ("", "US", "Europe/Vienna"),
        ("", "", "Europe/Vienna"),
        ("", "QQ", "Europe/Vienna"),
        ("America/New_York", "DE", "America/New_York"),
    ],
)
def test_a_country_with_one_time_needs_no_setting(settings, chosen, country, zone):
    settings.TIME_ZONE = "Europe/Vienna"
    row = TournamentRow(poster={"time_zone": chosen, "country": country})
    assert zone_of_tournament(row).key == zone


@pytest.mark.parametrize(
    ("country", "chosen", "service", "needed"),
    [
        ("US", "", "Europe/Vienna", True),
        ("RU", "", "Europe/Vienna", True),
        ("BR", "", "Europe/Vienna", True),
        ("AU", "", "Europe/Vienna", True),
        ("US", "America/Denver", "Europe/Vienna", False),
        ("US", "", "America/Chicago", False),
        ("DE", "", "UTC", False),
        ("", "", "Europe/Vienna", False),
    ],
)
def test_a_zone_is_chosen_where_a_country_has_several(settings, country, chosen, service, needed):
    settings.TIME_ZONE = service
    assert needs_zone(TournamentRow(poster={"time_zone": chosen, "country": country})) == needed
