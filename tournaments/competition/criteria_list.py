"""A list of tie-breaks edited by buttons: move or remove ticked ones, append others. Pure."""

from collections.abc import Collection, Mapping, Sequence

from tournaments.competition.settings import Settings
from tournaments.competition.standings import CRITERIA

ADD, REMOVE, UP, DOWN = "add", "remove", "up", "down"
ONLY_IN: Mapping[str, tuple[str, ...]] = {
    "CPS": ("cup",),
    "STS": ("cup",),
    "SOSTS": ("cup",),
    "OUT": ("knock_out", "double_elimination"),
}
"""Criteria that are the same for everybody in all other systems."""


def edit_criteria(listed: Sequence[str], do: str, ticked: Collection[str]) -> list[str]:
    """Return the list of criteria after a press of a button. Adjacent ticked criteria move together."""
    if do == ADD:
        return [*listed, *(name for name in ticked if name not in listed)]
    if do == REMOVE:
        return [name for name in listed if name not in ticked]
    if do == UP:
        return _move_up(listed, ticked)
    if do == DOWN:
        return _move_up(listed[::-1], ticked)[::-1]
    return list(listed)


def _move_up(listed: Sequence[str], ticked: Collection[str]) -> list[str]:
    now = list(listed)
    for at in range(1, len(now)):
        if now[at] in ticked and now[at - 1] not in ticked:
            now[at - 1], now[at] = now[at], now[at - 1]
    return now


def reason_without_effect(name: str, settings: Settings) -> str:
    """Return why a criterion would decide nothing in this tournament, or ""."""
    systems = ONLY_IN.get(name, ())
    if systems and settings.system not in systems:
        return f"only in a {' or '.join(system.replace('_', ' ') for system in systems)}"
    if name == "CATEGORY" and not settings.categories:
        return "everybody is in one category: see the settings"
    return ""


def other_criteria(listed: Collection[str], settings: Settings) -> list[tuple[str, str, str]]:
    """Return name, formula, and ``reason_without_effect``, of every criterion that is not listed."""
    return [
        (one.name, one.formula, reason_without_effect(one.name, settings))
        for one in CRITERIA.values()
        if one.name not in listed
    ]
