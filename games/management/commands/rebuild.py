"""The projections, thrown away and written again."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from games.log import parts, store
from games.log.many_parts import rebuild_parts
from games.log.parts import Part
from games.log.progress import Progress
from games.log.rebuilding import Table, rebuild
from games.management.base import Answer, JsonCommand


class Command(JsonCommand):
    help = (
        "Drop every projection and write it again from the log, in one transaction; or, with --jobs or "
        "--tournament, tournament by tournament while others write."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check",
            action="store_true",
            help="compare all tables before and after; if any differs, keep the old rows and exit with 1",
        )
        parser.add_argument("--tournament", metavar="SLUG", help="this one alone, by its slug or id")
        parser.add_argument(
            "--jobs",
            type=int,
            metavar="N",
            help="tournament by tournament, by N processes; started again it goes on where it was ended",
        )

    def answer(self, **options: Any) -> Answer:
        check, jobs = options["check"], options["jobs"]
        if jobs is not None and jobs < 1:
            raise CommandError("--jobs takes a number from 1.")
        if options["tournament"]:
            context = parts.context_called(options["tournament"])
            if context is None:
                raise CommandError(f"There is no tournament {options['tournament']}.")
            made = parts.rebuild_part(context, check=check)
            return _answer_of_parts([made] if made.differing else [], 1, check=check)
        return _by_parts(jobs, check=check) if jobs else _at_once(check=check)


def _at_once(*, check: bool) -> Answer:
    events = store.head()
    with Progress("events", events) as report:
        tables = rebuild(check=check, report=report)
    same = all(table.same for table in tables)
    return Answer(
        data={"identical": same, "kept": check and not same, "events": events, "tables": tables},
        text="\n".join([*map(_line, tables), _verdict(events, same=same, check=check)]),
        good=same or not check,
    )


def _by_parts(jobs: int, *, check: bool) -> Answer:
    known = len(parts.contexts())
    with Progress("tournaments", known) as report:
        differing = rebuild_parts(jobs=jobs, check=check, report=report)
    return _answer_of_parts(differing, known, check=check)


def _answer_of_parts(differing: list[Part], number: int, *, check: bool) -> Answer:
    same = not differing
    verdict = "identical tables" if same else f"{len(differing)} differed"
    kept = ", old rows kept" if check and not same else ""
    return Answer(
        data={"identical": same, "kept": check and not same, "tournaments": number, "differing": differing},
        text="\n".join([*map(_part_line, differing), f"{number} tournaments replayed: {verdict}{kept}."]),
        good=same or not check,
    )


def _part_line(part: Part) -> str:
    told = (f"{one.name} {one.written} to write, {one.deleted} to delete" for one in part.differing)
    return f"{part.context}: {'; '.join(told)}"


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
