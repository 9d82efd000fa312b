"""`python -m deploy.client FOLDER`: the sources of the client there, ready for pip and for mypy --strict."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

import django

GENERATOR = ("openapi_python_client", "ruff")
INSTALL = f'{sys.executable} -m pip install "openapi-python-client>=0.29.1,<0.30"'  # which brings ruff


def main() -> None:
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    if missing := [name for name in GENERATOR if not find_spec(name)]:
        raise SystemExit(f"The client is made with {missing[0]}, which is not installed: {INSTALL}")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    django.setup()
    from deploy.client.making import Occupied, make  # noqa: PLC0415 - what it reads needs the applications

    try:
        make(Path(sys.argv[1]))
    except Occupied as error:
        raise SystemExit(str(error)) from error


if __name__ == "__main__":
    main()
