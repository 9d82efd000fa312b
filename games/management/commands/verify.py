"""The command that verifies the event log."""

from typing import Any

from django.utils import timezone

from games.log import store
from games.log.progress import Progress
from games.log.verification import VerificationResult, verify_and_record
from games.management.base import Answer, JsonCommand


class Command(JsonCommand):
    help = "Check every event's digest; name every altered, missing or inserted one, with exit status 1."

    def answer(self, **options: Any) -> Answer:
        with Progress("events", store.head()) as report:
            checked = verify_and_record(timezone.now(), report)
        return Answer(
            data={"ok": checked.good, "events": checked.events, "faults": checked.faults},
            text=_text(checked),
            good=checked.good,
        )


def _text(checked: VerificationResult) -> str:
    return "\n".join([*map(str, checked.faults), str(checked)])
