"""Makes the tournaments in a folder of its own; exit status 1 where anything differs."""

import argparse
import shutil
import sys
import tempfile
import time
from pathlib import Path

from tests.verifier.house import opened

BATCH = 50  # tournaments of one log


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1, help="of the first; the others follow it")
    parser.add_argument("--players", type=int, help="of each tournament, about")
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--keep", type=Path, help="a folder for the bundles that somebody finds wrong")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder)):
        return _compared(Path(folder), given)


def _compared(folder: Path, given: argparse.Namespace) -> int:
    from tests.generated import Wish
    from tests.verifier.against.comparing import Tally, compare, log_faults

    tally, begun = Tally(), time.monotonic()
    wish = Wish(players=given.players, rounds=given.rounds)
    for first in range(given.seed, given.seed + given.count, BATCH):
        fresh(folder)
        for seed in range(first, min(first + BATCH, given.seed + given.count)):
            faults = tally.add(compare(seed, folder, wish))
            for fault in faults:
                sys.stdout.write(f"seed {seed}: {fault}\n")
                sys.stdout.flush()
            if faults and given.keep:
                given.keep.mkdir(exist_ok=True)
                shutil.copy(folder / f"generated-{seed}.zip", given.keep)
            (folder / f"generated-{seed}.zip").unlink(missing_ok=True)
        tally.faults += log_faults()
    sys.stdout.write(f"{tally.text(time.monotonic() - begun)}\n")
    return 1 if tally.faults else 0


def fresh(folder: Path) -> None:
    """An empty log: the first call keeps the database as it is when it is new, the others go back to it."""
    from django.conf import settings
    from django.db import connection

    from games.log import folding

    connection.close()
    database, new = Path(settings.DATABASES["default"]["NAME"]), folder / "new.sqlite3"
    if new.exists():
        for suffix in ("-wal", "-shm"):
            Path(f"{database}{suffix}").unlink(missing_ok=True)
        shutil.copy(new, database)
    else:
        shutil.copy(database, new)
    folding.clear_cache()


if __name__ == "__main__":
    sys.exit(main())
