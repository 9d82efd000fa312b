"""The command that rebuilds projections from the events."""

from dataclasses import asdict
from typing import Any

from django.core.management.base import CommandError, CommandParser

from games.log import rebuilding
from games.log.progress import Progress
from games.log.rebuilding import Table
from games.management.base import Answer, JsonCommand
from tournaments.tables.rows import TournamentRow


class Command(JsonCommand):
    help = (
        "Delete the rows that were made from events and write them again from the log, one tournament per "
        "transaction. Writers wait for one tournament at a time; readers see its old rows meanwhile."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="compare, keep the old rows, and exit with 1 if any differs"
        )
        parser.add_argument("--tournament", metavar="SLUG", help="this one alone, by its slug or id")

    def answer(self, **options: Any) -> Answer:
        check = options["check"]
        chosen = [_context(options["tournament"])] if options["tournament"] else None
        number = len(chosen or rebuilding.contexts())
        with Progress("tournaments", number) as report:
            if chosen:
                tables = rebuilding.rebuild_contexts(chosen, check=check, report=report)
            else:
                tables = rebuilding.rebuild(check=check, report=report)
        same = all(table.same for table in tables)
        return Answer(
            data={
                "identical": same,
                "kept": check and not same,
                "tournaments": number,
                "tables": [asdict(table) for table in tables],
            },
            text="\n".join([*map(_line, tables), _verdict(number, same=same, check=check)]),
            good=same or not check,
        )


def _context(name: str) -> str:
    id_ = TournamentRow.objects.filter(slug=name).values_list("pk", flat=True).first() or name
    if not rebuilding.context_exists(str(id_)):
        raise CommandError(f"There is no tournament {name}.")
    return str(id_)


def _line(table: Table) -> str:
    if table.same:
        return f"{table.name}: {table.rows} rows, identical"
    lines = [f"{table.name}: {table.rows} rows, {table.differing} differ"]
    lines += [f"  {row.key}: {row.before} -> {row.after}" for row in table.differences]
    return "\n".join(lines)


def _verdict(number: int, *, same: bool, check: bool) -> str:
    if same:
        return f"{number} tournaments replayed: identical tables."
    outcome = "tables differ, old rows kept" if check else "tables changed"
    return f"{number} tournaments replayed: {outcome}."
