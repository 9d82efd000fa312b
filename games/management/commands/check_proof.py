"""The command that checks a proof from its file, without database or network."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from games.log.canonical import canonical
from games.log.tree.checkpoints import BadNote, read_verifier, verify_proof
from games.management.base import Answer, JsonCommand, NegativeAnswer


class Command(JsonCommand):
    help = (
        "Check the proof of an event that a receipt gave out. Exit status 0: it is in the log whose key you "
        "name; 1: it is not, or the checkpoint is not signed as it should be."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("proof", metavar="FILE", help="the lines of the proof; - for standard input")
        parser.add_argument("--key", metavar="LINE", required=True, help="the log's public key, as on paper")

    def answer(self, **options: Any) -> Answer:
        text = sys.stdin.read() if options["proof"] == "-" else Path(options["proof"]).read_text()
        try:
            key = read_verifier(options["key"])
        except BadNote as error:
            raise CommandError(f"{error}.") from error
        try:
            proved = verify_proof(text, key)
        except BadNote as error:
            raise NegativeAnswer(f"{options['proof']}: {error}.") from error
        place = f"event {proved.index + 1} of {proved.checkpoint.size} in {proved.checkpoint.origin}"
        data = {"event": proved.event, "index": proved.index, "size": proved.checkpoint.size}
        return Answer(data=data, text=f"It holds: {place}.\n{canonical(proved.event)}")
