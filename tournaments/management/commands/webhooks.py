"""Send webhooks that are due, forget old ones. For a timer; safe beside a running server and beside itself.

JSON: ``{"delivered", "failed"}`` of this sweep, ``"waiting"`` for later, ``"forgotten"``.
"""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from games.management.base import Answer, JsonCommand
from tournaments.webhooks import sending
from tournaments.webhooks.rows import Delivery, DeliveryState


class Command(JsonCommand):
    help = "Send every webhook message that is due; forget those that ended a month ago."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--due", action="store_true", help="send what is due")
        parser.add_argument("--forget", action="store_true", help="delete messages that ended a month ago")

    def answer(self, **options: Any) -> Answer:
        if not (options["due"] or options["forget"]):
            raise CommandError("Say --due, --forget or both.")
        swept = sending.send_due() if options["due"] else sending.Swept()
        data = {
            "delivered": swept.delivered,
            "failed": swept.failed,
            "waiting": Delivery.objects.filter(state=DeliveryState.WAITING).count(),
            "forgotten": sending.forget(timezone.now()) if options["forget"] else 0,
        }
        return Answer(data=data, text=", ".join(f"{number} {name}" for name, number in data.items()))
