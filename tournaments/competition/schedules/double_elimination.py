"""Double elimination: a player who has lost twice is out.

Level 1 of the winners' side is round 1. From then on every level i is played in round 2i - 2, together with
level 2i - 3 of the losers' side, where survivors meet each other; in round 2i - 1 the survivors meet the new
losers of the winners' side. The two remaining players play the final; if the one from the losers' side wins,
both have lost once, and they play again (unless the tournament has one final only).
"""

from collections.abc import Iterator

from tournaments.competition.schedules.bracket import Match, PlayerSource, Source, count_rounds
from tournaments.competition.schedules.knock_out import level_of

FINAL, SECOND_FINAL = "F/1", "F/2"


def round_count(players: int, *, second_final: bool = True) -> int:
    return 2 * count_rounds(players) + (1 if second_final else 0)


def matches(players: int, *, second_final: bool = True) -> list[Match]:
    """Return the matches, each after those that it depends on."""
    last = count_rounds(players)
    bracket = level_of(players, 1, round_=1)
    for level in range(2, last + 1):
        bracket += level_of(players, level, round_=2 * level - 2)
        bracket += _losers(players, level)
    return [*bracket, *_finals(last, second_final=second_final)]


def _losers(players: int, level: int) -> Iterator[Match]:
    """Return the two levels of the losers' side around one of the winners' side."""
    among, against = 2 * level - 3, 2 * level - 2
    count = 2 ** (count_rounds(players) - level)
    for number in range(1, count + 1):
        first = 2 * number - 1
        takes, before = (PlayerSource.LOSER, "W1") if level == 2 else (PlayerSource.WINNER, f"L{among - 1}")
        one, other = (Source(takes=takes, of=f"{before}/{i}") for i in (first, first + 1))
        yield Match(place=f"L{among}/{number}", round=among + 1, one=one, other=other)
    for number in range(1, count + 1):
        survivor = Source(takes=PlayerSource.WINNER, of=f"L{among}/{number}")
        # From the other end of the bracket, so that opponents there do not meet again at once.
        fallen = Source(takes=PlayerSource.LOSER, of=f"W{level}/{count + 1 - number}")
        yield Match(place=f"L{against}/{number}", round=against + 1, one=survivor, other=fallen)


def _finals(last: int, *, second_final: bool) -> Iterator[Match]:
    survivor = (
        Source(takes=PlayerSource.WINNER, of=f"L{2 * last - 2}/1")
        if last > 1
        else Source(takes=PlayerSource.LOSER, of="W1/1")
    )
    one = Source(takes=PlayerSource.WINNER, of=f"W{last}/1")
    yield Match(place=FINAL, round=2 * last, one=one, other=survivor)
    if second_final:
        again = Source(takes=PlayerSource.AGAIN, of=FINAL)
        yield Match(place=SECOND_FINAL, round=2 * last + 1, one=again, other=again)
