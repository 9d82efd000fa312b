"""Bodies that REST, pages and commands share, as plain JSON values."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, TypedDict

from django.http import Http404

from games.rest.bodies import IdText, OptionalText, RankText
from games.speaking import translate
from tournaments.competition.history import Game, History, Result, Winner
from tournaments.competition.ranks import format_rank, parse_rank
from tournaments.competition.standings import Standings, explain_order, nbw_scores, standings
from tournaments.competition.standings.prizes import category_of
from tournaments.persons.lists.folding import is_called
from tournaments.reading.names import side_body
from tournaments.reading.queries import Name, last_round_with_results
from tournaments.reading.visibility import require_visible_round, visible_history
from tournaments.state.groups import groups_in_history, history_of_group, named_groups
from tournaments.tables.rows import PairingRow, TournamentRow


class StandingBody(TypedDict):
    """A row of the standings; equal scores share a ``place``. ``line``: by which ``games`` name opponents.

    ``key``: the name in capitals without spaces, as in exchange files; ``native``: in the player's script;
    ``wins``: the criterion NBW, also where it decides nothing.
    """

    line: int
    place: int
    entry: IdText
    name: str
    native: OptionalText
    key: str
    rank: RankText
    country: OptionalText
    club: OptionalText
    scores: dict[str, float]
    wins: float
    games: list[str]
    reason: OptionalText


class StandingsBody(TypedDict):
    """Standings. ``games``: a cell for each round, "12+/w3" as in EGD files: against line 12.

    ``reason``: why a row is below the one above. ``groups``: those of the event. ``everybody``: of the
    players of all groups; else of those of ``group``, null for those without a group.
    ``results_missing``: of games up to ``round``; the standings are provisional until it is 0.
    """

    tournament: str
    round: int
    results_missing: int
    at: int | None
    everybody: bool
    group: OptionalText
    groups: list[OptionalText]
    criteria: list[str]
    results: list[StandingBody]


def standings_body(
    row: TournamentRow,
    round_: int | None = None,
    at: int | None = None,
    *,
    officer: bool = False,
    group: str | None = None,
) -> StandingsBody:
    """Return standings with names, cross-table cells and reasons, of all players or of one ``group``.

    Provisional entries have no place. Unpublished rounds count for officers only. Raises Http404 for an
    unknown round, position or group.
    """
    return standings_of_history(row, visible_history(row, at, officer=officer), round_, at, group)


VisibleHistory = tuple[History, Mapping[str, Name], Collection[int] | None]
"""The visible part of a tournament, as ``visible_history`` returns it."""


def standings_of_history(
    row: TournamentRow,
    visible: VisibleHistory,
    round_: int | None = None,
    at: int | None = None,
    group: str | None = None,
) -> StandingsBody:
    """Return ``standings_body`` from a loaded history, for callers that need several tables."""
    history, names, rounds = visible
    history = history.of_final_entries()
    number = require_visible_round(
        history, last_round_with_results(history) if round_ is None else round_, rounds
    )
    groups = groups_in_history(history)
    if group is not None:
        history = history_of_group(history, require_group(group, groups))
    table = standings(history, number)
    games, wins2 = cells(history, table), nbw_scores(history, number)
    return {
        "tournament": row.slug,
        "round": number,
        "results_missing": sum(
            game.result.winner is Winner.NOBODY_YET for game in history.up_to(number).games
        ),
        "at": at,
        "everybody": group is None,
        "group": group or "",
        "groups": named_groups(groups),
        "criteria": list(table.criteria),
        "results": [
            {
                "line": index + 1,
                "place": standing.place,
                **side_body(standing.entrant_id, names),
                "native": names[standing.entrant_id].native,
                "rank": format_rank(history.entrants[standing.entrant_id].rank),
                "country": history.entrants[standing.entrant_id].country,
                "club": history.entrants[standing.entrant_id].club,
                "scores": standing.plain(),
                "wins": wins2[standing.entrant_id] / 2,
                "games": games[standing.entrant_id],
                "reason": translate(explain_order(table.rows[index - 1], standing)) if index else "",
            }
            for index, standing in enumerate(table.rows)
        ],
    }


def places_are_shared(body: StandingsBody) -> bool:
    """Return whether a place is not the number of its line, which cells name."""
    return any(row["place"] != line for line, row in enumerate(body["results"], start=1))


def require_group(group: str, groups: Collection[str]) -> str:
    """Return the group if it has players. Raises Http404."""
    if group not in groups:
        raise Http404
    return group


def cells(history: History, table: Standings) -> dict[str, list[str]]:
    """Return a cell for every entrant and round: "12+/w3" is a win as White against row 12.

    The last number is the handicap. A question mark stands for unknown colours: "12+/?0". Brackets mark a
    game that does not count, because the games of one of its players were voided.
    """
    lines = {row.entrant_id: index + 1 for index, row in enumerate(table.rows)}
    rows = {entry: ["0-"] * table.round for entry in lines}
    voided = {id_ for id_, entrant in history.entrants.items() if entrant.voided}
    ends: dict[tuple[int, bool, bool, int], tuple[str, str]] = {}  # keyed by id() of winners, which are few
    for game in history.games:
        if game.round <= table.round and game.white in rows and game.black in rows:
            result = game.result
            alike = (id(result.winner), result.by_default, game.colours_known, game.handicap)
            white, black = ends.get(alike) or ends.setdefault(alike, (_cell_end(game, 0), _cell_end(game, 1)))
            of_white, of_black = f"{lines[game.black]}{white}", f"{lines[game.white]}{black}"
            if game.white in voided or game.black in voided:
                of_white, of_black = f"({of_white})", f"({of_black})"
            rows[game.white][game.round - 1], rows[game.black][game.round - 1] = of_white, of_black
    for number, byes in history.byes.items():
        for entry in byes:
            if number <= table.round and entry in rows:
                rows[entry][number - 1] = "0+"
    return rows


def _cell_end(game: Game, side: int) -> str:
    """Return the part of a cell after the opponent's row, for White (0) or Black (1)."""
    colour = "wb"[side] if game.colours_known else "?"
    played = "!" if game.result.by_default else "/"
    return f"{_result_sign(game.result, white=not side)}{played}{colour}{game.handicap}"


