"""The copy without a server: every link of it leads to a file of it, and nothing hidden is in it."""

import io
import re
from posixpath import dirname, join, normpath
from zipfile import ZipFile

import pytest

from games.game.commands import receive_record
from tests.builders import a_context, a_tournament, an_account, pair
from tournaments.commands import PairRound, pair_round
from tournaments.tables.people import Office
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db
SGF = b"(;GM[1]FF[4]SZ[19]KM[6.5];B[pd];W[dd];B[pq];W[dp])"


@pytest.fixture
def files(client):
    """Round 1 played, round 2 published with a record, round 3 paired and not published."""
    row = a_tournament(players=6, finished=1)
    pair(row, 2)
    receive_record(str(PairingRow.objects.filter(round=2).first().game_id), SGF, a_context())
    pair_round(str(row.id), PairRound(round=3, seed=1, reason="rain"), a_context())
    client.force_login(an_account("director", Office.DIRECTOR))
    answer = client.get("/tournaments/open/copy.zip")
    archive = ZipFile(io.BytesIO(answer.getvalue()))
    return {name.removeprefix("open/"): archive.read(name) for name in archive.namelist()}


def pages(files):
    return {name: body.decode() for name, body in files.items() if name.endswith(".html")}


def test_every_link_leads_to_a_file(files):
    led = 0
    for name, page in pages(files).items():
        for link in re.findall(r'(?:href|src)="([^"]+)"', page):
            if link.startswith(("#", "data:", "http")):
                continue
            assert normpath(join(dirname(name), link.partition("#")[0])) in files, (name, link)
            led += 1
    assert led > 200


def test_it_has_the_pages_that_a_spectator_reads(files):
    game = PairingRow.objects.filter(round=2).first()
    wanted = {"index.html", "rounds/1/index.html", "rounds/2/index.html", "players/index.html"}
    wanted |= {"static/nigiri/nigiri.css", "static/nigiri/board.js"}
    wanted |= {f"games/{game.game_id}/index.html", f"records/{game.game_id}.sgf"}
    assert wanted - set(files) == set()
    assert b";B[pd];W[dd]" in files[f"records/{game.game_id}.sgf"]


def test_what_is_not_published_is_not_in_it(files):
    hidden = [str(game.game_id) for game in PairingRow.objects.filter(round=3)]
    assert len(hidden) == 3
    assert not [name for name in files if name.startswith("rounds/3")]
    assert not [name for name, page in pages(files).items() if any(id_ in page for id_ in hidden)]


def test_nothing_asks_a_server(files):
    for name, page in pages(files).items():
        assert "<form" not in page, name
        assert "director" not in page.replace("The director chose the seed.", ""), name
        assert "data-live" not in page, name  # it would say that it is offline


def test_nothing_follows_a_server(files):
    assert not [name for name in files if "follow" in name or "idiomorph" in name]


def test_a_game_brings_its_steps(files):
    game = PairingRow.objects.filter(round=2).first()
    page = files[f"games/{game.game_id}/index.html"].decode()
    steps = re.search(r'<script type="application/json" id="steps">(.*)</script>', page)
    assert steps[1].count('"turn":') == 5
