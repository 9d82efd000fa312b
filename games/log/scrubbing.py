"""What was deleted leaves the file, too: SQLite keeps bytes of before in its write-ahead log until it is cut.

Its connections overwrite what they free (``deploy.databases``). PostgreSQL's vacuum does it in its own time.
"""

from django.db import connection


def scrub() -> None:
    """Outside of a transaction. Where somebody reads at this moment the next one cuts it."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def rewrite() -> None:
    """Write SQLite's file anew, as large as what is in it. Everybody waits meanwhile."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")
    scrub()
