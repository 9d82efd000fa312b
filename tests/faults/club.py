"""Commands on a club's folder, one after another in one process: Django takes longer to start.

``python -m tests.faults.club LINE...`` prints a JSON list of what each line's command wrote.
"""

import io
import json
import os
import shlex
import shutil
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
METRICS_TOKEN = "of the tests"
ELSEWHERE = ("DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL")


def environment(data):
    """Of a process that works on this folder, and looks soon for what another has left."""
    kept = {name: value for name, value in os.environ.items() if name not in ELSEWHERE}
    own = {"NIGIRI_DATA": str(data), "NIGIRI_SWEEP_SECONDS": "2", "NIGIRI_LEASE_SECONDS": "6"}
    own |= {"NIGIRI_METRICS_TOKEN": METRICS_TOKEN}
    return {**kept, **own, "DJANGO_SETTINGS_MODULE": "deploy.settings"}


def make_migrated(data):
    """Give a folder the empty tables that `migrate` would make there, where a copy of them is kept."""
    from tests.conftest import migrated_file

    if migrated_file().exists():
        Path(data).mkdir(parents=True, exist_ok=True)
        shutil.copyfile(migrated_file(), Path(data, "nigiri.sqlite3"))


def manage(data, *lines, **more):
    """What each command wrote, with ``more`` in its environment; one that fails ends the test."""
    if "DATABASE_URL" not in more and "migrate --verbosity 0" in lines:
        make_migrated(data)
    command = [sys.executable, "-m", "tests.faults.club", *lines]
    done = subprocess.run(
        command, cwd=ROOT, env=environment(data) | more, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def main(lines):
    import django
    from django.core.management import call_command

    django.setup()
    written = []
    for line in lines:
        with redirect_stdout(io.StringIO()) as output:
            call_command(*shlex.split(line))
        written.append(output.getvalue())
    sys.stdout.write(json.dumps(written))


if __name__ == "__main__":
    main(sys.argv[1:])
