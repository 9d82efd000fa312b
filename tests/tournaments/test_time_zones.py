"""The zone in which the pages of a tournament show times."""

import pytest

from tournaments.tables.rows import TournamentRow
from tournaments.time_zones import zone_of_tournament


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
