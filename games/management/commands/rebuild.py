"""The projections, thrown away and written again."""

from typing import Any

from django.core.management.base import CommandParser

from games.log import store
from games.log.progress import Progress
from games.log.rebuilding import Table, rebuild
from games.management.base import Answer, JsonCommand


class Command(JsonCommand):
    help = "Drop every projection and write it again from the log, in one transaction."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check",
            action="store_true",
            help="compare all tables before and after; if any differs, keep the old rows and exit with 1",
        )

    def answer(self, **options: Any) -> Answer:
        events, check = store.head(), options["check"]
        with Progress("events", events) as report:
            tables = rebuild(check=check, report=report)
        same = all(table.same for table in tables)
        return Answer(
            data={"identical": same, "kept": check and not same, "events": events, "tables": tables},
            text="\n".join([*map(_line, tables), _verdict(events, same=same, check=check)]),
            good=same or not check,
        )


def _line(table: Table) -> str:
    if table.same:
        return f"{table.name}: {table.after.rows} rows, identical"
    lines = [f"{table.name}: {table.before.rows} rows before, {table.after.rows} after, different"]
    lines += [f"  {row.key}: {row.before} -> {row.after}" for row in table.differences]
    return "\n".join(lines)


def _verdict(events: int, *, same: bool, check: bool) -> str:
    if same:
        return f"{events} events replayed: identical tables."
    return f"{events} events replayed: " + ("tables differ, old rows kept." if check else "tables changed.")
