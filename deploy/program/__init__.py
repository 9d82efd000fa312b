"""The command `nigiri`: the service as a desktop program on Linux, macOS and Windows."""

import sys
from collections.abc import Sequence
from importlib.metadata import version
from io import TextIOWrapper

from deploy.program import commands, options

__all__ = ["main"]

HELP = """usage: nigiri [--data FOLDER] COMMAND [OPTIONS]

  nigiri start            your club's tournaments, in the browser
  nigiri start --help     port, address, folder, demonstration
  nigiri backup FILE      everything there is in one file, also while it runs
  nigiri doctor           whether all is as it should be
  nigiri check FILE       whether a tournament's bundle is whole and its results follow
  nigiri help             every other command; nigiri COMMAND --help explains one

What is kept is in {folder}
(--data FOLDER, or NIGIRI_DATA, names another).
"""


def main(words: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0 good, 1 a negative answer, 2 not run."""
    use_utf8()
    given = list(sys.argv[1:] if words is None else words)
    folder, rest = options.split_data_option(given)
    if not rest or rest[0] in ("-h", "--help"):
        sys.stdout.write(HELP.format(folder=options.data_folder(folder)))
        return 0 if rest else 2
    if rest[0] == "--version":
        sys.stdout.write(f"nigiri {version('nigiri')}\n")
        return 0
    if rest[0] == "start":
        from deploy.program import start  # noqa: PLC0415 - most commands need no server

        return start.main(rest[1:], folder)
    if rest[0] == "check":
        from deploy.program import checking  # noqa: PLC0415 - only this one needs no folder

        return checking.main(rest[1:])
    options.use_folder(folder)
    return commands.run(["nigiri", *rest])


def use_utf8() -> None:
    """Write UTF-8 to files and pipes, as elsewhere; a terminal shows ? for characters that it lacks."""
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, TextIOWrapper):  # none, or a test collects the output
            continue
        if stream.isatty():
            stream.reconfigure(errors="replace")
        else:
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
