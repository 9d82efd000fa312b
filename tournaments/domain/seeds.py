"""Seeds of a schedule, set by hand."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from games.inputs import OPTIONAL, Id, Input, Reason
from games.marking import marked
from games.refusals import refuse
from games.story.base import because
from tournaments.competition.facts import GROUP
from tournaments.domain.base import Command, Event, StoryContext, UndoContext, UndoPlan
from tournaments.domain.declarations import OF_PAIRING, STATE_ONLY, NotApplicable, event
from tournaments.domain.schedule import fields_of, is_scheduled, refuse_drawn_field
from tournaments.state.groups import NO_GROUP
from tournaments.state.tournament import Tournament


@event(
    "tournament.seeds-set.v1",
    rows=STATE_ONLY,
    news=NotApplicable("it counts when round 1 is drawn"),
    games=OF_PAIRING,
)
@dataclass(frozen=True, slots=True, kw_only=True)
class SeedsSet(Event):
    """The first seeds of a group, entries or teams in order; the others follow as in the settings.

    Empty: all are seeded as in the settings.
    """

    group: str = ""
    seeds: tuple[str, ...] = ()
    reason: str = ""

    def evolve(self, state: Tournament) -> Tournament:
        return replace(state, seeds={**state.seeds, self.group: self.seeds})

    def sentence(self, context: StoryContext) -> str:
        teams = context.after.teams
        names = [teams[id_].name if id_ in teams else context.player_name(id_) for id_ in self.seeds]
        listed = ", ".join(f"{number} {name}" for number, name in enumerate(names, start=1))
        seeds = listed or marked("as the settings say")
        if self.group:
            return marked(
                "Seeds of %(group)s: %(seeds)s%(because)s",
                group=self.group,
                seeds=seeds,
                because=because(self.reason),
            )
        return marked("Seeds: %(seeds)s%(because)s", seeds=seeds, because=because(self.reason))

    def undo(self, context: UndoContext) -> UndoPlan:
        before = context.before.seeds.get(self.group, ())
        return UndoPlan(
            subject=lambda state: state.seeds.get(self.group, ()),
            commands=[SetSeeds(group=self.group, seeds=before, reason=context.reason)],
        )


MOST_SEEDS = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class SetSeeds(Command, right="round.pair", reason_needed=OPTIONAL):
    """Set the seeds of a round robin or a knock-out before it is drawn."""

    seeds: Annotated[tuple[Id, ...], Input(high=MOST_SEEDS, help="Entries or teams, from the first.")]
    group: Annotated[str, GROUP] = NO_GROUP
    reason: Reason = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        if not is_scheduled(state):
            refuse("no_seeds")
        if self.group not in fields_of(state):
            refuse("unknown_group", group=self.group)
        refuse_drawn_field(state, self.group)
        if len(set(self.seeds)) < len(self.seeds):
            refuse("invalid_seeds", field="seeds", fault=marked("each once"))
        if strangers := [id_ for id_ in self.seeds if id_ not in seedable_sides(state, self.group)]:
            fault = marked("only players of the group")
            refuse("invalid_seeds", field="seeds", fault=fault, seed=strangers[0])
        if self.seeds == state.seeds.get(self.group, ()):
            return []
        return [SeedsSet(group=self.group, seeds=self.seeds, reason=self.reason)]


def seedable_sides(state: Tournament, group: str) -> list[str]:
    """Return the teams, or the entries, of the group that can be seeded."""
    if state.settings.teams.boards:
        return [id_ for id_, team in state.teams.items() if team.group == group]
    return [entry.id for entry in state.entries.values() if entry.group == group and entry.final]
