"""Seeds set by hand before a schedule is drawn."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.marking import marked
from games.refusals import refuse
from tournaments.deciding.base import decide
from tournaments.deciding.fields import fields_of
from tournaments.deciding.scheduling import is_scheduled, refuse_if_drawn
from tournaments.events.seeds import SeedsSet
from tournaments.state.groups import NO_GROUP
from tournaments.state.tournament import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class SetSeeds:
    """``seeds``: entries of the group, or teams, from the first; the others follow as the settings say."""

    seeds: tuple[str, ...]
    group: str = NO_GROUP
    reason: str = ""


@decide.register
def decide_set_seeds(command: SetSeeds, state: Tournament) -> Sequence[object]:
    if not is_scheduled(state):
        refuse("no_seeds")
    if command.group not in fields_of(state):
        refuse("unknown_group", group=command.group)
    refuse_if_drawn(state, command.group)
    if len(set(command.seeds)) < len(command.seeds):
        refuse("invalid_seeds", fault=marked("each once"))
    if strangers := [id_ for id_ in command.seeds if id_ not in seedable(state, command.group)]:
        refuse("invalid_seeds", fault=marked("only who plays in the group"), seed=strangers[0])
    if command.seeds == state.seeds.get(command.group, ()):
        return []
    return [SeedsSet(group=command.group, seeds=command.seeds, reason=command.reason)]


def seedable(state: Tournament, group: str) -> list[str]:
    """Who may be seeded: the teams, or the entries of the group."""
    if state.settings.teams.boards:
        return [id_ for id_, team in state.teams.items() if team.group == group]
    return [entry.id for entry in state.entries.values() if entry.group == group and entry.final]
