"""Score groups: categories outermost, then whole points downwards; inside a group the tie-break order."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.competition.history import Entrant, History
from tournaments.competition.pairing.rulesets import PairingRules
from tournaments.competition.pairing.standing import Standing
from tournaments.competition.pairing.systems import system_of
from tournaments.competition.standings import placement_key


@dataclass(frozen=True, slots=True, kw_only=True)
class Grouping:
    """The score groups of everyone who counts, in tie-break ``order`` from the top.

    ``group`` counts from the top group of the top category; ``groups`` is the number of groups of one
    category, empty ones too. ``place`` is the place inside the group, from 0; ``size`` that group's size. All
    but ``order`` are by id.
    """

    order: tuple[str, ...]
    groups: int
    group: Mapping[str, int]
    place: Mapping[str, int]
    size: Mapping[str, int]


def grouping_of(
    history: History, round_: int, rules: PairingRules, standings: Mapping[str, Standing]
) -> Grouping:
    """Return the groups of ``round_`` after the rounds before it."""
    highest, lowest = system_of(history.settings, round_).score_range(history.settings, round_)
    groups = highest - lowest + 1
    order = _tie_break_order(history, round_, rules)
    group = {id_: standings[id_].category * groups + highest - standings[id_].score for id_ in order}
    place: dict[str, int] = {}
    so_far: Counter[int] = Counter()
    for id_ in order:
        place[id_] = so_far[group[id_]]
        so_far[group[id_]] += 1
    size = {id_: so_far[group[id_]] for id_ in order}
    return Grouping(order=order, groups=groups, group=group, place=place, size=size)


def _tie_break_order(history: History, round_: int, rules: PairingRules) -> tuple[str, ...]:
    """Return ids by placement criteria, then rating if used for seeding, then the entrants' order."""
    by_rating = _is_rating_used(history, round_)
    placed = placement_key(history.up_to(round_ - 1), round_ - 1)

    def key(entrant: Entrant) -> tuple[object, ...]:
        best_first = tuple(-value for value in placed[entrant.id])
        return best_first, -entrant.rating if by_rating else 0, entrant.order, entrant.id

    counted = (
        entrant
        for entrant in history.entrants.values()
        if entrant.final and (rules.groups_count_absent or entrant.present_in(round_))
    )
    return tuple(entrant.id for entrant in sorted(counted, key=key))


def _is_rating_used(history: History, round_: int) -> bool:
    pairing = history.settings.pairing
    return pairing.rating_in_first if round_ <= pairing.first_seeding_until else pairing.rating_in_second
