"""Carry out the commands of the demonstration, as its officials, under reproducible ids."""

from datetime import datetime
from uuid import UUID, uuid5

from games.log.unit_of_work import Context
from tournaments.commands import carry_out
from tournaments.demo.accounts import ROLES, account
from tournaments.demo.people import InventedPlayer, invent
from tournaments.domain.base import Command

ACCOUNT_PLACE = 5  # place in the list of the player who has an account


class DemoCommands:
    """Carries out commands, each under an id that follows from the tournament's id and a number."""

    def __init__(self, *, id: UUID, seed: int, at: datetime) -> None:  # noqa: A002
        self.id, self.seed, self.at = id, seed, at
        self.count = 0
        self.people = invent(seed)
        self.director, self.referee, self.committee, self.player = map(account, ROLES)

    @property
    def own_entry(self) -> str:
        """Return the entry of the player who has an account."""
        return self.entry(self.people[ACCOUNT_PLACE])

    def context(self, user_id: int) -> Context:
        self.count += 1
        return Context(actor=f"user:{user_id}", command_id=uuid5(self.id, f"{self.count}"), at=self.at)

    def do(self, command: Command, user_id: int | None = None) -> None:
        """Carry out a command as the director or another user."""
        carry_out(str(self.id), command, self.context(user_id or self.director.pk))

    def entry(self, person: InventedPlayer) -> str:
        return str(uuid5(self.id, f"entry/{person.family}"))
