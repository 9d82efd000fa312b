"""Encoding of events as canonical JSON, decoding, and upgrades of old kinds."""

from dataclasses import dataclass
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.log import serialisation, wire
from games.log.canonical import canonical, parse
from tests.games.sample import Counted, Mood, Noted, Place

text = st.text(st.characters(exclude_categories=["Cs"]))
places = st.builds(Place, hall=text, table=st.none() | st.integers(-(2**63) + 1, 2**63 - 1))
notes = st.builds(
    Noted,
    text=text,
    number=st.integers(-1000, 1000) | st.floats(allow_nan=False, allow_infinity=False),
    mood=st.sampled_from(Mood),
    place=st.none() | places,
    tags=st.frozensets(text),
    pairs=st.lists(st.tuples(st.integers(0, 9), text)).map(tuple),
    places=st.dictionaries(text, places),
)


@given(notes)
def test_event_round_trips_through_text(event):
    kind, data = wire.encode(event)
    stored = canonical(data)
    assert wire.decode(kind, parse(stored)) == event
    assert canonical(parse(stored)) == stored


@given(notes)
def test_keeps_integers_and_floats_distinct(event):
    _, data = wire.encode(event)
    again = wire.decode("sample.noted.v1", parse(canonical(data)))
    assert type(again.number) is type(event.number)


def test_plain_data_is_keyed_by_name():
    event = Noted(
        text="x", mood=Mood.BAD, place=Place(hall="B"), tags=frozenset({"b", "a"}), pairs=((1, "q"),)
    )
    assert wire.encode(event) == (
        "sample.noted.v1",
        {
            "text": "x",
            "number": 0,
            "mood": "bad",
            "place": {"hall": "B", "table": None},
            "tags": ["a", "b"],
            "pairs": [[1, "q"]],
            "places": {},
        },
    )


def test_missing_newer_field_gets_its_default():
    assert wire.decode("sample.noted.v1", {"text": "x"}) == Noted(text="x")


@pytest.mark.parametrize(
    ("data", "what"),
    [
        ({}, "Noted: .* missing required field `text`"),
        ({"text": "x", "colour": 1, "age": 2}, "Noted: unknown age, colour"),
        ({"text": "x", "place": {"hall": "A", "row": 1}}, "Place: unknown row"),
        ({"text": "x", "places": {"a": {"hall": "A", "row": 1}}}, "Place: unknown row"),
        ({"text": "x", "mood": "so-so"}, r"'so-so' - at `\$.mood`"),
        ({"text": "x", "place": "here"}, r"at `\$.place`"),
        ({"text": "x", "tags": None}, r"at `\$.tags`"),
        ({"text": "x", "tags": "ab"}, r"at `\$.tags`"),
        ({"text": "x", "pairs": [1]}, r"at `\$.pairs\[0\]`"),
        ({"text": "x", "pairs": [[1]]}, r"at `\$.pairs\[0\]`"),
        ({"text": 5}, r"Expected `str`, got `int` - at `\$.text`"),
        ({"text": "x", "place": {"hall": "A", "table": True}}, r"at `\$.place.table`"),
        ({"text": "x", "place": {"hall": "A", "table": "5"}}, r"at `\$.place.table`"),
        ({"text": "x", "place": {"hall": "A", "table": 5.0}}, r"at `\$.place.table`"),
    ],
)
def test_data_of_wrong_shape_raises_an_explanatory_error(data, what):
    with pytest.raises(ValueError, match=what):
        wire.decode("sample.noted.v1", data)


def test_old_kinds_are_upgraded_step_by_step():
    assert wire.upcast("sample.added.v1", {"words": "7"}) == ("sample.counted.v2", {"by": 7})
    assert wire.decode("sample.added.v1", {"words": "7"}) == Counted(by=7)
    assert wire.decode("sample.counted.v1", {"amount": 8}) == Counted(by=8)


def test_unknown_kind_stays_readable():
    assert wire.decode("other.thing.v1", {"a": [1]}) == wire.Unknown(kind="other.thing.v1", data={"a": [1]})
    assert [wire.is_known_kind(k) for k in ("other.thing.v1", "sample.added.v1", "sample.noted.v1")] == [
        False,
        True,
        True,
    ]


def test_registered_names_are_unique_and_well_formed():
    @dataclass(frozen=True)
    class Fresh:
        n: int

    for kind, message in [
        ("sample.noted.v1", "registered already"),
        ("sample.added.v1", "registered already"),
        ("Noted", "of the form"),
        ("sample.noted", "of the form"),
    ]:
        with pytest.raises(ValueError, match=message):
            wire.wire(kind)(Fresh)
    with pytest.raises(ValueError, match="registered already"):
        wire.wire("sample.counted.v3")(Counted)
    with pytest.raises(TypeError, match="not a dataclass"):
        wire.wire("sample.other.v1")(type("Other", (), {}))
    with pytest.raises(TypeError, match="not registered"):
        wire.encode(Fresh(n=1))


def test_rejects_cyclic_upgrades():
    with pytest.raises(ValueError, match="back to itself"):
        wire.upcaster("sample.added.v1", to="sample.counted.v2")(dict)
    with pytest.raises(ValueError, match="back to itself"):
        wire.upcaster("sample.noted.v1", to="sample.counted.v2")(dict)
    with pytest.raises(ValueError, match="back to itself"):
        wire.upcaster("sample.loop.v1", to="sample.loop.v1")(dict)


def test_returns_kind_of_a_class():
    assert wire.kind_of(Counted) == "sample.counted.v2"


@pytest.mark.parametrize(
    "bad", ["NaN", "-Infinity", "1e999", '{"a":1,"a":2}', "[" * 100_000, "", "{", '"\x01"']
)
def test_json_is_parsed_strictly(bad):
    with pytest.raises(ValueError):  # noqa: PT011 - the decoder has many sentences
        parse(bad)


@pytest.mark.parametrize("bad", ["\ud800", {"\udfff": 1}, float("nan")])
def test_canonical_text_is_always_utf8(bad):
    with pytest.raises(ValueError):  # noqa: PT011
        canonical(bad)


def test_canonical_text():
    assert canonical({"b": [1, 1.0, None], "a": "é\x00"}) == '{"a":"é\\u0000","b":[1,1.0,null]}'


def test_rejects_union_of_dataclasses():
    @dataclass(frozen=True)
    class Either:
        what: Place | Counted

    with pytest.raises(TypeError, match="more than one dataclass"):
        serialisation.decode(Either, {"what": {"by": 1}})


@pytest.mark.parametrize(
    "misfit",
    [
        Counted(by="1"),
        Counted(by=1.0),
        Counted(by=2**63),
        Noted(text=None),
        Noted(text="\ud800"),
        Noted(text="x", number=float("nan")),
        Noted(text=uuid4()),
        Noted(text="x", places={1: Place(hall="A")}),
    ],
)
def test_rejects_values_that_cannot_be_read_back(misfit):
    with pytest.raises((TypeError, ValueError)):
        wire.encode(misfit)
