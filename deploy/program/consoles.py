"""What is printed has arrows, names in every script and QR codes; a console may know none of it."""

import sys
from io import TextIOWrapper


def speak_utf8() -> None:
    """Into files and pipes in UTF-8, as everywhere else here; a screen shows ? for what it lacks."""
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, TextIOWrapper):  # there is none, or somebody collects what is said
            continue
        if stream.isatty():
            stream.reconfigure(errors="replace")
        else:
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
