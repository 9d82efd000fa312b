"""Whether the log still says what was written."""

from typing import Any

from games.log import store
from games.log.progress import Progress
from games.log.verification import Fault, keep, verify
from games.management.base import Answer, JsonCommand


class Command(JsonCommand):
    help = "Check every event's digest; name every altered, missing or inserted one, with exit status 1."

    def answer(self, **options: Any) -> Answer:
        events = store.head()
        with Progress("events", events) as report:
            faults = list(verify(report))
        keep(faults)
        return Answer(
            data={"ok": not faults, "events": events, "faults": faults},
            text=_text(events, faults),
            good=not faults,
        )


def _text(events: int, faults: list[Fault]) -> str:
    if not faults:
        return f"{events} events, every digest matches."
    return "\n".join([*map(str, faults), f"{events} events, {len(faults)} faults."])
