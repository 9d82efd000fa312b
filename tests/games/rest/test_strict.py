"""Members of a body that an address does not know."""

import pytest
from django.http import QueryDict
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from games.rest.strict import MOST_NAMED, NO_MEMBERS, strict_faults, validate

BODY = "free, list, name, stone, stones"


class Stone(serializers.Serializer):
    at = serializers.CharField()


class Body(serializers.Serializer):
    name = serializers.CharField()
    stone = Stone(required=False)
    stones = Stone(many=True, required=False)
    list = serializers.ListField(child=Stone(), required=False)
    free = serializers.JSONField(required=False)


def test_what_is_known_is_returned():
    body = {"name": "x", "stone": {"at": "A1"}, "stones": [{"at": "A1"}], "free": {"any": 1}}
    assert validate(Body(data=body)) == body


@pytest.mark.parametrize(
    ("more", "place", "known"),
    [
        ({"rounds": 3}, "rounds", BODY),
        ({"stone": {"at": "A1", "color": "b"}}, "stone.color", "at"),
        ({"stones": [{"at": "A1"}, {"at": "A2", "by": 1}]}, "stones.1.by", "at"),
        ({"list": [{"at": "A2", "by": 1}]}, "list.0.by", "at"),
        ({"x" * 1000: 1}, "x" * 100, BODY),
    ],
)
def test_what_is_not_is_named_with_its_place_and_with_what_there_is(more, place, known):
    with pytest.raises(ValidationError) as error:
        validate(Body(data={"name": "x"} | more))
    assert error.value.detail == {place: [f"There is no such member; there are: {known}."]}


def test_other_faults_are_named_beside_it():
    with pytest.raises(ValidationError) as error:
        validate(Body(data={"rounds": 3}))
    assert error.value.detail == {
        "name": ["This field is required."],
        "rounds": [f"There is no such member; there are: {BODY}."],
    }


def test_not_more_are_named_than_anybody_reads():
    assert len(strict_faults(Body(), {str(number): 1 for number in range(1000)})) == MOST_NAMED


def test_forms_have_members_of_their_own():
    assert strict_faults(Body(), QueryDict("name=x&csrfmiddlewaretoken=y")) == {}


@pytest.mark.parametrize("body", [[], "text", 3])
def test_refuses_what_is_no_object(body):
    assert strict_faults(Body(), body) == {"": ["Expected an object."]}


def test_a_body_without_members_says_that_it_takes_none():
    found = strict_faults(serializers.Serializer(data={"nonsense": 1}), {"nonsense": 1})
    assert found == {"nonsense": [NO_MEMBERS]}
