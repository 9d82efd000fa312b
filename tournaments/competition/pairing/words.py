"""Criteria in plain words."""

from tournaments.competition.pairing.reasons import LEVEL, ByeClaim, Instead, bye_decided

WANTS = {
    "base": "that everybody plays",
    "repeated": "that nobody meets the same opponent twice",
    "random": "the draw",
    "colours": "as many games with White as with Black",
    "category": "opponents of one category",
    "score": "opponents of equal score",
    "draw": "who is drawn up and down between score groups",
    "seeding": "the seeding inside a score group",
    "handicap": "few stones",
    "geography": "opponents from other clubs and countries",
    "meetings": "who must, and who must not, meet",
    "byes": "the rule of who is due the bye",
}


def nearest(player: str, others: tuple[Instead, ...], names: dict[str, str]) -> str:
    """Why the player did not meet the opponent who came nearest to being theirs."""
    if not others:
        return f"{player} had no other possible opponent."
    other = others[0]
    if other.bye:
        return f"{player} had no other possible opponent but {names[other.opponent]}, who is due the bye."
    opponent = names[other.opponent]
    if other.decided == LEVEL:
        return f"{player} could as well have met {opponent}: both are worth the same, and the order decided."
    lost = -other.change_total
    if lost < 0:
        return (
            f"With {opponent} for {player} the round would be worth {-lost} more, by {WANTS[other.decided]}."
        )
    return (
        f"The nearest other opponent of {player} was {opponent}: the round would lose {lost}. "
        f"What decided: {WANTS[other.decided]}."
    )


def bye_words(first: ByeClaim, second: ByeClaim | None, names: dict[str, str]) -> str:
    """Why the first has the bye, and not the next one."""
    who = names[first.entrant]
    if second is None:
        return f"{who} was the only one who could have the bye."
    other = names[second.entrant]
    return {
        "byes": f"{who} has had the fewest byes: {first.byes}; {other}, who is next, {second.byes}.",
        "asked": f"{who} asked for the bye and has had as few as anybody; next would be {other}.",
        "weight": f"Of those with the fewest byes {who} is the lowest: the system counts "
        f"{_weights_in_words(first)} for {who} and {_weights_in_words(second)} for {other}, who is next.",
        "place": f"{who} and {other} are equal, and {who} comes later in the order of players.",
    }[bye_decided(first, second)]


def _weights_in_words(claim: ByeClaim) -> str:
    return ", then ".join(map(str, claim.weight))
