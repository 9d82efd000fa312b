"""What players say of themselves: how the public names them, and whether it may see all that they played.

Kept with the person and beside the log, so that it can be forgotten with them.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any
from uuid import uuid5

from django.db import transaction

from games.log import unit_of_work
from games.log.unit_of_work import Context
from games.refusals import refuse
from tournaments.persons import recorded_names
from tournaments.tables.changed import touch
from tournaments.tables.people import Hiding, Organisation, Player


def add_player(organisation: Organisation, values: dict[str, Any], context: Context) -> Player:
    """A new player of the organisation; ``values`` are fields of ``Player``."""
    with transaction.atomic():
        player, _ = Player.objects.get_or_create(
            id=uuid5(context.command_id, "player"), defaults={**values, "organisation": organisation}
        )
        return player


def change_player(player: Player, values: dict[str, Any], context: Context) -> Player:
    """Overwrite the named fields. Refuses to write into a row that was erased."""
    return unit_of_work.run(lambda: _changed(player, values, context), context=context)


def _changed(player: Player, values: dict[str, Any], context: Context) -> Player:
    touch(player.organisation_id)
    player = Player.objects.select_for_update().get(pk=player.pk)
    if player.erased:
        refuse("player_erased", player=str(player.id))
    before = recorded_names.said_of(player)
    for name, value in values.items():
        setattr(player, name, value)
    renamed = recorded_names.said_of(player) != before
    if renamed and unit_of_work.earlier_events(context):
        return Player.objects.get(pk=player.pk)  # done before, and changed again since
    player.save()
    if renamed:
        recorded_names.tell_changed([player.pk], context)
    return player


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
