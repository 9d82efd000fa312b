"""Visibility of rounds: officers see all of them, others the published ones.

Standings and ratings for the public are computed as if the other rounds had not been paired. Pairing
constraints and pinned tables are visible to officers only, because their reasons are private: families,
guests, wheelchairs.
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
from tournaments.reading.past_states import histories_and_names, require_state_at
from tournaments.reading.queries import (
    Name,
    history_and_names,
    names_for_log,
    public_history_parts,
    require_round,
)
from tournaments.reading.readers import with_public_rights
from tournaments.state.tournament import Round, Tournament
from tournaments.tables.rows import PairingRow, RoundRow, TournamentRow

PRIVATE = frozenset(map(kind_of, (MeetingGroupSet, MeetingGroupRemoved, PlayerPinned)))
"""Kinds of events that only officers may read."""
PUBLIC_BEFORE_ROUND = frozenset(map(kind_of, (SeedCommitted,)))
"""Kinds of events that everybody may read before the round that they name is published."""
BYES = frozenset(map(kind_of, (ByeGiven, ByeTakenBack)))


PublishedRounds = Mapping[int, frozenset[str]]
"""For each published round the entries whose games and byes are held back in it."""


def limit_to_rounds(history: History, rounds: PublishedRounds) -> History:
    """Return the history with the games and byes of these rounds, without those of withheld entries."""
    return replace(
        history,
        games=tuple(
            game for game in history.games if game.round in rounds and game.white not in rounds[game.round]
        ),
        byes={number: who - rounds[number] for number, who in history.byes.items() if number in rounds},
    )


def publication_of(row: TournamentRow) -> PublishedRounds:
    rows = RoundRow.objects.filter(tournament=row, published=True)
    return {number: frozenset(held) for number, held in rows.values_list("number", "held")}


def publication_in(state: Tournament) -> PublishedRounds:
    return {number: round_.held for number, round_ in state.rounds.items() if round_.published}


def public_state(state: Tournament) -> Tournament:
    """Return the state with published rounds only and without pairing constraints."""
    rounds = {number: _public_round(round_) for number, round_ in state.rounds.items() if round_.published}
    line_ups = {number: set_ for number, set_ in state.line_ups.items() if number in rounds}
    return replace(state, rounds=rounds, line_ups=line_ups, meetings={})


def _public_round(round_: Round) -> Round:
    """Return the published part of a round.

    If a group is withheld, the facts of the matching are omitted, because they may be about that group.
    """
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


def published_in_both(one: PublishedRounds, other: PublishedRounds) -> dict[int, frozenset[str]]:
    return {number: held | other[number] for number, held in one.items() if number in other}


def visible_history(
    row: TournamentRow, at: int | None = None, *, officer: bool
) -> tuple[History, dict[str, Name], PublishedRounds | None]:
    """Return history, names and visible rounds, now or ``at`` a position of the log; None: all rounds.

    For a past position the public sees rounds published both then and now, neither the drafts of a round
    published later nor rounds hidden since. Raises Http404 before the tournament
    existed.
    """
    if officer:
        history, names = (
            history_and_names(row) if at is None else _past_history(row, require_state_at(row, at))
        )
        return history, names, None
    with with_public_rights():
        if at is None:
            history, names, shown = public_history_parts(row)
        else:
            past = require_state_at(row, at)
            history, names = _past_history(row, past)
            shown = published_in_both(publication_in(past), publication_of(row))
    return without_clubs(limit_to_rounds(history, shown), names), names, shown


def _past_history(row: TournamentRow, state: Tournament) -> tuple[History, dict[str, Name]]:
    [history], names = histories_and_names(row, state)
    return history, names


def entries_without_name(row: TournamentRow, names: Mapping[str, Name] | None = None) -> frozenset[str]:
    """Return the entries, removed ones too, whose names are hidden from the reader.

    ``names``: of all entries, including removed ones.
    """
    known = names_for_log(row) if names is None else names
    return frozenset(id_ for id_, name in known.items() if name.hidden)


def reveals_origin(data: Mapping[str, Any], entries: Collection[str]) -> bool:
    """Return whether an event has the club and the registered player of one of the entries."""
    return "club" in data and data.get("entry_id") in entries


def withheld_games(row: TournamentRow, published: PublishedRounds) -> frozenset[str]:
    """Return the games of withheld groups in published rounds."""
    held = {entry for entries in published.values() for entry in entries}
    games = PairingRow.objects.filter(tournament=row, white__in=held) if held else ()
    return frozenset(str(one.game_id) for one in games if str(one.white_id) in published.get(one.round, ()))


def round_of_event(kind: str, data: Mapping[str, Any]) -> int | None:
    """Return the round that must be published before the public may read the event."""
    return None if kind in PUBLIC_BEFORE_ROUND else data.get("round")


def games_of_event(data: Mapping[str, Any]) -> set[str]:
    """Return the ids of the games in an event's data."""
    pairs = [pair for pair in (*data.get("pairs", ()), data.get("pair")) if isinstance(pair, dict)]
    return {*(pair["game_id"] for pair in pairs), *data.get("tables", ()), str(data.get("game_id", ""))}


def has_withheld_bye(kind: str, data: Mapping[str, Any], published: PublishedRounds) -> bool:
    """Return whether an event has a bye of a withheld group."""
    byes = {data["entry_id"]} if kind in BYES else data.get("byes", ())
    return bool(byes) and not published.get(data["round"], frozenset()).isdisjoint(byes)


def without_clubs(history: History, names: Mapping[str, Name]) -> History:
    """Return the history without the clubs of players whose names are hidden."""
    hidden = {id_ for id_ in history.entrants if names[id_].hidden}
    if not hidden:
        return history
    entrants = {
        id_: replace(entrant, club="") if id_ in hidden else entrant
        for id_, entrant in history.entrants.items()
    }
    return replace(history, entrants=entrants)


def require_visible_round(history: History, round_: int, rounds: Collection[int] | None) -> int:
    """Return the round if the tournament has it and it is visible. Raises Http404."""
    if rounds is not None and round_ and round_ not in rounds:
        raise Http404
    return require_round(history, round_)
