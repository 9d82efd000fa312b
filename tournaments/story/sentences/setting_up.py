"""How the tournament was set up, and what was changed of it."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from games.marking import joined, marked
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
    return marked(
        "%(name)s was created: %(system)s, %(rounds)s rounds, rules %(ruleset)s, placed by %(criteria)s.",
        name=event.details.name,
        system=chosen.system.replace("_", " "),
        rounds=chosen.rounds,
        ruleset=event.ruleset,
        criteria=", ".join(chosen.criteria),
    )


@describe.register
def describe_details_changed(event: DetailsChanged, seen: Seen) -> str:
    return marked(
        "The poster was changed: %(changes)s.", changes=_changes(seen.before.details, event.details)
    )


@describe.register
def describe_settings_changed(event: SettingsChanged, seen: Seen) -> str:
    changes = _changes(seen.before.settings, event.settings)
    if event.ruleset != seen.before.ruleset:
        rules = marked("rules %(old)s → %(new)s", old=seen.before.ruleset, new=event.ruleset)
        changes = joined([rules, changes], "; ") if changes else rules
    return marked(
        "Settings were changed, %(changes)s%(because)s", changes=changes, because=because(event.reason)
    )


@describe.register
def describe_limits_changed(event: LimitsChanged, seen: Seen) -> str:
    old, new = _limits(seen.before), _limits(seen.after)
    changes = [_arrow(name.replace("_", " "), old[name], new[name]) for name in event.limits.named]
    return marked(
        "Limits were changed, %(changes)s%(because)s",
        changes=joined(changes, "; "),
        because=because(event.reason),
    )


@describe.register
def describe_tournament_published(event: TournamentPublished, seen: Seen) -> str:
    return marked("The tournament was published.")


@describe.register
def describe_tournament_unpublished(event: TournamentUnpublished, seen: Seen) -> str:
    return marked("The tournament was hidden from the public.")


@describe.register
def describe_tournament_archived(event: TournamentArchived, seen: Seen) -> str:
    return marked("The tournament was archived.")


@describe.register
def describe_tournament_restored(event: TournamentRestored, seen: Seen) -> str:
    return marked("The tournament was taken out of the archive.")


@describe.register
def describe_tournament_deleted(event: TournamentDeleted, seen: Seen) -> str:
    return marked("The tournament was deleted%(because)s", because=because(event.reason))


def _limits(state: Tournament) -> dict[str, Any]:
    return limits_in_force(state.settings, state.ruleset, state.limits).named


def _changes(old: Any, new: Any) -> str:
    """Such as: komi 6.5 → 7.5; criteria MMS, SOS → MMS, SODOS."""
    return joined((_arrow(name, was, now) for name, was, now in _differing(old, new)), "; ")


def _arrow(name: str, was: Any, now: Any) -> str:
    return joined([name, _plain(was), "→", _plain(now)])


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
        return marked("yes") if value else marked("no")
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, (tuple, list, frozenset)):
        return joined(map(_plain, value), ", ") if value else marked("nothing")
    return marked("nothing") if value in ("", None) else str(value)
