"""Print the path of typical requests: ``python -m tests.benchmarks.paths [300]``, players.

For each request: our modules and functions that run, statements sent to the database, and processor time in
this process, in milliseconds and in units. A unit is the processor time of a view that answers ``{"a": 1}``
through the same middleware. ``inserts``: bare INSERTs of as many rows, in the same units. SQLite and memory,
unless DATABASE_URL and REDIS_URL name others.

``--profile NAME`` prints where the time of one request goes, ``--statements NAME`` what it asks the database.
"""

import cProfile
import json
import os
import pstats
import sys
from itertools import count
from pathlib import Path
from statistics import median
from time import process_time
from uuid import uuid4

from tests.benchmarks.running import new_service, print_each, print_help

ROOT = Path(__file__).resolve().parents[2]
OURS = tuple(f"{ROOT / name}{os.sep}" for name in ("deploy", "games", "rules", "tournaments"))
SIZE, TIMES = 300, 40


COLUMNS = ("modules", "functions", "statements", "ms", "units", "inserts", "load")


class World:
    """A tournament in its fifth round, a director, and the players of a game that nobody has reported."""

    def __init__(self, size):
        from django.test import Client
        from knox.models import get_token_model

        from tests.benchmarks.crowd.world import made
        from tests.builders import an_account
        from tests.faults.load.world import account
        from tournaments.tables.people import Office, Player
        from tournaments.tables.rows import PairingRow

        self.client = Client()
        told = made(size)
        self.event, self.games = f"/api/v1/tournaments/{told['slug']}/", told["games"]
        _, self.director = get_token_model().objects.create(user=an_account("director", Office.OWNER))
        self.players = {}
        for pairing in PairingRow.objects.filter(game_id__in=self.games):
            player = account(f"player-{pairing.black.player_id}")
            user = int(player["actor"].removeprefix("user:"))
            Player.objects.filter(pk=pairing.black.player_id).update(user=user)
            self.players[str(pairing.game_id)] = player["token"]
        self.number = count()

    def send(self, method, path, body, token):
        """Send a command and return the response, which must be a success."""
        response = self.client.generic(
            method,
            path,
            json.dumps(body),
            "application/json",
            headers={"Authorization": f"Token {token}", "Idempotency-Key": str(uuid4()), "If-Match": "*"},
        )
        assert response.status_code in (200, 201), (path, response.status_code, response.content[:500])
        return response

    def result(self):
        at = next(self.number)
        game, value = self.games[at % 20], ("black", "white")[at // 20 % 2]
        self.send("PUT", f"/api/v1/games/{game}/result/", {"result": value}, self.director)

    def report(self):
        game = self.games[20 + next(self.number) % (len(self.games) - 40)]
        value = ("black", "white")[next(self.number) // 2 % 2]
        self.send("POST", f"/api/v1/games/{game}/reports/", {"result": value}, self.players[game])

    def claim(self):
        game = self.games[-1 - next(self.number) % 20]
        body = {"type": "wrong_result", "result": "W+R", "text": "Black resigned."}
        self.send("POST", f"/api/v1/games/{game}/claims/", body, self.director)

    def settings(self):
        minutes = 10 + next(self.number) % 50
        body = {"settings": {"claims": {"minutes": minutes}}, "reason": "As agreed."}
        self.send("PATCH", f"{self.event}settings/", body, self.director)

    def club_group(self):
        at = next(self.number)
        body = {"name": f"Near {at}", "clubs": [f"A{at}", f"B{at}"], "reason": "They travel together."}
        self.send("POST", f"{self.event}club-groups/", body, self.director)

    def standings(self):
        from django.core.cache import caches

        caches["shared"].clear()
        response = self.client.get("/tournaments/crowd/")
        assert response.status_code == 200


REQUESTS = ("result", "report", "claim", "settings", "club_group", "standings")


def traced(work):
    """Return the modules and functions of ours that ``work`` runs, and its statements."""
    from django.db import connection

    found, statements = set(), []

    def note(frame, event, argument):
        if event == "call" and frame.f_code.co_filename.startswith(OURS):
            found.add((frame.f_code.co_filename, frame.f_code.co_qualname))

    def record(run, sql, *given):
        statements.append(sql)
        return run(sql, *given)

    with connection.execute_wrapper(record):
        sys.setprofile(note)
        try:
            work()
        finally:
            sys.setprofile(None)
    counted = [sql for sql in statements if not sql.startswith(("SAVEPOINT", "RELEASE"))]
    return {file for file, _ in found}, found, counted


def seconds(work, times=TIMES):
    """Return the median processor time of some calls."""
    taken = []
    for _ in range(times):
        begun = process_time()
        work()
        taken.append(process_time() - begun)
    return median(taken)


def inserts(counted):
    """Return a function that writes as many rows as a command did, without anything else."""
    from django.db import connection, transaction

    writes = sum(sql.lstrip().startswith(("INSERT", "UPDATE")) for sql in counted)
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE IF NOT EXISTS bare (a text, b text, c integer)")

    def write():
        with transaction.atomic(), connection.cursor() as cursor:
            for number in range(writes):
                cursor.execute("INSERT INTO bare VALUES (%s, %s, %s)", ["a" * 200, "b" * 200, number])

    return write


def table(size):
    """Yield the lines as they are measured."""
    world = World(size)
    yield f"{'request':<14}" + "".join(f"{name:>11}" for name in COLUMNS)
    for name in REQUESTS:
        work = getattr(world, name)
        for _ in range(3):
            work()  # what a process loads once
        modules, functions, counted = traced(work)
        unit = seconds(lambda: world.client.get("/plain/"))
        spent, bare = seconds(work, 10 if name == "standings" else TIMES), seconds(inserts(counted))
        yield (
            f"{name:<14}{len(modules):>11}{len(functions):>11}{len(counted):>11}{1000 * spent:>11.1f}"
            f"{spent / unit:>11.1f}{bare / unit:>11.1f}{os.getloadavg()[0]:>11.1f}"
        )


def profile(size, name):
    """Print where the processor time of a request goes."""
    work = getattr(World(size), name)
    for _ in range(3):
        work()
    profiler = cProfile.Profile()
    profiler.enable()
    for _ in range(TIMES):
        work()
    profiler.disable()
    pstats.Stats(profiler).sort_stats("cumulative").print_stats("deploy|games|rules|tournaments|django", 70)


def statements(size, name):
    """Return the statements of a request."""
    work = getattr(World(size), name)
    work()
    return traced(work)[2]


def main(arguments):
    """``--profile`` and ``--statements`` come first, with the name of a request."""
    option, name = arguments[:2] if len(arguments) > 1 else ("", "")
    size = next((int(one) for one in arguments if one.isdecimal()), SIZE)
    with new_service():
        if option == "--profile":
            profile(size, name)
        elif option == "--statements":
            print_each(statements(size, name))
        else:
            print_each(table(size))


if __name__ == "__main__":
    print_help(__doc__)
    main(sys.argv[1:])
