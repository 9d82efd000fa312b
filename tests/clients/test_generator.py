"""The stock generator of Python clients reads the OpenAPI document."""

import json
import subprocess
import sys
from compileall import compile_dir

from deploy.openapi import render_document

UPLOADS = {"import_players_table", "read_player_list"}
"""Their bodies are only files of types that the generator does not know."""


def test_a_python_client_has_every_operation(tmp_path):
    document, package = tmp_path / "openapi.json", tmp_path / "client"
    document.write_bytes(render_document())
    generate = [sys.executable, "-m", "openapi_python_client", "generate", "--meta=none"]
    made = subprocess.run(
        [*generate, f"--path={document}", f"--output-path={package}"],
        check=False, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert made.returncode == 0, made.stdout + made.stderr
    paths = json.loads(render_document())["paths"].values()
    ids = {operation["operationId"] for methods in paths for operation in methods.values()}
    assert ids - {file.stem for file in package.glob("api/*/*.py")} == UPLOADS
    assert compile_dir(package, quiet=1)
