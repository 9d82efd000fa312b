"""The encoding of the console: output has arrows, names in every script and QR codes."""

import sys
from io import TextIOWrapper


def use_utf8() -> None:
    """Write UTF-8 to files and pipes, as elsewhere; a terminal shows ? for characters that it lacks."""
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, TextIOWrapper):  # there is none, or somebody collects what is said
            continue
        if stream.isatty():
            stream.reconfigure(errors="replace")
        else:
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
