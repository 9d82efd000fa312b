import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rest_framework.exceptions import ParseError

from deploy.api.parsing import MAX_DEPTH, parse_json

BAD = {
    "nothing": b"",
    "cut short": b'{"a": ',
    "NaN": b'{"a": NaN}',
    "Infinity": b"[-Infinity]",
    "a float out of range": b"[1e999]",
    "an integer out of range": b"[9223372036854775808]",
    "an integer of 5,000 digits": b"1" * 5000,
    "NUL in a value": rb'{"a": "\u0000"}',
    "NUL in a key": rb'{"\u0000": 1}',
    "half a surrogate pair": rb'["\ud800"]',
    "half a surrogate pair as a key": rb'{"\udfff": 1}',
    "a key twice": b'{"a": 1, "a": 2}',
    "Latin-1": b'["\xe9"]',
    "a byte order mark": b"\xef\xbb\xbf{}",
    "33 levels": b"[" * 33 + b"]" * 33,
    "objects that deep": b'{"a":' * 33 + b"1" + b"}" * 33,
    "a million levels": b"[" * 1_000_000,
}


@pytest.mark.parametrize("body", BAD.values(), ids=BAD.keys())
def test_what_could_not_be_read_back_is_refused(body):
    with pytest.raises(ParseError):
        parse_json(body)


def test_as_deep_as_allowed():
    body = b"[" * MAX_DEPTH + b"]" * MAX_DEPTH
    assert json.dumps(parse_json(body)) == body.decode()


def test_whole_surrogate_pairs_and_the_greatest_integer_are_values():
    assert parse_json(rb'["\ud83c\udf8c", 9223372036854775807]') == ["🎌", 2**63 - 1]


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63) + 1, 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text("abcü", max_size=3), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(values)
def test_every_other_value_comes_back_as_it_was(value):
    assert parse_json(json.dumps(value).encode()) == value


@given(st.binary())
def test_no_bytes_raise_anything_else(body):
    try:
        parse_json(body)
    except ParseError:
        return
    json.loads(body)
