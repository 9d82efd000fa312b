"""Hypothesis strategies for arbitrary actions, on or off a small board, and statements about them."""

from hypothesis import strategies as st

from games.adjudication.kinds import ClaimKind, Statement
from rules import (
    Accept,
    AgreeDead,
    AgreeDraw,
    ChallengeKo,
    Claim,
    Color,
    Concede,
    Confirm,
    DeclareDraw,
    Delay,
    GiveStone,
    MarkDead,
    Pass,
    Penalise,
    Play,
    Resign,
    Resume,
    UltimateDelay,
)

ON_BOARD = [f"{column}{row}" for column in "ABC" for row in "12"]
colors = st.sampled_from(Color)
points = st.sampled_from([*ON_BOARD, "Z9", "", "a1"])
several = st.lists(points, max_size=4).map(tuple)
flags = st.booleans()
actions = st.one_of(
    st.builds(Play, colors, points),
    st.sampled_from([Pass(color) for color in Color]),
    st.builds(ChallengeKo, colors, points),
    st.builds(MarkDead, colors, several),
    st.builds(AgreeDead, several),
    st.builds(Claim, colors, several, flags),
    st.builds(Confirm, colors, st.integers(-1, 2), flags),
    st.builds(Resume, st.none() | colors, flags),
    st.sampled_from([kind(color) for kind in (Accept, Concede, DeclareDraw, Delay) for color in Color]),
    st.sampled_from(
        [kind(color) for kind in (GiveStone, Penalise, Resign, UltimateDelay) for color in Color]
    ),
    st.builds(AgreeDraw, st.none() | colors),
)

turns = st.none() | st.integers(1, 14)
counts = st.sampled_from([0, 0.5, 1, 3, 6.5])
results = st.sampled_from(["B+3.5", "W+R", "0", "Void", "B+", "W+"])


def statements(named=several, turns=turns, counts=counts, results=results):
    """Statements of any kind that name all that any kind may need."""
    return st.builds(
        Statement,
        kind=st.sampled_from(ClaimKind),
        turn=turns,
        points=named,
        capturable=flags,
        color=st.sampled_from("bw"),
        count=counts,
        result=results,
    )
