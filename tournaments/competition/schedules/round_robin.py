"""Round robin by Berger's tables: all pairs meet once, or twice with colours reversed.

This is the rule of the printed tables (FIDE Handbook C.05, annex 1), for an even number n of seats counted
from 1: in round r the seats i and j below n meet where i + j = r + 1 modulo n - 1, and seat n meets the one
that is left. Of two seats below n the lower has White if their sum is odd; against seat n the lower half has
it. With an odd number of players nobody sits at n: the opponent of that seat is free. So everybody is free
once, and the numbers of games with White and with Black differ by at most one.

A player who leaves loses the remaining games by default, and the results of played games are kept: no
contrary rule is known in the EGF's General Tournament Rules or Tournament System Rules. (Chess removes all
games of a player who has played less than half of them: clear those results by hand if that is wanted.)
"""

from collections.abc import Sequence

from tournaments.competition.schedules.plan import Plan, Planned

FEWEST = 2


def round_count(players: int, *, twice: bool = False) -> int:
    seats = players + players % 2
    return (seats - 1) * (2 if twice else 1)


def seat_pairs(players: int, round_: int) -> list[tuple[int, int]]:
    """Return pairs of seats (White, Black), from 0, of a round (from 1).

    Seat ``players``, if they are odd, is free. Rounds of a second cycle have the colours reversed.
    """
    seats = players + players % 2
    cycle, of_cycle = divmod(round_ - 1, seats - 1)
    pairs = [_pair_with_last_seat(seats, of_cycle + 1), *_pairs_of_other_seats(seats, of_cycle + 1)]
    return sorted((black, white) if cycle % 2 else (white, black) for white, black in pairs)


def _pair_with_last_seat(seats: int, round_: int) -> tuple[int, int]:
    modulus = seats - 1
    half = (round_ + 1) * ((modulus + 1) // 2) % modulus  # the solution of 2 i = r + 1
    other = (half - 1) % modulus
    return (other, seats - 1) if other < seats // 2 else (seats - 1, other)


def _pairs_of_other_seats(seats: int, round_: int) -> list[tuple[int, int]]:
    modulus = seats - 1
    pairs = []
    for one in range(1, seats):
        other = (round_ + 1 - one - 1) % modulus + 1
        if one < other:
            lower_white = (one + other) % 2 == 1
            pairs.append((one - 1, other - 1) if lower_white else (other - 1, one - 1))
    return pairs


def plan(order: Sequence[str], round_: int) -> Plan:
    """Return the games of a round; the first of ``order`` has the first seat."""
    pairs = seat_pairs(len(order), round_)
    free = [seat for pair in pairs if len(order) in pair for seat in pair if seat != len(order)]
    games = sorted((pair for pair in pairs if len(order) not in pair), key=min)
    return Plan(
        games=tuple(
            Planned(white=order[white], black=order[black], place=f"R{round_}/{number}")
            for number, (white, black) in enumerate(games, start=1)
        ),
        byes=tuple(order[seat] for seat in free),
    )
