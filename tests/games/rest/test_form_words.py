import pytest
from rest_framework import serializers

from games.rest.faults import in_form_words
from games.rest.fields import FiniteField, FormText, IdField, TupleField

FIELDS = {
    "missing": serializers.CharField(),
    "low": serializers.IntegerField(min_value=1),
    "high": serializers.IntegerField(max_value=3),
    "whole": serializers.IntegerField(),
    "number": serializers.FloatField(),
    "truth": serializers.BooleanField(),
    "id": IdField(),
    "choice": serializers.ChoiceField(choices=["a"]),
    "few": TupleField(min_length=1),
    "long": serializers.CharField(max_length=2),
    "own": serializers.IntegerField(error_messages={"invalid": "0 to 9 stones"}),
}
VALUES = {
    "low": 0,
    "high": 4,
    "whole": "x",
    "number": "x",
    "truth": "maybe",
    "id": "junk",
    "choice": "b",
    "few": [],
    "long": "abc",
    "own": "x",
}


def test_sentences_of_serializers_become_words_behind_the_name_of_a_field():
    form = type("Form", (serializers.Serializer,), dict(FIELDS))(data=VALUES)
    assert not form.is_valid()
    assert {name: in_form_words(str(faults[0])) for name, faults in form.errors.items()} == {
        "missing": "fill this in",
        "low": "1 or more",
        "high": "3 at most",
        "whole": "a whole number",
        "number": "a number",
        "truth": "yes or no",
        "id": "choose one of the list",
        "choice": "choose one of the list",
        "few": "choose at least 1",
        "long": "2 characters at most",
        "own": "0 to 9 stones",
    }


def test_a_comma_stands_for_the_point_in_forms_alone():
    assert FiniteField().run_validation(FormText("6,5")) == 6.5
    with pytest.raises(serializers.ValidationError):
        FiniteField().run_validation("6,5")
