"""The base of commands on tournaments: their actor, their tournament, and tables on a terminal."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid4

from django.core.management.base import CommandParser
from django.http import Http404
from django.utils import timezone

from games.log.unit_of_work import Context
from games.management.base import JsonCommand
from games.refusals import refuse
from tournaments.competition.history import History
from tournaments.organisations.offices import OPERATOR
from tournaments.reading.past_states import history_at
from tournaments.reading.queries import entry_names, history_of, tournament_by_slug
from tournaments.reading.readers import all_names
from tournaments.state.groups import groups_in_history
from tournaments.tables.people import Player
from tournaments.tables.rows import TournamentRow

ACTOR = OPERATOR


class NamesTold(JsonCommand):
    """A command that shows the names of hidden players too, as only operators can run it."""

    def handle(self, *args: Any, **options: Any) -> None:
        with all_names():
            super().handle(*args, **options)


def context() -> Context:
    """Return a new command context for the operator."""
    return Context(actor=ACTOR, command_id=uuid4(), at=timezone.now())


def tournament(slug: str) -> TournamentRow:
    """Return a tournament. Raises Refusal ``not_found``."""
    try:
        return tournament_by_slug(slug)
    except Http404:
        refuse("not_found", tournament=slug)


def history(row: TournamentRow, at: int | None = None) -> History:
    """Return the current state, or that at a position of the log. Raises Refusal ``unknown_position``."""
    try:
        return history_of(row) if at is None else history_at(row, at)
    except Http404:
        refuse("unknown_position", position=at)


def known_round(number: int, lowest: int, of: History) -> int:
    """Return the number if the tournament has such a round. Raises Refusal ``no_such_round``."""
    if not lowest <= number <= of.settings.rounds:
        refuse("no_such_round", round=number, rounds=of.settings.rounds)
    return number


def known_group(group: str, of: History) -> str:
    """Return the group if a player is in it. Raises Refusal ``unknown_group``."""
    if group not in groups_in_history(of):
        refuse("unknown_group", group=group)
    return group


def keys(row: TournamentRow) -> dict[str, str]:
    """Return the key by which exchange files name each player, by entry id."""
    return {entry_id: name.key for entry_id, name in entry_names(row).items()}


def as_table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return rows as text, with columns as wide as their longest cell and numbers to the right."""
    cells = [[str(cell) for cell in row] for row in (head, *rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(head))]
    numeric = [all(isinstance(row[i], int | float) for row in rows) for i in range(len(head))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, numeric, strict=True)
        ).rstrip()
        for row in cells
    )


def add_player_argument(parser: CommandParser) -> None:
    parser.add_argument("player", type=UUID, metavar="PLAYER", help="the id of the player")


def player_of(id_: UUID) -> Player:
    """Return a player. Raises Refusal ``unknown_player``."""
    player = Player.objects.filter(pk=id_).first()
    return player or refuse("unknown_player", player=str(id_))
