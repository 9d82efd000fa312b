"""The command that enters all players of a table, or none; ``--dry-run`` only shows the effect.

JSON: ``{"entered", "new_players", "before", "lines", "faults"}``; ``entered`` is null after a dry run. Exit
status 1 if the table is refused, or would be.
"""

from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from games.management.base import Answer, JsonCommand
from tournaments.competition.ranks import format_rank
from tournaments.management.base import context, tournament
from tournaments.persons.lists.entering import TableSummary, enter_table, plan_table, table_of
from tournaments.persons.lists.planning import Outcome, Plan, PlannedLine


class Command(JsonCommand):
    help = "Enter all players of a table (.csv, .xlsx), or none."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("file", type=Path)
        parser.add_argument("--dry-run", action="store_true", help="only say what would be done")
        parser.add_argument("--skip-faulty", action="store_true", help="leave out rows that cannot be read")

    def answer(self, **options: Any) -> Answer:
        row, table = tournament(options["slug"]), table_of(options["file"].read_bytes())
        plan = plan_table(row, table)
        if not options["dry_run"]:
            entered = enter_table(row, table, context(), skip_faulty=options["skip_faulty"])
            text = f"{entered.entered} entered, {entered.new_players} of them new, {entered.before} before."
            return Answer(data=_data(plan, entered), text=text)
        good = (options["skip_faulty"] or not plan.faults) and not plan.open_lines
        return Answer(data=_data(plan, None), text=_text(plan), good=good)


def _data(plan: Plan, entered: TableSummary | None) -> dict[str, Any]:
    return {
        "entered": entered.entered if entered else None,
        "new_players": entered.new_players if entered else plan.count(Outcome.NEW),
        "before": entered.before if entered else plan.count(Outcome.ENTERED),
        "lines": [_line(line) for line in plan.lines],
        "faults": [asdict(fault) for fault in plan.faults],
    }


def _line(line: PlannedLine) -> dict[str, Any]:
    return {
        "line": line.line.line,
        "name": line.line.person.full,
        "rank": format_rank(line.rank),
        "rating": line.rating,
        "fate": line.outcome.value,
        "player": str(line.player.id) if line.player else None,
        "candidates": [str(player.id) for player in line.candidates],
        "notes": list(line.notes),
    }


def _text(plan: Plan) -> str:
    lines = [
        (
            line.line.line,
            f"{line.line.person.full}, {format_rank(line.rank)}: {line.outcome.value.replace('_', ' ')}",
        )
        for line in plan.lines
    ]
    lines += [(fault.line, f"{fault.column or 'row'}: {fault.message}") for fault in plan.faults]
    return "\n".join(f"line {line}: {text}" for line, text in sorted(lines))
