"""Spreadsheets of the public pages, made from REST bodies."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tournaments.competition.facts import EntryFacts
from tournaments.formats.csv_tables import Cells, table_file

Body = Mapping[str, Any]
PAIRING = ("table", "white", "white_rank", "black", "black_rank", "handicap", "komi", "result", "by_default")
RATED = ("name", "rank", "before", "after", "rank_after", "change", "bonus", "games")
SEATED = ("number", "team", "club", "country", "group", "board", "name", "rank", "withdrawn")
ENTERED = ("number", "name", *EntryFacts.fact_names(), "withdrawn")


def csv_of(sheet: tuple[Sequence[str], Iterable[Cells]]) -> bytes:
    """Return a CSV file with a byte order mark; an apostrophe precedes cells that look like formulas."""
    return table_file(*sheet).data


def standings_sheet(body: Body) -> tuple[Sequence[str], Iterable[Cells]]:
    """Return a row for each player, in the order of places, with a cell for each round.

    "12+/w3" is a game with the player of line 12.
    """
    rounds = [f"round {number}" for number in range(1, body["round"] + 1)]
    head = ("line", "place", "name", "rank", "club", "country", *rounds, "wins", *body["criteria"])
    return head, (
        (*(row[name] for name in head[:6]), *row["games"], row["wins"], *row["scores"].values())
        for row in body["results"]
    )


def team_sheet(body: Body) -> tuple[Sequence[str], Iterable[Cells]]:
    """Return a row for each team, with a cell for each round as in the standings."""
    rounds = [f"round {number}" for number in range(1, body["round"] + 1)]
    head = ("line", "place", "team", *rounds, *body["criteria"], "club", "country")
    return head, (
        (
            row["line"],
            row["place"],
            row["name"],
            *row["matches"],
            *row["scores"].values(),
            row["club"],
            row["country"],
        )
        for row in body["results"]
    )


def ratings_sheet(body: Body) -> tuple[Sequence[str], Iterable[Cells]]:
    """Return a row for each player; ``games``: the number of rated games."""
    return RATED, ((*(row[name] for name in RATED[:-1]), len(row["games"])) for row in body["results"])


def round_sheet(body: Body) -> tuple[Sequence[str], Iterable[Cells]]:
    """Return a row for each game, by table; a bye is a row without table and opponent."""
    return PAIRING, (*_games(body), *_byes(body))


def _games(body: Body) -> Iterable[Cells]:
    ranks = body["ranks"]
    for game in body["pairings"]:
        sides = [(side["name"], ranks[side["entry"]]) for side in (game["white"], game["black"])]
        terms = (game["handicap"], game["komi"], game["result"], _cell(game["by_default"]))
        yield (game["table"], *sides[0], *sides[1], *terms)


def _byes(body: Body) -> Iterable[Cells]:
    for side in body["byes"]:
        yield ("", side["name"], body["ranks"][side["entry"]], "", "", "", "", "bye", "")


def schedule_sheet(body: Body) -> tuple[Sequence[str], Iterable[Cells]]:
    """Return a row for each game of a round robin, or each match of a bracket."""
    if body["matches"]:
        return ("round", "match", "table", "one", "other", "goes_on", "state"), map(_match, body["matches"])
    return ("round", "date", "white", "black", "result"), _scheduled_games(body)


def teams_sheet(body: Body) -> tuple[Sequence[str], Iterable[Cells]]:
    """Return a row for each member of a team, by board; substitutes have no board."""
    return SEATED, (_seat(team, one) for team in body["results"] for one in team["members"])


def _seat(team: Body, one: Body) -> Cells:
    own = (one["board"] or "", one["name"], one["rank"], _cell(one["withdrawn"]))
    return (team["number"], team["name"], team["club"], team["country"], team["group"], *own)


def columns_sheet(names: Sequence[str], rows: Iterable[Body]) -> tuple[Sequence[str], Iterable[Cells]]:
    """Return a sheet with the named columns of each row."""
    return names, ([_cell(row[name]) for name in names] for row in rows)


def _match(one: Body) -> Cells:
    sides = [one[side]["name"] if one[side] else "" for side in ("one", "other")]
    ids = [(one[side]["entry"] or one[side]["team"]) if one[side] else None for side in ("one", "other")]
    goes_on = sides[ids.index(one["winner"])] if one["winner"] in ids and one["winner"] else ""
    return (one["round"], one["place"], one["table"] or "", *sides, goes_on, one["state"])


def _scheduled_games(body: Body) -> Iterable[Cells]:
    for round_ in body["rounds"]:
        for game in round_["games"]:
            date = game["date"] or round_["date"]
            yield (round_["number"], date, game["white"]["name"], game["black"]["name"], game["result"])
        for free in round_["free"]:
            yield (round_["number"], round_["date"], free["name"], "", "free")


def _cell(value: object) -> str | float:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return ""
    return value if isinstance(value, int | float) else str(value)
