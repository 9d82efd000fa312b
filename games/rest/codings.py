"""Content codings that a reader accepts (RFC 9110, 12.5.3)."""

import re

GZIP = ("gzip", "x-gzip")
ANY = "*"
_NOT_AT_ALL = re.compile(r"0(\.0{0,3})?")
_WEIGHT = re.compile(r"0(\.[0-9]{0,3})?|1(\.0{0,3})?")


def takes_gzip(accept_encoding: str) -> bool:
    """Whether ``Accept-Encoding`` allows gzip: by name, else by ``*``; a broken weight allows nothing."""
    allowed = dict(map(_allowed, accept_encoding.lower().split(",")))
    named = [allowed[name] for name in GZIP if name in allowed]
    return any(named) if named else allowed.get(ANY, False)


def _allowed(written: str) -> tuple[str, bool]:
    """Of "gzip;q=0.5": the coding, and whether its weight is above 0."""
    name, *parameters = (part.strip() for part in written.split(";"))
    weights = [part.removeprefix("q=") for part in parameters if part.startswith("q=")] or ["1"]
    return name, all(_WEIGHT.fullmatch(one) and not _NOT_AT_ALL.fullmatch(one) for one in weights)
