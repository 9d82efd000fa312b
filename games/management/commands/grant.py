"""The command that grants the application's PostgreSQL role its privileges."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import connection, transaction

from games.log import roles
from games.management.base import Answer, JsonCommand


class Command(JsonCommand):
    help = (
        "Let a role of PostgreSQL run the application: read and write all tables, and of the log read and "
        "append alone. Run as the owner of the tables, once, after the first migrate."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("role", metavar="ROLE", help="another than the owner, made with CREATE ROLE")

    def answer(self, **options: Any) -> Answer:
        role = options["role"]
        if connection.vendor != "postgresql":
            raise CommandError("SQLite has no roles: an account that may write the file may write all of it.")
        if role == roles.current_role():
            raise CommandError(f"{role} is the owner: the application wants a role of its own.")
        with transaction.atomic():
            roles.grant(role)
        return Answer(data={"role": role}, text=f"{role} reads and appends the log, and works on all else.")
