"""The ids of a house by the names of parameters and of members, so that requests lead to something."""

from functools import cached_property
from urllib.parse import quote

NAMED = {  # the name of a member -> whose id it is
    "entry": "entry_id", "black": "entry_id", "white": "entry_id", "entries": "entry_id",
    "members": "entry_id", "order": "entry_id", "seeds": "entry_id", "player": "player_id",
    "game": "game_id", "team": "team_id", "claim": "claim_id", "listed": "listed_id",
    "tournament": "slug", "organisation": "organisation", "round": "number",
}  # fmt: skip


ROUNDS = (1, 1, 2, 2, 3, 5)  # the first alone is paired when a house is new


class Ids:
    """``others``: of another house, which none of this one's officers may touch, or may be one of."""

    def __init__(self, house, others, route, random):
        self._random, self._house, self._others, self._route = random, house, others, route
        self.varied = False

    def good(self, name):
        """What leads to something in the path, quoted."""
        if name in ("number", "entry_id") and self._random.random() < 0.4:
            self.varied |= name == "entry_id"
            return str(self._random.choice(self.named(name)))
        return quote(str(self._house.parameter(self._route, name)), safe="")

    @cached_property
    def all(self):
        return [
            *map(str, self._house.known.values()),
            *self._house.entries,
            *self._house.members,
            *self._others,
            *self._house.accounts,
        ]

    def named(self, name):
        """What a member of this name may hold; empty where nobody knows."""
        found = NAMED.get(name) or NAMED.get(name.rstrip("s")) or name
        if found == "organisation":
            return [self._house.organisation.slug]
        if found == "entry_id":
            return self._house.members if "team_id" in self._route.parameters else self._house.entries
        if found == "number":
            return ROUNDS
        return [self._house.known[found]] if found in self._house.known else []
