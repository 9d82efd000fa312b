"""The key that signs the heads of the log."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from games.log.tree import keeping
from games.log.tree.notes import new_signer
from games.management.base import Answer, JsonCommand

NEW = "new"


class Command(JsonCommand):
    help = (
        "Print the public line of the key that signs checkpoints of the log, for posters and for those who "
        "check them; with `new`, a new private key for NIGIRI_LOG_KEY, which is kept nowhere."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", nargs="?", choices=[NEW], help="a key for an installation that has none")
        parser.add_argument("--origin", help="how the log of the new key is called: go.example.org/log")

    def answer(self, **options: Any) -> Answer:
        if options["what"] == NEW:
            if not (origin := options["origin"]) or origin.split() != [origin] or "+" in origin:
                raise CommandError("--origin NAME, without blanks and without +, is how this log is called.")
            signer = new_signer(origin)
            return Answer(data={"private": str(signer), "key": str(signer.verifier)}, text=str(signer))
        if (kept := keeping.signer()) is None:
            where = "NIGIRI_LOG_KEY" if settings.DATABASE_URL else f"{settings.DATA_DIR}/log-key"
            raise CommandError(f"This installation has no key in {where}.")
        return Answer(data={"key": str(kept.verifier)}, text=str(kept.verifier))
