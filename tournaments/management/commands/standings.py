"""The command that lists the standings after a round, today or at a past position of the log."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from games.management.base import Answer
from tournaments.competition.standings import Row, Standings, standings
from tournaments.loading import load
from tournaments.management.base import NamesTold, as_table, history, known_group, known_round, tournament
from tournaments.reading.past_states import parse_position
from tournaments.reading.queries import Name, entry_names, last_round_with_results
from tournaments.reading.team_bodies import team_standings_body
from tournaments.state.groups import history_of_group
from tournaments.tables.rows import TournamentRow
from tournaments.teams.history import team_history


class Command(NamesTold):
    help = "Places and scores of everyone entered, after a round."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--round", type=int, help="0 to the number of rounds; else the last with results")
        parser.add_argument("--group", help="of an event with groups, one of them; else everybody")
        parser.add_argument(
            "--at", metavar="WHEN", help="as the log had it at this position, or at this time (ISO 8601)"
        )

        parser.add_argument("--teams", action="store_true", help="of the teams, not of single players")

    def answer(self, **options: Any) -> Answer:
        row = tournament(options["slug"])
        if options["teams"]:
            return _of_teams(row, options["round"], _position(row, options["at"]), options["group"])
        played = history(row, _position(row, options["at"])).of_final_entries()
        if options["group"] is not None:
            played = history_of_group(played, known_group(options["group"], played))
        number = options["round"]
        number = last_round_with_results(played) if number is None else known_round(number, 0, played)
        table = standings(played, number)
        names = entry_names(row)
        return Answer(data=_data(table, names), text=_text(table, names))


def _of_teams(row: TournamentRow, number: int | None, at: int | None, group: str | None) -> Answer:
    if number is not None:
        known_round(number, 0, history(row))
    if group is not None:
        known_group(group, team_history(load(str(row.id))[0]))
    body = team_standings_body(row, number, at, officer=True, group=group)
    rows = [[line["place"], line["name"], *line["scores"].values()] for line in body["results"]]
    text = f"After round {body['round']}\n" + as_table(["", "team", *body["criteria"]], rows)
    return Answer(data={name: body[name] for name in ("round", "criteria", "results", "boards")}, text=text)


def _position(row: TournamentRow, said: str | None) -> int | None:
    try:
        return None if said is None else parse_position(row, str(said))
    except ValueError as fault:
        raise CommandError(str(fault)) from fault


def _data(table: Standings, names: dict[str, Name]) -> dict[str, Any]:
    return {
        "round": table.round,
        "criteria": list(table.criteria),
        "results": [_row(row, names[row.entrant_id]) for row in table.rows],
    }


def _row(row: Row, name: Name) -> dict[str, Any]:
    return {"place": row.place, "name": str(name), "key": name.key, "scores": row.plain()}


def _text(table: Standings, names: dict[str, Name]) -> str:
    rows = [[row.place, str(names[row.entrant_id]), *row.plain().values()] for row in table.rows]
    return f"After round {table.round}\n" + as_table(["", "name", *table.criteria], rows)
