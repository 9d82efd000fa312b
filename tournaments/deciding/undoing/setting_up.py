"""Details, settings, limits, publication."""

from collections.abc import Mapping
from typing import Any

from tournaments.deciding.ending import Archive, Restore
from tournaments.deciding.limits import ChangeLimits
from tournaments.deciding.setting_up import ChangeDetails, ChangeSettings, Publish, Unpublish
from tournaments.deciding.tiebreaks import moves
from tournaments.deciding.undoing.base import Edit, Past, edit_of
from tournaments.events.limits import Limits, LimitsChanged, limits_in_force
from tournaments.events.setting_up import (
    DetailsChanged,
    SettingsChanged,
    TournamentArchived,
    TournamentPublished,
    TournamentRestored,
    TournamentUnpublished,
)
from tournaments.state.tournament import Tournament


@edit_of.register
def edit_of_details_changed(event: DetailsChanged, past: Past) -> Edit:
    return Edit(subject=lambda state: state.details, back=[ChangeDetails(details=past.before.details)])


@edit_of.register
def edit_of_settings_changed(event: SettingsChanged, past: Past) -> Edit:
    back = ChangeSettings(
        settings=past.before.settings,
        ruleset=past.before.ruleset,
        reason=past.reason,
        # Back to places that were known; where results came since, others would move: look at them first.
        seen=moves(past.after, past.before.settings).digest,
    )
    return Edit(subject=lambda state: (state.settings, state.ruleset), back=[back])


@edit_of.register
def edit_of_limits_changed(event: LimitsChanged, past: Past) -> Edit:
    def limits(state: Tournament) -> Mapping[str, Any]:
        now = limits_in_force(state.settings, state.ruleset, state.limits).named
        return {name: now[name] for name in event.limits.named}

    back = ChangeLimits(limits=Limits(**limits(past.before)), reason=past.reason)
    return Edit(subject=limits, back=[back])


@edit_of.register
def edit_of_tournament_published(event: TournamentPublished, past: Past) -> Edit:
    """While no round has been published since: people read them."""

    def visibility(state: Tournament) -> object:
        return state.published, frozenset(n for n, round_ in state.rounds.items() if round_.published)

    return Edit(subject=visibility, back=[Unpublish()])


@edit_of.register
def edit_of_tournament_unpublished(event: TournamentUnpublished, past: Past) -> Edit:
    return Edit(subject=lambda state: state.published, back=[Publish()])


@edit_of.register
def edit_of_tournament_archived(event: TournamentArchived, past: Past) -> Edit:
    return Edit(subject=lambda state: state.archived, back=[Restore()])


@edit_of.register
def edit_of_tournament_restored(event: TournamentRestored, past: Past) -> Edit:
    return Edit(subject=lambda state: state.archived, back=[Archive()])
