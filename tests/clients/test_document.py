"""The OpenAPI document passes the validators of others."""

import json
import subprocess
from pathlib import Path

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from deploy.api.openapi import render_document

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def text():
    return render_document()


@pytest.fixture(scope="module")
def document(text):
    return json.loads(text)


@pytest.fixture
def file(text, tmp_path):
    file = tmp_path / "openapi.json"
    file.write_bytes(text)
    return file


def run(program, *arguments):
    """What a program of package.json says."""
    command = [str(HERE / "node_modules" / ".bin" / program), *arguments]
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=300, cwd=HERE)  # ours


def test_it_is_valid_openapi_3_1(document):
    assert document["openapi"].startswith("3.1.")
    assert [str(fault) for fault in OpenAPIV31SpecValidator(document).iter_errors()] == []


@pytest.mark.node
def test_redocly_finds_nothing(file):
    said = run("redocly", "lint", "--config=redocly.yaml", "--format=stylish", str(file))
    assert said.returncode == 0, said.stdout + said.stderr


@pytest.mark.node
def test_spectral_finds_nothing(file):
    said = run("spectral", "lint", "--ruleset=spectral.yaml", "--fail-severity=hint", str(file))
    assert said.returncode == 0, said.stdout + said.stderr


def test_nothing_is_nullable_as_before_3_1(text):
    assert b'"nullable"' not in text
