"""SQLite that waits for another writer as long as the work at hand may."""

from typing import Any

from django.db.backends.sqlite3 import base

from games.log import patience, turns


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's; a transaction that begins takes the writers' turn."""

    def get_connection_params(self) -> dict[str, Any]:
        params: dict[str, Any] = super().get_connection_params()
        return {**params, "timeout": patience.now().lock or params["timeout"]}

    def _start_transaction_under_autocommit(self) -> None:
        with turns.waiting():
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # the stubs lack it
