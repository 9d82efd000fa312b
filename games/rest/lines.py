"""Bodies with many lines: all are stored or none, or each line has a result of its own."""

from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError

from games.marking import marked
from games.refusals import Code, Refusal, register
from games.rest.fields import TupleField
from games.rest.strict import unknown_members, with_choices, wrong_types

EACH = "each"
MOST_LINES = 1_000

register(
    {
        "lines_refused": Code(
            status=422,
            title=marked("Some lines are refused, and nothing was stored."),
            advice=marked("Correct the lines that are named in errors."),
        ),
        "line_unread": Code(
            status=422,
            title=marked("A value does not fit."),
            advice=marked("Correct the fields that are named."),
        ),
        "named_twice": Code(
            status=422,
            title=marked("Another line is about the same."),
            advice=marked("Send one line about each game or player."),
        ),
    }
)


def each_field() -> serializers.BooleanField:
    """Return the field that requests a result for each line."""
    return serializers.BooleanField(
        required=False,
        default=False,
        help_text="true: what can be stored is, and every line is told; else all of them, or none.",
    )


class LinesField(TupleField):
    """Lines, each parsed by ``child``. With a result for each line, an invalid one becomes a Refusal."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"min_length": 1, "max_length": MOST_LINES, **options})

    def run_child_validation(self, data: list[Any]) -> Any:
        if not self.alone:
            return super().run_child_validation(data)
        return [self._parse_line(line) for line in data]

    @property
    def alone(self) -> bool:
        """Return whether each line has a result of its own."""
        said = getattr(self.root, "initial_data", {}).get(EACH)
        return isinstance(said, bool | int | str) and said in serializers.BooleanField.TRUE_VALUES

    def _parse_line(self, line: Any) -> Any:
        if strange := {**wrong_types(self.child, line), **unknown_members(self.child, line)}:
            return Refusal("line_unread", {"fields": faults_in(strange)})
        try:
            return self.child.run_validation(line)
        except ValidationError as fault:
            return Refusal("line_unread", {"fields": faults_in(with_choices(self.child, fault.detail))})


def faults_in(errors: Any) -> dict[str, str]:
    """Return the first message on every field; ``""`` for the line as a whole."""
    if not isinstance(errors, dict):
        return {"": _first_message(errors)}
    return {
        "" if name == "non_field_errors" else str(name): _first_message(said) for name, said in errors.items()
    }


def _first_message(said: Any) -> str:
    while isinstance(said, list | dict) and said and not isinstance(said, ErrorDetail):
        said = next(iter(said.values())) if isinstance(said, dict) else said[0]
    return str(said)
