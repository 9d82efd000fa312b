"""The command line of the archive."""

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path

from tests.benchmarks.archive import __doc__ as told
from tests.benchmarks.archive import server

OWN = Path(tempfile.gettempdir()) / "nigiri-archive"


def main(arguments):
    parser = argparse.ArgumentParser(
        "python -m tests.benchmarks.archive",
        description=told,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", choices=("make", "plans", "manage", "drop"))
    parser.add_argument("command", nargs="*", help="of manage.py, with `manage`")
    parser.add_argument("--events", type=int, default=10_000_000)
    parser.add_argument("--tournaments", type=int, default=100_000)
    parser.add_argument("--folder", type=Path, default=OWN)
    asked, rest = parser.parse_known_args(arguments)
    asked.command += rest
    with server.served(asked.folder) as url:
        if asked.what == "drop":
            server.drop(url)
        else:
            _on_archive(asked, url)
    if asked.what == "drop" and not os.environ.get("DATABASE_URL"):
        server.forget(asked.folder)


def _on_archive(asked, url):
    if asked.what == "make":
        server.create(url)
    server.set_up_django(url, asked.folder)
    if asked.what == "make":
        from tests.benchmarks.archive.making import make

        make(asked.events, asked.tournaments)
        return
    if asked.what == "manage":
        from django.core.management import execute_from_command_line

        execute_from_command_line(["manage.py", *asked.command])
        return
    from tests.benchmarks.archive.plans import exaggerate, plans

    exaggerate()
    for line in map(json.dumps, plans()):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
