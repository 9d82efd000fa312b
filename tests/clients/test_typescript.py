"""TypeScript on types made of the document: strict, closed, and enough to play a tournament."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from deploy.openapi import written
from tests.builders import a_founder, an_account

pytestmark = pytest.mark.node
HERE = Path(__file__).parent
PASSWORD = "nine-stones-and-a-bowl"
OPEN = {"Verdict.facts": "what a refusal is about differs from code to code, and a code may get more facts"}
"""Members of bodies whose values have no type, and why."""
NO_TYPE = re.compile(r"(?<![\w\"])(?:unknown|any)(?![\w\"]|\??:)")


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


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """What is compiled, beside the types of the document."""
    folder = tmp_path_factory.mktemp("typescript")
    (folder / "openapi.json").write_bytes(written())
    made = run(folder, "openapi-typescript", "openapi.json", "--default-non-nullable=false", "-o=schema.d.ts")
    assert made.returncode == 0, made.stderr
    for name in ("played.ts", "tsconfig.json"):
        shutil.copy(HERE / name, folder)
    (folder / "node_modules").symlink_to(HERE / "node_modules")
    (folder / "package.json").write_text('{"type": "module"}')
    return folder


def untyped(text):
    """Schema and member of every `unknown` and `any` in the types of bodies."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = text.replace("[name: string]: unknown;", "")  # a header that the document does not have
    schema, member = "", ""
    for line in text.splitlines():
        if named := re.match(r" {8}(\w+): \{", line):
            schema = named.group(1)
        if named := re.match(r" {12}\"?(\w+)\"?\??:", line):
            member = named.group(1)
        if NO_TYPE.search(re.sub(r'"[^"]*"', "", line)):
            yield f"{schema}.{member}"


def test_bodies_are_typed_to_the_end(folder):
    assert set(untyped((folder / "schema.d.ts").read_text())) == OPEN.keys()


def test_a_wrong_value_is_found(folder, tmp_path):
    for file in folder.iterdir():
        (tmp_path / file.name).symlink_to(file)
    (tmp_path / "played.ts").unlink()
    wrong = (HERE / "played.ts").read_text().replace('result: "black" as const', 'result: "green" as const')
    (tmp_path / "played.ts").write_text(wrong)
    said = run(tmp_path, "tsc", "--noEmit", "-p", ".")
    assert said.returncode != 0
    assert "played.ts(" in said.stdout
    assert '"green"' in said.stdout


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
