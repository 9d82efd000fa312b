"""The build of a wheel (see `pyproject.toml`): compiles catalogues, and removes files of an earlier build.

It runs before anything is installed, so it imports only setuptools and Babel.
"""

import shutil
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools.command.build_py import build_py

LOCALE = Path("deploy", "locale")


class BuildPy(build_py):  # type: ignore[misc]  # setuptools ships no types
    """The build command. The sources contain only .po files; Django reads .mo files."""

    def run(self) -> None:
        if not self.editable_mode:
            shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()
        if not self.editable_mode:
            for po in sorted(LOCALE.glob("*/LC_MESSAGES/django.po")):
                _compile(po, Path(self.build_lib, po).with_suffix(".mo"))


def _compile(po: Path, mo: Path) -> None:
    mo.parent.mkdir(parents=True, exist_ok=True)
    with po.open("rb") as source, mo.open("wb") as compiled:
        write_mo(compiled, read_po(source, locale=po.parts[-3], abort_invalid=True))
