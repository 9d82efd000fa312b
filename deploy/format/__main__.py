"""`python -m deploy.format kinds|vectors`, or `schemas FOLDER`: what of the format is made, not written.

`kinds` brings the table of events.md up to date, `vectors` the files in vectors/; `schemas` writes the JSON
Schema of every kind of event, one file each.
"""

import os
import sys
from pathlib import Path

import django


def main(what: str, folder: str = "schemas") -> None:
    """Write one of the three."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    django.setup()
    from deploy.format import examples, kinds, schemas  # noqa: PLC0415 - they read kinds that apps register

    if what == "kinds":
        kinds.FILE.write_text(kinds.with_table(kinds.FILE.read_text(encoding="utf-8")), encoding="utf-8")
        return
    into = examples.FOLDER if what == "vectors" else Path(folder)
    into.mkdir(parents=True, exist_ok=True)
    for name, text in (examples.files() if what == "vectors" else dict(schemas.texts())).items():
        (into / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
