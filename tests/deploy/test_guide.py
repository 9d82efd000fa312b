"""The pages for whoever runs the service: what they tell to type is there, and the drill works."""

import os
import re
import shlex
import subprocess
import sys

import pytest
from django.core.management import get_commands, load_command_class

from tests.conftest import ROOT
from tests.faults.club import environment, manage

PAGES = [*sorted((ROOT / "deploy" / "guide").glob("*.md")), ROOT / "CONTRIBUTING.md", ROOT / "README.md"]
WITHOUT_COMMANDS = ("disputes", "features", "files", "limits")
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page):
    return BLOCK.findall(page.read_text())


def lines(page):
    """What is typed, word by word, without where its output goes."""
    told = "".join(blocks(page)).replace("\\\n", " ")
    told = re.sub(r">\S+$", "", told, flags=re.MULTILINE)
    told = re.sub(r"<<END\n.*?^END$", "", told, flags=re.MULTILINE | re.DOTALL)
    return [shlex.split(line, comments=True) for line in told.splitlines() if line]


def after(word):
    """Of each line of a page, what follows this word."""

    def found(page):
        return [line[line.index(word) + 1 :] for line in lines(page) if word in line]

    return found


def named(page):
    return page.stem


every_page = pytest.mark.parametrize("page", PAGES, ids=named)


@every_page
def test_each_block_is_shell(page):
    assert bool(blocks(page)) is (page.stem not in WITHOUT_COMMANDS)
    for block in blocks(page):
        subprocess.run(["sh", "-n"], input=block, text=True, check=True)


@every_page
def test_commands_and_their_options_are_there(page):
    for name, *options in after("manage.py")(page):
        app = get_commands()[name]
        command = app if not isinstance(app, str) else load_command_class(app, name)
        command.create_parser("manage.py", name).parse_args(options)


def test_the_nightly_backup_is_checked_and_old_ones_go(tmp_path):
    data, backups = tmp_path / "data", tmp_path / "backups"
    backups.mkdir()
    manage(data, "migrate --verbosity 0")
    old, young = backups / "nigiri-2020.backup", backups / "nigiri-2099.backup"
    for file in (old, young):
        file.write_text("another")
    os.utime(old, (0, 0))
    run(f"sh deploy/systemd/backup.sh {backups} 30", environment(data))
    (made,) = set(backups.iterdir()) - {young}
    assert made.stat().st_mode & 0o777 == 0o600


@pytest.mark.long
def test_the_drill(tmp_path):
    data, made, keys = (tmp_path / name for name in ("data", "nigiri.backup", "nigiri.keys"))
    manage(data, "migrate --verbosity 0", "demo --stage round-1 --json", f"backup {made} --keys {keys}")
    restoring = next(page for page in PAGES if page.stem == "restoring")
    drill = next(block for block in blocks(restoring) if "NIGIRI_DATA=" in block)
    for said, here in {
        "/tmp/nigiri-drill": tmp_path / "drill",
        "/root/nigiri.backup": made,
        "/root/nigiri.keys": keys,
        ".venv/bin/python": sys.executable,
    }.items():
        assert said in drill
        drill = drill.replace(said, str(here))
    run(drill, environment(data))
    assert (tmp_path / "drill" / "nigiri.sqlite3").exists()


def run(script, environment):
    done = subprocess.run(
        ["sh", "-ec", script], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_owner_is_who_migrates(tmp_path):
    (tmp_path / "env").write_text("SECRET_KEY=s3cret\nDATABASE_URL=postgresql://nigiri@db/nigiri\n")
    (tmp_path / "url").write_text("postgresql://nigiri_owner@db/nigiri\n")
    told = {
        "SETTINGS_FILE": str(tmp_path / "env"),
        "OWNER_URL_FILE": str(tmp_path / "url"),
        "PATH": os.environ["PATH"],
    }
    said = run(". deploy/guide/owner.sh; env", told).splitlines()
    assert {"SECRET_KEY=s3cret", "DATABASE_URL=postgresql://nigiri_owner@db/nigiri"} <= set(said)
