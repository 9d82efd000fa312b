"""The generated client, made once for all tests that use it."""

import subprocess
import sys

import pytest

from deploy.client.making import make


@pytest.fixture(scope="session")
def client_sources(tmp_path_factory):
    """A folder with the package `nigiri.client`."""
    folder = tmp_path_factory.mktemp("client")
    make(folder)
    return folder


@pytest.fixture(scope="session")
def nigiri_client(client_sources):
    """The package, imported."""
    sys.path.insert(0, str(client_sources))
    import nigiri.client

    yield nigiri.client
    sys.path.remove(str(client_sources))
    for name in [name for name in sys.modules if name.split(".")[0] == "nigiri"]:
        del sys.modules[name]


@pytest.fixture
def typed(client_sources, tmp_path):
    """What mypy --strict says of files that use the client; "" is nothing."""

    def check(*files):
        command = [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--config-file=",
            "--explicit-package-bases",
            f"--cache-dir={tmp_path}",
            *files,
        ]
        environment = {"MYPYPATH": str(client_sources), "PATH": ""}
        said = subprocess.run(
            command, check=False, capture_output=True, text=True, cwd=tmp_path, env=environment
        )
        return "" if said.returncode == 0 else said.stdout + said.stderr

    return check
