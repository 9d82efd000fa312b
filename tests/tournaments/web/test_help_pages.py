"""The help: every page leads to its paragraph, and the ten calls work as they stand."""

import os
import re
import subprocess
import sys
from html import unescape

import pytest

from tests.builders import a_tournament, an_account
from tests.test_permission_matrix import PAGES as ROUTES
from tests.tournaments.web.visitor import Page
from tournaments.tables.rows import EntryRow, TournamentRow
from tournaments.templatetags.helping import PARAGRAPHS

PASSWORD = "nine-stones-and-a-bowl"
FROM_ALLAUTH = {"account_login"}
CURL = '''#!{python}
"""What the page uses of curl: -s, --fail-with-body, -X, -H, -d and --data-binary."""
import argparse, sys, urllib.request
said = argparse.ArgumentParser()
said.add_argument("address")
said.add_argument("-s", action="store_true", required=True)
said.add_argument("--fail-with-body", action="store_true", required=True)
said.add_argument("-X")
said.add_argument("-H", action="append", default=[])
said.add_argument("-d", "--data-binary", dest="body")
said = said.parse_args()
headers = dict(line.split(": ", 1) for line in said.H)
body = None if said.body is None else said.body.encode()
method = said.X or ("GET" if body is None else "POST")
with urllib.request.urlopen(urllib.request.Request(said.address, body, headers, method=method)) as answer:
    sys.stdout.write(answer.read().decode())
'''


@pytest.mark.django_db
def test_every_paragraph_that_a_page_leads_to_is_there(client):
    for place in PARAGRAPHS:
        page, _, anchor = place.partition("#")
        assert f'<h2 id="{anchor}">' in client.get(f"/help/{page}/").content.decode()


def test_every_page_that_is_named_exists_and_is_named_once():
    named = [name for names in PARAGRAPHS.values() for name in names.split()]
    assert len(named) == len(set(named))
    assert {name for name in named if f"web:{name}" not in ROUTES} == FROM_ALLAUTH


@pytest.mark.django_db
def test_a_page_leads_to_its_paragraph(client):
    a_tournament(players=4)
    for address, place in [
        ("/", "/help/"),
        ("/tournaments/open/", "/help/director/#end"),
        ("/tournaments/open/players/", "/help/director/#players"),
        ("/rules/", "/help/referee/#laboratory"),
        ("/accounts/login/", "/help/player/#account"),
        ("/nothing/", "/help/"),
    ]:
        links = [to for said, to in Page(client.get(address)).links if said == "Help"]
        assert links == [place, "/help/"], address


@pytest.fixture
def reader(client, live_server):
    """The environment that the page asks for, and its two texts as they stand there."""
    owner = an_account("owner", "owner")
    owner.set_password(PASSWORD)
    owner.save()
    page = client.get("/help/api/", headers={"host": live_server.url.partition("//")[2]}).content.decode()
    texts = {
        name: unescape(text)
        for name, text in re.findall(r'<pre data-name="(\w+)"[^>]*>(.*?)</pre>', page, re.DOTALL)
    }
    said = {"NIGIRI_USER": "owner", "NIGIRI_PASSWORD": PASSWORD, "NIGIRI_ORGANISATION": "home"}
    return {**os.environ, **said}, texts


def run(command, text, environment):
    return subprocess.run(
        command, input=text, env=environment, capture_output=True, text=True, check=False, timeout=120
    )


@pytest.mark.django_db(transaction=True)
def test_the_ten_calls_work_as_they_stand_in_curl_and_in_python_one_after_the_other(reader, tmp_path):
    environment, texts = reader
    curl = tmp_path / "curl"
    curl.write_text(CURL.replace("{python}", sys.executable))
    curl.chmod(0o755)
    environment["PATH"] = f"{tmp_path}:{environment['PATH']}"
    for name, command in (("curl", ["sh"]), ("python", [sys.executable, "-"])):
        ran = run(command, texts[name], environment)
        assert (ran.returncode, ran.stderr) == (0, ""), name
        assert "japanese" in ran.stdout
        assert re.findall(r"^# (\d+)\. ", texts[name], re.MULTILINE) == [str(n) for n in range(1, 11)]
    rows = TournamentRow.objects.filter(name="First steps")
    assert [row.published for row in rows] == [True, True]
    for row in rows:
        assert EntryRow.objects.filter(tournament=row).count() == 4
        assert sorted(row.pairings.values_list("result_state", flat=True)) == ["confirmed", "missing"]
