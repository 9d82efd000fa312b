import re
import stat
from pathlib import Path
from threading import Barrier, Thread

import pytest
from django.core.exceptions import ImproperlyConfigured

from deploy.environment import KNOWN, log_key, refuse_unknown, secret_key, time_zone

ROOT = Path(__file__).resolve().parents[2]


def test_a_slip_in_a_name_is_refused_with_the_name_that_was_meant():
    with pytest.raises(ImproperlyConfigured, match=r"NIGIRI_HTTP\. Did you mean NIGIRI_HTTPS\?"):
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
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY"):
        secret_key(tmp_path, create=False)
    assert list(tmp_path.iterdir()) == []


def test_the_key_of_the_log_is_made_once_with_a_name_of_its_own_or_given(tmp_path):
    first = log_key("", tmp_path, create=True)
    assert log_key("", tmp_path, create=True) == first != log_key("", tmp_path / "another", create=True)
    assert re.fullmatch(r"PRIVATE\+KEY\+nigiri/[0-9a-f]{12}\+[0-9a-f]{8}\+.{44}", first)
    assert log_key(first, tmp_path / "none", create=False) == first
    assert log_key("", tmp_path / "none", create=False) == ""
    with pytest.raises(ImproperlyConfigured, match="NIGIRI_LOG_KEY"):
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
    monkeypatch.setattr("deploy.environment.get_localzone_name", lambda: "Asia/Tokyo")
    assert time_zone("Europe/Helsinki", own=False) == "Europe/Helsinki"
    assert [time_zone("", own=True), time_zone("", own=False)] == ["Asia/Tokyo", "UTC"]
    monkeypatch.setattr("deploy.environment.get_localzone_name", lambda: None)
    assert time_zone("", own=True) == "UTC"
    with pytest.raises(ImproperlyConfigured, match="such as Europe/Helsinki, not 'Mars'"):
        time_zone("Mars", own=True)
