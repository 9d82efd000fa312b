import pytest

from rules import (
    AgreeDead,
    AgreeDraw,
    ChallengeKo,
    Claim,
    Color,
    Concede,
    Confirm,
    Delay,
    MarkDead,
    Pass,
    Penalise,
    Play,
    Resign,
    Resume,
    TakeButton,
)
from rules.actions import ACTIONS, from_data, to_data

PAIRS = [
    (Play(Color.BLACK, "D4"), {"do": "play", "color": "b", "at": "D4"}),
    (Pass(Color.WHITE), {"do": "pass", "color": "w"}),
    (TakeButton(Color.BLACK), {"do": "take_button", "color": "b"}),
    (Resign(Color.BLACK), {"do": "resign", "color": "b"}),
    (AgreeDead(["A1", "B1"]), {"do": "agree_dead", "points": ["A1", "B1"]}),
    (AgreeDead(()), {"do": "agree_dead", "points": []}),
    (ChallengeKo(Color.WHITE, "A2"), {"do": "challenge_ko", "color": "w", "at": "A2"}),
    (Delay(Color.WHITE), {"do": "delay", "color": "w"}),
    (AgreeDraw(), {"do": "agree_draw", "color": None}),
    (AgreeDraw(Color.BLACK), {"do": "agree_draw", "color": "b"}),
    (Resume(None), {"do": "resume", "color": None, "modified_ko": False}),
    (Resume(Color.BLACK, modified_ko=True), {"do": "resume", "color": "b", "modified_ko": True}),
    (MarkDead(Color.BLACK, ["A1"]), {"do": "mark_dead", "color": "b", "points": ["A1"]}),
    (
        Claim(Color.WHITE, ["A1"], capturable=False),
        {"do": "claim", "color": "w", "points": ["A1"], "capturable": False},
    ),
    (
        Confirm(Color.BLACK, 2, modified_ko=True),
        {"do": "confirm", "color": "b", "claim": 2, "modified_ko": True},
    ),
    (Concede(Color.BLACK), {"do": "concede", "color": "b"}),
    (Penalise(Color.WHITE), {"do": "penalise", "color": "w"}),
]


@pytest.mark.parametrize(("action", "data"), PAIRS)
def test_converts_actions_to_data_and_back(action, data):
    assert to_data(action) == data
    assert from_data(data) == action


def test_fields_with_defaults_are_optional():
    assert from_data({"do": "resume"}) == Resume()
    assert from_data({"do": "agree_dead"}) == AgreeDead()
    assert from_data({"do": "claim", "color": "b", "points": ["A1"]}) == Claim(Color.BLACK, ("A1",))


def test_every_action_has_a_name():
    assert list(ACTIONS) == [
        "play",
        "pass",
        "take_button",
        "challenge_ko",
        "give_stone",
        "delay",
        "ultimate_delay",
        "declare_draw",
        "agree_draw",
        "resign",
        "resume",
        "mark_dead",
        "accept",
        "agree_dead",
        "claim",
        "confirm",
        "concede",
        "penalise",
    ]


def test_colours_come_back_as_colours():
    assert from_data({"do": "pass", "color": "b"}).color is Color.BLACK


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"do": "play"},
        {"do": "play", "color": "x", "at": "D4"},
        {"do": "play", "color": "b", "at": 4},
        {"do": "play", "color": ["b"], "at": "D4"},
        {"do": "pass", "color": "b", "at": "D4"},
        {"do": "resign"},
        {"do": "agree_dead", "points": "A1"},
        {"do": "agree_dead", "points": [1]},
        {"do": "claim", "color": "b"},
        {"do": "claim", "color": "b", "points": ["A1"], "capturable": 1},
        {"do": "confirm", "color": "b", "claim": True},
        {"do": "accept", "color": None},
        {"do": None},
        {1: 2},
    ],
)
def test_rejects_invalid_action(data):
    with pytest.raises(ValueError, match="not an action"):
        from_data(data)
