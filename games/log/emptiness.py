"""A database that nobody has made the tables of yet."""

from django.db import DatabaseError, connection

EMPTY = "The folder is empty: run `manage.py migrate`"


def is_empty() -> bool:
    """Whether there is no table at all; False where nobody can look."""
    try:
        return not connection.introspection.table_names()
    except DatabaseError:
        return False
