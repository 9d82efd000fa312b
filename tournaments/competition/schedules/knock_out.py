"""Single elimination: whoever loses is out. Byes fill the first round alone, and the best seeds have them.

In a consolation bracket those who lose round 1 play on from round 2, neighbours first; whose neighbour had a
bye goes on without a game. It ends beside the final. Whoever had a bye and loses round 2 is out.
"""

from collections.abc import Iterator

from tournaments.competition.schedules.bracket import Match, Source, Takes, folds, seeds_of, winners_of

THIRD = "T/1"


def rounds_needed(players: int) -> int:
    return folds(players)


def matches(players: int, *, third_place: bool = False, consolation: bool = False) -> list[Match]:
    """Each after those that it depends on; the game for third place is played beside the final.

    With up to four players the consolation bracket is that game.
    """
    last = folds(players)
    bracket = [match for level in range(1, last + 1) for match in level_of(players, level, round_=level)]
    if consolation:
        bracket += _consolation(last)
    if third_place and last > (2 if consolation else 1):
        one, other = (Source(takes=Takes.LOSER, of=f"W{last - 1}/{i}") for i in (1, 2))
        bracket.append(Match(place=THIRD, round=last, one=one, other=other))
    return bracket


def level_of(players: int, level: int, *, round_: int) -> list[Match]:
    """The matches of one level of the winners' side, 1 being the first."""
    made = []
    for number in range(1, 2 ** (folds(players) - level) + 1):
        one, other = seeds_of(players, number) if level == 1 else winners_of(level, number)
        made.append(Match(place=f"W{level}/{number}", round=round_, one=one, other=other))
    return made


def _consolation(last: int) -> Iterator[Match]:
    """``last``: the round of the final."""
    for level in range(1, last):
        takes, before = (Takes.LOSER, "W1") if level == 1 else (Takes.WINNER, f"C{level - 1}")
        for number in range(1, 2 ** (last - 1 - level) + 1):
            one, other = (Source(takes=takes, of=f"{before}/{i}") for i in (2 * number - 1, 2 * number))
            yield Match(place=f"C{level}/{number}", round=level + 1, one=one, other=other)
