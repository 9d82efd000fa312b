import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import RULESETS, Game, Ruleset, axes
from rules.choices import AXES, format_value, json_value
from rules.clauses import describe
from rules.impossible import Impossible

TROMP_TAYLOR = RULESETS["tromp-taylor"]

changes = st.fixed_dictionaries(
    {
        "komi": st.integers(-40, 40).map(lambda halves: halves / 2),
        "repetition": st.sampled_from(axes.Repetition),
        "suicide": st.sampled_from(axes.Suicide),
        "passing": st.sampled_from(axes.Passing),
        "stone_supply": st.sampled_from(["unlimited", "half_board"]) | st.integers(0, 6),
        "stopping": st.sampled_from(axes.Stopping),
        "settling": st.sampled_from(axes.Settling),
        "resumption": st.sampled_from(axes.Resumption),
        "endless": st.sampled_from(axes.Endless),
        "scoring": st.sampled_from(axes.Scoring),
        "handicap_komi": st.none() | st.just(0.5),
        "modified_ko": st.booleans(),
    }
)


@st.composite
def rulesets(draw):
    """A preset with other choices on most axes; such as no game would end with, as a log may hold them."""
    preset, choices = draw(st.sampled_from(list(RULESETS.values()))), draw(changes)
    try:
        return preset.replace(**choices)
    except Impossible:
        return Ruleset.parse_recorded(" ".join([preset.name, *map(_printed, choices.items())]))


def _printed(choice):
    axis, value = choice
    return f"{axis}={format_value(json_value(value))}"


@given(rulesets())
def test_parses_printed_ruleset(ruleset):
    assert Ruleset.parse_recorded(str(ruleset)) == ruleset


@given(rulesets())
def test_parses_typed_ruleset(ruleset):
    if type(ruleset) is Ruleset:
        assert Ruleset.parse(ruleset.typed) == ruleset


@given(rulesets())
def test_json_round_trip(ruleset):
    data = json.loads(json.dumps(ruleset.to_json()))
    if type(ruleset) is Ruleset:
        assert Ruleset.from_json(data) == ruleset
    else:
        with pytest.raises(Impossible):
            Ruleset.from_json(data)


@given(rulesets())
def test_every_point_on_the_axes_can_be_played(ruleset):
    assert Game.start(ruleset, 3).ruleset is ruleset


def test_the_presets():
    assert [str(ruleset) for ruleset in RULESETS.values()] == [
        "tromp-taylor",
        "tromp-taylor-agreement",
        "nieminen@2",
        "makrai@2",
        "makrai-territory@2",
        "arg@2",
        "ultimate",
        "japanese@2",
        "korean@2",
        "chinese@2",
        "aga@2",
        "aga-territory@2",
        "bga@2",
        "french@2",
        "new-zealand@2",
        "ing@2",
    ]
    assert TROMP_TAYLOR.to_json() == {
        "name": "tromp-taylor",
        "repetition": "positional",
        "suicide": "allowed",
        "passing": "free",
        "token": 0.0,
        "white_passes_last": False,
        "button": 0.0,
        "stone_supply": "unlimited",
        "stopping": "two_passes",
        "settling": "as_it_stands",
        "resumption": "none",
        "continuations": "unlimited",
        "modified_ko": False,
        "disputed": "alive",
        "confirmation_ko": "as_in_play",
        "claims_per_player": "unlimited",
        "sequences_per_claim": "unlimited",
        "endless": "impossible",
        "scoring": "area",
        "illegal_move": "refused",
        "fine": 0.0,
        "komi": 0.0,
        "handicap": "consecutive_moves",
        "handicap_komi": None,
        "handicap_compensation": "none",
        "ties": "draw",
    }


def test_the_example_of_the_specification_is_printed_in_the_order_of_the_axes():
    ruleset = Ruleset.parse("makrai komi=6.5 stone_supply=180 continuations=3 modified_ko")
    assert str(ruleset) == "makrai@2 stone_supply=180 continuations=3 komi=6.5"
    without = ruleset.replace(modified_ko=False)
    assert str(without) == "makrai@2 stone_supply=180 continuations=3 modified_ko=no komi=6.5"
    assert Ruleset.parse(str(without)) == without


