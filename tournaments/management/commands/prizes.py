"""The command that lists the prizes after a round, from the standings."""

from typing import Any

from django.core.management.base import CommandParser
from django.http import Http404

from games.management.base import Answer
from games.refusals import refuse
from tournaments.competition.standings.prizes import PrizeChoices
from tournaments.management.base import NamesTold, tournament
from tournaments.reading.prize_bodies import PrizeBody, prizes_body


class Command(NamesTold):
    help = (
        "First places, who won all rounds or all but one, category winners, best kyu, youth, women, clubs, "
        "countries, the greatest rise."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--round", type=int, help="0 to the number of rounds; else the last with results")
        parser.add_argument("--group", help="of this group alone")
        parser.add_argument(
            "--first", type=int, default=PrizeChoices().first, help="how many places have a prize"
        )
        parser.add_argument(
            "--youth", type=int, default=PrizeChoices().youth, help="the age at which youth ends"
        )

    def answer(self, **options: Any) -> Answer:
        row, asked = tournament(options["slug"]), PrizeChoices(first=options["first"], youth=options["youth"])
        try:
            body = prizes_body(
                row, options["round"], asked, officer=True, personal=True, group=options["group"]
            )
        except Http404:
            refuse("no_such_round", round=options["round"], rounds=row.rounds, group=options["group"])
        return Answer(data=body, text="\n".join(map(_text, body["prizes"])))


def _text(prize: PrizeBody) -> str:
    lines = [
        f"  {line['place']:>2}  {line['team'] or line['players'][0]['name']}  ({line['by']})"
        for line in prize["lines"]
    ]
    missing = [f"  {prize['missing']}"] if prize["missing"] else []
    return "\n".join([f"{prize['title']}: {prize['rule']}", *lines, *missing])
