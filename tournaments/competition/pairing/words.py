"""Criteria in plain words: the reasons for a pair, and the advantages and disadvantages of a change."""

from collections.abc import Mapping, Sequence

from games.marking import join_marked, marked
from tournaments.competition.pairing.reasons import LEVEL, Alternative, ByeClaim, bye_decision

WANTS = {
    "base": marked("a game for everybody"),
    "repeated": marked("no repeated opponents"),
    "random": marked("the draw"),
    "colours": marked("colour balance"),
    "category": marked("opponents of the same category"),
    "score": marked("opponents with equal scores"),
    "draw": marked("floaters between score groups"),
    "seeding": marked("seeding within the score group"),
    "handicap": marked("few handicap stones"),
    "geography": marked("opponents from other clubs and countries"),
    "meetings": marked("pairing constraints"),
    "byes": marked("the rule for byes"),
}


def why_not_nearest(player: str, others: tuple[Alternative, ...], names: dict[str, str]) -> str:
    """Return why the player did not meet the nearest other opponent."""
    if not others:
        return marked("%(player)s had no other possible opponent.", player=player)
    other = others[0]
    if other.bye:
        return marked(
            "The only other possible opponent of %(player)s was %(opponent)s, who was due the bye.",
            player=player,
            opponent=names[other.opponent],
        )
    opponent = names[other.opponent]
    if other.decided == LEVEL:
        return marked(
            "%(player)s could as well have met %(opponent)s: both pairings fit the rules equally "
            "well, and the order of the players decided.",
            player=player,
            opponent=opponent,
        )
    lost = -other.change_total
    if lost < 0:
        return marked(
            "If %(player)s had met %(opponent)s, the weight of the round would be %(more)s "
            "greater. This comes from: %(wants)s.",
            opponent=opponent,
            player=player,
            more=-lost,
            wants=WANTS[other.decided],
        )
    return marked(
        "The next best opponent of %(player)s was %(opponent)s. With that pair the weight of the "
        "round would be %(lost)s less. Deciding criterion: %(wants)s.",
        player=player,
        opponent=opponent,
        lost=lost,
        wants=WANTS[other.decided],
    )


def bye_words(first: ByeClaim, second: ByeClaim | None, names: dict[str, str]) -> str:
    """Return why the first has the bye, and not the next one."""
    who = names[first.entrant]
    if second is None:
        return marked("Only %(who)s could get the bye.", who=who)
    other = names[second.entrant]
    return {
        "byes": marked(
            "%(who)s has had the fewest byes (%(byes)s). Next is %(other)s with %(more)s.",
            who=who,
            byes=first.byes,
            other=other,
            more=second.byes,
        ),
        "asked": marked(
            "%(who)s asked for the bye, and nobody has had fewer byes. Next would be %(other)s.",
            who=who,
            other=other,
        ),
        "weight": marked(
            "Of the players with the fewest byes, %(who)s is the lowest (%(weight)s). Next is "
            "%(other)s (%(more)s).",
            who=who,
            weight=_weights_in_words(first),
            more=_weights_in_words(second),
            other=other,
        ),
        "place": marked(
            "%(who)s and %(other)s are equal, and %(who)s comes later in the order of players.",
            who=who,
            other=other,
        ),
    }[bye_decision(first, second)]


def _weights_in_words(claim: ByeClaim) -> str:
    first, *others = map(str, claim.weight)
    words: str = first
    for one in others:
        words = marked("%(weight)s, then %(next)s", weight=words, next=one)
    return words


Costs = Mapping[str, int]

LOSS_AND_GAIN = {
    "repeated": (
        marked("players would meet an opponent again"),
        marked("fewer would meet an opponent again"),
    ),
    "random": (marked("the draw"), marked("the draw")),
    "colours": (marked("colours would be less even"), marked("colours would be more even")),
    "category": (marked("categories would mix more"), marked("categories would mix less")),
    "score": (marked("scores would be further apart"), marked("scores would be nearer")),
    "draw": (
        marked("players drawn up or down would fit less well"),
        marked("players drawn up or down would fit better"),
    ),
    "seeding": (marked("the seeding would fit less well"), marked("the seeding would fit better")),
    "handicap": (marked("more stones would be given"), marked("fewer stones would be given")),
    "geography": (
        marked("more players would meet opponents from their own club or country"),
        marked("fewer players would meet opponents from their own club or country"),
    ),
    "meetings": (
        marked("a pairing constraint would be broken"),
        marked("a pairing constraint would be kept"),
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


def describe_shortfalls(pairs: Sequence[Costs]) -> list[str]:
    """Return how each pair of a round falls short of the best by each criterion; "" if not weighed."""
    best = {name: max(pair.get(name, 0) for pair in pairs) for name in WANTS} if pairs else {}
    return [_shortfall_in_words(pair, best) if pair else "" for pair in pairs]


def tables_below_best(pairs: Mapping[int, Costs]) -> dict[str, list[int]]:
    """Return, by criterion, the tables that fall short of the best. ``pairs`` by table."""
    names = {name: None for pair in pairs.values() for name in pair if name not in NOT_OF_PAIRS}
    best = {name: max(pair.get(name, 0) for pair in pairs.values()) for name in names}
    return {
        name: [table for table, pair in sorted(pairs.items()) if pair.get(name, 0) < best[name]]
        for name in names
    }


def _shortfall_in_words(pair: Costs, best: Costs) -> str:
    less = [name for name in pair if name not in NOT_OF_PAIRS and pair[name] < best.get(name, 0)]
    sentences = [marked("They met before.")] if "repeated" in less else []
    other = [WANTS[name] for name in less if name != "repeated"]
    if other:
        sentences.append(marked("Worse than at other tables: %(what)s.", what=join_marked(other, "; ")))
    return join_marked(sentences) if sentences else marked("None.")
