"""The command that replays a record in a file under one or all rulesets. It needs no database."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from games.analysis.comparing import AS_IT_STANDS, WITH_THESE_DEAD, Row, judge_replay
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
from games.sgf import Record
from games.sgf.uploads import read_record
from rules import Action, Board, Color, FirstIllegal, Game, Illegal, Phase, Play, Ruleset
from rules.actions import to_data
from rules.point import column_name

_HEAD = ("ruleset", "legal", "Black", "White", "result")


def report_one(record: Record, row: Row) -> str:
    """Return the board after the last legal move, the illegal action and the result."""
    followed, game = row.followed, row.game
    if followed is None or game is None:
        return row.unfit
    lines = [f"{row.note}."] if row.note else []
    lines += [_score_lines(followed.turns, len(record.moves), row.ruleset), *_board_lines(game.board)]
    if followed.first_illegal:
        assumed = " under the assumed rules" if row.note else ""
        lines.append(_illegal(followed.first_illegal, len(record.moves), assumed))
    lines += _end_lines(row, game, guessed=bool(record.guesses))
    if game.ruleset.button:
        lines.append(f"{game.button.name.capitalize() if game.button else 'Nobody'} has taken the button.")
    if record.dead:
        marked = judge_replay(followed, record.dead)
        lines.append(f"The record marks {' '.join(record.dead)} as dead: with these dead, {marked.result}.")
    if record.result:
        lines.append(f"The record claims {record.result}.")
    return "\n".join(lines)


def _score_lines(legal: int, moves: int, ruleset: Ruleset) -> str:
    noun, verb = "move" if moves == 1 else "moves", "is" if legal == 1 else "are"
    return f"{legal} of {moves} {noun} {verb} legal under {ruleset}."


def _board_lines(board: Board) -> list[str]:
    """Return the rows with their numbers, top first, and the letters of the columns below them."""
    letters = [column_name(column) for column in range(board.width)]
    wide, edge = max(map(len, letters)), len(str(board.height))
    rows = [(str(board.height - down), row) for down, row in enumerate(board.to_diagram())]
    return [_board_line(name, row, edge, wide) for name, row in [*rows, ("", letters)]]


def _board_line(name: str, cells: Iterable[str], edge: int, wide: int) -> str:
    return " ".join([name.rjust(edge), *(cell.rjust(wide) for cell in cells)])


def _illegal(first: FirstIllegal, moves: int, assumed: str) -> str:
    after = " Later turns were not tried." if first.turn < moves else ""
    turn, why = f"Turn {first.turn}, {_action(first.action)}", _illegal_text(first.illegal)
    return f"{turn}, is illegal{assumed}: {why}.{after}"


def _action(action: Action) -> str:
    """Return an action such as "White C7"; a record has only plays and passes."""
    said = to_data(action)
    player = Color(str(said["color"])).name.capitalize()
    return f"{player} {action.at.upper() if isinstance(action, Play) else str(said['do']).replace('_', ' ')}"


def _end_lines(row: Row, game: Game, *, guessed: bool) -> list[str]:
    if game.outcome:
        return [f"{_basis(row, game, guessed=guessed)}: {game.outcome}."]
    lines = [f"Not over: {game.to_play.name.capitalize()} to play."]
    if game.phase is Phase.STOPPED:
        stands = (
            f" Every stone counted: {row.result}; name dead stones with --dead."
            if row.by == AS_IT_STANDS
            else ""
        )
        lines = [f"Stopped: both passed.{stands}"]
    return [*lines, f"With these dead: {row.result}."] if row.by == WITH_THESE_DEAD else lines


def _basis(row: Row, game: Game, *, guessed: bool) -> str:
    """Return how certain an outcome is. Records of other programs do not say who took a button."""
    if row.note:
        return "Under the assumed rules"
    by_score = game.outcome is not None and game.outcome.by == "score"
    untaken = by_score and game.ruleset.button and not game.button
    return "By what was assumed in reading the record" if guessed or untaken else "Proved"


def report_all(rows: Sequence[Row]) -> str:
    """Return a table with a line for each ruleset, followed by the clauses that forbid a turn."""
    table = [_HEAD, *map(_cells, rows)]
    widths = [max(len(line[column]) for line in table) for column in range(len(_HEAD))]
    lines = [_align(line, widths) for line in table]
    reasons = [f"{row.ruleset.name}: {reason}" for row in rows if (reason := _reason(row))]
    return "\n".join([*lines, "", *reasons] if reasons else lines)


def _cells(row: Row) -> tuple[str, ...]:
    totals = [f"{row.score.tally(color).total:g}" if row.score else "-" for color in Color]
    result = f"{row.result} ({row.by})" if row.result else "-"
    return row.ruleset.name, _legal(row), *totals, result


def _legal(row: Row) -> str:
    if row.followed is None:
        return "no such game"
    illegal = row.followed.first_illegal
    return f"not turn {illegal.turn}" if illegal else "yes"


def _reason(row: Row) -> str:
    if row.followed is None:
        return row.unfit
    illegal = row.followed.first_illegal
    return f"turn {illegal.turn}: {_illegal_text(illegal.illegal)}" if illegal else ""


def _illegal_text(illegal: Illegal) -> str:
    return f"{illegal.reason} ({illegal.clause})"


def _align(line: Sequence[str], widths: Sequence[int]) -> str:
    """Align names to the left and totals to the right."""
    put = (str.ljust, str.ljust, str.rjust, str.rjust, str.ljust)
    return "  ".join(to(cell, width) for to, cell, width in zip(put, line, widths, strict=True)).rstrip()


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
        file, record = read_record(options["file"].read_bytes(), options["game"] - 1)
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
        return replace(
            answer, text="\n".join([note.text for note in (*file.notes, *record.notes)] + [answer.text])
        )


def _answer_for_one(record: Record, question: Question) -> Answer:
    row = answer_of_one(question)
    return Answer(data=one_data(question, row), text=report_one(record, row), good=row.legal)


def _compare_rulesets(question: Question) -> Answer:
    rows = answers_of_all(question)
    return Answer(data=all_data(question, rows), text=report_all(rows), good=any(row.legal for row in rows))
