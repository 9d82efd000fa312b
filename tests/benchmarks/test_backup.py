"""What a backup, its check and its restore take: ``python -m tests.benchmarks.test_backup 20 2000``.

The arguments are stored games of 253 actions on 19x19, each number in a database of its own: 20 are a club's
weekend, 2,000 are half a million events, a federation's years. The suite times the club's backup.
"""

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

import pytest

from tests.benchmarks.helped import helped

GAMES = 20


@pytest.mark.benchmark(group="backup")
def test_a_clubs_backup(benchmark, transactional_db, tmp_path):
    from games.archive import making
    from tests.benchmarks.stored_games import stocked
    from tests.builders import NOW

    stocked(GAMES)
    numbers = iter(range(1000))
    manifest = benchmark(lambda: making.make(tmp_path / str(next(numbers)), (), NOW))
    assert manifest.events > 5000


def drilled(games: int, folder: Path) -> list[object]:
    """Events, MB of the file, seconds of backup, check and restore, and the greatest memory in MB."""
    from games.archive import making, restoring
    from games.log import store
    from tests.benchmarks.stored_games import stocked
    from tests.builders import NOW

    stocked(games)
    file = folder / f"{games}.nigiri"
    begun = perf_counter()
    making.make(file, (), NOW)
    made = perf_counter()
    restoring.check(file, None)
    checked = perf_counter()
    own = {**os.environ, "NIGIRI_DATA": str(folder / f"restored-{games}")}
    told = subprocess.run(
        [sys.executable, "manage.py", "restore", str(file)],
        env=own,
        check=True,
        capture_output=True,
        text=True,
    )
    restored = perf_counter()
    assert f"{store.head()} events" in told.stdout
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    megabytes = file.stat().st_size / 1e6
    return [store.head(), megabytes, made - begun, checked - made, restored - checked, memory]


def main(sizes: list[int]) -> None:
    """Each in a database of its own."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "deploy.settings", "NIGIRI_DATA": f"{folder}/{sizes[0]}"}
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        events, megabytes, *seconds, memory = drilled(sizes[0], Path(folder))
        told = "  ".join(f"{one:8.1f}" for one in (megabytes, *seconds))
        sys.stdout.write(f"{sizes[0]:6} games {events:9} events  {told}  {memory} MB\n")
    if sizes[1:]:
        subprocess.run(
            [sys.executable, "-m", "tests.benchmarks.test_backup", *map(str, sizes[1:])], check=True
        )


if __name__ == "__main__":
    helped(__doc__)
    sys.stdout.write(
        "                              MB in file  backup s  check s  restore s  memory of restore\n"
    )
    main([int(size) for size in sys.argv[1:]])