def test_recorded_name_without_edition_is_the_first_and_typed_name_the_latest():
    first, latest = Ruleset.parse_recorded("french komi=5.5"), Ruleset.parse("french komi=5.5")
    assert (str(first), first.typed) == ("french komi=5.5", "french@1 komi=5.5")
    assert (str(latest), latest.typed) == ("french@2 komi=5.5", "french@2 komi=5.5")
    assert Ruleset.parse("french@1") == Ruleset.parse_recorded("french@1") == Ruleset.parse_recorded("french")
    assert Ruleset.parse("tromp-taylor") == Ruleset.parse_recorded("tromp-taylor")


@pytest.mark.parametrize("text", ["french@3", "french@0", "french@", "french@x", "tromp-taylor@2", "@2"])
def test_refuses_unknown_edition(text):
    for parse in (Ruleset.parse, Ruleset.parse_recorded):
        with pytest.raises(ValueError, match="no such ruleset"):
            parse(text)


@pytest.mark.parametrize("ruleset", list(RULESETS.values()), ids=str)
def test_every_axis_of_every_preset_says_what_it_means(ruleset):
    told = describe(ruleset)
    assert [text.axis for text in told] == list(AXES)
    assert all(text.says and text.mark in {"", "T", "I", "C"} for text in told)
    assert all(bool(text.clause) == bool(text.mark) for text in told)


def test_choices_where_a_text_is_silent_are_marked():
    marks = {text.axis: (text.clause, text.mark) for text in describe(RULESETS["makrai"])}
    assert marks["stone_supply"] == ("Makrai 1.5 Finite stone supply", "T")
    assert marks["modified_ko"] == ("Makrai 1.5 Modified ko rules on request", "T")
    assert marks["confirmation_ko"][1] == "I"


@pytest.mark.parametrize(
    ("text", "points", "supply"),
    [
        ("makrai", 361, 180),
        ("makrai", 100, 50),
        ("makrai", 99, 99),
        ("makrai stone_supply=35", 361, 35),
        ("makrai stone_supply=unlimited", 361, None),
        ("tromp-taylor", 361, None),
    ],
)
def test_the_stone_supply_follows_from_the_board(text, points, supply):
    assert Ruleset.parse(text).supply(points) == supply


@pytest.mark.parametrize(
    "text",
    [
        "makrai stone_supply=-1",
        "makrai stone_supply=many",
        "makrai stone_supply=1.5",
        "makrai modified_ko=3",
        "makrai fine=-3",
        "makrai continuations=10001",
        "aga handicap_komi=0.3",
    ],
)
def test_numbers_and_flags_out_of_range_are_refused(text):
    with pytest.raises(
        ValueError, match=r"is unlimited|is true or false|not negative|multiple of 1/2|a number, not text"
    ):
        Ruleset.parse(text)


def test_only_what_differs_is_printed():
    assert (
        str(TROMP_TAYLOR.replace(komi=7.5, suicide="forbidden")) == "tromp-taylor suicide=forbidden komi=7.5"
    )
    assert str(TROMP_TAYLOR.replace(komi=0, suicide="allowed")) == "tromp-taylor"


def test_an_axis_that_is_left_out_keeps_the_presets_value():
    assert Ruleset.from_json({"name": "tromp-taylor", "komi": 6}) == TROMP_TAYLOR.replace(komi=6)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "chess",
        "tromp-taylor komi",
        "tromp-taylor komi=x",
        "tromp-taylor komi=7.3",
        "tromp-taylor komi=nan",
        "tromp-taylor komi=inf",
        "tromp-taylor komi=1e999",
        "tromp-taylor komi=1 komi=1",
        "tromp-taylor ko=positional",
        "tromp-taylor repetition=often",
        "tromp-taylor name=aga",
    ],
)
def test_rejects_invalid_text_of_ruleset(text):
    with pytest.raises(ValueError, match=r"no such|komi is|twice|is one of"):
        Ruleset.parse(text)


@pytest.mark.parametrize("komi", [True, "7.5", None, 10**400, float("nan"), 0.25, [6], 10_001])
def test_komi_is_a_multiple_of_one_half(komi):
    with pytest.raises(ValueError, match=r"komi is a (multiple of 1/2|number, not text)"):
        TROMP_TAYLOR.replace(komi=komi)


@pytest.mark.parametrize(
    "data", [{}, {"name": 3}, {"name": ["tromp-taylor"]}, {"name": "tromp-taylor", "suicide": []}]
)
def test_rejects_invalid_data_of_ruleset(data):
    with pytest.raises(ValueError, match=r"no such ruleset|is one of"):
        Ruleset.from_json(data)


def test_negative_zero_is_zero():
    assert str(TROMP_TAYLOR.replace(komi=-0.0).komi) == "0.0"
