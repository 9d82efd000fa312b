"""Who sits out when the number is odd."""

from collections.abc import Sequence

from tournaments.pairing.field import Field
from tournaments.pairing.systems import system_of


def bye_receiver(field: Field, nodes: Sequence[int]) -> int:
    """The node of least bye weight (``mcmahon``, ``swiss``); of equals, the last in the tie-break order.

    Whoever had fewer byes goes first, so nobody has two before everyone has had one.
    """
    weigh = system_of(field.settings, field.round).bye_weight
    return min(nodes, key=lambda i: (*weigh(field.entrants[i], field.standings[i]), -field.overall[i]))
