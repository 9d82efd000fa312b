"""Bulk upserts of rows."""

import pytest

from games.log.statements import upsert, write_each
from games.log.tables import StreamHead

pytestmark = pytest.mark.django_db
MANY = 700  # more than one statement takes on SQLite


def a_head(stream="a", version=1, digest="d"):
    return StreamHead(stream=stream, version=version, digest=digest)


def heads():
    return list(StreamHead.objects.order_by("stream").values_list("stream", "version", "digest"))


def test_no_rows_execute_no_statement(django_assert_num_queries):
    with django_assert_num_queries(0):
        upsert([])
        write_each("DELETE FROM games_streamhead WHERE stream = %s", [])


def test_updates_row_except_for_excluded_columns():
    upsert([a_head(), a_head("b")])
    upsert([a_head(version=2, digest="e"), a_head("c")], leaving=("digest",))
    assert heads() == [("a", 2, "d"), ("b", 1, "d"), ("c", 1, "d")]


def test_writes_more_rows_than_one_statement_takes():
    upsert([a_head(f"{number}") for number in range(MANY)])
    upsert([a_head(f"{number}", version=number) for number in range(MANY)])
    assert sorted(version for _, version, _ in heads()) == list(range(MANY))
