"""The advantages and disadvantages of a pairing, in words: of a change, and of single pairs. Pure."""

from collections.abc import Mapping, Sequence

from games.marking import join_marked, marked
from tournaments.competition.pairing.words import WANTS

Costs = Mapping[str, int]

LOSS_AND_GAIN = {
    "repeated": (
        marked("somebody would meet an opponent again"),
        marked("fewer would meet an opponent again"),
    ),
    "random": (marked("the draw"), marked("the draw")),
    "colours": (marked("colours would be less even"), marked("colours would be more even")),
    "category": (marked("categories would mix more"), marked("categories would mix less")),
    "score": (marked("scores would be further apart"), marked("scores would be nearer")),
    "draw": (
        marked("who is drawn up or down would fit less"),
        marked("who is drawn up or down would fit better"),
    ),
    "seeding": (marked("the seeding would fit less"), marked("the seeding would fit better")),
    "handicap": (marked("more stones would be given"), marked("fewer stones would be given")),
    "geography": (
        marked("clubs and countries would be kept apart less"),
        marked("clubs and countries would be kept apart better"),
    ),
    "meetings": (
        marked("a wish about who meets whom would be broken"),
        marked("a wish about who meets whom would be kept"),
    ),
}
"""Criterion -> texts for a loss and a gain, between pairings with equally many games."""

NOT_OF_PAIRS = ("random", "seeding", "draw")  # they differ between tables, and do not concern a single pair


def change_words(change: Costs) -> str:
    """Return a change in words. ``change`` by criterion, below 0 for worse; the greatest first."""
    if games := change.get("base", 0):
        return (
            marked("One game more.") if games > 0 else marked("One game fewer: its two players would wait.")
        )
    order = sorted((name for name in change if name in LOSS_AND_GAIN), key=lambda name: -abs(change[name]))
    worse = [LOSS_AND_GAIN[name][0] for name in order if change[name] < 0]
    better = [LOSS_AND_GAIN[name][1] for name in order if change[name] > 0]
    sentences = [marked("Worse: %(what)s.", what=join_marked(worse, "; "))] if worse else []
    sentences += [marked("Better: %(what)s.", what=join_marked(better, "; "))] if better else []
    return join_marked(sentences) if sentences else marked("Nothing would be worse or better.")


def pair_words(pairs: Sequence[Costs]) -> list[str]:
    """Return how each pair of a round falls short of the best by each criterion; "" if not weighed."""
    best = {name: max(pair.get(name, 0) for pair in pairs) for name in WANTS} if pairs else {}
    return [_shortfall_in_words(pair, best) if pair else "" for pair in pairs]


def _shortfall_in_words(pair: Costs, best: Costs) -> str:
    less = [name for name in pair if name not in NOT_OF_PAIRS and pair[name] < best.get(name, 0)]
    sentences = [marked("They met before.")] if "repeated" in less else []
    other = [WANTS[name] for name in less if name != "repeated"]
    if other:
        sentences.append(
            marked("Less well met than at other tables: %(what)s.", what=join_marked(other, "; "))
        )
    return join_marked(sentences) if sentences else marked("None.")
