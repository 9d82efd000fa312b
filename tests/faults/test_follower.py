"""Four writer processes, eight under --long, and one follower that asks again and again for what is new."""

import os
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.db import connection

from games.log import store
from games.log.tables import Event
from games.log.verification import verify
from tests.sizes import size

ROOT = Path(__file__).resolve().parent.parent.parent
WRITERS, SECONDS = size(4, long=8), size(2, long=30)


def start(seed):
    url = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{connection.settings_dict['NAME']}")
    environment = {**os.environ, "DATABASE_URL": urlunsplit(url), "DJANGO_SETTINGS_MODULE": "deploy.settings"}
    command = [sys.executable, "-m", "tests.faults.writer", str(SECONDS), str(seed)]
    return subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def follow(writers):
    """Positions and (stream, version) in the order in which the follower saw them."""
    seen, position, last_look = [], 0, False
    while not last_look:
        last_look = all(writer.poll() is not None for writer in writers)
        while batch := store.read_all(after=position, limit=500):
            seen += [(recorded.position, recorded.stream, recorded.version) for recorded in batch]
            position = batch[-1].position
        time.sleep(0.002)  # leaves the processor to the writers
    return seen


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_follower_misses_nothing_and_sees_every_stream_in_order():
    writers = [start(seed) for seed in range(WRITERS)]
    seen = follow(writers)
    results = [writer.communicate() for writer in writers]
    assert [writer.returncode for writer in writers] == [0] * WRITERS, results
    stored = sum(int(output) for output, _ in results)

    assert stored > WRITERS
    assert [position for position, _, _ in seen] == list(range(1, stored + 1))
    assert seen == list(Event.objects.order_by("position").values_list("position", "stream", "version"))
    versions = defaultdict(list)
    for _, stream, version in seen:
        versions[stream].append(version)
    assert all(row == list(range(1, len(row) + 1)) for row in versions.values())
    assert list(verify()) == []
