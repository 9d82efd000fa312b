"""A game's story tells of a change of limits: which one, from what to what, why, and what came of it."""

import pytest

from games.game.loading import game_row
from games.story.reading import story_of
from rules import Color, Play, Resign
from tests.builders import finish, pair
from tests.tournaments.limits.test_recounting import counted, row
from tests.tournaments.limits.test_rescoring import change, ids, makrai, play, record, rescore
from tests.tournaments.makrai_games import great_loss
from tournaments.tables.rows import PairingRow

__all__ = ["counted", "makrai", "row"]
pytestmark = pytest.mark.django_db


def told(game_id):
    return [line.text for line in story_of(game_row(game_id)) if line.text.startswith("Limits were changed")]


def last(game_id):
    return story_of(game_row(game_id))[-1].text


def test_the_winner_stays(row, counted):
    change(row, komi=7.5, reason="the federation's rules")
    said = "Limits were changed, komi 6.5 → 7.5: the federation's rules."
    assert told(counted) == [f"{said} This game, counted again, is B+1.5 and no longer B+2.5."]
    assert last(counted) == told(counted)[0]


def test_the_winner_is_another(row, counted):
    change(row, komi=9.5)
    said = "Limits were changed, komi 6.5 → 9.5: voted."
    assert told(counted) == [f"{said} This game waits to be judged again."]
    rescore(row)
    assert told(counted) == [f"{said} This game was judged again and is W+0.5, no longer B+2.5."]
    assert last(counted) == "The record proves W+0.5, by score."


def test_each_change_is_told_as_it_was(row, counted):
    for komi in (7.5, 9.5, 10.0):
        change(row, komi=komi)
    rescore(row)
    assert [text.partition("voted. ")[2] for text in told(counted)] == [
        "This game, counted again, is B+1.5 and no longer B+2.5.",
        "The limits were changed again before this game was judged.",
        "This game was judged again and is W+1, no longer W+0.5.",
    ]


def test_games_that_do_not_depend_on_it(row, counted):
    _, resigned, begun, _ = ids()
    play(resigned, Resign(Color.BLACK))
    play(begun, Play(Color.BLACK, "B2"))
    change(row, komi=9.5)
    rescore(row)
    for game_id in (resigned, begun):
        assert told(game_id)[0].endswith("Nothing in this game depended on it.")


def test_a_game_that_becomes_illegal(makrai):
    lost = ids()[0]
    play(lost, *great_loss())
    record(lost)
    change(makrai, stone_supply=60, reason="small bowls")
    rescore(makrai)
    (text,) = told(lost)
    assert text.startswith("Limits were changed, stone supply 180 → 60: small bowls.")
    assert text.endswith("This game was judged again; its record no longer proves B+135.5.")


def test_limits_of_before_the_game_was_opened_are_not_told(row):
    change(row, komi=7.5)
    finish(row, 1)
    pair(row, 2)
    later = PairingRow.objects.filter(round=2).values_list("game_id", flat=True)
    assert told(str(later[0])) == []
