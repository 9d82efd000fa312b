"""Single elimination: the loser of a match is out.

Only round 1 has byes, for the best seeds. In a consolation bracket those who lose round 1 play on from round
2, neighbours first; a player whose neighbour had a bye advances without a game. It ends together with the
final, and a player who had a bye and loses round 2 is out.

With ``first_match`` those players are not out: everybody who loses their first game plays on, as in the first
match consolation of the USTA, which admits players who lose round 2 after a bye (its first round losers
consolation is the one above). They take the place that an opponent of round 1 would have had there, which is
always free; so its first game waits for round 2. Each game is played as soon as both players can be known,
and with byes the consolation ends one round after the final. It does not admit the players for third place or
the loser of the final; and a win by default is no bye: the loser has the place.
"""

from collections.abc import Mapping

from tournaments.competition.schedules.bracket import (
    Match,
    PlayerSource,
    Source,
    count_rounds,
    seeds_of,
    winners_of,
)

THIRD = "T/1"


def round_count(
    players: int, *, third_place: bool = False, consolation: bool = False, first_match: bool = False
) -> int:
    every = matches(players, third_place=third_place, consolation=consolation, first_match=first_match)
    return max(match.round for match in every)


def matches(
    players: int, *, third_place: bool = False, consolation: bool = False, first_match: bool = False
) -> list[Match]:
    """Return the matches, each after those that it depends on.

    The game for third place is played in the round of the final. With up to four players the consolation
    bracket is that game.
    """
    last = count_rounds(players)
    bracket = [match for level in range(1, last + 1) for match in level_of(players, level, round_=level)]
    if consolation:
        let_in = first_match and last > (3 if third_place else 2)
        bracket += _consolation(last, _byes(players) if let_in else frozenset())
    if third_place and last > (2 if consolation else 1):
        one, other = (Source(takes=PlayerSource.LOSER, of=f"W{last - 1}/{i}") for i in (1, 2))
        bracket.append(Match(place=THIRD, round=last, one=one, other=other))
    return bracket


def level_of(players: int, level: int, *, round_: int) -> list[Match]:
    """Return the matches of one level of the winners' side, 1 being the first."""
    made = []
    for number in range(1, 2 ** (count_rounds(players) - level) + 1):
        one, other = seeds_of(players, number) if level == 1 else winners_of(level, number)
        made.append(Match(place=f"W{level}/{number}", round=round_, one=one, other=other))
    return made


def _byes(players: int) -> frozenset[str]:
    """Return the matches of round 1 that nobody plays."""
    first = level_of(players, 1, round_=1)
    return frozenset(match.place for match in first if max(match.one.seed, match.other.seed) >= players)


def _consolation(last: int, byes: frozenset[str]) -> list[Match]:
    """Return the consolation matches.

    ``last``: the round of the final; ``byes``: matches whose place goes to the loser of the following match
    of round 2.
    """
    made: dict[str, Match] = {}
    for level in range(1, last):
        for number in range(1, 2 ** (last - 1 - level) + 1):
            place, two = f"C{level}/{number}", (2 * number - 1, 2 * number)
            if level == 1:
                one, other = _losers(number, byes)
            else:
                one, other = (Source(takes=PlayerSource.WINNER, of=f"C{level - 1}/{i}") for i in two)
            round_ = 1 + max(_round_of(source.of, made) for source in (one, other))
            made[place] = Match(place=place, round=round_, one=one, other=other)
    return list(made.values())


def _losers(number: int, byes: frozenset[str]) -> tuple[Source, Source]:
    """Return the losers of two matches of round 1; for the first bye, of the match of round 2 after it."""
    of = [f"W1/{i}" for i in (2 * number - 1, 2 * number)]
    sources = [Source(takes=PlayerSource.LOSER, of=place) for place in of]
    if free := [i for i, place in enumerate(of) if place in byes]:
        sources[free[0]] = Source(takes=PlayerSource.FIRST, of=f"W2/{number}")
    return sources[0], sources[1]


def _round_of(place: str, count: Mapping[str, Match]) -> int:
    return count[place].round if place in count else int(place[1 : place.index("/")])
