"""`python -m tests.log_format kinds|vectors`: write the generated parts of `deploy/format`.

`kinds` updates the table in events.md, `vectors` the files in vectors/.
"""

import os
import sys

import django


def main(part: str) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    django.setup()
    import deploy.urls  # noqa: F401 - the pages import every module that registers kinds of events
    from tests.log_format import examples, kinds

    if part == "kinds":
        kinds.FILE.write_text(kinds.with_table(kinds.FILE.read_text(encoding="utf-8")), encoding="utf-8")
        return
    for name, text in examples.files().items():
        (examples.FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
