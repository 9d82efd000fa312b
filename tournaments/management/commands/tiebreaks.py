"""The command for placement criteria: all, a tournament's, the effect of others, and changing them."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.management.base import CommandError, CommandParser

from games.management.base import Answer, JsonCommand
from tournaments.commands import carry_out
from tournaments.domain.settings import ChangeSettings
from tournaments.management.base import as_table, context, tournament
from tournaments.reading.queries import settings_of
from tournaments.reading.tiebreak_bodies import (
    ChosenBody,
    TiebreaksBody,
    moves_body,
    settings_with_criteria,
    tiebreaks_body,
    tournament_criteria_body,
)
from tournaments.tables.rows import TournamentRow

HEAD = ["name", "formula", "source", "checked"]


class Command(JsonCommand):
    help = "All placement criteria; with a SLUG those of a tournament, and who would move by others."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", nargs="?")
        parser.add_argument("--try", dest="tried", metavar="LIST", help='who would move by "MMS,SOS,SODOS"')
        parser.add_argument("--seed", type=int, help="of the draw, for DRAW")
        parser.add_argument("--take", metavar="SEEN", help="place by that list: what --try called seen")
        parser.add_argument("--reason", default="", help="needed with --take once a round is paired")

    def answer(self, **options: Any) -> Answer:
        if options["slug"] is None:
            return _list_criteria(tiebreaks_body())
        row = tournament(options["slug"])
        if options["tried"] is None:
            if options["take"] is not None:
                raise CommandError("--take wants the list with --try")
            return _list_criteria(tournament_criteria_body(row))
        criteria = options["tried"].upper().replace(",", " ").split()
        if options["take"] is None:
            return _moves(row, criteria, options["seed"])
        return _list_criteria(_change_criteria(row, criteria, options))


def _list_criteria(body: TiebreaksBody | ChosenBody) -> Answer:
    criteria: Sequence[Mapping[str, Any]] = body["criteria"]
    rows = [[one[name] for name in HEAD] for one in criteria]
    return Answer(data=body, text=as_table(HEAD, rows))


def _moves(row: TournamentRow, criteria: list[str], seed: int | None) -> Answer:
    body, _ = moves_body(row, criteria, seed)
    lines = [
        f"{one['place_before']} -> {one['place']}  {one['name']}  {one['reason']}" for one in body["changes"]
    ]
    said = lines or ["No player would change places."]
    return Answer(data=body, text="\n".join([f"After round {body['round']}", *said, f"seen: {body['seen']}"]))


def _change_criteria(row: TournamentRow, criteria: list[str], options: dict[str, Any]) -> ChosenBody:
    command = ChangeSettings(
        settings=settings_with_criteria(settings_of(row), criteria, options["seed"]),
        ruleset=row.ruleset,
        reason=options["reason"],
        seen=options["take"],
    )
    carry_out(str(row.id), command, context())
    return tournament_criteria_body(tournament(row.slug))
