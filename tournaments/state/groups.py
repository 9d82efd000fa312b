"""Groups inside one event (class A, B ...): each has a field, a schedule and standings of its own. Pure.

If matches have boards, groups are of teams; the groups of their members have no effect.
"""

from collections.abc import Mapping
from dataclasses import replace

from tournaments.competition.history import History
from tournaments.state.tournament import Entry, Round, Tournament

NO_GROUP = ""


def groups_of(state: Tournament) -> list[str]:
    """Return the groups that have players, by name; ``[""]`` if there are none."""
    if state.settings.teams.boards:
        return sorted({team.group for team in state.teams.values()}) or [NO_GROUP]
    return sorted({entry.group for entry in state.entries.values() if entry.final}) or [NO_GROUP]


def groups_in_history(history: History) -> list[str]:
    return sorted({entrant.group for entrant in history.entrants.values() if entrant.final}) or [NO_GROUP]


def named_groups(groups: list[str]) -> list[str]:
    """Return the groups as bodies list them: none if the event has no groups."""
    return [] if groups == [NO_GROUP] else groups


def history_of_group(history: History, group: str) -> History:
    """Return the history of one group."""
    entrants = {id_: entrant for id_, entrant in history.entrants.items() if entrant.group == group}
    return replace(
        history,
        entrants=entrants,
        games=tuple(game for game in history.games if game.white in entrants and game.black in entrants),
        byes={number: who & entrants.keys() for number, who in history.byes.items()},
    )


def group_of(state: Tournament, id_: str) -> str:
    """Return the group of an entry, or of a team."""
    return state.teams[id_].group if state.settings.teams.boards else state.entries[id_].group


def with_teams_of(state: Tournament, group: str) -> Tournament:
    """Return the state with the teams of one group only; games of other teams are not matches in it."""
    return replace(state, teams={id_: team for id_, team in state.teams.items() if team.group == group})


def pairing_group(state: Tournament, group: str, number: int) -> Tournament:
    """Return the state with one group only, for pairing round ``number``.

    All games of that round stay, because their tables are taken.
    """
    if state.settings.teams.boards:
        return with_teams_of(state, group)
    entries = {id_: entry for id_, entry in state.entries.items() if entry.group == group}
    rounds = {
        n: round_ if n == number else _round_of_entries(round_, entries) for n, round_ in state.rounds.items()
    }
    return replace(state, entries=entries, rounds=rounds)


def unmatched_entries(state: Tournament, number: int) -> frozenset[str]:
    """Return entries that need no game in a round: paired, with the bye, or withdrawn after it was paired."""
    left = (entry for entry in state.entries.values() if entry.withdrawn)
    return state.round(number).busy | {entry.id for entry in left if number not in entry.absent}


def _round_of_entries(round_: Round, entries: Mapping[str, Entry]) -> Round:
    pairs = {id_: pair for id_, pair in round_.pairs.items() if entries.keys() >= set(pair.players)}
    return replace(round_, pairs=pairs, byes=round_.byes & entries.keys())
