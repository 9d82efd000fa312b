"""Details, settings, limits, publication."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.deciding.base import decide
from tournaments.deciding.ending import Archive, Restore
from tournaments.deciding.limits import ChangeLimits
from tournaments.deciding.setting_up import ChangeDetails, ChangeSettings, Publish, Unpublish
from tournaments.deciding.tiebreaks import moves
from tournaments.deciding.undoing.base import Edit, Past, edit_of
from tournaments.deciding.undoing.fields_changed import FieldsChanged, fields_changed
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


@dataclass(frozen=True, slots=True, kw_only=True)
class SetDetailsBack:
    changed: FieldsChanged


@dataclass(frozen=True, slots=True, kw_only=True)
class SetSettingsBack:
    """``ruleset``: None where it was not changed. ``seen``: as in ``ChangeSettings``."""

    changed: FieldsChanged
    ruleset: str | None
    reason: str
    seen: str


@decide.register
def decide_set_details_back(command: SetDetailsBack, state: Tournament) -> Sequence[object]:
    return decide(ChangeDetails(details=command.changed.set_back(state.details)), state)


@decide.register
def decide_set_settings_back(command: SetSettingsBack, state: Tournament) -> Sequence[object]:
    change = ChangeSettings(
        settings=command.changed.set_back(state.settings),
        ruleset=command.ruleset or state.ruleset,
        reason=command.reason,
        seen=command.seen,
    )
    return decide(change, state)


@edit_of.register
def edit_of_details_changed(event: DetailsChanged, past: Past) -> Edit:
    changed = fields_changed(past.before.details, past.after.details)
    return Edit(subject=lambda state: changed.read(state.details), back=[SetDetailsBack(changed=changed)])


@edit_of.register
def edit_of_settings_changed(event: SettingsChanged, past: Past) -> Edit:
    changed = fields_changed(past.before.settings, past.after.settings)
    other_rules = past.before.ruleset != past.after.ruleset
    back = SetSettingsBack(
        changed=changed,
        ruleset=past.before.ruleset if other_rules else None,
        reason=past.reason,
        # Back to places that were known; where results came since, others would move: look at them first.
        seen=moves(past.after, past.before.settings).digest,
    )
    return Edit(
        subject=lambda state: (changed.read(state.settings), state.ruleset if other_rules else ""),
        back=[back],
    )


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
