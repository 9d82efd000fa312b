"""Recognise people of a file among an organisation's players, by EGF pin, else by name and country.

A warning names those who were recognised by name and country alone, and those who were not although a known
player has a similar name (``lists.alike``), so that a person can look at the file before it is imported.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from uuid import UUID

from games.marking import marked
from tournaments.persons.lists.similar import NUMBERS, KnownPlayers
from tournaments.tables.people import Organisation, Player

Warn = Callable[[str], None]


def recognise(
    organisation: Organisation, people: Mapping[str, Player], warn: Warn, *, unseen: Collection[str] = ()
) -> dict[str, Player]:
    """Return key -> known player, for those of ``people`` (unsaved rows) who match exactly one.

    Nobody is recognised twice. A person who could be several players, or one already taken, is left out with
    a warning. ``unseen``: ids of players to ignore.
    """
    players = Player.objects.filter(organisation=organisation, erased=False)
    known = list(players.exclude(id__in=[UUID(id_) for id_ in unseen]))
    by_pin, by_name = _indexes(known)
    found: dict[str, Player] = {}
    taken: set[UUID] = set()
    unsure: set[str] = set()
    for key, person in people.items():
        alike = _find_alike(person, by_pin, by_name)
        free = [player for player in alike if player.id not in taken]
        if len(free) == 1:
            found[key] = free[0]
            taken.add(free[0].id)
        elif alike:
            unsure.add(key)
            warn(
                marked("%(who)s may be one of several known players: entered as a new one.", who=person.name)
            )
    rest = {key: person for key, person in people.items() if key not in unsure}
    _warn_of_matches(rest, found, KnownPlayers(known), warn)
    return found


def _warn_of_matches(
    people: Mapping[str, Player], found: Mapping[str, Player], known: KnownPlayers, warn: Warn
) -> None:
    by_name = [people[key].name for key, player in found.items() if not _have_same_pin(people[key], player)]
    if by_name:
        names = ", ".join(by_name)
        warn(marked("Matched with known players by name and country alone: %(names)s.", names=names))
    for key, person in people.items():
        numbers = {column: getattr(person, column) for column in NUMBERS.values()}
        if key not in found and (others := known.alike(person.name, numbers)):
            spelled = ", ".join(dict.fromkeys(other.name for other in others))
            warn(
                marked(
                    "%(who)s is entered as a new player; already known here: %(spelled)s.",
                    who=person.name,
                    spelled=spelled,
                )
            )


def _have_same_pin(one: Player, other: Player) -> bool:
    return bool(one.egf_pin) and one.egf_pin == other.egf_pin


def _indexes(
    known: Iterable[Player],
) -> tuple[dict[str, list[Player]], dict[tuple[str, str], list[Player]]]:
    by_pin, by_name = defaultdict(list), defaultdict(list)
    for player in known:
        if player.egf_pin:
            by_pin[player.egf_pin].append(player)
        by_name[player.key, player.country].append(player)
    return by_pin, by_name


def _find_alike(
    person: Player, by_pin: Mapping[str, list[Player]], by_name: Mapping[tuple[str, str], list[Player]]
) -> list[Player]:
    if person.egf_pin and (same := by_pin.get(person.egf_pin)):
        return same
    namesakes = by_name.get((person.key, person.country), [])
    return [player for player in namesakes if not (person.egf_pin and player.egf_pin)]
