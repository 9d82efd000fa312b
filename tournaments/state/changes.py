"""Changes to a state that several events share."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

from tournaments.competition.facts import LineUp, PairFacts, copier
from tournaments.competition.schedules import depends_on_results
from tournaments.state.layered import with_item
from tournaments.state.line_ups import line_up, seats_of_entries
from tournaments.state.tournament import Entry, Pair, Round, Tournament

T = TypeVar("T")
Read = Callable[[object], Sequence[object]]
Write = Callable[[object, object], None]
new_pair = copier(PairFacts, Pair, "game_id", "by_hand")


def replace_fields(value: T, **changes: Any) -> T:
    """Return ``value`` with other fields: ``dataclasses.replace`` in half the time, without ``__init__``."""
    cls: Any = type(value)
    write, write_each, read = _slot_functions(cls)
    copy: T = object.__new__(cls)
    for write_slot, kept in zip(write_each, read(value), strict=False):  # strict takes longer
        write_slot(copy, kept)
    for name, new in changes.items():
        write[name](copy, new)
    return copy


@cache
def _slot_functions(cls: type[Any]) -> tuple[Mapping[str, Write], Sequence[Write], Read]:
    """Return functions to write a named field, write each, and read all fields of a frozen dataclass."""
    write = {one.name: getattr(cls, one.name).__set__ for one in fields(cls)}
    return write, tuple(write.values()), attrgetter(*write)


def with_entry(state: Tournament, entry_id: str, **changes: Any) -> Tournament:
    entry = replace_fields(state.entries[entry_id], **changes)
    return replace_fields(state, entries=with_item(state.entries, entry_id, entry))


def with_absences(before: Tournament, after: Tournament) -> Tournament:
    """Mark withdrawn entries absent from rounds paired without them, and reinstated ones from missed rounds.

    A round that was already paired when they withdrew is left as it is, with or without a game of theirs.
    """
    paired = frozenset(number for number, round_ in after.rounds.items() if round_.pairs)
    unpaired = frozenset(range(1, after.settings.rounds + 1)) - paired
    concerned = [entry for entry in after.entries.values() if entry.withdrawn or entry.away]
    freed = _freed_by_round(before, after, frozenset(entry.id for entry in concerned))
    entries = after.entries
    for entry in concerned:
        away = _missed_rounds(entry, unpaired, freed, after) if entry.withdrawn else entry.away & paired
        if away != entry.away:
            absent = entry.absent - entry.away | away
            entries = with_item(entries, entry.id, replace_fields(entry, away=away, absent=absent))
    return replace_fields(after, entries=entries)


def _missed_rounds(
    entry: Entry, unpaired: frozenset[int], freed: Mapping[int, frozenset[str]], state: Tournament
) -> frozenset[int]:
    """Return the rounds that a withdrawn entry misses.

    Those known before, rounds without pairs, and rounds in which the entry has just lost its game or bye; no
    round with a declared absence, and none with a bye given before the pairing.
    """
    lost = frozenset(number for number, entry_ids in freed.items() if entry.id in entry_ids)
    missed = (unpaired | lost) - entry.absent
    return entry.away | {number for number in missed if entry.id not in state.round(number).byes}


def _freed_by_round(
    before: Tournament, after: Tournament, among: frozenset[str]
) -> Mapping[int, frozenset[str]]:
    """Return the entries among these that lost their game or bye, by round. Unchanged rounds are skipped."""
    numbers = [number for number, round_ in before.rounds.items() if round_ is not after.rounds.get(number)]
    freed = {number: _freed_entries(before.round(number), after.round(number), among) for number in numbers}
    return {n: entry_ids for n, entry_ids in freed.items() if entry_ids and n <= after.settings.rounds}


def _freed_entries(before: Round, after: Round, among: frozenset[str]) -> frozenset[str]:
    """Return the entries among these that lost their game or bye in the round."""
    unmade = before.pairs.keys() - after.pairs.keys()
    lost = among & (before.byes - after.byes).union(*(before.pairs[game_id].players for game_id in unmade))
    return lost - after.busy if lost else lost


def with_round(state: Tournament, number: int, **changes: Any) -> Tournament:
    return replace_fields(
        state, rounds={**state.rounds, number: replace_fields(state.round(number), **changes)}
    )


def mark_corrected_after(number: int, state: Tournament, game_id: str = "") -> Tournament:
    """Mark later rounds as corrected: they were paired on other points of this round.

    ``game_id``: of the result; empty for a bye or an absence.
    """
    named = frozenset({(number, game_id)} if depends_on_results(state.settings.system) else ())
    for later in [n for n, round_ in state.rounds.items() if n > number and round_.pairs]:
        corrections = state.round(later).corrections | named
        state = with_round(state, later, corrected=True, corrections=corrections)
    return state


def with_pair(state: Tournament, number: int, game_id: str, **changes: Any) -> Tournament:
    pairs = state.round(number).pairs
    return with_round(
        state, number, pairs=with_item(pairs, game_id, replace_fields(pairs[game_id], **changes))
    )


def with_result(state: Tournament, number: int, game_id: str, **changes: Any) -> Tournament:
    before = state.round(number).pairs[game_id].result
    state = with_pair(state, number, game_id, **changes)
    if state.round(number).pairs[game_id].result == before:
        return state
    return mark_corrected_after(number, state, game_id)


def keep_line_ups(state: Tournament, number: int, *entries: str) -> Tournament:
    """Store the current line-ups of the teams of these entries with the round; the teams may change later."""
    if not state.settings.teams.boards:
        return state
    paired: dict[str, LineUp] = dict(state.round(number).line_ups)
    known = {entry for players in paired.values() for entry in players}
    for entry in set(entries) - known:
        if seat := seats_of_entries(state, number).get(entry):
            paired[seat[0]] = line_up(state, state.teams[seat[0]], number)
    return with_round(state, number, line_ups=paired)
