"""The tournament itself: created, described, set up, shown."""

from dataclasses import replace

from tournaments.events.limits import Limits
from tournaments.events.setting_up import (
    DetailsChanged,
    SettingsChanged,
    TournamentArchived,
    TournamentCreated,
    TournamentDeleted,
    TournamentPublished,
    TournamentRestored,
    TournamentUnpublished,
)
from tournaments.state.evolving.base import evolve, with_absences
from tournaments.state.tournament import Tournament


@evolve.register
def evolve_tournament_created(event: TournamentCreated, state: Tournament) -> Tournament:
    return Tournament(
        id=event.tournament_id,
        organisation_id=event.organisation_id,
        slug=event.slug,
        details=event.details,
        ruleset=event.ruleset,
        settings=event.settings,
    )


@evolve.register
def evolve_details_changed(event: DetailsChanged, state: Tournament) -> Tournament:
    return replace(state, details=event.details)


@evolve.register
def evolve_settings_changed(event: SettingsChanged, state: Tournament) -> Tournament:
    # A ruleset that was chosen anew stands as it is; limits of before it are those of the old one.
    limits = state.limits if event.ruleset == state.ruleset else Limits(length=state.limits.length)
    changed = replace(state, settings=event.settings, ruleset=event.ruleset, limits=limits)
    return with_absences(state, changed)


@evolve.register
def evolve_tournament_published(event: TournamentPublished, state: Tournament) -> Tournament:
    return replace(state, published=True)


@evolve.register
def evolve_tournament_unpublished(event: TournamentUnpublished, state: Tournament) -> Tournament:
    return replace(state, published=False)


@evolve.register
def evolve_tournament_archived(event: TournamentArchived, state: Tournament) -> Tournament:
    return replace(state, archived=True)


@evolve.register
def evolve_tournament_restored(event: TournamentRestored, state: Tournament) -> Tournament:
    return replace(state, archived=False)


@evolve.register
def evolve_tournament_deleted(event: TournamentDeleted, state: Tournament) -> Tournament:
    return replace(state, deleted=True)
