"""Criteria in plain words."""

from games.marking import marked
from tournaments.competition.pairing.reasons import LEVEL, Alternative, ByeClaim, bye_decision

WANTS = {
    "base": marked("that everybody plays"),
    "repeated": marked("that nobody meets the same opponent twice"),
    "random": marked("the draw"),
    "colours": marked("colour balance"),
    "category": marked("opponents of one category"),
    "score": marked("opponents of equal score"),
    "draw": marked("who is drawn up and down between score groups"),
    "seeding": marked("the seeding inside a score group"),
    "handicap": marked("few handicap stones"),
    "geography": marked("opponents from other clubs and countries"),
    "meetings": marked("who must, and who must not, meet"),
    "byes": marked("the rule of who is due the bye"),
}


def why_not_nearest(player: str, others: tuple[Alternative, ...], names: dict[str, str]) -> str:
    """Return why the player did not meet the nearest other opponent."""
    if not others:
        return marked("%(player)s had no other possible opponent.", player=player)
    other = others[0]
    if other.bye:
        return marked(
            "%(player)s had no other possible opponent but %(opponent)s, who is due the bye.",
            player=player,
            opponent=names[other.opponent],
        )
    opponent = names[other.opponent]
    if other.decided == LEVEL:
        return marked(
            "%(player)s could as well have met %(opponent)s: both are worth the same, and the order decided.",
            player=player,
            opponent=opponent,
        )
    lost = -other.change_total
    if lost < 0:
        return marked(
            "With %(opponent)s for %(player)s the round would be worth %(more)s more, by %(wants)s.",
            opponent=opponent,
            player=player,
            more=-lost,
            wants=WANTS[other.decided],
        )
    return marked(
        "The nearest other opponent of %(player)s was %(opponent)s: the round would lose %(lost)s."
        " What decided: %(wants)s.",
        player=player,
        opponent=opponent,
        lost=lost,
        wants=WANTS[other.decided],
    )


def bye_words(first: ByeClaim, second: ByeClaim | None, names: dict[str, str]) -> str:
    """Return why the first has the bye, and not the next one."""
    who = names[first.entrant]
    if second is None:
        return marked("%(who)s was the only one who could have the bye.", who=who)
    other = names[second.entrant]
    return {
        "byes": marked(
            "%(who)s has had the fewest byes: %(byes)s; %(other)s, who is next, %(more)s.",
            who=who,
            byes=first.byes,
            other=other,
            more=second.byes,
        ),
        "asked": marked(
            "%(who)s asked for the bye and has had as few as anybody; next would be %(other)s.",
            who=who,
            other=other,
        ),
        "weight": marked(
            "Of those with the fewest byes %(who)s is the lowest: the system counts"
            " %(weight)s for %(who)s and %(more)s for %(other)s, who is next.",
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
