"""How PostgreSQL reads lists and pages of a large archive: by which index each list, and no table whole.

The archive is small and taken for a hundred times as large: ``tests.benchmarks.archive.plans``.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
OWNER, PLAYER = "archive-owner", "archive-player"
PINS = {
    ("", "/"): "tournaments_newest",
    ("", "/?before={cursor}"): "tournaments_newest",
    ("", "/organisations/house-0/"): "tournaments_of_house",
    ("", "/organisations/house-7/"): "tournaments_of_house",
    ("", "/api/v1/tournaments/"): "tournaments_newest",
    ("", "/api/v1/tournaments/?page_size=200"): "tournaments_newest",
    ("", "/api/v1/tournaments/?cursor={page}"): "tournaments_newest",
    ("", "/api/v1/tournaments/?organisation={house}"): "tournaments_of_house",
    ("", "/api/v1/tournaments/?organisation={club}"): "tournaments_of_house",
    ("", "/api/v1/tournaments/?system=mcmahon"): "tournaments_of_system",
    ("", "/api/v1/tournaments/?system=knock_out"): "tournaments_of_system",
    (OWNER, "/"): "tournaments_newest",
    (OWNER, "/organisations/house-0/"): "tournaments_of_house",
    (OWNER, "/organisations/house-0/members/"): "tournaments_of_house",
    (OWNER, "/organisations/house-0/players/"): "players_by_name",
    (OWNER, "/api/v1/organisations/house-0/players/"): "players_by_name",
    (OWNER, "/api/v1/tournaments/"): "tournaments_newest",
    (OWNER, "/api/v1/claims/"): "claims_made",
    (OWNER, "/api/v1/claims/?stage=open"): "claims_at_stage",
    (PLAYER, "/api/v1/claims/"): "games_claimrow_game_id_",
    (PLAYER, "/my/"): "tournaments_entryrow_player_id_",
}
"""Who asks, and what for -> the index, or how its name begins, by which the list is read."""
ALIKE = {"tournaments_newest": ("tournaments_newest", "tournaments_shown", "tournaments_at_home")}
"""In these the rows stand in one order: which is read depends on how many are hidden or put away."""


@pytest.fixture(scope="module")
def told():
    """Of the archive, by who asks and what for."""
    alone = ("REDIS_URL", "CELERY_BROKER_URL", "NIGIRI_DATA", "DJANGO_SETTINGS_MODULE")
    environment = {name: said for name, said in os.environ.items() if name not in alone}
    environment["ARCHIVE_DATABASE"] = f"nigiri_archive_{os.getpid()}"

    def run(*arguments):
        command = [sys.executable, "-m", "tests.benchmarks.archive", *arguments]
        ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr[-2000:]
        return ran.stdout

    try:
        run("make", "--events", "60000", "--tournaments", "1000")
        lines = [json.loads(line) for line in run("plans").splitlines() if line.startswith('{"who"')]
    finally:
        run("drop")
    return {(one["who"], one["pattern"]): one for one in lines}


@pytest.mark.postgresql
def test_no_list_or_page_reads_a_large_table_from_end_to_end(told):
    assert {address: one["whole"] for address, one in told.items() if one["whole"]} == {}
    assert sum(one["status"] == 200 for one in told.values()) > 100


@pytest.mark.postgresql
@pytest.mark.parametrize(("who", "pattern"), PINS)
def test_a_list_is_read_by_its_index(told, who, pattern):
    one, index = told[who, pattern], PINS[who, pattern]
    assert one["status"] == 200
    assert any(name.startswith(ALIKE.get(index, (index,))) for name in one["indexes"]), one["indexes"]
