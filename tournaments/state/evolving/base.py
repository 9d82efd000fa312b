"""The dispatch, and what several subjects share."""

from dataclasses import replace
from functools import singledispatch
from typing import Any

from games.log.wire import Unknown
from tournaments.state.tournament import Entry, Tournament


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


def settled(before: Tournament, after: Tournament) -> Tournament:
    """Who has left is absent from what is paired without him; who is back, from what was paired meanwhile.

    A round that was paired when he left stays as it counted then, whether or not he had a game in it.
    """
    entries = {id_: _settled_entry(entry, before, after) for id_, entry in after.entries.items()}
    return replace(after, entries=entries)


def _settled_entry(entry: Entry, before: Tournament, after: Tournament) -> Entry:
    if entry.withdrawn:
        away = entry.away | _missed(entry, before, after)
    else:
        away = frozenset(number for number in entry.away if after.round(number).pairs)
    absent = entry.absent - entry.away | away
    return entry if absent == entry.absent else replace(entry, away=away, absent=absent)


def _missed(entry: Entry, before: Tournament, after: Tournament) -> frozenset[int]:
    """Rounds that are not paired yet, or in which he has just lost his game or bye; none that he declared."""
    free = (n for n in range(1, after.settings.rounds + 1) if entry.id not in after.round(n).busy)
    missed = (n for n in free if not after.round(n).pairs or entry.id in before.round(n).busy)
    return frozenset(missed) - entry.absent


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
