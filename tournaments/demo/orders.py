"""The commands of the demo, by whom they are given and under which ids."""

from datetime import datetime
from uuid import UUID, uuid5

from games.log.unit_of_work import Context
from tournaments.commands import carry_out
from tournaments.demo.accounts import account
from tournaments.demo.people import Invented, invent
from tournaments.domain.base import Command

PLAYS_HERE = 5  # place in the list of the player who has an account


class Orders:
    """Gives commands, each under an id that follows from the tournament's and its number."""

    def __init__(self, *, id: UUID, seed: int, at: datetime) -> None:  # noqa: A002
        self.id, self.seed, self.at = id, seed, at
        self.given = 0
        self.people = invent(seed)
        self.director, self.referee, self.player = map(account, ("director", "referee", "player"))

    @property
    def own_entry(self) -> str:
        """The entry of the player who has an account."""
        return self.entry(self.people[PLAYS_HERE])

    def context(self, user_id: int) -> Context:
        self.given += 1
        return Context(actor=f"user:{user_id}", command_id=uuid5(self.id, f"{self.given}"), at=self.at)

    def do(self, command: Command, user_id: int | None = None) -> None:
        """As the director, or somebody else."""
        carry_out(str(self.id), command, self.context(user_id or self.director.pk))

    def entry(self, person: Invented) -> str:
        return str(uuid5(self.id, f"entry/{person.family}"))
