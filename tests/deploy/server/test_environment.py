import json
import os
import re
import runpy
import stat
import subprocess
import sys
from pathlib import Path
from threading import Barrier, Thread

import pytest

from deploy.server.environment import (
    KNOWN,
    ConfigurationFault,
    Environment,
    log_key,
    refuse_unknown,
    secret_key,
    time_zone,
)
from tests.deploy.test_fresh_folder import ONE_BY_ONE

ROOT = Path(__file__).resolve().parents[3]


def test_a_slip_in_a_name_is_refused_with_the_name_that_was_meant():
    with pytest.raises(ConfigurationFault, match=r"NIGIRI_HTTP\. Did you mean NIGIRI_HTTPS\?"):
        refuse_unknown({"NIGIRI_HTTP": "1"})


def test_the_example_names_every_setting_and_no_other():
    example = (ROOT / "deploy" / "env.example").read_text()
    assert set(re.findall(r"^#?(NIGIRI_\w+)=", example, re.MULTILINE)) == KNOWN


def test_a_key_is_made_once_for_the_owner_alone(tmp_path):
    key = secret_key(tmp_path / "new", create=True)
    file = tmp_path / "new" / "secret-key"
    assert len(key) == 50
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert secret_key(tmp_path / "new", create=True) == key


def test_a_federation_must_bring_its_key(tmp_path):
    with pytest.raises(ConfigurationFault, match="SECRET_KEY"):
        secret_key(tmp_path, create=False)
    assert list(tmp_path.iterdir()) == []


def test_the_key_of_the_log_is_made_once_with_a_name_of_its_own_or_given(tmp_path):
    first = log_key("", tmp_path, create=True)
    assert log_key("", tmp_path, create=True) == first != log_key("", tmp_path / "another", create=True)
    assert re.fullmatch(r"PRIVATE\+KEY\+nigiri/[0-9a-f]{12}\+[0-9a-f]{8}\+.{44}", first)
    assert log_key(first, tmp_path / "none", create=False) == first
    assert log_key("", tmp_path / "none", create=False) == ""
    with pytest.raises(ConfigurationFault, match="NIGIRI_LOG_KEY"):
        log_key("a key", tmp_path, create=False)


def test_first_starts_at_once_have_one_whole_key(tmp_path):
    for again in range(20):
        folder, barrier, keys = tmp_path / str(again), Barrier(8), []

        def start(folder=folder, barrier=barrier, keys=keys):
            barrier.wait()
            keys.append(secret_key(folder, create=True))

        threads = [Thread(target=start) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert (len(keys), len(set(keys)), len(keys[0])) == (8, 1, 50)
        assert [file.name for file in folder.iterdir()] == ["secret-key"]
        assert (folder / "secret-key").stat().st_mode & 0o777 == 0o600


def test_the_clocks_are_as_named_else_the_clubs_own_else_utc(monkeypatch):
    monkeypatch.setattr("deploy.server.environment.get_localzone_name", lambda: "Asia/Tokyo")
    assert time_zone("Europe/Helsinki", own=False) == "Europe/Helsinki"
    assert [time_zone("", own=True), time_zone("", own=False)] == ["Asia/Tokyo", "UTC"]
    monkeypatch.setattr("deploy.server.environment.get_localzone_name", lambda: None)
    assert time_zone("", own=True) == "UTC"
    with pytest.raises(ConfigurationFault, match="such as Europe/Helsinki, not 'Mars'"):
        time_zone("Mars", own=True)


def test_a_secret_is_read_from_the_file_that_is_named(tmp_path):
    (tmp_path / "key").write_text("a secret\n")
    (tmp_path / "none").write_text("\n")
    found = Environment(
        {"SECRET_KEY_FILE": str(tmp_path / "key"), "NIGIRI_LOG_KEY_FILE": str(tmp_path / "none")}
    )
    assert (found.str("SECRET_KEY"), found.str("NIGIRI_LOG_KEY")) == ("a secret", "")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("none", r"SECRET_KEY_FILE: \S+ is empty\."),
        ("missing", r"SECRET_KEY_FILE: \S+ cannot be read: No such file or directory\."),
        (".", r"SECRET_KEY_FILE: \S+ cannot be read: Is a directory\."),
    ],
)
def test_a_secret_that_cannot_be_read_or_is_empty_is_refused(tmp_path, name, sentence):
    (tmp_path / "none").touch()
    with pytest.raises(ConfigurationFault, match=sentence):
        Environment({"SECRET_KEY_FILE": str(tmp_path / name)})


