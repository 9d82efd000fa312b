"""How long a federation's list takes, and how much memory: under --long 54,000 rows, as many as the EGD has.

The command runs in a process of its own, and tells the greatest memory of its own program: what ``getrusage``
calls so begins with that of the process that started it.
"""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sizes import size
from tests.tournaments.people.lists.files import egd, egd_row

ROOT = Path(__file__).resolve().parent.parent.parent
ROWS = size(13_500, long=54_000)
MOST_MEMORY = 300  # MB
READ = r"""
import json, re, sys
from deploy import settings
import django; django.setup()
from io import StringIO
from django.core.management import call_command
out = StringIO()
call_command("import_players", sys.argv[1], "--list", "egd", "--json", stdout=out)
memory = int(re.search(r"VmHWM:\s+(\d+) kB", open("/proc/self/status").read())[1]) // 1024
print(json.dumps({**json.loads(out.getvalue()), "memory": memory}))
"""


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    """A page like the EGD's, of invented names."""
    chance = random.Random(54)
    families = ["Müller", "Østby", "De_Wit", "Abdulina", "Straße", "Kowal", "Tsoj", "Åkerblom"]

    def name():
        family, given = chance.choices(families, k=2)
        return f"{family}{''.join(chance.choices('abeiklmnorst', k=5))} {given}"

    rows = [
        egd_row(10_000_000 + 13 * place, name(), rating=chance.randint(100, 2700)) for place in range(ROWS)
    ]
    path = tmp_path_factory.mktemp("lists") / "allworld.html"
    path.write_bytes(egd(*rows))
    return path


@pytest.fixture
def house(tmp_path):
    """An empty SQLite database in a folder of its own."""
    environment = {key: text for key, text in os.environ.items() if key != "DATABASE_URL"}
    environment |= {"NIGIRI_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "deploy.settings"}
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    return environment


def test_a_list_of_a_whole_federation(benchmark, published, house):
    def read():
        command = [sys.executable, "-c", READ, str(published)]
        ran = subprocess.run(command, cwd=ROOT, env=house, check=True, capture_output=True, text=True)
        return json.loads(ran.stdout)

    told = benchmark.pedantic(read, rounds=1)
    assert (told["count"], told["new"]) == (ROWS, ROWS)
    assert told["memory"] < MOST_MEMORY
    benchmark.extra_info["memory"] = told["memory"]
