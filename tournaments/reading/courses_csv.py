"""The games of one player as CSV; a cell that a spreadsheet would compute gets an apostrophe."""

from collections.abc import Iterable
from typing import Any

from tournaments.formats.csv_cells import file_of
from tournaments.reading.courses import CourseBody

HEAD = ("round", "table", "opponent", "rank", "colour", "handicap", "outcome", "result", "points", "place")


def course_csv(body: CourseBody) -> bytes:
    return file_of((HEAD, *_rows(body)))


def _rows(body: CourseBody) -> Iterable[tuple[Any, ...]]:
    for game in body["games"]:
        met = game["opponent"]
        who = (met["name"], met["rank"]) if met else ("", "")
        outcome = game["outcome"] if game["paired"] == "game" else game["paired"]
        end = (outcome, game["result"], game["points"], game["place"])
        yield (game["round"], game["table"], *who, game["colour"], game["handicap"], *end)
