"""A real server goes back to the moment before a mistake, by the shipped settings and script."""

import json
import os
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from tests.conftest import wait_until
from tests.faults.club import ROOT, environment
from tests.services import own_postgresql

pytestmark = [pytest.mark.postgresql, pytest.mark.long]  # goes back to a second

POSTGRESQL = ROOT / "deploy" / "postgresql"
MISTAKE = (
    "ALTER TABLE games_event DISABLE TRIGGER ALL",
    "DELETE FROM games_event WHERE position > 10",
    "DELETE FROM tournaments_membership",
)


class Server:
    """A PostgreSQL on a socket, whose programs run as its own user."""

    def __init__(self, url):
        self.url = url
        self.data = Path(self.asked("SHOW data_directory"))
        self.programs = self.asked("SELECT setting FROM pg_config() WHERE name = 'BINDIR'")

    def asked(self, *statements):
        with psycopg.connect(self.url, autocommit=True) as connection:
            for statement in statements:
                answer = connection.execute(statement)
            return str(answer.fetchone()[0]) if answer.description else ""

    def run(self, *command):
        user = self.data.stat().st_uid
        done = subprocess.run(
            [str(part) for part in command],
            cwd="/",
            user=user if os.geteuid() == 0 else None,
            env={"PATH": f"{self.programs}:{os.environ['PATH']}", "PGDATABASE": "postgres"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def manage(self, *lines):
        """What each command wrote, on this server."""
        own = {**environment("/nowhere"), "DATABASE_URL": self.url, "SECRET_KEY": "of this test"}
        command = [sys.executable, "-m", "tests.faults.club", *lines]
        done = subprocess.run(command, cwd=ROOT, env=own, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return [json.loads(written) for written in json.loads(done.stdout) if written.startswith("{")]


@contextmanager
def archiving():
    """A server with the shipped settings, and its archive."""
    with own_postgresql() as url:
        server = Server(url)
        archive = server.data.parent / "archive"
        server.data.parent.chmod(0o777)
        server.run("mkdir", archive)
        settings = (POSTGRESQL / "archiving.conf").read_text().replace("ARCHIVE", str(archive))
        with (server.data / "postgresql.conf").open("a") as file:
            file.write(settings)
        server.run("pg_ctl", "-D", server.data, "-w", "-l", server.data / "log", "restart")
        try:
            yield server, archive
        finally:
            server.run("pg_ctl", "-D", server.data, "-w", "-m", "fast", "stop")


def facts(server):
    """What a mistake would take: the log, offices and people."""
    names = ("games_event", "tournaments_membership", "tournaments_player", "auth_user", "games_gamerecord")
    counts = {name: int(server.asked(f"SELECT count(*) FROM {name}")) for name in names}
    return counts, server.asked("SELECT string_agg(digest, '' ORDER BY position) FROM games_event")


def test_a_server_goes_back_to_the_second_before_a_mistake():
    script = POSTGRESQL / "recover.sh"
    with archiving() as (server, archive):
        base, target = server.data.parent / "base", server.data.parent / "recovered"
        server.manage("migrate --verbosity 0")
        server.run("pg_basebackup", "-d", server.url, "-D", base, "--checkpoint=fast", "-X", "fetch")
        server.manage("demo --stage round-1 --json")
        before, moment = facts(server), server.asked("SELECT clock_timestamp()")
        server.asked(*MISTAKE)
        assert facts(server)[0]["tournaments_membership"] == 0
        last = server.asked("SELECT pg_walfile_name(pg_current_wal_lsn())")
        server.asked("SELECT pg_switch_wal()")
        wait_until((archive / last).exists)

        begun = time.monotonic()
        url = recover(server, script, base, archive, moment, target)
        recovered = Server(url)
        try:
            assert facts(recovered) == before
            verified, rebuilt = recovered.manage("verify --json", "rebuild --check --json")
            assert (verified["ok"], rebuilt["identical"]) == (True, True)
            assert recovered.asked("SHOW archive_mode") == "off"
            took = time.monotonic() - begun
            sys.stdout.write(f"\n{verified['events']} events recovered and verified in {took:.1f} s\n")
        finally:
            recovered.run("pg_ctl", "-D", target, "-w", "-m", "immediate", "stop")
        assert facts(server)[0]["tournaments_membership"] == 0  # the one in use was left alone


def recover(server, script, *arguments):
    """The script where the server's user may read it."""
    copy = server.data.parent / "recover.sh"
    copy.write_text(script.read_text())
    copy.chmod(0o755)
    return server.run("sh", copy, *arguments)
