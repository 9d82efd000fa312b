"""How the tournament was set up, and what was changed of it."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from games.story.base import because
from tournaments.events.limits import LimitsChanged, limits_in_force
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
from tournaments.state.tournament import Tournament
from tournaments.story.sentences.base import Seen, describe


@describe.register
def describe_tournament_created(event: TournamentCreated, seen: Seen) -> str:
    chosen = event.settings
    return (
        f"{event.details.name} was created: {chosen.system.replace('_', ' ')}, {chosen.rounds} rounds, "
        f"rules {event.ruleset}, placed by {', '.join(chosen.criteria)}."
    )


@describe.register
def describe_details_changed(event: DetailsChanged, seen: Seen) -> str:
    return f"The poster was changed: {_changes(seen.before.details, event.details)}."


@describe.register
def describe_settings_changed(event: SettingsChanged, seen: Seen) -> str:
    changes = _changes(seen.before.settings, event.settings)
    if event.ruleset != seen.before.ruleset:
        rules = f"rules {seen.before.ruleset} → {event.ruleset}"
        changes = f"{rules}; {changes}" if changes else rules
    return f"Settings were changed, {changes}{because(event.reason)}"


@describe.register
def describe_limits_changed(event: LimitsChanged, seen: Seen) -> str:
    old, new = _limits(seen.before), _limits(seen.after)
    changes = [
        f"{name.replace('_', ' ')} {_plain(old[name])} → {_plain(new[name])}" for name in event.limits.named
    ]
    return f"Limits were changed, {'; '.join(changes)}{because(event.reason)}"


@describe.register
def describe_tournament_published(event: TournamentPublished, seen: Seen) -> str:
    return "The tournament was published."


@describe.register
def describe_tournament_unpublished(event: TournamentUnpublished, seen: Seen) -> str:
    return "The tournament was hidden from the public."


@describe.register
def describe_tournament_archived(event: TournamentArchived, seen: Seen) -> str:
    return "The tournament was archived."


@describe.register
def describe_tournament_restored(event: TournamentRestored, seen: Seen) -> str:
    return "The tournament was taken out of the archive."


@describe.register
def describe_tournament_deleted(event: TournamentDeleted, seen: Seen) -> str:
    return f"The tournament was deleted{because(event.reason)}"


def _limits(state: Tournament) -> dict[str, Any]:
    return limits_in_force(state.settings, state.ruleset, state.limits).named


def _changes(old: Any, new: Any) -> str:
    """Such as: komi 6.5 → 7.5; criteria MMS, SOS → MMS, SODOS."""
    return "; ".join(f"{name} {_plain(was)} → {_plain(now)}" for name, was, now in _differing(old, new))


def _differing(old: Any, new: Any, within: str = "") -> Iterator[tuple[str, Any, Any]]:
    for field in fields(new):
        was, now = getattr(old, field.name), getattr(new, field.name)
        name = f"{within}{field.name.replace('_', ' ')}"
        if is_dataclass(now) and is_dataclass(was):
            yield from _differing(was, now, f"{name}: ")
        elif was != now:
            yield name, was, now


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, (tuple, list, frozenset)):
        return ", ".join(map(_plain, value)) or "nothing"
    return "nothing" if value in ("", None) else str(value)
