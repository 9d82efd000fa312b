"""Find players of an organisation who may be the same person. A person decides; nothing is merged here.

| alike are                                             | because                                     |
|-------------------------------------------------------|---------------------------------------------|
| two with the same PIN, licence or AGA number          | a number is one person's                    |
| two whose names fold alike, in any order of words      | spellings and scripts differ (``folding``) |
| but not two with different numbers of one federation  | then they are two persons of one name       |
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TypeVar

from tournaments.formats.player_lists import ListKind
from tournaments.persons.lists.folding import fold_name, sort_key
from tournaments.tables.people import Organisation, Player
from tournaments.tables.signups import Signup

P = TypeVar("P", Player, Signup)

NUMBERS = {ListKind.EGD: "egf_pin", ListKind.FFG: "ffg_licence", ListKind.AGA: "aga_id"}
"""The column of ``Player`` that holds the number of a list."""


class KnownPlayers:
    """An index of an organisation's players by name and number."""

    def __init__(self, players: Iterable[Player]) -> None:
        self.by_number: dict[tuple[str, str], list[Player]] = defaultdict(list)
        self.by_name: dict[str, list[Player]] = defaultdict(list)
        self.by_id: dict[str, Player] = {}
        for player in players:
            self.by_id[str(player.id)] = player
            self.by_name[name_key(player.name)].append(player)
            for column in NUMBERS.values():
                if number := getattr(player, column):
                    self.by_number[column, number].append(player)

    def alike(self, name: str, numbers: Mapping[str, str]) -> list[Player]:
        """Return players with one of ``numbers`` (by column of ``Player``), then namesakes; each once."""
        same = [player for each in numbers.items() if each[1] for player in self.by_number.get(each, ())]
        namesakes = [
            player
            for player in self.by_name.get(name_key(name), ())
            if not any(
                number and getattr(player, column, "") not in ("", number)
                for column, number in numbers.items()
            )
        ]
        return list(dict.fromkeys([*same, *namesakes]))


def name_key(name: str) -> str:
    return " ".join(sorted(fold_name(name).split()))


def find_by_name(people: Iterable[P], search: str, language: str = "") -> list[P]:
    """Return by name those in whose names each word of the search begins a word; all for an empty search.

    Names are sorted by the ``language``.
    """
    words = name_key(search).split()
    found = (one for one in people if _has_words(one.name, words))
    return sorted(found, key=lambda one: sort_key(one.name, language))


def _has_words(name: str, words: list[str]) -> bool:
    folded = name_key(name).split()
    return all(any(part.startswith(word) for part in folded) for word in words)


def known_players(organisation: Organisation) -> KnownPlayers:
    return KnownPlayers(Player.objects.filter(organisation=organisation, erased=False))
