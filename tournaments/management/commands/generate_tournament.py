"""A tournament made at random from a seed, to try programs on."""

from typing import Any

from django.core.management.base import CommandParser

from games.management.base import Answer, JsonCommand
from tournaments.deciding.setting_up import SYSTEMS
from tournaments.generating import FORMS, Form, Generated, Wish, generate


class Command(JsonCommand):
    help = "Make a tournament at random: the same seed makes the same one. What is not named is drawn."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--seed", type=int, required=True)
        parser.add_argument(
            "--players", type=int, help="how many, about: teams and pairs take what they need"
        )
        parser.add_argument("--rounds", type=int)
        parser.add_argument("--system", choices=SYSTEMS)
        parser.add_argument("--form", choices=[form.value for form in FORMS])
        parser.add_argument("--quiet", action="store_true", help="only entries, pairings and results")
        parser.add_argument("--organisation", default="generated", help="slug; made when it is missing")

    def answer(self, **options: Any) -> Answer:
        wish = Wish(
            players=options["players"],
            rounds=options["rounds"],
            system=options["system"],
            form=Form(options["form"]) if options["form"] else None,
            quiet=options["quiet"],
        )
        made = generate(options["seed"], wish, organisation=options["organisation"])
        return Answer(data=made, text=_text(made))


def _text(made: Generated) -> str:
    refused = ", ".join(f"{code} {often}" for code, often in made.refused.items()) or "none"
    return (
        f"{made.slug}: {made.system}, {made.form}, {made.entries} entries, {made.rounds} rounds, "
        f"{made.commands} commands, of which refused: {refused}"
    )
