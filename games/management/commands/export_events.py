"""The command that exports the event log."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from games.claims import evidence
from games.log.exchange import export
from games.management.base import Answer, JsonCommand


class Command(JsonCommand):
    help = (
        "Write the event log as NDJSON: a header, then one event with its digest a line, then the words that "
        "officers typed (salted commitments stand for them in the events), then the sealed "
        "answers to requests with an Idempotency-Key. Names, addresses, "
        "accounts, what a game record carries beside its moves, words and pictures of claims are kept next "
        "to the log, not in it; how many of the last two it names is said on standard error, or by --output."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--stream", help="only this stream (cannot be imported elsewhere)")
        parser.add_argument("--after", type=int, default=0, help="only events after this position")
        parser.add_argument(
            "--without-words",
            action="store_true",
            help="without what was typed: for who is no officer",
        )
        parser.add_argument("--output", metavar="FILE", help="write there, and the number of events here")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the answer; without --output it consists of the exported lines."""
        if options["output"]:
            return super().handle(*args, **options)
        with self.report_errors():
            self.write(self.stdout, options)
            if named := evidence.counts_in_log():
                self.stderr.write(f"Not in the log, only their digests: {named}.")
        return None

    def answer(self, **options: Any) -> Answer:
        with Path(options["output"]).open("w", encoding="utf-8", newline="\n") as file:
            events = self.write(file, options)
        named = evidence.counts_in_log()
        lacks = f" Not in it, only their digests: {named}." if named else ""
        data = {"events": events, "file": options["output"], "not_in_it": named}
        return Answer(data=data, text=f"{events} events written.{lacks}")

    def write(self, file: Any, options: dict[str, Any]) -> int:
        events = 0
        for text in export(options["stream"], options["after"], opened=not options["without_words"]):
            file.write(text + "\n")
            events += text.startswith('{"actor":')  # neither the header nor an answer
        return events
