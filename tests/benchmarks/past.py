"""What a cold command and reads of the past cost: ``python -m tests.benchmarks.past [1000]``, players.

A tournament over ten rounds, of which 60 players withdraw one by one before the last. Each line is measured
in a process that keeps no state: the least of some, in milliseconds of the processor and of the wall.
"""

import gc
import os
import sys
import time

from tests.benchmarks.running import new_service, print_each, print_help

SIZE, ROUNDS, WITHDRAWING = 1000, 10, 60
TIMES = 5


def made(size):
    """The row of a tournament that was played by commands to the end of its last round."""
    from tests.benchmarks.test_standings import CRITERIA, a_congress
    from tests.builders import a_context, an_organisation, finish, imported, pair
    from tournaments.commands import carry_out
    from tournaments.domain.presence import WithdrawEntry
    from tournaments.domain.tournament import Publish
    from tournaments.interchange.importing import import_tournament
    from tournaments.tables.rows import EntryRow, TournamentRow

    congress = a_congress(size)
    games = [game for game in congress.games if game.round < ROUNDS]
    told = imported(congress.entrants.values(), games, rounds=ROUNDS, criteria=CRITERIA)
    id_ = import_tournament(told, an_organisation(), "congress", a_context()).tournament_id
    carry_out(id_, Publish(), a_context())
    for entry in EntryRow.objects.filter(tournament=id_).order_by("pk")[:WITHDRAWING]:
        carry_out(id_, WithdrawEntry(entry_id=str(entry.pk)), a_context())
    row = TournamentRow.objects.get(pk=id_)
    pair(row, ROUNDS)
    finish(row, ROUNDS)
    row.refresh_from_db()
    gc.collect()
    gc.freeze()  # what was made to make it no server would have
    return row


def works(row):
    """Name -> what is measured."""
    from django.test import Client

    from games.log.tables import Event
    from tournaments.loading import load_at, load_between, stream_of

    id_, events = str(row.pk), Event.objects.filter(stream=stream_of(str(row.pk)))
    middle, late = (events.get(version=version).position for version in (row.version // 2, row.version - 30))
    rest = f"/api/v1/tournaments/{row.slug}/"
    client = Client()

    def get(path):
        response = client.get(f"{rest}{path}")
        assert response.status_code == 200, (path, response.status_code)

    addresses = (f"standings/?at={middle}", f"standings/?at={late}", f"standings/changes/?since={late}")
    return {
        "a cold command": lambda: enter_result_again(row),
        "the state at the middle": lambda: load_at(id_, middle),
        "the state at the end": lambda: load_at(id_, 2**62),
        "both": lambda: load_between(id_, middle, None),
        **{path: lambda path=path: get(path) for path in (*addresses, "story/", "rounds/10/proof/")},
    }


def enter_result_again(row):
    from tests.builders import a_context
    from tournaments.commands import carry_out
    from tournaments.competition.history import Result, Winner
    from tournaments.domain.results import RecordResult
    from tournaments.tables.rows import PairingRow

    pairing = PairingRow.objects.filter(tournament=row, round=ROUNDS).order_by("pk").first()
    other = Winner.BLACK if pairing.winner == Winner.WHITE else Winner.WHITE
    result = RecordResult(game_id=str(pairing.game_id), result=Result(winner=other))
    carry_out(str(row.pk), result, a_context())


def once(work):
    """Milliseconds of the processor and of the wall, with no state in the process."""
    from django.core.cache import caches

    from games.log import folding

    caches["shared"].clear()
    folding.clear_cache()
    gc.collect()
    wall, begun = time.perf_counter(), time.process_time()
    work()
    return (time.process_time() - begun) * 1000, (time.perf_counter() - wall) * 1000


def table(size):
    """Lines, as they are measured."""
    row = made(size)
    yield f"{size} players, {ROUNDS} rounds, {row.version} events; load {os.getloadavg()[0]:.1f}"
    yield f"{'':<36}{'processor, ms':>15}{'wall, ms':>10}"
    for name, work in works(row).items():
        spent, wall = min(once(work) for _ in range(TIMES))
        yield f"{name:<36}{spent:>15.0f}{wall:>10.0f}"
    yield f"load {os.getloadavg()[0]:.1f}"


def main(size):
    with new_service():
        print_each(table(size))


if __name__ == "__main__":
    print_help(__doc__)
    main(int(sys.argv[1]) if sys.argv[1:] else SIZE)
