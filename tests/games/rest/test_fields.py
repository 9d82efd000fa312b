"""Fields of bodies: what is too long is said once, before any of it is looked at."""

import pytest
from rest_framework import serializers

from games.rest.fields import TupleField
from games.rest.operations import Operation
from games.rest.strict import validate
from tournaments.domain.game_dates import SetGameDate


class Counted(serializers.IntegerField):
    looked_at = 0

    def run_validation(self, data=serializers.empty):
        type(self).looked_at += 1
        return super().run_validation(data)


class Body(serializers.Serializer):
    rounds = TupleField(child=Counted(), max_length=3)


def test_a_list_that_is_too_long_is_measured_and_no_more(monkeypatch):
    monkeypatch.setattr(Counted, "looked_at", 0)
    with pytest.raises(serializers.ValidationError) as refused:
        validate(Body(data={"rounds": ["x"] * 100_000}))
    assert refused.value.detail == {"rounds": ["Ensure this field has no more than 3 elements."]}
    assert Counted.looked_at == 0


def test_one_that_is_not_is_looked_at():
    assert validate(Body(data={"rounds": [3, 1, 2]})) == {"rounds": (3, 1, 2)}


def test_text_without_a_default_must_be_given_but_may_be_null():
    given = Operation(SetGameDate).serializer(data={})
    assert not given.is_valid()
    assert {place: [fault.code for fault in faults] for place, faults in given.errors.items()} == {
        "date": ["required"]
    }
    empty = Operation(SetGameDate).serializer(data={"date": None})
    assert empty.is_valid()
    assert empty.validated_data == {"date": "", "time": "", "reason": ""}
