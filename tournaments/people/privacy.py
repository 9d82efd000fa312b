"""What players say of themselves: how the public names them, and whether it may see all that they played.

Kept with the person and beside the log, so that it can be forgotten with them.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from games.log.unit_of_work import Context
from games.refusals import refuse
from tournaments.people.commands import change_player
from tournaments.tables.people import Hiding, Player


@dataclass(frozen=True, slots=True, kw_only=True)
class SayPrivacy:
    """``hidden``: a value of ``Hiding``; ``career``: they agree to a public page on all that they played."""

    hidden: str
    career: bool


def say_privacy(players: Collection[Player], command: SayPrivacy, context: Context) -> None:
    """Of one player, or of all who play as one entry. Refuses ``invalid``."""
    if command.hidden not in Hiding.values:
        refuse("invalid", field="hidden", fault="Choose one of the list.")
    for player in players:
        columns = {"hidden": command.hidden, **career_columns(player, command, context)}
        change_player(player, columns, context)


def career_columns(player: Player, command: SayPrivacy, context: Context) -> dict[str, Any]:
    """When and by whom it was agreed to; said again, it stays as it was said first."""
    if not command.career:
        return {"career_since": None, "career_by": ""}
    if player.career_since:
        return {}
    return {"career_since": context.at, "career_by": context.actor}
