"""What another pairing would make worse or better, and what a pair lacks, in words. Pure."""

from collections.abc import Mapping, Sequence

from tournaments.competition.pairing.words import WANTS

Costs = Mapping[str, int]

EITHER_WAY = {
    "repeated": ("somebody would meet an opponent again", "fewer would meet an opponent again"),
    "random": ("the draw", "the draw"),
    "colours": ("colours would be less even", "colours would be more even"),
    "category": ("categories would mix more", "categories would mix less"),
    "score": ("scores would be further apart", "scores would be nearer"),
    "draw": ("who is drawn up or down would fit less", "who is drawn up or down would fit better"),
    "seeding": ("the seeding would fit less", "the seeding would fit better"),
    "handicap": ("more stones would be given", "fewer stones would be given"),
    "geography": (
        "clubs and countries would be kept apart less",
        "clubs and countries would be kept apart better",
    ),
    "meetings": ("a wish about who meets whom would be broken", "a wish about who meets whom would be kept"),
}
"""Criterion -> what is said where it loses, and where it wins, between pairings of as many games."""

OF_TABLES = ("random", "seeding", "draw")  # differ from table to table, and say nothing of a pair by itself


def change_words(change: Costs) -> str:
    """``change`` by criterion, below 0 for worse; the greatest first."""
    if games := change.get("base", 0):
        return "One game more." if games > 0 else "One game fewer: its two players would wait."
    order = sorted((name for name in change if name in EITHER_WAY), key=lambda name: -abs(change[name]))
    worse = [EITHER_WAY[name][0] for name in order if change[name] < 0]
    better = [EITHER_WAY[name][1] for name in order if change[name] > 0]
    said = [f"{word}: {'; '.join(what)}." for word, what in (("Worse", worse), ("Better", better)) if what]
    return " ".join(said) or "Nothing would be worse or better."


def pair_words(pairs: Sequence[Costs]) -> list[str]:
    """What each pair of a round lacks against the best pair by each criterion; "" for one not weighed."""
    best = {name: max(pair.get(name, 0) for pair in pairs) for name in WANTS} if pairs else {}
    return [_lacks(pair, best) if pair else "" for pair in pairs]


def _lacks(pair: Costs, best: Costs) -> str:
    less = [name for name in pair if name not in OF_TABLES and pair[name] < best.get(name, 0)]
    met = ["They met before."] if "repeated" in less else []
    other = "; ".join(WANTS[name] for name in less if name != "repeated")
    return (
        " ".join([*met, *([f"Less than at other tables: {other}."] if other else [])]) or "Nothing is lost."
    )
