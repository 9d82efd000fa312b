"""Rated games for tests: one by one, or any at all (hypothesis)."""

from hypothesis import strategies as st

from tournaments.competition.ratings import RatedGame

PLAYERS = "ABCDEF"
SCORES = {"w": (1, 0), "b": (0, 1), "=": (0.5, 0.5), "0": (0, 0), "2": (1, 1)}
usual_ratings = st.floats(-900, 2900)


def game(white, black, result, *, handicap=0, number=1, table=1):
    """``result``: w, b, =, 0 (both lost) or 2 (both won)."""
    white_score, black_score = SCORES[result]
    return RatedGame(
        round=number,
        table=table,
        white=white,
        black=black,
        handicap=handicap,
        white_score=white_score,
        black_score=black_score,
    )


ratings = st.fixed_dictionaries(dict.fromkeys(PLAYERS, usual_ratings))


@st.composite
def games(draw, *, results="wb=02"):
    """Up to five rounds among six players."""
    drawn = []
    for number in range(1, draw(st.integers(0, 5)) + 1):
        order = draw(st.permutations(PLAYERS))
        for table in range(1, draw(st.integers(0, 3)) + 1):
            white, black = order[2 * table - 2], order[2 * table - 1]
            handicap, result = draw(st.integers(0, 9)), draw(st.sampled_from(results))
            drawn.append(game(white, black, result, handicap=handicap, number=number, table=table))
    return drawn
