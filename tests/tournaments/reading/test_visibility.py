"""Games that an event is about, in any form of its data."""

import pytest

from tournaments.reading.visibility import games_of_event


@pytest.mark.parametrize(
    ("data", "games"),
    [
        ({"game_id": "a"}, {"a"}),
        ({"pairs": [{"game_id": "a"}, {"game_id": "b"}]}, {"a", "b"}),
        ({"pair": {"game_id": "a"}, "reason": ""}, {"a"}),
        ({"pairs": 3 * [{"game_id": "a"}], "pair": None}, {"a"}),
    ],
)
def test_finds_games_in_the_data_of_an_event(data, games):
    assert games_of_event(data) - {""} == games
