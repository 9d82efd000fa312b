"""Requests that nobody's program makes, to every address of a real server; what it does not stand is told.

``python -m tests.attacks.fuzz --minutes N [--seed S] [--laps N] [--finds FILE]``: on SQLite in a folder
of its own, or on the database, empty, at DATABASE_URL, with the Redis at REDIS_URL. It ends by itself, with 1
where it found something; `judging.py` says what a find is. Nothing but this machine is asked for anything.
"""

import argparse
import json
import os
import sys
import tempfile
from base64 import b64encode
from pathlib import Path
from random import Random
from time import monotonic

from tests.services import free_port

SETTINGS = "tests.attacks.fuzz.settings"


def main(arguments):
    given = _given(arguments)
    with tempfile.TemporaryDirectory(prefix="nigiri-fuzz-") as folder:
        _prepare(Path(folder))
        return _run(given, Path(folder))


def _given(arguments):
    parser = argparse.ArgumentParser(prog="python -m tests.attacks.fuzz")
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--laps", type=int, default=10**9, help="at most so many pairs of houses")
    parser.add_argument(
        "--finds", type=Path, help="a file for each find as a line of JSON, traceback included"
    )
    return parser.parse_args(arguments)


def _prepare(folder):
    """Django of this process and of the server on the same, empty, database."""
    os.environ |= {"DJANGO_SETTINGS_MODULE": SETTINGS, "NIGIRI_DATA": str(folder), "NIGIRI_PROXIES": "1"}
    os.environ |= {"NIGIRI_ACCOUNTS": "anybody", "NIGIRI_LOG_LEVEL": "WARNING"}
    if "DATABASE_URL" in os.environ:
        os.environ.setdefault("SECRET_KEY", "of the fuzzer alone, which guards nothing")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def _run(given, folder):
    from tests.attacks.fuzz.run import Run
    from tests.attacks.fuzz.serving import served

    until = monotonic() + 60 * given.minutes
    with served(dict(os.environ), free_port(), folder / "log") as send:
        run = Run(Random(given.seed), send, lambda find: _tell(find, given.finds), until)
        run.laps(given.laps)
    seconds = monotonic() - until + 60 * given.minutes
    found = f"{run.finds.total()} finds of {len(run.finds)} kinds"
    _say(f"seed {given.seed}; {seconds:.0f} s; {run.lap} laps; {found}")
    for kind, count in run.finds.most_common():
        _say(f"  {count} {kind}")
    for line in run.counts.lines(run.routes):
        _say(line)
    return 1 if run.finds else 0


def _tell(find, file):
    _say(find.line())
    if file is not None:
        asked, told = find.asked, {"why": find.why, "logged": find.answered.logged}
        told |= {
            "method": asked.method,
            "target": asked.target,
            "headers": asked.headers,
            "route": asked.route,
        }
        told |= {
            "who": str(asked.who),
            "body": b64encode(asked.body).decode(),
            "status": find.answered.status,
        }
        with file.open("a") as output:
            output.write(json.dumps(told) + "\n")


def _say(line):
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
