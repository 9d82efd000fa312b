"""``nigiri check BUNDLE``: what a club's secretary and a program are told, offline and without a folder."""

import json
import subprocess
import sys
from pkgutil import iter_modules

import pytest

from tests.verifier import bundles
from tournaments import domain


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "b.zip"
    bundles.write(path, bundles.vectors())
    return path


def nigiri_check(path, *options):
    """(exit status, output) in a process that has no folder of data and no database."""
    program = "from deploy.program import main; import sys; status = main(sys.argv[1:]); "
    program += "from django.conf import settings; assert not settings.configured; sys.exit(status)"
    done = subprocess.run(
        [sys.executable, "-c", program, "check", str(path), *map(str, options)],
        capture_output=True,
        text=True,
        check=False,
        env={"NIGIRI_DATA": "/nowhere", "DATABASE_URL": "postgres://nobody@nowhere/none", "PATH": ""},
    )
    assert done.stderr == ""
    return done.returncode, done.stdout


def test_a_whole_bundle_ends_with_a_verdict(path):
    status, said = nigiri_check(path, "--key", bundles.key_line()[1])
    assert status == 0
    assert said.splitlines()[-1] == (
        "The bundle is whole, and everything in it that can be computed again is as it states."
    )


def test_a_changed_result_is_named_in_a_sentence(path):
    events = bundles.vectors()
    [ended] = [event for event in events if event["kind"] == "game.ended.v1"]
    ended["data"] |= {"winner": "b", "text": "B+3.5"}
    bundles.write(path, events)
    status, said = nigiri_check(path)
    assert status == 1
    wrong = next(line for line in said.splitlines() if line.startswith("WRONG"))
    assert wrong.startswith("WRONG: Round 2, table 1, player no. 2 (Black) and player no. 1 (White)")
    assert wrong.endswith("Outcome of the record: B+3.5 is stated, but W+1.5 follows.")


def test_it_answers_programs(path):
    status, said = nigiri_check(path, "--json")
    told = json.loads(said)
    assert (status, told["status"], told["meaning"]["faults"]) == (0, 0, [])
    assert told["meaning"]["checked"]["Optimum"] == 2
    assert told["integrity"]["faults"] == []


def test_a_head_that_is_newer_is_no_pass(path, tmp_path):
    head = tmp_path / "head"
    head.write_text(bundles.head([*bundles.spelled(bundles.vectors())[1], bytes(32)]))
    status, said = nigiri_check(path, "--head", head)
    assert status == 2
    assert "This bundle is older than the head that you kept" in said


def test_a_file_that_is_no_bundle_was_not_checked(tmp_path):
    (tmp_path / "b.zip").write_text("no zip")
    assert nigiri_check(tmp_path / "b.zip")[0] == 2


def test_every_event_of_a_tournament_is_known_to_it():
    """Events are registered by import, so a module that the check does not import has unknown events."""
    program = "import sys, tournaments.checking; print(*sys.modules, sep='\\n')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    modules = {f"tournaments.domain.{name}" for _, name, _ in iter_modules(domain.__path__)}
    assert modules <= set(done.stdout.split())
