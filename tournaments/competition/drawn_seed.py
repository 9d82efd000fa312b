"""The seed of a round, drawn from a secret and from facts unknown when the secret was committed to.

Pairing again gives the same seed from the same results. A director who knows the secret cannot choose the
results; players who can do not know the secret.
"""

import json
from collections.abc import Iterable
from hashlib import sha256

from tournaments.competition.history import Winner

SEEDS = 2**31
"""The upper bound of seeds, exclusive."""
DrawFacts = list[str] | list[tuple[int, str, str, str]]


def drawn_seed(secret: str, number: int, facts: DrawFacts) -> int:
    """Return the seed of round ``number`` from the facts of earlier results or, without these, of players."""
    spelled = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
    digest = sha256(f"nigiri seed\n{secret}\n{number}\n{spelled}".encode()).digest()
    return int.from_bytes(digest[:4], "big") % SEEDS


def results_before_draw(results: Iterable[tuple[int, str, str, Winner]]) -> list[tuple[int, str, str, str]]:
    """Return the winner of each game, sorted, independent of colours and of repeated reports."""
    return sorted(_result_facts(*result) for result in results if result[-1] is not Winner.NOBODY_YET)


def players_before_draw(players: Iterable[str]) -> list[str]:
    """Return the players, sorted, for a round without earlier results."""
    return sorted(players)


def _result_facts(number: int, white: str, black: str, winner: Winner) -> tuple[int, str, str, str]:
    one, other = sorted((white, black))
    return number, one, other, {Winner.WHITE: white, Winner.BLACK: black}.get(winner, winner.value)
