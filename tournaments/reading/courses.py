"""The course of an entry: its games, points and place after each round, and its change of rating.

Unpublished rounds are visible to officers only.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Literal, TypedDict

from django.db.models import Q

from games.rest.bodies import IdText, RankText
from tournaments.competition.history import History, Result, Winner
from tournaments.competition.ranks import format_rank
from tournaments.competition.ratings import rank_of, ratings_of
from tournaments.competition.standings import course_of_entry, criteria_of
from tournaments.formats.csv_tables import csv_file
from tournaments.reading.entries import EntryDetailBody, entry_detail_body
from tournaments.reading.names import SideBody, WinnerText, side_body
from tournaments.reading.queries import Name, last_round_with_results
from tournaments.reading.rating_bodies import time_class_of
from tournaments.reading.visibility import PublishedRounds, visible_history
from tournaments.state.groups import groups_in_history, history_of_group
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow

Outcome = Literal["won", "lost", "jigo", "not_played"]


class OpponentBody(SideBody):
    rank: RankText


class CourseGameBody(TypedDict):
    """A round of one player. ``paired`` is "bye" or "none" if there was no opponent.

    ``result`` is null without a game. ``outcome`` is the player's own: both players may have won, or lost.
    ``points`` and ``place``: after this round; null while none of its games has a result.
    """

    round: int
    paired: Literal["game", "bye", "none"]
    game: IdText | None
    table: int | None
    opponent: OpponentBody | None
    colour: Literal["black", "white", "unknown", ""]
    handicap: int
    result: WinnerText | None
    outcome: Outcome
    by_default: bool
    points: float | None
    place: int | None


class RatingChangeBody(TypedDict):
    """The change of the player's rating; ``.../ratings/`` explains it game by game."""

    before: float
    after: float
    change: float
    rank_after: RankText


class CourseBody(EntryDetailBody):
    """The course of an entry. ``criterion``: the first one of the standings, which ``points`` are values of.

    ``of``: the number of players in the standings, or in the entry's group. ``rating_change`` is null while
    no game is rated.
    """

    page: str
    criterion: str
    of: int
    games: list[CourseGameBody]
    rating_change: RatingChangeBody | None


def course_body(row: TournamentRow, entry: EntryRow, page: str, *, officer: bool) -> CourseBody:
    """Return the course of an entry. ``page``: the address of the page that shows it."""
    history, names, visible_rounds = visible_history(row, officer=officer)
    among = history_of_group(history, entry.group) if len(groups_in_history(history)) > 1 else history
    return {
        **entry_detail_body(entry, names, officer=officer),
        "page": page,
        "criterion": criteria_of(history.settings)[0].name,
        "of": len(among.entrants),
        "games": _rounds(entry, history, names, visible_rounds, _standing(among, entry.id)),
        "rating_change": _rating_change(row, history, entry.id),
    }


def _standing(history: History, entry: str) -> dict[int, tuple[float, int]]:
    """Return points and place after each round that has results, by round."""
    return dict(enumerate(course_of_entry(history, last_round_with_results(history), entry), start=1))


def _rounds(
    entry: EntryRow,
    history: History,
    names: Mapping[str, Name],
    visible_rounds: PublishedRounds | None,
    standing: Mapping[int, tuple[float, int]],
) -> list[CourseGameBody]:
    own = PairingRow.objects.filter(Q(white=entry) | Q(black=entry))
    games = {game.round: game for game in own if visible_rounds is None or _is_visible(visible_rounds, game)}
    known = {*(game.round for game in history.games), *history.byes, *(visible_rounds or ())}
    rounds = range(1, max(known, default=0) + 1)
    return [
        _round(number, entry.id, games.get(number), history, names, standing.get(number))
        for number in rounds
        if number in known
    ]


def _is_visible(visible_rounds: PublishedRounds, game: PairingRow) -> bool:
    return game.round in visible_rounds and game.white_id not in visible_rounds[game.round]


def _round(
    number: int,
    entry: str,
    game: PairingRow | None,
    history: History,
    names: Mapping[str, Name],
    after: tuple[float, int] | None,
) -> CourseGameBody:
    bye = entry in history.byes.get(number, ())
    points, place = after or (None, None)
    body: CourseGameBody = {
        "round": number,
        "paired": "bye" if bye else "none",
        "game": None,
        "table": None,
        "opponent": None,
        "colour": "",
        "handicap": 0,
        "result": None,
        "outcome": "not_played",
        "by_default": False,
        "points": points,
        "place": place,
    }
    return {**body, **_game(game, entry, history, names)} if game else body  # type: ignore[typeddict-item]


def _game(game: PairingRow, entry: str, history: History, names: Mapping[str, Name]) -> Mapping[str, object]:
    black = game.black_id == entry
    other = game.white_id if black else game.black_id
    return {
        "paired": "game",
        "game": str(game.game_id),
        "table": game.table,
        "opponent": {**side_body(other, names), "rank": format_rank(history.entrants[other].rank)},
        "colour": ("black" if black else "white") if game.colours_known else "unknown",
        "handicap": game.handicap,
        "result": game.winner,
        "outcome": _outcome(Winner(game.winner), black=black),
        "by_default": game.by_default,
    }


def _outcome(winner: Winner, *, black: bool) -> Outcome:
    if winner is Winner.NOBODY_YET:
        return "not_played"
    if winner is Winner.JIGO:
        return "jigo"
    return "won" if Result(winner=winner).points2(for_black=black) else "lost"


def _rating_change(row: TournamentRow, history: History, entry: str) -> RatingChangeBody | None:
    time_class, _ = time_class_of(row)
    own = tuple(game for game in history.games if entry in (game.white, game.black))  # no other game counts
    table = ratings_of(replace(history, games=own), time_class)
    rated = next((one for one in table.rows if one.player == entry), None)
    if rated is None or not rated.games:
        return None
    return {
        "before": round(rated.before, 3),
        "after": round(rated.after, 3),
        "change": round(rated.change, 3),
        "rank_after": format_rank(rank_of(rated.after)),
    }


COURSE_COLUMNS = (
    "round",
    "table",
    "opponent",
    "rank",
    "colour",
    "handicap",
    "outcome",
    "result",
    "points",
    "place",
)


def course_csv(body: CourseBody) -> bytes:
    return csv_file((COURSE_COLUMNS, *_csv_rows(body)))


def _csv_rows(body: CourseBody) -> Iterable[tuple[Any, ...]]:
    for game in body["games"]:
        met = game["opponent"]
        who = (met["name"], met["rank"]) if met else ("", "")
        outcome = game["outcome"] if game["paired"] == "game" else game["paired"]
        end = (outcome, game["result"], game["points"], game["place"])
        yield (game["round"], game["table"], *who, game["colour"], game["handicap"], *end)
