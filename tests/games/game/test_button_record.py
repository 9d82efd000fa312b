"""A game with a button from record to result: file, log, sentence and exported file."""

import pytest

from games.game import commands
from games.game.action_events import event_of
from games.game.loading import state_of
from games.sgf import read
from games.story import describe
from rules import Color, Pass, Play, TakeButton
from tests.games.game_builders import ID, context, opened
from tests.games.log.house import a_house

pytestmark = pytest.mark.django_db
GAME = f"/api/v1/games/{ID}/"
SGF = b"(;SZ[5:1]RU[tromp-taylor button=0.5];B[ba];W[da];B[ca];BUTTON[W];B[];W[])"
B, W = Color
ACTIONS = (Play(B, "B1"), Play(W, "D1"), Play(B, "C1"), TakeButton(W), Pass(B), Pass(W))


@pytest.fixture
def referee(api, django_user_model):
    with a_house():
        api.force_authenticate(django_user_model.objects.create_user("referee"))
        yield api


def test_record_with_button_is_stored_described_and_exported(referee):
    terms = {"ruleset": "tromp-taylor button=0.5", "width": 5, "height": 1}
    commands.open_games([opened(**terms)], context())
    commands.receive_record(ID, SGF, context())
    assert (state_of(ID).actions, str(state_of(ID).game.outcome)) == (ACTIONS, "B+0.5")
    position = referee.get(f"{GAME}position/").json()
    assert (position["button"], position["outcome"]) == ("white", "B+0.5")
    assert position["score"]["white"]["button"] == 0.5
    assert describe(event_of(TakeButton(W)), 0) == "White took the button."
    sent = referee.get(f"{GAME}record.sgf").content
    assert read(sent).games[0].actions == ACTIONS


def test_rejects_taking_the_button_without_button_go(referee):
    commands.open_games([opened(ruleset="tromp-taylor", width=5, height=1)], context())
    response = referee.post(
        f"{GAME}moves/", {"do": "take_button", "colour": "black"}, headers={"If-Match": "*"}
    )
    assert (response.status_code, response.json()["reason"]) == (422, "no_button")
