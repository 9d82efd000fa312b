"""How far one writer carries: ``python -m tests.benchmarks.one_writer [SECONDS]``, three for each line.

Processes that do nothing but write, on a PostgreSQL of their own that keeps its promises (fsync). Results:
the word of the desk on a game by the path of every command (read, decide, append, project, commit), all in
one tournament or each in its own. Events: bare ones, with nothing that follows from them. Records: 200 such
at a time, as many as a game has moves.

Held: how long one has the writers' turn, from taking it to the end of its commit, by the clock, which other
work on the machine stretches. Work: the same as processor time, of the process while it has the turn and of
PostgreSQL for the whole command, and one write to the disk; a second by that is the most that one writer does
on such a machine, however many others there are.
"""

import json
import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack, contextmanager, suppress
from itertools import cycle, islice
from statistics import mean, median
from time import monotonic, perf_counter, process_time, sleep

import psutil
import psycopg

from tests.benchmarks.helped import helped

WRITERS = (1, 2, 4, 8)
PLAYERS = 24
SYNCS = 200
MOVES = 200
LINES = (
    *(("results", True, WRITERS), ("results", False, WRITERS)),
    *(("events", False, (1, 8)), ("records", False, (1, 8))),
)
HEADS = (
    *("writers", "done/s", "events/s", "held ms", "95 %"),
    *("own CPU", "of turn", "of PG", "sync", "work ms", "most/s"),
)


def main(seconds):
    from tests.services import postgresql_server

    with ExitStack() as stack:
        server, folder = stack.enter_context(postgresql_server()), tempfile.TemporaryDirectory()
        stack.callback(folder.cleanup)
        keep_promises(server)
        os.environ |= {
            "DATABASE_URL": str(server.get_uri()),
            "SECRET_KEY": "of this run alone",
            "NIGIRI_DATA": folder.name,
            "DJANGO_SETTINGS_MODULE": "deploy.settings",
            "NIGIRI_LOG_LEVEL": "WARNING",
        }
        tournaments = prepared(max(WRITERS))
        processes = [stack.enter_context(writing()) for _ in tournaments]
        tell(f"{'':<16}" + "".join(f"{head:>9}" for head in (*HEADS, "load")))
        for what, shared, numbers in LINES:
            for number in numbers:
                asked = [[what, one, place, number, seconds] for place, one in enumerate(tournaments)]
                if shared:
                    asked = [[what, tournaments[0], *rest] for _, _, *rest in asked]
                name = f"{what}, {'one' if shared else 'many'}"
                tell(line(name, server, list(zip(processes, asked, strict=True))[:number]))
        tell(f"bytes of an event, indexes included: {bytes_each(server)}")


def bytes_each(server):
    [(size,)] = at(server, "SELECT pg_total_relation_size('games_event') / COUNT(*) FROM games_event")
    return size


def at(server, *statements):
    """Run the statements; return the rows of the last one."""
    with psycopg.connect(str(server.get_uri()), autocommit=True) as connection:
        *_, last = [connection.execute(statement) for statement in statements]
        return last.fetchall() if last.description else []


def processes_of(server):
    """The postmaster, then its children."""
    first = psutil.Process(server.get_pid())
    return [first, *first.children(recursive=True)]


def keep_promises(server):
    """What the tests do without."""
    at(server, "ALTER SYSTEM RESET ALL", "SELECT pg_reload_conf()")
    sleep(0.5)
    assert at(server, "SHOW fsync") == [("on",)]


def sync():
    """Seconds of a write to the disk, the median of some."""
    with tempfile.TemporaryFile() as file:
        taken = []
        for _ in range(SYNCS):
            file.write(b"0" * 512)
            file.flush()
            begun = perf_counter()
            os.fdatasync(file.fileno())
            taken.append(perf_counter() - begun)
    return median(taken)


