"""deploy/guide/installing.md, its part for systemd, followed in an empty folder.

Left out are packages, accounts, units and the certificate of an authority, which only a whole machine has.
"""

import os
import re
import subprocess
import sys

import pytest

from tests.conftest import ROOT
from tests.services import own_redis, postgresql_server, programs_and_socket

LEFT_OUT = re.compile(
    r"^(apt-get|adduser|git|ln -sfn 2026|cd |sh -c|systemctl|cp |certbot|ln -sfn /etc/letsencrypt)"
)
GUIDE = (ROOT / "deploy" / "guide" / "installing.md").read_text()
HEALTH = ".venv/bin/python -m deploy.watching.ask"


def typed():
    """The lines of the guide's part for systemd that can run here; a line goes on after a backslash."""
    part = GUIDE.partition("## systemd")[2]
    text = "".join(re.findall(r"^```sh\n(.*?)^```$", part, re.MULTILINE | re.DOTALL)).replace("\\\n", " ")
    return [line for line in text.splitlines() if not LEFT_OUT.match(line) and HEALTH not in line]


@pytest.mark.postgresql
def test_the_guide_is_followed(tmp_path):
    (tmp_path / "redis.conf").touch()
    (tmp_path / "nginx").mkdir()
    with postgresql_server() as server, own_redis() as queue:
        programs, socket = programs_and_socket(server)
        make = "sh deploy/systemd/make-environment.sh go.example.org"
        servers = rf"s#@localhost:5432/nigiri#@/nigiri?host={socket}#; s#redis://.*@localhost.*#{queue}#"
        reach = f"{servers}; s#=/var/lib/nigiri#={tmp_path}/data#"
        files = f"{tmp_path}/nigiri/env {tmp_path}/nigiri/secrets/owner_url"
        script = "\n".join(["set -e", *typed()])
        for there, here in {
            make: f"{make} {tmp_path}/nigiri\nsed -i '{reach}' {files}",
            "PSQL='runuser -u postgres -- psql' ": "",
            "/etc/nigiri": f"{tmp_path}/nigiri",
            "/etc/redis": str(tmp_path),
            "/etc/nginx": f"{tmp_path}/nginx",
            "/var/lib/nigiri": f"{tmp_path}/data",
            "nginx -t": "true",
            ".venv/bin/python": sys.executable,
        }.items():
            assert there in script, there
            script = script.replace(there, here)
        environment = {
            "PATH": f"{programs}:{os.environ['PATH']}",
            "PGHOST": socket,
            "POSTGRES_USER": "postgres",
            "SETTINGS_FILE": f"{tmp_path}/nigiri/env",
            "OWNER_URL_FILE": f"{tmp_path}/nigiri/secrets/owner_url",
            "HOME": str(tmp_path),
        }
        done = subprocess.run(
            ["sh", "-c", script], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
    assert "https://go.example.org/first/?key=" in done.stdout, done.stdout + done.stderr
    assert (tmp_path / "redis.conf").read_text().startswith("requirepass ")
    assert "go.example.org" in (tmp_path / "nginx" / "nginx.conf").read_text()
    env = tmp_path / "nigiri" / "env"
    assert env.stat().st_mode & 0o777 == 0o640
    assert re.search(r"^NIGIRI_LOG_KEY=PRIVATE\+KEY\+go\.example\.org/log\+", env.read_text(), re.MULTILINE)


def test_the_settings_are_made_once(tmp_path):
    made = []
    for _ in range(2):
        make = ["sh", "deploy/systemd/make-environment.sh", "go.example.org", str(tmp_path)]
        subprocess.run(make, cwd=ROOT, check=True, capture_output=True)
        made.append({path: path.read_text() for path in tmp_path.rglob("*") if path.is_file()})
    assert made[0] == made[1]
    assert len(made[0]) == 12
