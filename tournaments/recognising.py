"""Which player of an organisation somebody in a file is: told by the EGF pin, else by name and country."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from uuid import UUID

from tournaments.people import Organisation, Player

Warn = Callable[[str], None]


def recognise(
    organisation: Organisation, people: Mapping[str, Player], warn: Warn, *, unseen: Collection[str] = ()
) -> dict[str, Player]:
    """Key -> the known player, for those of ``people`` (unsaved rows) who are one and only one.

    Nobody is recognised twice. Whoever could be several players, or one already taken, is
    left out with a warning. ``unseen``: ids
    of players that are not to be considered.
    """
    known = Player.objects.filter(organisation=organisation, erased=False).exclude(
        id__in=[UUID(id_) for id_ in unseen]
    )
    by_pin, by_name = _indexes(known)
    found: dict[str, Player] = {}
    taken: set[UUID] = set()
    for key, person in people.items():
        alike = _alike(person, by_pin, by_name)
        free = [player for player in alike if player.id not in taken]
        if len(free) == 1:
            found[key] = free[0]
            taken.add(free[0].id)
        elif alike:
            warn(f"{person.name} is not for certain one of the known players: entered as a new one.")
    return found


def _indexes(
    known: Iterable[Player],
) -> tuple[dict[str, list[Player]], dict[tuple[str, str], list[Player]]]:
    by_pin, by_name = defaultdict(list), defaultdict(list)
    for player in known:
        if player.egf_pin:
            by_pin[player.egf_pin].append(player)
        by_name[player.key, player.country].append(player)
    return by_pin, by_name


def _alike(
    person: Player, by_pin: Mapping[str, list[Player]], by_name: Mapping[tuple[str, str], list[Player]]
) -> list[Player]:
    if person.egf_pin and (same := by_pin.get(person.egf_pin)):
        return same
    namesakes = by_name.get((person.key, person.country), [])
    return [player for player in namesakes if not (person.egf_pin and player.egf_pin)]
