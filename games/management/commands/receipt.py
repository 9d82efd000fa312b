"""The command that checks a receipt and shows the operator everything about it."""

from typing import Any

from django.core.checks import Tags
from django.core.management.base import CommandError, CommandParser

from games.management.base import Answer, JsonCommand
from games.receipts.bodies import ReceiptBody, receipt_body
from games.receipts.checking import check
from games.refusals import Refusal


class Command(JsonCommand):
    help = (
        "Check the receipt of an event. Exit status 0: the log still says what it said; 1: it does not, and "
        "where; 2: no such receipt was given out, or the code cannot be read."
    )
    requires_system_checks = (Tags.urls,)  # loads the addresses, and with them who speaks for each stream

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("code", metavar="CODE", help="in any case, with or without its hyphens")

    def answer(self, **options: Any) -> Answer:
        try:
            receipt = check(options["code"])
        except Refusal as refusal:
            raise CommandError(f"{refusal} {refusal.advice}") from refusal
        data = receipt_body(receipt, everything=True, reasons=True)
        return Answer(data=data, text=_text(data, str(receipt.fault)), good=receipt.valid)


def _text(data: ReceiptBody, fault: str) -> str:
    event = data["event"]
    if event is None:
        return f"{data['code']} is not valid.\n{fault}"
    who = f"{event['actor']} ({event['role']})" if event["role"] else event["actor"]
    return "\n".join(
        [
            f"{data['code']} is valid.",
            f"{event['what']}, by {who}, {data['recorded_at']}",
            *(f"  {name}: {value}" for name, value in event["facts"].items()),
            f"{event['stream']} version {event['version']}, position {data['position']}",
            f"digest {data['digest']}",
        ]
    )