def prepared(number):
    """Ids of so many tournaments, each with a round of games."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connections

    from tests.builders import a_tournament, an_organisation, pair

    call_command("migrate", verbosity=0)
    house = an_organisation()
    rows = [a_tournament(PLAYERS, slug=f"open-{place}", organisation=house) for place in range(number)]
    for row in rows:
        pair(row, 1)
    connections.close_all()
    return [str(row.id) for row in rows]


@contextmanager
def writing():
    """A process that writes as it is told, line by line."""
    command = [sys.executable, "-W", "ignore", "-m", "tests.benchmarks.one_writer", "write"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.stdin.close()


def line(name, server, asked):
    def used():
        return sum(sum(one.cpu_times()) for one in processes_of(server))

    for process, what in asked:
        say(process.stdin, what)
    for process, _ in asked:
        assert process.stdout.readline() == '"ready"\n'
    before = used()
    for process, _ in asked:
        say(process.stdin, "go")
    told = [json.loads(process.stdout.readline()) for process, _ in asked]
    return figures(name, told, used() - before)


def figures(name, told, of_server):
    held = sorted(one for each in told for one, _ in each["held"])
    turn = mean(one for each in told for _, one in each["held"])
    commands, events = sum(each["commands"] for each in told), sum(each["events"] for each in told)
    seconds, own = mean(each["seconds"] for each in told), sum(each["cpu"] for each in told)
    disk = sync()
    work = turn + of_server / commands + disk
    ms = [1000 * one for one in (median(held), held[len(held) * 95 // 100])]
    cpu = [1000 * one for one in (own / commands, turn, of_server / commands, disk, work)]
    rates = [len(told), commands / seconds, events / seconds]
    texts = [f"{one:>9.0f}" for one in rates] + [f"{one:>9.1f}" for one in (*ms, *cpu)]
    return f"{name:<16}{''.join(texts)}{1 / work:>9.0f}{os.getloadavg()[0]:>9.1f}"


def write():
    """One process: until nobody asks any more."""
    import django

    django.setup()
    for asked in sys.stdin:
        what, tournament_id, place, number, seconds = json.loads(asked)
        once = {"results": results, "events": events, "records": records}[what](tournament_id, place, number)
        list(islice(once, 2))  # whatever is loaded at first
        say(sys.stdout, "ready")
        sys.stdin.readline()
        say(sys.stdout, measured(once, seconds))


def measured(once, seconds):
    with turns_noted() as held:
        begun, used, commands, stored = monotonic(), process_time(), 0, 0
        while monotonic() < begun + seconds:
            stored += next(once)
            commands += 1
        took, cpu = monotonic() - begun, process_time() - used
    return {"commands": commands, "events": stored, "cpu": cpu, "seconds": took, "held": held}


@contextmanager
def turns_noted():
    """Seconds by the clock and of the processor that each turn is held for."""
    from django.db import connection, transaction

    from games.log import store

    held, since = [], [0.0, 0.0]
    take_turn = store.take_turn

    def ended():
        held.append((perf_counter() - since[0], process_time() - since[1]))

    def noted():
        take_turn()
        if not any(called is ended for _, called, *_ in connection.run_on_commit):  # empty after a clash
            since[:] = [perf_counter(), process_time()]
            transaction.on_commit(ended)

    store.take_turn = noted
    try:
        yield held
    finally:
        store.take_turn = take_turn


def results(tournament_id, place, number):
    """The desk's word on the games that are this writer's, over and over: how many events each time."""
    from tests.builders import a_context
    from tournaments.commands import carry_out
    from tournaments.competition.history import Result, Winner
    from tournaments.deciding.results import RecordResult
    from tournaments.loading import load

    games = sorted(load(tournament_id)[0].round(1).pairs)[place::number]
    for winner in cycle((Winner.BLACK, Winner.WHITE)):
        for game_id in games:
            command = RecordResult(game_id=game_id, result=Result(winner=winner), reason="typed wrong")
            yield len(carry_out(tournament_id, command, a_context()))


def records(tournament_id, place, number):
    return events(tournament_id, place, number, MOVES)


def events(tournament_id, place, number, size=1):
    """Appended to a stream, with nothing that follows from them: how many each time."""
    from uuid import uuid4

    from django.db import transaction
    from django.utils import timezone

    from games.log import store
    from tournaments.events.results import ResultCleared

    stream, actor = f"bare-{tournament_id}", f"desk {place} of {number}"
    while True:
        with suppress(store.VersionClash), transaction.atomic():
            store.take_turn()
            each = [ResultCleared(round=1, game_id=str(uuid4()), reason="typed wrong") for _ in range(size)]
            version, at = store.version(stream), timezone.now()
            store.append(stream, expected=version, events=each, actor=actor, command_id=uuid4(), at=at)
        yield size


def say(file, value):
    file.write(f"{json.dumps(value)}\n")
    file.flush()


def tell(text):
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    helped(__doc__)
    if sys.argv[1:] == ["write"]:
        write()
    else:
        main(float((sys.argv[1:] or ["3"])[0]))
