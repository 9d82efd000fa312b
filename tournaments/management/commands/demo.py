"""The command that creates the demonstration: a tournament with its accounts."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from games.management.base import Answer, JsonCommand, NegativeAnswer
from tournaments.demo.accounts import AccountTaken
from tournaments.demo.making import Demo, find_demo, make_demo
from tournaments.demo.stages import Stage


class Command(JsonCommand):
    help = "Make the demo tournament, if it is not there, and say how to log in."

    def add_arguments(self, parser: CommandParser) -> None:
        stages = [stage.value for stage in Stage]
        parser.add_argument("--stage", choices=stages, default=Stage.ROUND_3.value)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--organisation", default="riverside", help="slug; made when it is missing")
        parser.add_argument("--existing", action="store_true", help="make nothing: say what there is")

    def answer(self, **options: Any) -> Answer:
        if options["existing"]:
            return _answer(_existing(options["organisation"]))
        try:
            done = make_demo(
                options["organisation"], Stage(options["stage"]), options["seed"], timezone.now()
            )
        except AccountTaken as taken:
            raise CommandError(str(taken)) from taken
        if not done.made:
            self.stderr.write(f"{done.tournament} is here already: nothing was changed.")
        return _answer(done)


def _existing(organisation: str) -> Demo:
    if there := find_demo(organisation):
        return there
    raise NegativeAnswer(f"There is no demonstration of {organisation} here.")


def _answer(done: Demo) -> Answer:
    said = {name: getattr(done, name) for name in ("tournament", "stage", "logins", "url")}
    return Answer(data=said, text=_text(done))


def _text(done: Demo) -> str:
    made = f"{done.tournament} ({done.stage}): {done.url}"
    return "\n".join([made, *("{role}: {user} {password}".format(**login) for login in done.logins)])
