"""What reads of the past cost: ``python -m tests.benchmarks.past [1000]``, players, over ten rounds.

60 players withdraw one by one before the last round, which is paired and played as a director would. Each
read is made by a process that keeps nothing, once without snapshots (fold) and once with them (now), in
turns, so that a busy machine slows both: milliseconds of the processor, the least of some, and the wall's
beside them. At the end, what snapshots cost whoever makes them, beside the commands before them.
"""

import gc
import os
import sys
import tempfile
import time

from tests.benchmarks.helped import helped

SIZE, ROUNDS, WITHDRAWING = 1000, 10, 60
TIMES = 4


def made(size):
    """A tournament with all its snapshots; its row, and the seconds of the processor of its last commands."""
    from games.log.snapshots.making import make_all
    from tests.benchmarks.test_standings import CRITERIA, a_congress
    from tests.builders import a_context, an_organisation, finish, imported, pair
    from tournaments.commands import carry_out
    from tournaments.deciding.entries import WithdrawEntry
    from tournaments.deciding.setting_up import Publish
    from tournaments.interchange.importing import import_tournament
    from tournaments.jobs import snapshots
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
    before, begun = row.version, time.process_time()
    finish(row, ROUNDS)
    taken = time.process_time() - begun
    row.refresh_from_db()
    make_all()
    snapshots.THREAD.join(60)
    gc.collect()
    gc.freeze()  # what was made to make it no reader would have
    return row, taken / (row.version - before)


