import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.competition.ranks import parse_rank
from tournaments.competition.ratings import Scale, rank_of, rating_of
from tournaments.competition.ratings.ranks import from_egf, to_egf
from tournaments.competition.settings import HIGHEST_RANK, LOWEST_RANK

RANKS = range(LOWEST_RANK, HIGHEST_RANK + 1)


@pytest.mark.parametrize(
    ("rating", "rank"),
    [
        (2050, "1d"),
        (2149, "1d"),
        (2149.999, "1d"),
        (2150, "2d"),
        (2049, "1k"),
        (1950, "1k"),
        (1949, "2k"),
        (-900, "30k"),
        (-2950, "30k"),
        (2900, "9d"),
        (3500, "9d"),
    ],
)
def test_converts_egf_rating_to_rank(rating, rank):
    assert rank_of(rating) == parse_rank(rank)


@pytest.mark.parametrize(
    ("rating", "rank"), [(0, "1d"), (99, "1d"), (100, "2d"), (-1, "1k"), (-100, "1k"), (-101, "2k")]
)
def test_converts_ffg_rating_to_rank(rating, rank):
    assert rank_of(rating, Scale.FFG) == parse_rank(rank)


@pytest.mark.parametrize(
    ("rating", "rank"),
    [(1.0, "1d"), (1.99, "1d"), (6.5, "6d"), (9.9, "9d"), (-1.0, "1k"), (-1.99, "1k"), (-20.06, "20k")],
)
def test_converts_aga_rating_to_rank(rating, rank):
    assert rank_of(rating, Scale.AGA) == parse_rank(rank)


@pytest.mark.parametrize(
    ("scale", "rating", "egf"),
    [
        (Scale.EGF, 2100, 2100),
        (Scale.FFG, 50, 2100),
        (Scale.FFG, -2950, -900),
        (Scale.AGA, 1.5, 2100),
        (Scale.AGA, -1.5, 2000),
        (Scale.AGA, 7.25, 2675),
    ],
)
def test_converts_ratings_to_the_egf_scale(scale, rating, egf):
    assert to_egf(rating, scale) == egf
    assert from_egf(egf, scale) == rating


@pytest.mark.parametrize("rating", [0, 0.99, -0.5])
def test_rejects_aga_rating_around_zero(rating):
    with pytest.raises(ValueError, match="not an AGA rating"):
        rank_of(rating, Scale.AGA)


@pytest.mark.parametrize("scale", Scale)
@pytest.mark.parametrize("rank", RANKS)
def test_rank_of_its_own_rating_is_the_same_rank(rank, scale):
    assert rank_of(rating_of(rank, scale), scale) == rank


@given(st.floats(-900, 2900), st.sampled_from(Scale))
def test_rating_survives_conversion_to_every_scale(rating, scale):
    assert to_egf(from_egf(rating, scale), scale) == pytest.approx(rating, abs=1e-6)


@given(st.floats(-3000, 4000), st.floats(-3000, 4000))
def test_higher_rating_never_has_a_lower_rank(one, other):
    low, high = sorted((one, other))
    assert rank_of(low) <= rank_of(high)