def test_a_secret_given_twice_is_refused(tmp_path):
    with pytest.raises(ConfigurationFault, match="Set SECRET_KEY or SECRET_KEY_FILE, not both"):
        Environment({"SECRET_KEY": "one", "SECRET_KEY_FILE": str(tmp_path / "two")})


WRONG = [
    ("NIGIRI_FOO=1", "Unknown setting NIGIRI_FOO"),
    ("NIGIRI_HTTPS=ture", "NIGIRI_HTTPS must be true or false, not 'ture'."),
    ("NIGIRI_PROXIES=one", "NIGIRI_PROXIES must be a whole number, not 'one'."),
    ("NIGIRI_TIME_ZONE=Mars", "NIGIRI_TIME_ZONE is a time zone such as Europe/Helsinki, not 'Mars'."),
    ("NIGIRI_LOG_KEY=key", "NIGIRI_LOG_KEY is a line of manage.py log_key new"),
    ("SECRET_KEY_FILE=/nowhere/key", "SECRET_KEY_FILE: /nowhere/key cannot be read"),
    ("DATABASE_URL=postgresql://me:s3cret@localhost:x/nigiri", "DATABASE_URL must begin with postgresql://"),
    ("REDIS_URL=http://localhost", "REDIS_URL must begin with redis://, and its port must be a number."),
    ("EMAIL_URL=mail.example", "EMAIL_URL must begin with smtp://"),
]
PROGRAMS = {
    "manage.py": ("manage.py", "doctor"),
    "celery": ("-m", "celery", "-A", "deploy", "beat"),
    "gunicorn": (
        "-m",
        "gunicorn",
        "-c",
        "deploy/gunicorn.conf.py",
        "--bind",
        "127.0.0.1:0",
        "--workers",
        "1",
    ),
}


def words_of(program, setting, folder):
    """Its exit status and what it writes, where one setting is wrong."""
    name, value = setting.split("=", 1)
    environment = {"PATH": os.environ["PATH"], "NIGIRI_DATA": str(folder), name: value}
    folder.mkdir(exist_ok=True)
    done = subprocess.run(
        [sys.executable, *PROGRAMS[program]],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    return done.returncode, done.stderr


@pytest.mark.parametrize(("setting", "sentence"), WRONG, ids=[setting for setting, _ in WRONG])
def test_a_wrong_setting_is_one_sentence(tmp_path, monkeypatch, setting, sentence):
    name, value = setting.split("=", 1)
    monkeypatch.setattr(os, "environ", {"NIGIRI_DATA": str(tmp_path), name: value})
    with pytest.raises(ConfigurationFault) as fault:
        runpy.run_path(str(ROOT / "deploy" / "settings.py"))
    words = str(fault.value)
    assert words.startswith(sentence)
    assert (words.count("\n"), "s3cret" in words) == (0, False)


def test_a_command_ends_with_the_sentence_alone(tmp_path):
    status, words = words_of("manage.py", WRONG[6][0], tmp_path / "data")
    assert status == 1
    assert words.startswith(WRONG[6][1])
    assert (words.count("\n"), "s3cret" in words) == (1, False)


@pytest.mark.parametrize("program", ["celery", "gunicorn"])
def test_no_server_starts_with_a_wrong_setting(tmp_path, program):
    status, words = words_of(program, "NIGIRI_HTTPS=ture", tmp_path / "data")
    assert status
    assert "NIGIRI_HTTPS must be true or false, not 'ture'." in words
    assert "Traceback" not in words


def test_a_database_that_is_away_is_one_sentence(tmp_path):
    file = tmp_path / "nigiri.backup"
    file.touch()
    lines = ["migrate", "verify", f"restore {file}", "setup_link"]
    url = "postgresql://me:s3cret@127.0.0.1:1/nigiri"
    environment = {"PATH": os.environ["PATH"], "SECRET_KEY": "of this test", "DATABASE_URL": url}
    done = subprocess.run(
        [sys.executable, "-c", ONE_BY_ONE, *lines],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    answers = json.loads(done.stdout)
    assert len(answers) == len(lines)
    for status, words in answers:
        assert status in (1, 2)
        assert words.startswith("CommandError: The database cannot be used: connection failed: ")
        assert (words.count("\n"), "s3cret" in words) == (1, False)
