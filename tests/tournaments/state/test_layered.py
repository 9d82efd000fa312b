"""Layered mappings behave like plain dicts."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments.state.layered import MOST, with_item

KEYS = st.integers(0, 2 * MOST)


@given(st.integers(0, 2 * MOST), st.lists(st.tuples(KEYS, st.integers())))
def test_behaves_like_a_dict(size, changes):
    plain = dict.fromkeys(range(size), 0)
    mapping, kept = plain, list[tuple[object, object]]()
    for key, value in changes:
        kept.append((mapping, plain))
        mapping, plain = with_item(mapping, key, value), {**plain, key: value}
        assert mapping[key] == value
        assert key in mapping
    for found, expected in [*kept, (mapping, plain)]:  # earlier ones stay what they were
        assert found == expected
        assert expected == found
        assert list(found) == list(found.keys()) == list(expected)
        assert list(found.items()) == list(expected.items())
        assert list(found.values()) == list(expected.values())
        assert (len(found), repr(found)) == (len(expected), repr(expected))
        assert found.get(-1) is None
