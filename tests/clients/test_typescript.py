"""TypeScript on types made of the document: strict, and enough to play a tournament."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from deploy.api.openapi import render_document
from tests.builders import a_founder, an_account

pytestmark = pytest.mark.node
HERE = Path(__file__).parent
PASSWORD = "nine-stones-and-a-bowl"


def with_password(name):
    user = an_account(name)
    user.set_password(PASSWORD)
    user.save()
    return user


def run(folder, program, *arguments, **environment):
    command = (
        [str(HERE / "node_modules" / ".bin" / program), *arguments]
        if program != "node"
        else ["node", *arguments]
    )
    return subprocess.run(
        command,
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
        cwd=folder,
        env=os.environ | environment,
    )


@pytest.fixture
def folder(tmp_path):
    """A folder with a program and the types of the document."""
    (tmp_path / "openapi.json").write_bytes(render_document())
    made = run(
        tmp_path, "openapi-typescript", "openapi.json", "--default-non-nullable=false", "-o=schema.d.ts"
    )
    assert made.returncode == 0, made.stderr
    for name in ("played.ts", "tsconfig.json"):
        shutil.copy(HERE / name, tmp_path)
    (tmp_path / "node_modules").symlink_to(HERE / "node_modules")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    return tmp_path


@pytest.mark.django_db(transaction=True)
def test_a_tournament_from_login_to_standings(folder, live_server):
    compiled = run(folder, "tsc", "-p", ".")
    assert compiled.returncode == 0, compiled.stdout
    for name in ("white", "black"):
        with_password(name)
    a_founder(with_password("director"))
    said = run(folder, "node", "played.js", URL=live_server.url, PASSWORD=PASSWORD)
    assert said.returncode == 0, said.stderr
    told = json.loads(said.stdout)
    assert (len(told["places"]), told.pop("places")[0]) == (4, 1)
    assert told == {
        "decided": ["white", "decided"],
        "batches": [[1, 1, "unknown_pairing"], [2, 1, "unknown_pairing"]],
    }
