"""The story of a game lists each change of limits: old and new value, reason and effect."""

import pytest

from games.game.loading import game_row
from games.story.reading import story_of
from tests.builders import finish, pair
from tests.tournaments.limits.test_recounting import counted, row
from tests.tournaments.limits.test_rescoring import change, rescore
from tournaments.tables.rows import PairingRow

__all__ = ["counted", "row"]
pytestmark = pytest.mark.django_db


def told(game_id):
    return [line.text for line in story_of(game_row(game_id)) if line.text.startswith("Limits were changed")]


def test_story_lists_each_change(row, counted):
    for komi in (7.5, 9.5, 10.0):
        change(row, komi=komi)
    rescore(row)
    assert [text.partition("voted. ")[2] for text in told(counted)] == [
        "This game, counted again, is B+1.5 and no longer B+2.5.",
        "The limits were changed again before this game was judged.",
        "This game was judged again and is W+1, no longer W+0.5.",
    ]


def test_history_omits_limits_set_before_game_opened(row):
    change(row, komi=7.5)
    finish(row, 1)
    pair(row, 2)
    later = PairingRow.objects.filter(round=2).values_list("game_id", flat=True)
    assert told(str(later[0])) == []
