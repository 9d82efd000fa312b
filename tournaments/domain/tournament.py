"""The lifecycle of a tournament: creation, details, publication, archiving, deletion."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Annotated

from games.inputs import OPTIONAL, new_id
from games.log.digests import SPECIFICATION
from games.log.wire import Data, upcaster
from games.marking import marked
from games.refusals import refuse
from games.story.base import because
from tournaments.competition.settings import Settings
from tournaments.competition.time_limits import TimeSystem
from tournaments.domain.base import Command, Event, StoryContext, UndoContext, UndoPlan
from tournaments.domain.batches import decide_in_order
from tournaments.domain.declarations import FINISHING, OF_TOURNAMENT, OPENING, OWN_ROW, NotApplicable, event
from tournaments.domain.differences import FieldChanges, changes_in_words, field_changes
from tournaments.domain.schedule import refuse_without_effect
from tournaments.domain.settings import (
    COUNTRY,
    LANGUAGES,
    LONGEST_TITLE,
    LONGEST_ZONE,
    TIME_CLASSES,
    ZONE,
    canonical_ruleset,
    check_settings,
)
from tournaments.state.tournament import Details, Tournament

RENAMED_CRITERIA = {"CPS": "UNBEATEN", "DC": "DCL"}
"""New names of two criteria of the first versions, whose old names now mean what OpenGotha computes."""


@event(
    "tournament.created.v2",
    rows=OWN_ROW,
    news=NotApplicable("nobody can be waiting for news of it yet, and what is read from a file is old"),
    games=OF_TOURNAMENT,
    undo=NotApplicable("there is nothing before it"),
)
@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentCreated(Event):
    """The creation of a tournament. ``specification``: version of ``deploy/format``, empty in old logs."""

    tournament_id: str
    organisation_id: str
    slug: str
    details: Details
    ruleset: str
    settings: Settings
    specification: str = ""

    def evolve(self, state: Tournament) -> Tournament:
        return Tournament(
            id=self.tournament_id,
            organisation_id=self.organisation_id,
            slug=self.slug,
            details=self.details,
            ruleset=self.ruleset,
            settings=self.settings,
        )

    def sentence(self, context: StoryContext) -> str:
        chosen = self.settings
        return marked(
            "%(name)s was created: %(system)s, %(rounds)s rounds, rules %(ruleset)s, placed by %(criteria)s.",
            name=self.details.name,
            system=chosen.system.replace("_", " "),
            rounds=chosen.rounds,
            ruleset=self.ruleset,
            criteria=", ".join(chosen.criteria),
        )


@event(
    "tournament.details-changed.v1",
    rows=OWN_ROW,
    news=NotApplicable("no score depends on the poster"),
    games=OF_TOURNAMENT,
)
@dataclass(frozen=True, slots=True, kw_only=True)
class DetailsChanged(Event):
    """A change of the details of a tournament, such as its name, place or dates."""

    details: Details

    def evolve(self, state: Tournament) -> Tournament:
        return replace(state, details=self.details)

    def sentence(self, context: StoryContext) -> str:
        return marked(
            "The event details were changed: %(changes)s.",
            changes=changes_in_words(context.before.details, self.details),
        )

    def undo(self, context: UndoContext) -> UndoPlan:
        changed = field_changes(context.before.details, context.after.details)
        return UndoPlan(
            subject=lambda state: changed.values_in(state.details), commands=[RestoreDetails(changed=changed)]
        )


@event("tournament.published.v1", rows=OWN_ROW, news=OPENING, games=OF_TOURNAMENT)
@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPublished(Event):
    """The publication of a tournament."""

    def evolve(self, state: Tournament) -> Tournament:
        return replace(state, published=True)

    def sentence(self, context: StoryContext) -> str:
        return marked("The tournament was published.")

    def undo(self, context: UndoContext) -> UndoPlan:
        """Hide the tournament, provided that no round has been published since."""

        def visibility(state: Tournament) -> object:
            return state.published, frozenset(n for n, round_ in state.rounds.items() if round_.published)

        return UndoPlan(subject=visibility, commands=[Unpublish()])


@event("tournament.unpublished.v1", rows=OWN_ROW, news=OPENING, games=OF_TOURNAMENT)
@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentUnpublished(Event):
    """The hiding of a published tournament from the public."""

    def evolve(self, state: Tournament) -> Tournament:
        return replace(state, published=False)

    def sentence(self, context: StoryContext) -> str:
        return marked("The tournament was hidden from the public.")

    def undo(self, context: UndoContext) -> UndoPlan:
        return UndoPlan(subject=lambda state: state.published, commands=[Publish()])


@event("tournament.archived.v1", rows=OWN_ROW, news=FINISHING, games=OF_TOURNAMENT)
@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentArchived(Event):
    """The archiving of a tournament, which stays readable but leaves the list of current ones."""

    def evolve(self, state: Tournament) -> Tournament:
        return replace(state, archived=True)

    def sentence(self, context: StoryContext) -> str:
        return marked("The tournament was archived.")

    def undo(self, context: UndoContext) -> UndoPlan:
        return UndoPlan(subject=lambda state: state.archived, commands=[Restore()])


@event("tournament.restored.v1", rows=OWN_ROW, news=FINISHING, games=OF_TOURNAMENT)
@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentRestored(Event):
    """The restoration of an archived tournament to the list of current ones."""

    def evolve(self, state: Tournament) -> Tournament:
        return replace(state, archived=False)

    def sentence(self, context: StoryContext) -> str:
        return marked("The tournament was taken out of the archive.")

    def undo(self, context: UndoContext) -> UndoPlan:
        return UndoPlan(subject=lambda state: state.archived, commands=[Archive()])


@event(
    "tournament.deleted.v1",
    rows=NotApplicable("all its rows go with its own"),
    news=NotApplicable("it was never public"),
    games=OF_TOURNAMENT,
    undo=NotApplicable("its rows are gone: only its log is left"),
)
@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentDeleted(Event):
    """The deletion of a tournament, the last event of its stream."""

    reason: str = ""

    def evolve(self, state: Tournament) -> Tournament:
        return replace(state, deleted=True)

    def sentence(self, context: StoryContext) -> str:
        return marked("The tournament was deleted%(because)s", because=because(self.reason))


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateTournament(Command, right="tournament.create"):
    """Create a tournament."""

    tournament_id: Annotated[str, new_id("tournament")]
    organisation_id: str
    slug: str
    details: Details
    ruleset: str
    settings: Settings

    def decide(self, state: Tournament) -> Sequence[Event]:
        if state.id:
            refuse("tournament_exists", tournament=state.id)
        check_details(self.details)
        check_settings(self.settings)
        refuse_without_effect(self.settings)
        return [
            TournamentCreated(
                tournament_id=self.tournament_id,
                organisation_id=self.organisation_id,
                slug=self.slug,
                details=self.details,
                ruleset=canonical_ruleset(self.ruleset),
                settings=self.settings,
                specification=SPECIFICATION,
            )
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeDetails(Command, right="tournament.change"):
    """Change the name, place, dates and other details of a tournament."""

    details: Details

    def decide(self, state: Tournament) -> Sequence[Event]:
        check_details(self.details)
        return [] if self.details == state.details else [DetailsChanged(details=self.details)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Publish(Command, right="tournament.change"):
    """Publish a tournament."""

    def decide(self, state: Tournament) -> Sequence[Event]:
        return [] if state.published else [TournamentPublished()]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unpublish(Command, right="tournament.change"):
    """Hide a tournament from the public again."""

    def decide(self, state: Tournament) -> Sequence[Event]:
        return [TournamentUnpublished()] if state.published else []


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive(Command, right="tournament.change"):
    """Archive a tournament."""

    def decide(self, state: Tournament) -> Sequence[Event]:
        return [] if state.archived else [TournamentArchived()]


@dataclass(frozen=True, slots=True, kw_only=True)
class Restore(Command, right="tournament.change"):
    """Restore a tournament from the archive."""

    def decide(self, state: Tournament) -> Sequence[Event]:
        return [TournamentRestored()] if state.archived else []


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeTournament(Command, right="tournament.change"):
    """Change the name, place, dates and other details of a tournament, publish, hide, archive or restore it.

    None: as it is.
    """

    details: Details
    published: bool | None = None
    archived: bool | None = None

    def decide(self, state: Tournament) -> Sequence[Event]:
        return decide_in_order(self._parts(), state)

    def _parts(self) -> Iterator[Command]:
        yield ChangeDetails(details=self.details)
        if self.published is not None:
            yield Publish() if self.published else Unpublish()
        if self.archived is not None:
            yield Archive() if self.archived else Restore()


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteTournament(Command, right="tournament.delete", reason_needed=OPTIONAL):
    """Delete a tournament of which no round was ever published."""

    reason: str = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        """Refuse a tournament with a round that was ever published, even if it was hidden again."""
        if state.ever_shown:
            refuse("not_deletable", tournament=state.id)
        return [TournamentDeleted(reason=self.reason)]


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveDemonstration(Command):
    """Delete a demonstration at any stage, because all its players are invented."""

    def decide(self, state: Tournament) -> Sequence[Event]:
        return [TournamentDeleted(reason="a demonstration")]


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreDetails(Command):
    """Restore earlier details that a later change replaced."""

    changed: FieldChanges

    def decide(self, state: Tournament) -> Sequence[Event]:
        return ChangeDetails(details=self.changed.restore_in(state.details)).decide(state)


def check_details(details: Details) -> None:
    if not details.name.strip():
        refuse("invalid_settings", field="name", fault=marked("a tournament needs a name"))
    for name in ("name", "place"):
        if len(getattr(details, name)) > LONGEST_TITLE:
            refuse(
                "invalid_settings",
                field=name,
                fault=marked("at most %(longest_title)s characters", longest_title=LONGEST_TITLE),
            )
    for name in ("begins", "ends"):
        _check_date(name, getattr(details, name))
    if details.begins and details.ends and details.ends < details.begins:
        refuse("invalid_settings", field="ends", fault=marked("the last day is before the first day"))
    if details.country and not COUNTRY.fullmatch(details.country):
        refuse("invalid_settings", field="country", fault=marked("two capital letters, or empty"))
    if details.time_class not in TIME_CLASSES:
        refuse("invalid_settings", field="time_class", fault=marked("A to D, - for none, or empty"))
    if details.language not in LANGUAGES:
        known = ", ".join(LANGUAGES[1:])
        refuse("invalid_settings", field="language", fault=marked("one of %(known)s, or empty", known=known))
    _check_zone(details.time_zone)
    _check_time(details.time)


def _check_zone(name: str) -> None:
    """Check the form of a time zone only: the list of names differs between machines."""
    if name and (len(name) > LONGEST_ZONE or not ZONE.fullmatch(name)):
        refuse("invalid_settings", field="time_zone", fault=marked("A time zone such as Europe/Helsinki."))


def _check_time(time: TimeSystem) -> None:
    for name, longest in (("basic", 10_000), ("seconds", 36_000), ("moves", 1_000)):
        if not 0 <= getattr(time, name) <= longest:
            refuse(
                "invalid_settings", field=f"time.{name}", fault=marked("0 to %(longest)s", longest=longest)
            )


def _check_date(name: str, text: str) -> None:
    try:
        usual = not text or date.fromisoformat(text).isoformat() == text
    except ValueError:
        usual = False
    if not usual:  # other forms of ISO 8601 do not sort
        refuse("invalid_settings", field=name, fault=marked("not a date like 2026-11-21"))


def with_current_criteria(settings: Data) -> Data:
    """Return settings of the first versions with the current names of criteria, of players and of teams."""
    teams = settings.get("teams")
    lifted = (
        settings | {"criteria": _current_names(settings["criteria"])} if "criteria" in settings else settings
    )
    if teams and "criteria" in teams:
        return lifted | {"teams": teams | {"criteria": _current_names(teams["criteria"])}}
    return lifted


def _current_names(criteria: list[str]) -> list[str]:
    """Return the current names of criteria; a DC that comes last keeps its name."""
    known = [name.strip().upper() for name in criteria]
    stays = {"DC"} if known[-1:] == ["DC"] else set()
    return [
        RENAMED_CRITERIA[name] if name in RENAMED_CRITERIA.keys() - stays else as_typed
        for name, as_typed in zip(known, criteria, strict=True)
    ]


@upcaster("tournament.created.v1", to="tournament.created.v2")
def upcast_creation(data: Data) -> Data:
    return data | {"settings": with_current_criteria(data["settings"])}


@upcaster("tournament.settings-changed.v1", to="tournament.settings-changed.v2")
def upcast_settings_change(data: Data) -> Data:
    return data | {"settings": with_current_criteria(data["settings"])}
