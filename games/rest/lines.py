"""Bodies with many lines: all are stored or none, or each line has a result of its own."""

from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from games.marking import marked
from games.refusals import Code, Refusal, register
from games.rest.faults import validation_faults
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
        "named_twice": Code(
            status=422,
            title=marked("Another line is about the same."),
            advice=marked("Send one line about each game or player."),
        ),
    }
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
            return Refusal("invalid", {"errors": validation_faults(strange)})
        try:
            return self.child.run_validation(line)
        except ValidationError as fault:
            return Refusal("invalid", {"errors": validation_faults(with_choices(self.child, fault.detail))})
