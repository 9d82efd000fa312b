"""Results: reported and confirmed by the players, recorded and cleared by the desk."""

from typing import Any

from rest_framework import serializers

from games.refusals import Refusal
from games.rest.fields import FormText, IdField, reason_field
from games.rest.lines import LinesField, each_field
from games.rest.operations import AnyField, Operation
from tournaments.competition.history import Result, Winner
from tournaments.domain.results import ClearResult, ConfirmResult, RecordResult, RecordResults, ReportResult

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
    id="report_result",
    title="Report the result of your own game.",
    command=ReportResult,
    right="result.report",
    fields=RESULT,
    prepare=as_result,
)
CONFIRM_RESULT = Operation(
    id="confirm_result",
    title="Confirm the result that the other player reported.",
    command=ConfirmResult,
    right="result.report",
)
RECORD_RESULT = Operation(
    id="record_result",
    title="Record the result of a game, as the desk.",
    command=RecordResult,
    right="result.record",
    reason=CLOSED_OR_RELIED_ON,
    fields=RESULT,
    prepare=as_result,
)
CLEAR_RESULT = Operation(
    id="clear_result",
    title="Clear the result of a game, as the desk.",
    command=ClearResult,
    right="result.record",
    reason=CLOSED_OR_RELIED_ON,
)


class ResultLine(serializers.Serializer[Any]):
    """The result of one game. A reason is needed where the result of one game alone would need it."""

    game = IdField(help_text="The id of the game.")
    result = WinnerField(help_text="Who won.")
    by_default = serializers.BooleanField(
        required=False, default=False, help_text="Whether nothing was played: somebody was not there."
    )
    reason = reason_field()


def as_results(values: dict[str, Any]) -> dict[str, Any]:
    """Each line as a command, but for those that were not read."""
    return {**values, "results": tuple(_as_command(line) for line in values["results"])}


def _as_command(line: dict[str, Any] | Refusal) -> RecordResult | Refusal:
    if isinstance(line, Refusal):
        return line
    said = as_result(dict(line))
    return RecordResult(game_id=said.pop("game"), **said)


RECORD_RESULTS = Operation(
    id="record_results",
    title="Record the results of several games of a round, as the desk.",
    command=RecordResults,
    right="result.record",
    fields={"results": LinesField(child=ResultLine()), "each": each_field()},
    prepare=as_results,
    details="All of them are stored or none; with `each` every line gets a verdict of its own.",
)
