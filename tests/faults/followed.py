"""A server of one process, on a PostgreSQL and another that follows it."""

import json
import os
import signal
import subprocess
import sys
from contextlib import contextmanager

import psutil
import psycopg
from prometheus_client.parser import text_string_to_metric_families

from tests.conftest import ROOT, wait_until
from tests.faults.club import environment, manage
from tests.faults.serving import Director
from tests.services import free_port


def at(server, *statements):
    """What the last of them gives."""
    with psycopg.connect(str(server.get_uri()), autocommit=True) as connection:
        *_, last = [connection.execute(statement) for statement in statements]
        return last.fetchall() if last.description else []


def processes_of(server):
    """The first is the one that began the others."""
    first = psutil.Process(server.get_pid())
    return [first, *first.children(recursive=True)]


class House:
    """Its environment; what asks and hinders the two servers."""

    def __init__(self, folder, writer, replica):
        self.writer, self.replica, self.port = writer, replica, free_port()
        more = {"DATABASE_URL": str(writer.get_uri()), "SECRET_KEY": "of this test alone"}
        upkeep = ("verify", f"backup {folder}/backup")
        lines = ("migrate --verbosity 0", *upkeep, "demo --stage round-1 --json")
        *_, self.demo = manage(folder / "data", *lines, **more)
        more["DATABASE_REPLICA_URL"] = str(replica.get_uri())
        self.environment = environment(folder / "data") | more

    def at_replica(self, statement):
        return at(self.replica, statement)

    def stop_replica(self):
        """At once, as in a crash."""
        processes = processes_of(self.replica)
        os.kill(processes[0].pid, signal.SIGQUIT)
        psutil.wait_procs(processes, timeout=60)

    @contextmanager
    def frozen(self):
        """It takes connections and answers nothing."""
        processes = processes_of(self.replica)
        for process in processes:
            process.suspend()
        try:
            yield
        finally:
            for process in processes:
                process.resume()

    def doctor(self):
        """Whether what it says of the replica is good, and what."""
        command = [sys.executable, "manage.py", "doctor", "--json"]
        done = subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, check=False)
        found = {one["what"]: one for one in json.loads(done.stdout)["findings"]}
        return found["replica-1"]["ok"], found["replica-1"]["value"]

    def begin(self):
        """Once it is served."""
        self.director = Director(self.port, self.demo)

    @contextmanager
    def behind(self):
        """It receives what is written, and replays nothing of it."""
        self.at_replica("SELECT pg_wal_replay_pause()")
        try:
            paused = "SELECT pg_get_wal_replay_pause_state()"
            wait_until(lambda: self.at_replica(paused) == [("paused",)])
            yield
        finally:
            self.at_replica("SELECT pg_wal_replay_resume()")

    def reads(self):
        """Who has answered how many, and why."""
        return {
            (one.labels["by"], one.labels["why"]): one.value
            for family in text_string_to_metric_families(self.director.metrics())
            for one in family.samples
            if one.name == "nigiri_reads_total"
        }

    def read_by(self, work):
        """Who answered what was read meanwhile."""
        before = self.reads()
        work()
        more = {who: number - before.get(who, 0) for who, number in self.reads().items()}
        return {who: number for who, number in more.items() if number}
