"""The base of our commands: the option --json and three exit statuses.

Answers go to standard output, everything else to standard error. Exit status 0: done, and the answer is
positive; 1: done, and the answer is negative (a fault, a difference, a refusal); 2: the command could not be
carried out.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, is_dataclass
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, OperationalError

from games.log.database import EMPTY_DATABASE, has_no_tables
from games.refusals import Refusal
from games.rest.media import with_nulls

NEGATIVE, FAILED = 1, 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer of a command: ``data`` for --json, ``text`` for people, ``good`` False for exit status 1."""

    data: Any
    text: str
    good: bool = True


class NegativeAnswer(CommandError):
    """The command was carried out and found a fault in its input."""


class JsonCommand(BaseCommand):
    """A command whose ``answer(**options)`` returns an Answer.

    Its exit status is 1 after a Refusal or a NegativeAnswer, and 2 after any other error.
    """

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.add_argument("--json", action="store_true", help="answer with one JSON document")
        return parser

    def handle(self, *args: Any, **options: Any) -> None:
        as_json = options.pop("json")
        with self.report_errors():
            answer = self.answer(**options)
            self.stdout.write(to_json(answer.data) if as_json else answer.text)
        if not answer.good:
            raise SystemExit(NEGATIVE)

    def answer(self, **options: Any) -> Answer:
        raise NotImplementedError

    @contextmanager
    def report_errors(self) -> Iterator[None]:
        """Turn expected errors into one line on standard error instead of a traceback."""
        try:
            yield
        except Refusal as refusal:
            raise CommandError(f"{refusal}\n{refusal.advice}".strip(), returncode=NEGATIVE) from refusal
        except CommandError as error:
            error.returncode = NEGATIVE if isinstance(error, NegativeAnswer) else FAILED
            raise
        except (DatabaseError, OSError, UnicodeError) as error:
            if isinstance(error, DatabaseError) and has_no_tables():
                raise CommandError(f"{EMPTY_DATABASE}.", returncode=FAILED) from error
            raise CommandError(_sentence(error), returncode=FAILED) from error


def _sentence(error: Exception) -> str:
    """Return the error in one line."""
    what = "The database cannot be used" if isinstance(error, DatabaseError) else type(error).__name__
    return f"{what}: {' '.join(str(error).split())}"


@contextmanager
def report_operational_errors() -> Iterator[None]:
    """Turn a database that is away, full or locked into one line; for commands of Django's."""
    try:
        yield
    except OperationalError as error:
        raise CommandError(_sentence(error)) from error


def to_json(data: Any) -> str:
    """Return one line of JSON, null for an empty text as over REST; dataclasses become objects."""
    return json.dumps(with_nulls(data), ensure_ascii=False, default=_encode)


def _encode(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return with_nulls(asdict(value))
    if isinstance(value, Mapping):
        return with_nulls(value)
    return str(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """The result of one examination."""

    what: str
    value: str
    ok: bool = True


Examination = Callable[[], Iterator[Finding]]
REGISTERED: list[Examination] = []


def register_examination(examine: Examination) -> Examination:
    """Register an examination for the doctor; a decorator."""
    REGISTERED.append(examine)
    return examine
