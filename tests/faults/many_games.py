"""Many games that a change of limits touches, workers that judge them again, and what must hold afterwards.

RESCORING_GAMES says how many (120, which is more than the first two batches have; 5000 under --long). As a
program, for servers of the test: ``python -m tests.faults.many_games make [LENGTH]|change LENGTH|told``.
The first migrates and makes the games and, with a length, changes it at once; the last prints JSON.
"""

import json
import os
import random
import subprocess
import sys
from collections import Counter
from contextlib import contextmanager, suppress
from uuid import uuid4

from tests.sizes import size

GAMES = int(os.environ.get("RESCORING_GAMES") or size(120, long=5000))
MOVES = 40
TABLES = 250  # at most, in a round; a tournament has up to 40 rounds
SOON = {"NIGIRI_LEASE_SECONDS": "6", "NIGIRI_SWEEP_SECONDS": "2"}  # a death costs 8 seconds, and not 25
CHANGED = "game.terms-changed.v1"


def record(seed):
    """SGF of a legal game on 9x9."""
    from rules import RULESETS, Game, Illegal, Play, format_vertex

    chance, game, moves = random.Random(seed), Game.start(RULESETS["tromp-taylor"], 9, 9), []
    while len(moves) < MOVES:
        column, row = chance.randrange(9), chance.randrange(9)
        after = game.apply(Play(game.to_play, format_vertex(column, row)))
        if not isinstance(after, Illegal):
            moves.append(f"{'BW'[len(moves) % 2]}[{'abcdefghi'[column]}{'abcdefghi'[8 - row]}]")
            game = after
    return f"(;GM[1]FF[4]SZ[9]KM[7.5];{';'.join(moves)})".encode()


def make(games=GAMES):
    """A tournament whose every game has a record of 40 turns."""
    from tests.builders import a_context, an_entrant, an_organisation, imported
    from tournaments.competition.history import Game
    from tournaments.interchange.importing import import_tournament
    from tournaments.tables.rows import TournamentRow

    tables = min(games, TABLES)
    rounds = -(-games // tables)
    entrants = [an_entrant(place) for place in range(2 * tables)]
    paired = [
        Game(round=1 + n // tables, table=1 + n % tables, white=a.id, black=b.id)
        for n in range(games)
        for a, b in [(entrants[2 * (n % tables)], entrants[2 * (n % tables) + 1])]
    ]
    file = imported(entrants, paired, rounds=max(rounds, 1), board_size=9)
    import_tournament(file, an_organisation(), "open", a_context())
    row = TournamentRow.objects.get(slug="open")
    _enter_records(row)
    return row


def _enter_records(row):
    from games.game.deciding import ReceiveRecord, decide
    from games.game.loading import load, stream_of
    from games.log import unit_of_work
    from games.log.store import Change
    from games.sgf.uploads import read_record
    from tests.builders import a_context
    from tournaments.tables.rows import PairingRow

    records = [read_record(record(seed), 0) for seed in range(10)]
    ids = list(PairingRow.objects.filter(tournament=row).values_list("game_id", flat=True))

    def change(number, game_id):
        collection, entered = records[number % len(records)]
        game = load(str(game_id))
        command = ReceiveRecord(record=entered, encoding=collection.encoding, sha256=f"{number % 10:064}")
        events = decide(command, game.state)
        return Change(stream=stream_of(str(game_id)), expected=game.version, events=events)

    for begin in range(0, len(ids), 100):
        batch = list(enumerate(ids))[begin : begin + 100]
        unit_of_work.execute_many(lambda batch=batch: [change(*one) for one in batch], a_context())


def change_length(row, length):
    """One change of limits that touches every game; its job."""
    from django.utils import timezone

    from games.log.unit_of_work import Context
    from tournaments.commands import carry_out
    from tournaments.domain.limits import ChangeLimits
    from tournaments.outbox.rows import Job
    from tournaments.state.limits import Limits

    context = Context(actor="tester", command_id=uuid4(), at=timezone.now())
    carry_out(str(row.pk), ChangeLimits(limits=Limits(length=length), reason="voted"), context)
    return Job.objects.get(pk=context.command_id)


def told(row):
    """What must hold at the end: see ``all_well``."""
    from games.game.rows import GameRow
    from games.log import store
    from games.log.verification import verify
    from tournaments.limits import count_waiting
    from tournaments.loading import load

    state, _ = load(str(row.pk))
    judged = Counter(
        event.stream
        for event in _read_all(store)
        if event.kind == CHANGED and event.data["limits"] == state.limits_number
    )
    return {
        "left": count_waiting(str(row.pk)),
        "times": dict(Counter(judged.values())),
        "illegal": dict(Counter(map(str, GameRow.objects.values_list("illegal_turn", flat=True)))),
        "faults": len(list(verify())),
        "different": _different(),
    }


def _read_all(store):
    position = 0
    while batch := store.read_all(after=position):
        yield from batch
        position = batch[-1].position


def _different():
    from games.log.rebuilding import rebuild

    return [table.name for table in rebuild(check=True) if not table.same]


def all_well(found, length, games=GAMES):
    """Every game was judged exactly once by the last limits; tables and digests are as the log says."""
    times = {int(number): count for number, count in found.pop("times").items()}
    assert times == {1: games}
    assert found == {"left": 0, "illegal": {str(length): games}, "faults": 0, "different": []}


@contextmanager
def worker(environment, log, *options):
    """A Celery worker with two children and a beat of its own."""
    from tests.conftest import ROOT, wait_until
    from tests.services import stop

    command = [sys.executable, "-m", "celery", "-A", "deploy", "worker", "-c", "2", "-l", "INFO", *options]
    command += ["--without-mingle", "--without-gossip", "-n", f"{uuid4()}@nigiri"]
    command += ["--beat", "--schedule", str(log) + "-beat"]
    with log.open("w") as output:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**environment, **SOON},
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        wait_until(lambda: "ready." in log.read_text() or process.poll() is not None, seconds=60)
        assert process.poll() is None, log.read_text()
        yield process
    finally:
        with suppress(ProcessLookupError):
            stop(process)


def main(what, *arguments):
    import django
    from django.core.management import call_command

    django.setup()
    from tournaments.tables.rows import TournamentRow

    if what == "make":
        call_command("migrate", verbosity=0)
        make()
    row = TournamentRow.objects.get(slug="open")
    if what != "told" and arguments:
        sys.stdout.write(str(change_length(row, int(arguments[0])).pk))
    elif what == "told":
        sys.stdout.write(json.dumps(told(row)))


if __name__ == "__main__":
    main(*sys.argv[1:])
