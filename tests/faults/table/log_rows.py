"""A worker that dies between commit and answer; a stream that was altered."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from tests.conftest import ROOT
from tests.faults.club import environment, manage
from tests.faults.serving import Director, asked, serving
from tests.faults.table.rows import Asked, Row
from tests.services import free_port

TIMES = 10
ALTER = """
UPDATE games_event SET data = replace(data, '"rank"', '"rang"')
WHERE stream = ? AND kind LIKE '%player-entered%' AND version = (
    SELECT MIN(version) FROM games_event WHERE stream = ? AND kind LIKE '%player-entered%')
"""


def rows(folder: Path) -> Iterator[Row]:
    yield _repeats(folder / "keys")
    yield from _altered(folder / "altered")


def _repeats(folder: Path) -> Row:
    data, port = folder / "data", free_port()
    data.mkdir(parents=True)
    *_, demo = manage(data, "migrate --verbosity 0", "demo --stage round-1 --json")
    given = environment(data) | {"DYING_FOLDER": str(folder)}
    with serving(given, port, folder / "log", app="tests.faults.dying"):
        director = Director(port, demo)
        same = sum(_is_told_the_same(director, folder, number) for number in range(1, TIMES + 1))
    return Row(
        fault="a web worker dies between commit and answer",
        target="every repeat is the first answer word for word",
        measured=f"{same} of {TIMES} writes: two repeats are what was to be said",
        good=same == TIMES,
    )


def _is_told_the_same(director: Director, folder: Path, number: int) -> bool:
    status, *_ = director.correct(number, {"X-Die": f"answer-{number}"})
    first = (folder / f"answer-{number}").read_text()
    again = [_until_answered(director, number) for _ in range(2)]
    return status == 0 and [(answer[0], answer[3]) for answer in again] == [(200, first)] * 2


def _until_answered(director: Director, number: int) -> Asked:
    while (answer := director.correct(number))[0] == 0:
        pass  # its successor has not begun yet
    return answer


def _altered(folder: Path) -> Iterator[Row]:
    data, port = folder / "data", free_port()
    data.mkdir(parents=True)
    made = [sys.executable, "-m", "tests.faults.load.world"]
    told = subprocess.run(made, cwd=ROOT, env=environment(data), stdout=subprocess.PIPE, check=True)
    world = json.loads(told.stdout)
    damaged, *others = world["events"]
    with closing(sqlite3.connect(data / "nigiri.sqlite3")) as database:
        database.execute("DROP TRIGGER games_event_no_update")
        altered = database.execute(ALTER, [damaged["stream"]] * 2).rowcount
        database.commit()
    who = {"Authorization": f"Token {world['desks'][0]['token']}"}
    with serving(environment(data), port, folder / "log"):
        refused = [_written(port, who, damaged, place) for place in range(5)]
        read = [asked(port, "GET", f"/api/v1/tournaments/{damaged['slug']}/entries/", **who)]
        stored = [_written(port, who, event, place) for event in others for place in range(5)]
    yield _all(f"{altered} event altered: writes there", "409 log_damaged", refused, 409, "log_damaged")
    yield _all("the same: reads there", "go on", read, 200)
    yield _all("the same: writes elsewhere", "go on", stored, 200)


def _written(port: int, who: dict[str, str], event: dict, place: int) -> Asked:
    path = f"/api/v1/tournaments/{event['slug']}/entries/{event['entries'][place]}/"
    return asked(port, "PATCH", path, {"correction": 3, "reason": "typed wrong"}, **who)


def _all(fault: str, target: str, answers: list[Asked], status: int, code: str = "") -> Row:
    good = [one for one in answers if one[0] == status and code in one[3]]
    measured = f"{len(good)} of {len(answers)} are told {status} {code}".strip()
    return Row(fault=fault, target=target, measured=measured, good=len(good) == len(answers))
