"""The stock generator of Python clients reads the OpenAPI document, and its client plays a tournament."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from standardwebhooks import Webhook

from deploy.api.openapi import render_document
from tests.builders import a_founder, an_account
from tests.tournaments.webhooks.receiver import receiving
from tournaments.outbox.running import run_due

HERE = Path(__file__).parent
PASSWORD = "nine-stones-and-a-bowl"
UPLOADS = {"import_players_table", "read_player_list"}
"""Their bodies are only files of types that the generator does not know."""

MOST_FILES = 900
LONGEST_IMPORT = 2.0  # seconds of the processor
IMPORT = """
import pkgutil, time, importlib, nigiri_client
for module in pkgutil.walk_packages(nigiri_client.__path__, "nigiri_client."):
    importlib.import_module(module.name)
print(time.process_time())
"""
DISPUTE = [
    *("dispute", "claim.made", "claim.ruled", "ruling", "result", "standings"),
    *("claim.appealed", "ruling", "claim.decided", "ruling", "result", "standings"),
]


def run(folder, *arguments):
    """Run Python where it finds the generated package, and return what it printed."""
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=os.environ | {"PYTHONPATH": str(folder)},
        check=False, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the generated package ``nigiri_client``."""
    folder = tmp_path_factory.mktemp("generated")
    (folder / "openapi.json").write_bytes(render_document())
    generate = ["-m", "openapi_python_client", "generate", "--meta=none"]
    run(folder, *generate, "--path=openapi.json", "--output-path=nigiri_client")
    return folder


def test_a_python_client_has_every_operation(folder):
    paths = json.loads(render_document())["paths"].values()
    ids = {operation["operationId"] for methods in paths for operation in methods.values()}
    assert ids - {file.stem for file in folder.glob("nigiri_client/api/*/*.py")} == UPLOADS


def test_a_python_client_has_few_files(folder):
    assert len(list(folder.rglob("*.py"))) <= MOST_FILES


@pytest.mark.long  # the time is the machine's
def test_a_python_client_is_soon_imported(folder):
    assert float(run(folder, "-c", IMPORT)) < LONGEST_IMPORT


def with_accounts(*names):
    for name in names:
        user = an_account(name)
        user.set_password(PASSWORD)
        user.save()
        a_founder(user)


@pytest.mark.django_db(transaction=True)
def test_a_python_client_plays_a_tournament_with_a_dispute(folder, live_server, settings):
    settings.WEBHOOK_PRIVATE = True
    with_accounts("director", "referee")
    with receiving() as receiver:
        story = [str(HERE / "played.py"), live_server.url, PASSWORD, receiver.url]
        told = json.loads(run(folder, *story))
        run_due()
    assert told["edited"] == ["1d", 412, "version_clash"]
    assert told["decided"] == ["disputed", "upheld", "appealed", "white"]
    assert len(told["standings"]) == 24
    assert told["csv"] == told["standings"]
    webhook = Webhook(told["secret"])
    messages = [webhook.verify(got.body, got.headers) for got in receiver.got]
    assert [one["type"] for one in messages][-len(DISPUTE) :] == DISPUTE
