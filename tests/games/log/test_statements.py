"""Rows written by statements in full."""

import pytest

from games.log.statements import MOST_ROWS, put, put_first
from games.log.tables import ProjectionPosition, StreamHead

pytestmark = pytest.mark.django_db


def a_head(stream="a", version=1, digest="d"):
    return StreamHead(stream=stream, version=version, digest=digest)


def heads():
    return list(StreamHead.objects.order_by("stream").values_list("stream", "version", "digest"))


def test_rows_are_inserted():
    put([a_head(), a_head("b", 2, "e")])
    assert heads() == [("a", 1, "d"), ("b", 2, "e")]


def test_no_rows_are_no_statement(django_assert_num_queries):
    with django_assert_num_queries(0):
        put([])


def test_a_row_is_written_over_but_for_the_columns_left_alone():
    put([a_head(), a_head("b")])
    put([a_head(version=2, digest="e")], over="stream", leaving=("digest",))
    assert heads() == [("a", 2, "d"), ("b", 1, "d")]


def test_more_rows_than_one_statement_takes_are_all_written(django_assert_num_queries):
    rows = [ProjectionPosition(name=f"{number}", position=number) for number in range(MOST_ROWS + 1)]
    with django_assert_num_queries(2):
        put(rows)
    assert ProjectionPosition.objects.filter(name__in=[row.name for row in rows]).count() == len(rows)


def test_only_the_first_row_of_a_key_is_written():
    assert put_first(a_head(), key="stream")
    assert not put_first(a_head(version=2), key="stream")
    assert heads() == [("a", 1, "d")]