def _result_sign(result: Result, *, white: bool) -> str:
    if result.winner is Winner.NOBODY_YET:
        return "?"
    return {2: "+", 1: "=", 0: "-"}[result.points2(for_black=not white)]


RESULTS = {
    Winner.NOBODY_YET: "?-?",
    Winner.WHITE: "1-0",
    Winner.BLACK: "0-1",
    Winner.JIGO: "½-½",
    Winner.BOTH: "1-1",
    Winner.NEITHER: "0-0",
}


def result_text(winner: str, *, by_default: bool) -> str:
    """Return the score with White's first, and "!" after a result by default: "1-0", "0-1!"."""
    return RESULTS[Winner(winner)] + ("!" if by_default else "")


def pairing_bodies(pairings: Iterable[PairingRow], names: Mapping[str, Name]) -> list[dict[str, Any]]:
    """Return the games of a round as pages list them."""
    return [
        {
            "game": str(pairing.game_id),
            "table": pairing.table,
            "white": str(names[str(pairing.white_id)]),
            "white_native": names[str(pairing.white_id)].native,
            "white_entry": str(pairing.white_id),
            "black": str(names[str(pairing.black_id)]),
            "black_native": names[str(pairing.black_id)].native,
            "black_entry": str(pairing.black_id),
            "colours_known": pairing.colours_known,
            "handicap": pairing.handicap,
            "komi": pairing.komi,
            "winner": pairing.winner,
            "by_default": pairing.by_default,
            "automatic": pairing.automatic,
            "text": result_text(pairing.winner, by_default=pairing.by_default),
            "state": pairing.result_state,
            "date": pairing.date,
            "time": pairing.time,
            "claim": pairing.ruled_claim,
            "score": pairing.ruled_score,
            "appeal_until": pairing.appeal_until,
            "proved": pairing.proved_text,
            "contradicted": pairing.is_contradicted,
            "components": pairing.components,
        }
        for pairing in pairings
    ]


FILTERS = ("q", "club", "country", "category")
"""What rows of standings are filtered by."""


def matches_filter(line: Mapping[str, Any], asked: Mapping[str, str], limits: Sequence[int]) -> bool:
    """Return whether a line has the club, country, category and name that were asked for."""
    if any(asked[name] and asked[name] != line[name] for name in ("club", "country")):
        return False
    if asked["category"] and asked["category"] != str(category_of(parse_rank(line["rank"]), limits)):
        return False
    return is_called(f"{line['name']} {line['club']}", asked["q"])
