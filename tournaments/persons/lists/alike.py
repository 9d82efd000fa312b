"""Whom of an organisation's players somebody might be. Nobody is merged here: a human sees them and decides.

| alike are                                             | because                                     |
|-------------------------------------------------------|---------------------------------------------|
| two with the same PIN, licence or AGA number          | a number is one person's                    |
| two whose names fold alike, in whatever order of words | spellings and scripts differ (``folding``) |
| but not two with different numbers of one federation  | then they are two persons of one name       |
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from tournaments.formats.player_lists import ListKind
from tournaments.persons.lists.folding import folded
from tournaments.tables.people import Organisation, Player

NUMBERS = {ListKind.EGD: "egf_pin", ListKind.FFG: "ffg_licence", ListKind.AGA: "aga_id"}
"""The column of ``Player`` that holds the number of a list."""


class Known:
    """The players of an organisation, to be asked for any number of names."""

    def __init__(self, players: Iterable[Player]) -> None:
        self.by_number: dict[tuple[str, str], list[Player]] = defaultdict(list)
        self.by_name: dict[str, list[Player]] = defaultdict(list)
        self.by_id: dict[str, Player] = {}
        for player in players:
            self.by_id[str(player.id)] = player
            self.by_name[same_name(player.name)].append(player)
            for column in NUMBERS.values():
                if number := getattr(player, column):
                    self.by_number[column, number].append(player)

    def alike(self, name: str, numbers: Mapping[str, str]) -> list[Player]:
        """Those with one of ``numbers`` (by column of ``Player``) first, then namesakes; each once."""
        same = [player for each in numbers.items() if each[1] for player in self.by_number.get(each, ())]
        namesakes = [
            player
            for player in self.by_name.get(same_name(name), ())
            if not any(
                number and getattr(player, column, "") not in ("", number)
                for column, number in numbers.items()
            )
        ]
        return list(dict.fromkeys([*same, *namesakes]))


def same_name(name: str) -> str:
    return " ".join(sorted(folded(name).split()))


def known_players(organisation: Organisation) -> Known:
    return Known(Player.objects.filter(organisation=organisation, erased=False))
