import pytest
from rest_framework import serializers

from games.rest.fields import FormText
from tournaments.competition.history import Result, Winner
from tournaments.operations.results import WinnerField, as_result


def test_forms_mark_a_result_by_default_with_an_exclamation_mark():
    result = WinnerField().run_validation(FormText("white!"))
    values = as_result({"result": result, "by_default": False})
    assert values["result"] == Result(winner=Winner.WHITE, by_default=True)


def test_json_does_not():
    with pytest.raises(serializers.ValidationError):
        WinnerField().run_validation("white!")
