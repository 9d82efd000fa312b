"""Failures of the database that are not the request's fault: it can be repeated later."""

import structlog
from django.core.cache import caches
from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpResponse

log = structlog.get_logger(__name__)
FULL = "nigiri.full"
AGAIN = {"unavailable": 2, "storage_full": 60}
"""Code -> seconds after which it may be tried again."""
LONGEST = 200
_CODES = {"53100": "storage_full", "25006": "unavailable", "25P03": "unavailable"}
"""PostgreSQL's states of a full disk, of a server that is read-only, of a transaction cut off while idle."""
_SQLITE = ("BUSY", "LOCKED", "CANTOPEN", "IOERR", "PROTOCOL", "READONLY", "INTERRUPT")


def trouble_code(error: BaseException | None) -> str:
    """Return ``unavailable`` or ``storage_full`` for such a failure, which is logged; else ""."""
    if code := _code_of(error):
        log.warning("database_trouble", code=code, error=f"{type(error).__name__}: {error}".strip()[:LONGEST])
    if code == "storage_full":
        caches["shared"].set(FULL, 1, AGAIN[code])
    return code


def _code_of(error: BaseException | None) -> str:
    if not isinstance(error, (DatabaseError, InterfaceError)):
        return ""
    if (name := getattr(error.__cause__, "sqlite_errorname", None)) is not None:
        return _of_sqlite(name.removeprefix("SQLITE_"))
    lost = isinstance(error, (OperationalError, InterfaceError))
    return _CODES.get(getattr(error.__cause__, "sqlstate", "") or "", "unavailable" if lost else "")


def _of_sqlite(name: str) -> str:
    """Return the code of an OperationalError of SQLite, which may also be an error in a statement."""
    if name == "FULL":
        return "storage_full"
    return "unavailable" if name.startswith(_SQLITE) else ""


def was_full_recently() -> bool:
    """Return whether PostgreSQL has recently refused a write for lack of space; needs no write."""
    return bool(caches["shared"].get(FULL))


def with_retry_after(response: HttpResponse, code: str) -> HttpResponse:
    """Return the response with ``Retry-After`` if repeating the request helps."""
    if code in AGAIN:
        response["Retry-After"] = str(AGAIN[code])
    return response
