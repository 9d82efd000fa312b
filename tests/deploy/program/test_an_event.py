"""An event from the founding to the standings, through the program as it is installed on Windows."""

import json
import re
import signal
import subprocess
from contextlib import contextmanager

import pytest

from tests.conftest import wait_until
from tests.deploy.program.conftest import environment_of
from tests.deploy.program.visitor import OverHTTP
from tests.journeys.test_first_hour import founded, paired, to_the_tournament
from tests.services import free_port

AS_ON_WINDOWS = {  # consoles and files there speak another language than UTF-8
    "LC_ALL": "C",
    "PYTHONCOERCECLOCALE": "0",
    "PYTHONUTF8": "0",
    "PYTHONWARNDEFAULTENCODING": "1",
}
LINK = re.compile(r"begin here +(http://\S+)")
NAMES = {"Aas": "3d", "Berg": "1k", "Łucjan": "2k", "山下": "5d"}
WINNERS = ("white", "black")


@contextmanager
def started(nigiri, log, *words, **environment):
    """A `nigiri start`, once it says that it runs; killed at the end where it still does."""
    with log.open("w") as output:
        process = subprocess.Popen(
            [nigiri.bin / "nigiri", "start", "--no-browser", *words],
            cwd=log.parent, env=nigiri.environment(**environment), stdout=output, stderr=subprocess.STDOUT,
        )  # fmt: skip
    try:
        wait_until(lambda: "Ctrl-C stops it" in said(log) or process.poll() is not None, seconds=60)
        assert process.poll() is None, said(log)
        yield process
    finally:
        process.kill()
        process.wait()


def said(log):
    return log.read_text(encoding="utf-8")


def enter(walker):
    to_the_tournament(walker)
    walker.follow("Desk")
    walker.follow("Enter players")
    for family, rank in NAMES.items():
        walker.enter(family_name=family, given_name="Kim", rank=rank)
        assert f"{family} Kim was entered." in walker.text


def results(walker, number):
    to_the_tournament(walker)
    walker.follow(f"Round {number}")
    for table, winner in enumerate(WINNERS, start=1):
        walker.record(table, winner)
    assert "All 2 results are in" in walker.text
    walker.press(f"Close round {number}")


def log_in_again(address):
    walker = OverHTTP(address)
    walker.open("/accounts/login/")
    walker.press("Log in", login="kari", password="nine-stones-and-a-bowl")
    return walker


def from_founding_to_standings(nigiri, tmp_path, **environment):
    """A round, a kill, another round, a look, a copy, a stop."""

    def asked(*words):
        run = nigiri("--data", data, *words, **environment)
        assert run.returncode == 0, run.stdout + run.stderr
        return run.stdout

    port, log, data = str(free_port()), tmp_path / "log", tmp_path / "Mein Klub ü"
    start = ("--port", port, "--host", "127.0.0.1", "--data", data)
    with started(nigiri, log, *start, **environment) as process:
        link = LINK.search(said(log))[1]
        walker = OverHTTP(link.partition("/first/")[0])
        walker.open(link)
        founded(walker)
        enter(walker)
        to_the_tournament(walker)
        paired(walker, 1)
        results(walker, 1)
        process.kill()
    with started(nigiri, log, *start, **environment) as process:
        assert "begin here" not in said(log)
        walker = log_in_again(walker.client.address)
        to_the_tournament(walker)
        paired(walker, 2)
        results(walker, 2)
        walker.follow("Standings")
        assert "after round 2" in walker.text
        assert [family for family in NAMES if f"{family} Kim" not in walker.text] == []
        assert walker.client.get("/tournaments/autumn/sheets/standings.pdf").content.startswith(b"%PDF")
        assert "BAD" not in asked("doctor")
        asked("backup", tmp_path / "backup", "--keys", tmp_path / "keys")
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
    assert "Traceback" not in said(log)


def test_from_the_founding_to_the_standings(nigiri, tmp_path):
    from_founding_to_standings(nigiri, tmp_path, **AS_ON_WINDOWS)
    for words in (
        ("restore", tmp_path / "backup", "--keys", tmp_path / "keys"),
        ("standings", "autumn", "--json"),
    ):
        run = nigiri("--data", tmp_path / "restored", *words, **AS_ON_WINDOWS)
        assert run.returncode == 0, run.stdout + run.stderr
    names = {line["name"] for line in json.loads(run.stdout)["results"]}
    assert names == {f"{family} Kim" for family in NAMES}


@pytest.mark.long
def test_in_an_environment_that_had_nothing(wheel, tmp_path):
    """Every package comes from the index, as for whoever installs it."""
    installed = environment_of(tmp_path / "venv", wheel, index=True)
    from_founding_to_standings(installed, tmp_path)
