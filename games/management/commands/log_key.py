"""The command for the key that signs checkpoints of the log."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from games.backups.files import new_file
from games.log.tree import signed_checkpoints
from games.log.tree.checkpoints import new_signer
from games.management.base import Answer, JsonCommand

NEW, ROTATE = "new", "rotate"


class Command(JsonCommand):
    help = (
        "Print the public line of the key that signs checkpoints of the log, for posters and for those who "
        "check them. `new`: a private key for NIGIRI_LOG_KEY, which is kept nowhere. `rotate`: another key "
        "in the place of this one, by an event that both have signed; restart the service afterwards."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "what", nargs="?", choices=[NEW, ROTATE], help="a key for who has none, or another"
        )
        parser.add_argument("--origin", help="how the log of the new key is called: go.example.org/log")

    def answer(self, **options: Any) -> Answer:
        if options["what"] == NEW:
            if not (origin := options["origin"]) or origin.split() != [origin] or "+" in origin:
                raise CommandError("--origin NAME, without blanks and without +, is how this log is called.")
            signer = new_signer(origin)
            return Answer(data={"private": str(signer), "key": str(signer.verifier)}, text=str(signer))
        if options["what"] == ROTATE:
            return _rotate()
        if (kept := signed_checkpoints.log_signer()) is None:
            where = "NIGIRI_LOG_KEY" if settings.DATABASE_URL else f"{settings.DATA_DIR}/log-key"
            raise CommandError(f"This installation has no key in {where}.")
        return Answer(data={"key": str(kept.verifier)}, text=str(kept.verifier))


def _rotate() -> Answer:
    """Rotate the key.

    A key file is replaced and the old one kept next to it; without one, print the key for the environment.
    """
    old = signed_checkpoints.log_signer()
    path = Path(settings.DATA_DIR) / "log-key"
    if settings.DATABASE_URL or old is None or not path.exists():
        key = signed_checkpoints.rotate("operator", timezone.now())
        said = f"Set NIGIRI_LOG_KEY to this on all machines and restart them:\n{key}"
        return Answer(data={"key": str(key.verifier), "private": str(key)}, text=said)
    key, coming = new_signer(old.name), path.with_name("log-key-new")
    with new_file(coming):  # before anything names it
        coming.write_text(f"{key}\n", "utf-8")
    signed_checkpoints.rotate("operator", timezone.now(), key)
    path.rename(path.with_name(f"log-key-{old.verifier.key_id.hex()}"))
    coming.rename(path)
    said = f"The key is now {key.verifier}\nRestart the service, so that it signs with it."
    return Answer(data={"key": str(key.verifier)}, text=said)
