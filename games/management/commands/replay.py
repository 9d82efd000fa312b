"""The command that replays a record in a file under one or all rulesets. It needs no database."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from games.analysis import report as telling
from games.analysis.replaying import (
    Question,
    all_data,
    answer_of_one,
    answers_of_all,
    one_data,
    question_about_record,
)
from games.analysis.terms import read_changes
from games.management.base import Answer, JsonCommand
from games.sgf import GUESSES, NoteCode, Record
from games.sgf.uploads import read_record


class Command(JsonCommand):
    help = (
        "Replay an SGF record with full legality. Exit status 0: every move is legal; 1: a move is illegal "
        "(with --all: under every ruleset), or the file is no record; 2: there is no such file or ruleset."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE.sgf", type=Path)
        which = parser.add_mutually_exclusive_group()
        which.add_argument(
            "--ruleset",
            metavar="NAME",
            help="such as tromp-taylor, the default where the record (RU) names none that is known here",
        )
        which.add_argument(
            "--all", action="store_true", help="under every ruleset side by side, each with its own komi"
        )
        parser.add_argument(
            "--set",
            metavar="AXIS=VALUE",
            action="append",
            default=[],
            help="change the ruleset on one axis, such as komi=7.5; else the record's komi counts",
        )
        parser.add_argument(
            "--dead", metavar="A1,B2", default="", help="strings that both players agree are dead"
        )
        parser.add_argument(
            "--game", metavar="N", type=int, default=1, help="which game of the file, counted from 1"
        )

    def answer(self, **options: Any) -> Answer:
        _, record = read_record(options["file"].read_bytes(), options["game"] - 1)
        try:
            question = question_about_record(
                record,
                ruleset=options["ruleset"],
                changes=read_changes(options["set"]),
                dead=[at.strip() for at in options["dead"].split(",") if at.strip()],
            )
            answer = _compare_rulesets(question) if options["all"] else _answer_for_one(record, question)
        except ValueError as error:
            raise CommandError(str(error)) from error
        return replace(answer, text="\n".join([*_game_notes(record), answer.text]))


def _game_notes(record: Record) -> list[str]:
    """Return the notes that tell which of several games was read, and what was assumed in reading it."""
    shown = {NoteCode.ONE_OF_SEVERAL, *GUESSES}
    return [note.text for note in record.notes if note.code in shown]


def _answer_for_one(record: Record, question: Question) -> Answer:
    row = answer_of_one(question)
    return Answer(data=one_data(question, row), text=telling.report_one(record, row), good=row.legal)


def _compare_rulesets(question: Question) -> Answer:
    rows = answers_of_all(question)
    return Answer(
        data=all_data(question, rows), text=telling.report_all(rows), good=any(row.legal for row in rows)
    )
