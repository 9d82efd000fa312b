"""Checks and changes of the settings of a tournament."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.inputs import ONCE_PAIRED
from games.marking import join_marked, marked
from games.refusals import refuse
from games.story.base import because
from rules import Ruleset
from tournaments.competition.pairing.rulesets import RULES
from tournaments.competition.pairing.systems import SYSTEMS as BY_WEIGHTS
from tournaments.competition.schedules import SCHEDULES
from tournaments.competition.settings import Settings, faults_of
from tournaments.competition.standings import UnknownCriterion, find_criterion
from tournaments.domain.base import Command, Event, StoryContext, UndoContext, UndoPlan
from tournaments.domain.declarations import OF_TOURNAMENT, OWN_ROW, STANDINGS, event
from tournaments.domain.differences import FieldChanges, changes_in_words, field_changes
from tournaments.domain.guards import need_reason, started_rounds
from tournaments.domain.schedule import refuse_redrawn, refuse_without_effect, schedule_faults
from tournaments.domain.tiebreaks import need_seen_moves, preview_moves
from tournaments.state.changes import with_absences
from tournaments.state.limits import Limits
from tournaments.state.tournament import Tournament
from tournaments.teams.standings import unknown_of_teams

LONGEST_TITLE = 200
SYSTEMS = (*BY_WEIGHTS, *SCHEDULES)
COUNTRY = re.compile("[A-Z]{2}")
ZONE = re.compile(r"[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*")
LONGEST_ZONE = 64
LANGUAGES = ("", "en", "de", "fr", "es", "ja", "zh-hans", "ko")
TIME_CLASSES = ("", "A", "B", "C", "D", "-")


@event("tournament.settings-changed.v2", rows=OWN_ROW, news=STANDINGS, games=OF_TOURNAMENT)
@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsChanged(Event):
    """A change of the settings. ``reason`` is required once a round is paired."""

    settings: Settings
    ruleset: str
    reason: str = ""

    def evolve(self, state: Tournament) -> Tournament:
        # Earlier changes of limits applied to the old ruleset only.
        limits = state.limits if self.ruleset == state.ruleset else Limits(length=state.limits.length)
        changed = replace(state, settings=self.settings, ruleset=self.ruleset, limits=limits)
        return with_absences(state, changed)

    def sentence(self, context: StoryContext) -> str:
        changes = changes_in_words(context.before.settings, self.settings)
        if self.ruleset != context.before.ruleset:
            rules = marked("rules %(old)s → %(new)s", old=context.before.ruleset, new=self.ruleset)
            changes = join_marked([rules, changes], "; ") if changes else rules
        return marked(
            "Settings were changed, %(changes)s%(because)s", changes=changes, because=because(self.reason)
        )

    def undo(self, context: UndoContext) -> UndoPlan:
        changed = field_changes(context.before.settings, context.after.settings)
        other_rules = context.before.ruleset != context.after.ruleset
        inverse = RestoreSettings(
            changed=changed,
            ruleset=context.before.ruleset if other_rules else None,
            reason=context.reason,
            # The digest no longer matches after new results, so that the director reviews the moves first.
            seen=preview_moves(context.after, context.before.settings).digest,
        )
        return UndoPlan(
            subject=lambda state: (changed.values_in(state.settings), state.ruleset if other_rules else ""),
            commands=[inverse],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeSettings(Command, right="tournament.change", reason_needed=ONCE_PAIRED):
    """Change the ruleset or some of the settings.

    ``seen``: digest of changed places (``domain.tiebreaks``).
    """

    settings: Settings
    ruleset: str
    reason: str = ""
    seen: str = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        check_settings(self.settings)
        same_ruleset = self.ruleset == state.ruleset  # recorded text without an edition is not the latest
        ruleset = state.ruleset if same_ruleset else canonical_ruleset(self.ruleset)
        if (self.settings, ruleset) == (state.settings, state.ruleset):
            return []
        refuse_redrawn(self.settings, state)
        refuse_without_effect(self.settings, state.settings)
        if started_rounds(state):
            need_reason(self.reason, about="settings")
        _refuse_lost_rounds(self.settings, state)
        _refuse_other_sides(self.settings, state)
        if started_rounds(state):
            need_seen_moves(self.settings, state, self.seen)
        return [SettingsChanged(settings=self.settings, ruleset=ruleset, reason=self.reason)]


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreSettings(Command):
    """Restore earlier settings. ``ruleset``: None if unchanged. ``seen``: as in ``ChangeSettings``."""

    changed: FieldChanges
    ruleset: str | None
    reason: str
    seen: str

    def decide(self, state: Tournament) -> Sequence[Event]:
        change = ChangeSettings(
            settings=self.changed.restore_in(state.settings),
            ruleset=Ruleset.parse_recorded(self.ruleset).typed if self.ruleset else state.ruleset,
            reason=self.reason,
            seen=self.seen,
        )
        return change.decide(state)


def canonical_ruleset(text: str) -> str:
    """Return typed text of a ruleset as it is recorded. Refuses text that cannot be parsed."""
    try:
        return str(Ruleset.parse(text))
    except ValueError as fault:
        refuse("unknown_ruleset", ruleset=text, fault=str(fault))


def check_settings(settings: Settings) -> None:
    """Refuse invalid settings, with the field at fault."""
    for field, fault in _faults(settings):
        refuse("invalid_settings", field=field, fault=fault)


def _faults(settings: Settings) -> list[tuple[str, str]]:
    pairing, ranks = settings.pairing, settings.categories
    checks = [
        ("system", settings.system in SYSTEMS, marked("one of %(systems)s", systems=", ".join(SYSTEMS))),
        ("pairing.rules", pairing.rules in RULES, marked("one of %(rules)s", rules=", ".join(RULES))),
        ("floor", settings.floor <= settings.bar, marked("not above the bar")),
        ("criteria", len(set(settings.criteria)) == len(settings.criteria), marked("each criterion once")),
        ("categories", list(ranks) == sorted(set(ranks))[::-1], marked("descending")),
        ("teams.criteria", not unknown_of_teams(settings), marked("criteria of teams or of players")),
    ]
    faults = [(field, fault) for field, fine, fault in checks if not fine]
    return faults_of(settings) + faults + _criteria_faults(settings) + schedule_faults(settings)


def _criteria_faults(settings: Settings) -> list[tuple[str, str]]:
    faults = []
    for name in settings.criteria:
        try:
            find_criterion(name, settings.system)
        except UnknownCriterion as fault:
            faults.append(("criteria", str(fault)))
    return faults


def _refuse_other_sides(settings: Settings, state: Tournament) -> None:
    """Refuse to change the kind of entries, or the boards of teams, once there are some."""
    if state.entries and settings.players_per_side != state.settings.players_per_side:
        refuse("invalid_settings", field="players_per_side", fault=marked("players are already entered"))
    boards = settings.teams.boards
    if boards != state.settings.teams.boards and started_rounds(state):
        refuse("invalid_settings", field="teams.boards", fault=marked("a round is already paired"))
    if state.teams and not boards:
        refuse(
            "invalid_settings",
            field="teams.boards",
            fault=marked("teams are formed already: disband them first"),
        )
    if any(len(team.members) < boards for team in state.teams.values()):
        refuse("invalid_settings", field="teams.boards", fault=marked("a team has fewer members"))


def _refuse_lost_rounds(settings: Settings, state: Tournament) -> None:
    last = max((number for number, round_ in state.rounds.items() if round_.busy), default=0)
    if settings.rounds < last:
        refuse(
            "invalid_settings", field="rounds", fault=marked("round %(last)s has games or byes", last=last)
        )
