"""The choice of the player who sits out if the number is odd.

1. Those with fewer byes come first, so that nobody has two before everyone has had one.
2. Then players who requested the bye of this round, if the settings honour that (``byes_on_request``).
3. Then the system's own weight (``mcmahon``, ``swiss``), the least first; of equals the last in the
   tie-break order.

With an even number there is no bye: players who requested one play, or declare an absence.
"""

from collections.abc import Sequence

from tournaments.competition.pairing.field import Field
from tournaments.competition.pairing.systems import system_of

Claim = tuple[int, bool, tuple[int, ...], int]


def bye_receiver(field: Field, nodes: Sequence[int]) -> int:
    """Return the index of the player who has the bye."""
    return min(nodes, key=lambda i: bye_claim(field, i))


def bye_claim(field: Field, i: int) -> Claim:
    """Return the sort key for the bye, least first: byes, no request, the system's weight, reverse order."""
    weigh = system_of(field.settings, field.round).bye_weight
    entrant, standing = field.entrants[i], field.standings[i]
    asked = field.settings.pairing.byes_on_request and field.round in entrant.byes_asked
    return standing.byes, not asked, weigh(entrant, standing), -int(field.overall[i])
