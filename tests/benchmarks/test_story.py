"""What the story of a tournament costs, and taking an edit back: no state is kept of all those in between.

``python -m tests.benchmarks.test_story 5000 10`` prints seconds of the processor and megabytes for so many
players and rounds.
"""

import os
import sys
import tempfile
import tracemalloc
from collections.abc import Callable
from resource import RUSAGE_SELF, getrusage
from time import process_time
from uuid import uuid4

import pytest

from tests.benchmarks.helped import helped

PLAYERS, ROUNDS = 400, 2


def stored(players: int, rounds: int) -> str:
    """The id of a tournament that is in the log, and nowhere else; the last events are one a command."""
    from django.db import transaction

    from games.log import store
    from tests.benchmarks.played import TOURNAMENT_ID, played_events
    from tests.builders import NOW
    from tournaments.loading import stream_of
    from tournaments.story.reading import MOST

    events, stream, version = list(played_events(players, rounds)), stream_of(TOURNAMENT_ID), 0
    with transaction.atomic():
        for some in (events[:-MOST], *([event] for event in events[-MOST:])):
            store.append(stream, expected=version, events=some, actor="tester", command_id=uuid4(), at=NOW)
            version += len(some)
    return TOURNAMENT_ID


def last_lines(tournament_id: str) -> int:
    from tournaments.story.reading import last_of

    return len(last_of(tournament_id, {}))


def undo_last(tournament_id: str) -> int:
    """Everything but the decision, which wants rows."""
    from games.log.store import version
    from tests.builders import a_context
    from tournaments import commands
    from tournaments.loading import stream_of

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(commands, "carry_out", lambda _id, command, _context: command.edits)
        last = version(stream_of(tournament_id))
        return len(commands.take_back(tournament_id, last, "mistyped", a_context()))


def last_state(tournament_id: str) -> int:
    from tournaments.loading import load_at

    return load_at(tournament_id, 2**31)[1]


def peak(work: Callable[[str], int], tournament_id: str) -> int:
    """Bytes."""
    tracemalloc.start()
    try:
        assert work(tournament_id)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.django_db
def test_a_story_and_an_undo_hold_little_more_than_one_state():
    tournament_id = stored(PLAYERS, ROUNDS)
    one_state = peak(last_state, tournament_id)
    assert peak(last_lines, tournament_id) < 2 * one_state
    assert peak(undo_last, tournament_id) < 2 * one_state


def main(players: int, rounds: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("NIGIRI_DATA", folder)
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        tournament_id = stored(players, rounds)
        for work in (last_state, last_lines, undo_last):
            before, begin = getrusage(RUSAGE_SELF).ru_maxrss, process_time()
            work(tournament_id)
            seconds, more = process_time() - begin, getrusage(RUSAGE_SELF).ru_maxrss - before
            sys.stdout.write(f"{work.__name__}: {seconds:.2f} s, {more / 1024:.0f} MB more than before\n")


if __name__ == "__main__":
    helped(__doc__)
    main(*(int(number) for number in sys.argv[1:]))
