"""Ranks as people write them in several languages."""

import pytest

from tournaments.competition.ranks import (
    format_grade,
    format_rank,
    parse_grade,
    parse_rank,
    professional_grade,
)


@pytest.mark.parametrize(
    ("texts", "rank"),
    [
        ("3d|3D| 3 dan|3 Dan|3-dan|3. Dan|三段|3段|３段|3단|3 дан", 2),
        ("1d|1dan|初段|一段", 0),
        ("4k|4K|4 kyu|4 Kyū|4.kyu|4級|四級|4级|4급|4 кю", -4),
        ("30k|30 kyu", -30),
        ("9d|9 dan", 8),
        ("1p|1 P|1 pro|1 dan pro|1 d pro|初段プロ|1 пдан", 6),
        ("9p", 8),
    ],
)
def test_parses_ranks_in_several_languages(texts, rank):
    assert {text: parse_grade(text)[0] for text in texts.split("|")} == dict.fromkeys(texts.split("|"), rank)


@pytest.mark.parametrize(
    "text", ["", "d", "0d", "10d", "31k", "99k", "10p", "3", "3x", "-3k", "3 d k", "strong", "3d3d"]
)
def test_rejects_invalid_ranks(text):
    with pytest.raises(ValueError, match="is not a rank from 30k to 9d"):
        parse_rank(text)


@pytest.mark.parametrize(
    ("text", "grade"), [("3p", "3P"), ("3 dan pro", "3P"), ("3d", ""), ("10p", ""), ("", "")]
)
def test_professional_keeps_the_grade(text, grade):
    assert professional_grade(text) == grade


def test_grade_is_no_rank_and_counts_as_one():
    with pytest.raises(ValueError, match="is not a rank from 30k to 9d"):
        parse_rank("3p")
    assert [parse_grade(text) for text in ("3p", "9 dan pro", "9d")] == [(6, "3P"), (8, "9P"), (8, "")]


@pytest.mark.parametrize(
    ("rank", "grade", "text"),
    [(6, "3P", "3p"), (6, "", "7d"), (4, "3P", "5d"), (2, "3D", "3d"), (None, "", "")],
)
def test_grade_is_written_for_the_rank_that_it_counts_as(rank, grade, text):
    assert format_grade(rank, grade) == text


def test_parses_formatted_ranks():
    assert [parse_rank(format_rank(rank)) for rank in range(-30, 9)] == list(range(-30, 9))
