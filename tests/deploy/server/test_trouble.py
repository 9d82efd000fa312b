"""Which faults of a database are apologised for, and which are ours."""

import json

import psycopg
import pytest
from django.db import DataError, InterfaceError, OperationalError, ProgrammingError
from django.test import RequestFactory

from deploy.middleware.failures import server_error
from deploy.server.trouble import trouble_code


def of_sqlite(name, error=OperationalError):
    cause = Exception()
    cause.sqlite_errorname = name
    return caused(error, cause)


def of_postgresql(state, error=OperationalError):
    return caused(error, psycopg.errors.lookup(state)())


def caused(error, cause):
    raised = error()
    raised.__cause__ = cause
    return raised


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (of_postgresql("57P01"), "unavailable"),  # shut down
        (of_postgresql("55P03"), "unavailable"),  # lock not available
        (of_postgresql("57014"), "unavailable"),  # statement timeout
        (of_postgresql("25006", OperationalError), "unavailable"),  # read-only
        (OperationalError("connection refused"), "unavailable"),
        (InterfaceError("closed"), "unavailable"),
        (of_postgresql("53100"), "storage_full"),
        (of_sqlite("SQLITE_BUSY"), "unavailable"),
        (of_sqlite("SQLITE_IOERR_WRITE"), "unavailable"),
        (of_sqlite("SQLITE_FULL"), "storage_full"),
        (of_sqlite("SQLITE_ERROR"), ""),  # no such table
        (of_postgresql("42P01", ProgrammingError), ""),
        (of_postgresql("22003", DataError), ""),
        (ValueError(), ""),
        (None, ""),
    ],
)
def test_what_is_apologised_for(error, code):
    assert trouble_code(error) == code


def answer(path, error):
    try:
        raise error
    except OperationalError:
        return server_error(RequestFactory().get(path))


def test_the_apology_is_a_page_or_a_problem_and_says_when_to_try_again():
    page = answer("/", of_sqlite("SQLITE_BUSY"))
    assert (page.status_code, page["Retry-After"]) == (503, "2")
    assert "<h1>The service cannot answer at the moment.</h1>" in page.content.decode()
    under = answer("/api/v1/", of_sqlite("SQLITE_FULL"))
    assert (under.status_code, under["Retry-After"]) == (507, "60")
    assert json.loads(under.content)["code"] == "storage_full"
