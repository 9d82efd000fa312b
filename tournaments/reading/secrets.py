"""Secrets that seeds were drawn from, once everything that they decide is published."""

import json

from games.log.commitments import OpenedCommitment
from games.log.openings import Opening
from games.log.tables import Event
from games.log.wire import kind_of
from tournaments.domain.draw_secrets import SeedCommitted
from tournaments.domain.waiting import unpaired_groups
from tournaments.loading import stream_of
from tournaments.state.tournament import Tournament


def published_secrets(state: Tournament) -> dict[int, OpenedCommitment]:
    """By round what opens the commitment to its secret, where the round is published and nobody has lost it.

    Not of a round of which a group is still to be paired, or shown: it will be drawn from the same secret.
    """
    shown = {number: one for number, one in _committed(state).items() if _all_shown(state, number)}
    found = {one.commitment: one.opened for one in Opening.objects.filter(commitment__in=shown.values())}
    return {number: found[one] for number, one in shown.items() if one in found and found[one].fits}


def _committed(state: Tournament) -> dict[int, str]:
    """The commitment of each round, of several the first."""
    of_it = Event.objects.filter(stream=stream_of(state.id), kind=kind_of(SeedCommitted))
    each = (json.loads(data) for data in of_it.order_by("-version").values_list("data", flat=True))
    return {data["round"]: data["secret"]["salted"] for data in each}


def _all_shown(state: Tournament, number: int) -> bool:
    round_ = state.round(number)
    return round_.published and not round_.held and not unpaired_groups(state, number)
