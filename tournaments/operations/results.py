"""Results: reported and confirmed by the players, recorded and cleared by the desk."""

from typing import Any

from rest_framework import serializers

from games.rest.fields import FormText
from games.rest.operations import AnyField, Operation
from tournaments.competition.history import Result, Winner
from tournaments.deciding.results import ClearResult, ConfirmResult, RecordResult, ReportResult

CLOSED_OR_RELIED_ON = (
    "in a closed round, and to change a result that later rounds were paired on, or that followed from "
    "somebody who was not there"
)

WINNERS = [winner.value for winner in Winner]


class WinnerField(serializers.ChoiceField):
    """Who won. Forms may add "!" for a result by default: "white!"."""

    default_error_messages = {"invalid_choice": "Choose a result."}

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=WINNERS, **options)

    def to_internal_value(self, data: Any) -> Any:
        by_default = isinstance(data, FormText) and data.endswith("!")
        winner = super().to_internal_value(data.removesuffix("!") if by_default else data)
        return Result(winner=Winner(winner), by_default=by_default)


RESULT: dict[str, AnyField] = {
    "result": WinnerField(),
    "by_default": serializers.BooleanField(required=False, default=False),
}


def as_result(values: dict[str, Any]) -> dict[str, Any]:
    """The result as one value."""
    by_default = values.pop("by_default") or values["result"].by_default
    return {**values, "result": Result(winner=values["result"].winner, by_default=by_default)}


REPORT_RESULT = Operation(
    title="Report the result of one's own game.",
    command=ReportResult,
    right="result.report",
    fields=RESULT,
    prepare=as_result,
)
CONFIRM_RESULT = Operation(
    title="Agree with what the other player has reported.", command=ConfirmResult, right="result.report"
)
RECORD_RESULT = Operation(
    title="Enter or change the result of a game, as the desk.",
    command=RecordResult,
    right="result.record",
    reason=CLOSED_OR_RELIED_ON,
    fields=RESULT,
    prepare=as_result,
)
CLEAR_RESULT = Operation(
    title="Take the result of a game back.",
    command=ClearResult,
    right="result.record",
    reason=CLOSED_OR_RELIED_ON,
)
