"""Every kind of event is rewritten byte for byte as it was stored."""

from collections.abc import Mapping
from dataclasses import fields
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.log import wire
from games.log.canonical import canonical, parse

text = st.text(st.characters(exclude_categories=["Cs"]), max_size=3)
whole_numbers = st.integers(-(2**63) + 1, 2**63 - 1)
SCALARS = {
    str: text,
    int: whole_numbers,
    float: whole_numbers | st.floats(allow_nan=False, allow_infinity=False),  # Python takes 7 for a float
    bool: st.booleans(),
    NoneType: st.none(),
    Any: text | whole_numbers | st.lists(text, max_size=2),
}


GROUPS = {
    Union: lambda inner: st.one_of(*map(values, inner)),
    UnionType: lambda inner: st.one_of(*map(values, inner)),
    dict: lambda inner: st.dictionaries(text, values(inner[1]), max_size=2),
    Mapping: lambda inner: st.dictionaries(text, values(inner[1]), max_size=2),
    frozenset: lambda inner: st.frozensets(values(inner[0]), max_size=2),
    tuple: lambda inner: (
        st.lists(values(inner[0]), max_size=2).map(tuple)
        if inner[1:] == (...,)
        else st.tuples(*map(values, inner))
    ),
}


def values(hint):
    """Values that mypy accepts for a type hint of an event."""
    if hint in SCALARS:
        return SCALARS[hint]
    if group := GROUPS.get(get_origin(hint)):
        return group(get_args(hint))
    if issubclass(hint, Enum):
        return st.sampled_from(hint)
    hints = get_type_hints(hint)
    return st.builds(hint, **{field.name: values(hints[field.name]) for field in fields(hint)})


@pytest.mark.parametrize("kind", sorted(wire._classes))
def test_stored_event_round_trips_byte_for_byte(kind):
    @settings(max_examples=5)
    @given(values(wire._classes[kind]))
    def survives(event):
        stored = canonical(wire.encode(event)[1])
        again = wire.decode(kind, parse(stored))
        assert again == event
        assert canonical(wire.encode(again)[1]) == stored

    survives()
