"""The command that examines an installation."""

from typing import Any

from games.management.base import Answer, JsonCommand
from games.management.doctor import examine


class Command(JsonCommand):
    help = "Look at database options, append lock, triggers, broker, projections and packages, as in force."

    def answer(self, **options: Any) -> Answer:
        findings = examine()
        good = all(finding.ok for finding in findings)
        return Answer(
            data={"ok": good, "findings": findings},
            text="\n".join(f"{'ok ' if one.ok else 'BAD'}  {one.what}: {one.value}" for one in findings),
            good=good,
        )
