"""The dispatch, and what several subjects share."""

from collections.abc import Mapping
from dataclasses import replace
from functools import singledispatch
from typing import Any

from games.log.wire import Unknown
from tournaments.state.tournament import Entry, Round, Tournament


@singledispatch
def evolve(event: object, state: Tournament) -> Tournament:
    """The state after ``event``. Raises TypeError for what is no event of a tournament."""
    raise TypeError(f"no tournament changes by {type(event).__name__}")


@evolve.register
def evolve_unknown(event: Unknown, state: Tournament) -> Tournament:
    """A later program wrote it: history is never rejected."""
    return state


def fold(state: Tournament, event: object) -> Tournament:
    """``evolve`` with the state first, as a fold wants it."""
    return evolve(event, state)


def with_entry(state: Tournament, entry_id: str, **changes: Any) -> Tournament:
    entry = replace(state.entries[entry_id], **changes)
    return replace(state, entries={**state.entries, entry_id: entry})


def with_absences(before: Tournament, after: Tournament) -> Tournament:
    """Whoever withdrew is absent from what is paired without them; whoever is back, from what was meanwhile.

    A round that was paired when they withdrew stays as it counted then, whether or not they had a game in it.
    """
    unpaired = frozenset(n for n in range(1, after.settings.rounds + 1) if not after.round(n).pairs)
    concerned = [entry for entry in after.entries.values() if entry.withdrawn or entry.away]
    freed = _freed_by_round(before, after, frozenset(entry.id for entry in concerned))
    found = [(entry, _with_away(entry, _away(entry, unpaired, freed, after))) for entry in concerned]
    changed = {entry.id: entry for old, entry in found if entry is not old}
    return replace(after, entries={**after.entries, **changed}) if changed else after


def _with_away(entry: Entry, away: frozenset[int]) -> Entry:
    absent = entry.absent - entry.away | away
    return entry if absent == entry.absent else replace(entry, away=away, absent=absent)


def _away(
    entry: Entry, unpaired: frozenset[int], freed: Mapping[int, frozenset[str]], state: Tournament
) -> frozenset[int]:
    """Of those who withdrew also rounds without pairs, and where they have just lost their game or bye.

    None that they declared themselves, nor one with a bye that they were promised.
    """
    if not entry.withdrawn:
        return frozenset(number for number in entry.away if state.round(number).pairs)
    lost = {number for number, entry_ids in freed.items() if entry.id in entry_ids}
    missed = (unpaired | lost) - entry.absent
    return entry.away | {number for number in missed if entry.id not in state.round(number).byes}


def _freed_by_round(
    before: Tournament, after: Tournament, among: frozenset[str]
) -> Mapping[int, frozenset[str]]:
    numbers = range(1, after.settings.rounds + 1)
    freed = {number: _freed(before.round(number), after.round(number), among) for number in numbers}
    return {number: entry_ids for number, entry_ids in freed.items() if entry_ids}


def _freed(before: Round, after: Round, among: frozenset[str]) -> frozenset[str]:
    """Who of these has just lost their game or bye. Rounds that are the same need not be gone through."""
    if before is after:
        return frozenset()
    unmade = before.pairs.keys() - after.pairs.keys()
    lost = among & (before.byes - after.byes).union(*(before.pairs[game_id].players for game_id in unmade))
    return lost - after.busy if lost else lost


def with_round(state: Tournament, number: int, **changes: Any) -> Tournament:
    return replace(state, rounds={**state.rounds, number: replace(state.round(number), **changes)})


def corrected_after(number: int, state: Tournament) -> Tournament:
    """Points of this round have changed: later rounds were paired on others."""
    for later in [n for n, round_ in state.rounds.items() if n > number and round_.pairs]:
        state = with_round(state, later, corrected=True)
    return state


def with_pair(state: Tournament, number: int, game_id: str, **changes: Any) -> Tournament:
    pairs = state.round(number).pairs
    return with_round(state, number, pairs={**pairs, game_id: replace(pairs[game_id], **changes)})
