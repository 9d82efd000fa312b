"""`python -m deploy.client FOLDER`: the sources of the client there, ready for pip and for mypy --strict."""

import os
import sys
from pathlib import Path

import django


def main() -> None:
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    django.setup()
    from deploy.client.making import make  # noqa: PLC0415 - what it reads needs the applications

    make(Path(sys.argv[1]))


if __name__ == "__main__":
    main()
