"""The command that lists EGF ratings before and after a tournament. The JSON explains every game."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.management.base import CommandParser

from games.management.base import Answer
from tournaments.competition.ratings import TimeClass
from tournaments.management.base import NamesTold, as_table, tournament
from tournaments.reading.rating_bodies import RatingsBody, ratings_body

HEAD = ["name", "rank", "before", "after", "change", "bonus", "games"]


class Command(NamesTold):
    help = "What the tournament does to everybody's EGF rating."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument(
            "--class",
            dest="time_class",
            choices=[each.value for each in TimeClass],
            default="",
            help="A 60 minutes, B 40, C 25 and overtime; D on the Internet (else the tournament's)",
        )

    def answer(self, **options: Any) -> Answer:
        body = ratings_body(tournament(options["slug"]), options["time_class"], officer=True)
        return Answer(data=body, text=_text(body))


def _text(body: RatingsBody) -> str:
    rated: Sequence[Mapping[str, Any]] = body["results"]
    rows = [[*(row[name] for name in HEAD[:-1]), len(row["games"])] for row in rated]
    left_out = [
        f"Not rated: round {item['round']}, table {item['table']}, "
        f"{item['white']} - {item['black']}: {item['reason']}"
        for item in body["left_out"]
    ]
    said = f"Class {body['class'] or 'none'} ({body['class_by']}), weight {body['weight']}"
    return "\n".join([said, as_table(HEAD, rows), *left_out])