def reads(row):
    """Name -> address."""
    from games.log.tables import Event
    from tournaments.loading import stream_of
    from tournaments.tables.rows import PairingRow

    events = Event.objects.filter(stream=stream_of(str(row.pk)))
    middle, late = (events.get(version=version).position for version in (row.version // 2, row.version - 30))
    game = PairingRow.objects.filter(tournament=row, round=ROUNDS).order_by("pk").first().game_id
    rest, page = f"/api/v1/tournaments/{row.slug}/", f"/tournaments/{row.slug}/"
    return {
        "standings at the middle": f"{rest}standings/?at={middle}",
        "standings at 30 before the end": f"{rest}standings/?at={late}",
        "changes since the middle": f"{rest}standings/changes/?since={middle}",
        "changes since 30 before": f"{rest}standings/changes/?since={late}",
        "story, first lines": f"{rest}story/",
        "story, last lines": f"{rest}story/?after={row.version - 200}",
        "story, page of the director": f"{page}story/",
        "story of a game": f"/api/v1/games/{game}/story/",
        "proof of the last round": f"{rest}rounds/{ROUNDS}/proof/",
    }


def states(row):
    """Name -> the part of such reads that is of the log."""
    from games.log.tables import Event
    from tournaments.loading import load_at, load_between, stream_of
    from tournaments.proofs.pairing_log import log_of_round

    id_, events = str(row.pk), Event.objects.filter(stream=stream_of(str(row.pk)))
    middle = events.get(version=row.version // 2).position
    return {
        "the state at the middle": lambda: load_at(id_, middle),
        "the state at the end": lambda: load_at(id_, 2**62),
        "both": lambda: load_between(id_, middle, None),
        "the log of the last round": lambda: log_of_round(id_, ROUNDS),
    }


def once(work):
    """Milliseconds of the processor and of the wall, with nothing in the process."""
    from django.core.cache import cache

    from games.log import folding
    from tournaments.rendering import keeping

    cache.clear()
    keeping.forget()
    folding.forget()
    gc.collect()
    wall, begun = time.perf_counter(), time.process_time()
    work()
    return (time.process_time() - begun) * 1000, (time.perf_counter() - wall) * 1000


def compared(work):
    """The least of some, without and with snapshots."""
    from unittest.mock import patch

    folded, now = [], []
    for _ in range(TIMES):
        with patch("tournaments.loading.nearest", lambda *_given, **_named: None):
            folded.append(once(work))
        now.append(once(work))
    return min(folded), min(now)


def table(size):
    """Lines, as they are measured."""
    from django.test import Client

    from games.log.snapshots import making
    from games.log.snapshots.tables import Snapshot, SnapshotPart
    from tests.builders import an_account

    row, command = made(size)
    clients = {"anybody": Client(), "director": Client()}
    clients["director"].force_login(an_account("vera", "director"))

    def get(address):
        who = (
            "director"
            if address.endswith(f"/tournaments/{row.slug}/story/") and "api" not in address
            else "anybody"
        )
        answer = clients[who].get(address)
        assert answer.status_code == 200, (address, answer.status_code)

    work = states(row) | {name: lambda at=address: get(at) for name, address in reads(row).items()}
    yield f"{size} players, {ROUNDS} rounds, {row.version} events; load {os.getloadavg()[0]:.1f}"
    yield f"{'':<32}{'fold, ms':>10}{'now, ms':>10}{'ratio':>8}{'wall, ms':>10}"
    for name, one in work.items():
        (before, _), (after, wall) = compared(one)
        yield f"{name:<32}{before:>10.0f}{after:>10.0f}{after / before:>8.2f}{wall:>10.0f}"
    yield _again(row, lambda: get(reads(row)["proof of the last round"]))
    yield from _whole_log(row)
    making.forget()
    begun = time.process_time()
    count = making.make_all()
    each = (time.process_time() - begun) / count
    share = each / (making.EVERY * command)
    size_of = sum(len(part.body) for part in SnapshotPart.objects.all())
    yield (
        f"{Snapshot.objects.count()} snapshots, {size_of / 1e6:.1f} MB: {each * 1000:.0f} ms each, after "
        f"the commit; {share:.1%} of {making.EVERY} commands of {command * 1000:.1f} ms"
    )
    yield f"load {os.getloadavg()[0]:.1f}"


def _again(row, work):
    """A proof that was made before something else happened in the tournament."""
    from games.log import folding
    from tournaments.rendering import keeping

    taken = []
    for _ in range(TIMES):
        something_happens(row)
        keeping.forget()
        folding.forget()
        gc.collect()
        wall, begun = time.perf_counter(), time.process_time()
        work()
        taken.append((1000 * (time.process_time() - begun), 1000 * (time.perf_counter() - wall)))
    after, wall = min(taken)
    return f"{'proof, after another event':<32}{'':>10}{after:>10.0f}{'':>8}{wall:>10.0f}"


def something_happens(row):
    """A result is entered again."""
    from tests.builders import a_context
    from tournaments.commands import carry_out
    from tournaments.competition.history import Result, Winner
    from tournaments.deciding.results import RecordResult
    from tournaments.tables.rows import PairingRow

    pairing = PairingRow.objects.filter(tournament=row, round=ROUNDS).order_by("pk").first()
    other = Winner.BLACK if pairing.winner == Winner.WHITE else Winner.WHITE
    result = RecordResult(game_id=str(pairing.game_id), result=Result(winner=other))
    carry_out(str(row.pk), result, a_context())


def _whole_log(row):
    """What the story of a game was told from before."""
    from games.log.store import read
    from tournaments.hosting.story import told_of
    from tournaments.loading import stream_of
    from tournaments.story.of_game import lines
    from tournaments.tables.rows import PairingRow

    game = str(PairingRow.objects.filter(tournament=row, round=ROUNDS).order_by("pk").first().game_id)
    before = min(once(lambda: lines(read(stream_of(str(row.pk))), game)) for _ in range(TIMES))[0]
    after, wall = min(once(lambda: lines(told_of(str(row.pk), game), game)) for _ in range(TIMES))
    name = "a game's lines from the whole log"
    yield f"{name:<32}{before:>9.0f}{after:>10.0f}{after / before:>8.2f}{wall:>10.0f}"


def main(size):
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"NIGIRI_DATA": folder, "DJANGO_SETTINGS_MODULE": "deploy.settings"}
        import django
        from django.conf import settings

        settings.ALLOWED_HOSTS = ["*"]
        settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_CLASSES": []}
        django.setup()
        from django.core.management import call_command

        from deploy import garbage

        garbage.look_seldom()  # as servers do
        call_command("migrate", verbosity=0)
        for line in table(size):
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    helped(__doc__)
    main(int(sys.argv[1]) if sys.argv[1:] else SIZE)
