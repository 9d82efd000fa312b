"""Add and change players, and set their privacy.

Players are rows rather than events, since they hold personal data and must be erasable.
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
    """Add a player to the organisation; ``values`` are fields of ``Player``."""
    with transaction.atomic():
        player, _ = Player.objects.get_or_create(
            id=uuid5(context.command_id, "player"), defaults={**values, "organisation": organisation}
        )
        return player


def change_player(player: Player, values: dict[str, Any], context: Context) -> Player:
    """Overwrite the given fields of a player. Refuses ``player_erased``."""
    return unit_of_work.run(lambda: _change(player, values, context), context=context)


def _change(player: Player, values: dict[str, Any], context: Context) -> Player:
    touch(player.organisation_id)
    player = Player.objects.select_for_update().get(pk=player.pk)
    if player.erased:
        refuse("player_erased", player=str(player.id))
    before = recorded_names.naming_of(player)
    for name, value in values.items():
        setattr(player, name, value)
    renamed = recorded_names.naming_of(player) != before
    if renamed and unit_of_work.earlier_events(context):
        return Player.objects.get(pk=player.pk)  # done before, and changed again since
    player.save()
    if renamed:
        recorded_names.record_changes([player.pk], context)
    return player


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPrivacy:
    """The command to set a player's public name (``Hiding``) and consent to a public career page."""

    hidden: str
    career: bool


def set_privacy(players: Collection[Player], command: SetPrivacy, context: Context) -> None:
    """Set the privacy of a player, or of all players of an entry. Refuses ``invalid``."""
    if command.hidden not in Hiding.values:
        refuse("invalid", field="hidden", fault="Choose one of the list.")
    for player in players:
        columns = {"hidden": command.hidden, **career_columns(player, command, context)}
        change_player(player, columns, context)


def career_columns(player: Player, command: SetPrivacy, context: Context) -> dict[str, Any]:
    """Return the columns of the consent; a repeated consent keeps its first date."""
    if not command.career:
        return {"career_since": None, "career_by": ""}
    if player.career_since:
        return {}
    return {"career_since": context.at, "career_by": context.actor}
