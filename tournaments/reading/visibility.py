"""Which rounds somebody may be told of: officers of all, everybody else of those that are published.

Standings and ratings of the public are computed as if the other rounds had not been paired. Who must not meet
whom, or sits where, and why, is told to officers alone: it is of families, guests and wheelchairs.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from django.http import Http404

from games.log.wire import kind_of
from tournaments.competition.history import History
from tournaments.domain.byes import ByeGiven, ByeTakenBack
from tournaments.domain.draw_secrets import SeedCommitted
from tournaments.domain.meetings import MeetingGroupRemoved, MeetingGroupSet
from tournaments.domain.tables import PlayerPinned
from tournaments.reading.past import histories_and_names, known_at
from tournaments.reading.queries import (
    Name,
    history_and_names,
    history_names_published,
    names_ever,
    within,
)
from tournaments.reading.readers import as_public
from tournaments.state.tournament import Round, Tournament
from tournaments.tables.rows import PairingRow, RoundRow, TournamentRow

PRIVATE = frozenset(map(kind_of, (MeetingGroupSet, MeetingGroupRemoved, PlayerPinned)))
"""Kinds of events."""
TOLD_AHEAD = frozenset(map(kind_of, (SeedCommitted,)))
"""Kinds of events that everybody is told before the round that they name is published."""
BYES = frozenset(map(kind_of, (ByeGiven, ByeTakenBack)))


Shown = Mapping[int, frozenset[str]]
"""Rounds that are published -> entries whose games and byes are held back in them."""


def only(history: History, rounds: Shown) -> History:
    """The history without the games and byes of any other round, and those that are held back."""
    return replace(
        history,
        games=tuple(
            game for game in history.games if game.round in rounds and game.white not in rounds[game.round]
        ),
        byes={number: who - rounds[number] for number, who in history.byes.items() if number in rounds},
    )


def published(row: TournamentRow) -> Shown:
    rows = RoundRow.objects.filter(tournament=row, published=True)
    return {number: frozenset(held) for number, held in rows.values_list("number", "held")}


def published_in(state: Tournament) -> Shown:
    return {number: round_.held for number, round_ in state.rounds.items() if round_.published}


def as_published(state: Tournament) -> Tournament:
    """As if only what is published had been paired, and nobody's wishes were known."""
    rounds = {number: _as_published(round_) for number, round_ in state.rounds.items() if round_.published}
    line_ups = {number: set_ for number, set_ in state.line_ups.items() if number in rounds}
    return replace(state, rounds=rounds, line_ups=line_ups, meetings={})


def _as_published(round_: Round) -> Round:
    """Where a group is held back, how the round was paired may be told of that group."""
    if not round_.held:
        return round_
    return Round(
        number=round_.number,
        pairs=round_.published_part.pairs,
        byes=round_.published_part.byes,
        published=True,
        closed=round_.closed,
        claims_until=round_.claims_until,
    )


def in_both(one: Shown, other: Shown) -> dict[int, frozenset[str]]:
    return {number: held | other[number] for number, held in one.items() if number in other}


def visible_history(
    row: TournamentRow, at: int | None = None, *, officer: bool
) -> tuple[History, dict[str, Name], Shown | None]:
    """History, names and rounds that may be told, today or ``at`` a position of the log; None: all rounds.

    Of the past the public sees what was published then and still is: neither the drafts of a round that was
    published later nor what a director took back. Raises Http404 before the tournament existed.
    """
    if officer:
        history, names = history_and_names(row) if at is None else _then(row, known_at(row, at))
        return history, names, None
    with as_public():
        if at is None:
            history, names, shown = history_names_published(row)
        else:
            then = known_at(row, at)
            history, names = _then(row, then)
            shown = in_both(published_in(then), published(row))
    return without_homes(only(history, shown), names), names, shown


def _then(row: TournamentRow, state: Tournament) -> tuple[History, dict[str, Name]]:
    [history], names = histories_and_names(row, state)
    return history, names


def nameless(row: TournamentRow, names: Mapping[str, Name] | None = None) -> frozenset[str]:
    """Entries, removed ones too, whose names whoever asks is not told. ``names``: of all who ever entered."""
    known = names_ever(row) if names is None else names
    return frozenset(id_ for id_, name in known.items() if name.hidden)


def tells_home(data: Mapping[str, Any], entries: Collection[str]) -> bool:
    """Whether an event says where one of the entries is from, and which player of the register it is."""
    return "club" in data and data.get("entry_id") in entries


def held_games(row: TournamentRow, shown: Shown) -> frozenset[str]:
    """Games of groups whose pairings are not published yet in a round that is."""
    held = {entry for entries in shown.values() for entry in entries}
    games = PairingRow.objects.filter(tournament=row, white__in=held) if held else ()
    return frozenset(str(one.game_id) for one in games if str(one.white_id) in shown.get(one.round, ()))


def of_round(kind: str, data: Mapping[str, Any]) -> int | None:
    """The round that has to be published before everybody may read such an event."""
    return None if kind in TOLD_AHEAD else data.get("round")


def games_in(data: Mapping[str, Any]) -> set[str]:
    """The games that an event speaks of: paired, made by hand, moved to other tables, or any other way."""
    pairs = [pair for pair in (*data.get("pairs", ()), data.get("pair")) if isinstance(pair, dict)]
    return {*(pair["game_id"] for pair in pairs), *data.get("tables", ()), str(data.get("game_id", ""))}


def has_held_bye(kind: str, data: Mapping[str, Any], shown: Shown) -> bool:
    """Whether an event tells of a bye in a group that is held back."""
    byes = {data["entry_id"]} if kind in BYES else data.get("byes", ())
    return bool(byes) and not shown.get(data["round"], frozenset()).isdisjoint(byes)


def without_homes(history: History, names: Mapping[str, Name]) -> History:
    """The history without the clubs of those whose names are not told."""
    hidden = {id_ for id_ in history.entrants if names[id_].hidden}
    if not hidden:
        return history
    entrants = {
        id_: replace(entrant, club="") if id_ in hidden else entrant
        for id_, entrant in history.entrants.items()
    }
    return replace(history, entrants=entrants)


def known_round(history: History, round_: int, rounds: Collection[int] | None) -> int:
    """The round, if the tournament has it and it may be told of. Raises Http404."""
    if rounds is not None and round_ and round_ not in rounds:
        raise Http404
    return within(history, round_)
