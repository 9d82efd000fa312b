"""Operations: a command out of a form or a request, and the words where a value does not fit."""

from dataclasses import dataclass, field
from typing import TypedDict

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import QueryDict
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from games.operations.fields import ActionIn, RemedyIn, SgfField
from games.refusals import Refusal
from games.rest.bodies import body_from
from games.rest.fields import FiniteField, FormText, TupleField, WordsField
from games.rest.operations import Operation
from games.sgf import LIMITS
from rules import Color, Pass


class Size(serializers.Serializer):
    width = serializers.IntegerField(error_messages={"invalid": "a whole number"})
    name = serializers.CharField(required=False, allow_blank=True)


@dataclass(frozen=True, kw_only=True)
class Draw:
    points: tuple = ()
    tags: tuple = ()
    size: dict = field(default_factory=dict)
    komi: float = 0
    reason: str = ""
    sgf: bytes = b""


class DrawBody(TypedDict):
    id: str
    komi: float


DRAW = Operation(
    id="draw",
    title="Draw it.",
    command=Draw,
    right="game.record",
    reason="always",
    fields={
        "points": WordsField(child=serializers.CharField(max_length=3), required=False),
        "tags": TupleField(child=serializers.CharField(), required=False),
        "size": Size(required=False),
        "komi": FiniteField(required=False, min_value=0),
        "sgf": SgfField(required=False),
    },
)


def drawn(form, **files):
    return Draw(**DRAW.from_form(QueryDict(form), files))


def test_a_form_has_lists_as_words_or_repeated_and_members_of_members_by_both_names():
    form = "points=D4,+e5;&tags=a&tags=&tags=b&size_width=9&size_name=&komi=6,5"
    size = {"width": 9, "name": ""}
    assert drawn(form) == Draw(points=("D4", "e5"), tags=("a", "b"), size=size, komi=6.5)


def test_what_is_left_empty_or_is_not_asked_for_is_not_named():
    assert drawn("size_width=&komi=+&next=/&version=3") == Draw()


def test_a_reason_is_cut_at_what_the_log_keeps():
    assert drawn(f"reason={'x' * 600}").reason == "x" * 500


def test_a_file_is_its_bytes_and_one_that_is_too_large_is_not_read():
    assert drawn("", sgf=SimpleUploadedFile("a.sgf", b"(;)")).sgf == b"(;)"
    with pytest.raises(Refusal) as refusal:
        drawn("", sgf=SimpleUploadedFile("a.sgf", b" " * (LIMITS.bytes + 1)))
    assert (refusal.value.code, refusal.value.facts["what"]) == ("too_large", "record")


@pytest.mark.parametrize(
    ("form", "place", "fault"),
    [
        ("size_width=x", "size.width", "a whole number"),
        ("points=D4+E500", "points", "3 characters at most"),
    ],
)
def test_the_first_fault_of_a_form_has_the_name_of_its_field(form, place, fault):
    with pytest.raises(Refusal) as refusal:
        drawn(form)
    assert refusal.value.facts == {"field": place, "fault": fault}


def test_over_rest_lists_are_lists_and_every_fault_has_its_place():
    assert DRAW.from_values({"points": ["D4"]})["points"] == ("D4",)
    with pytest.raises(ValidationError) as error:
        DRAW.from_values({"points": "D4 E5", "komi": -1, "color": "b"})
    assert sorted(error.value.detail) == ["color", "komi", "points"]


@pytest.mark.parametrize(
    "data", [None, [], "pass", {}, {"do": "pass"}, {"do": "pass", "colour": "black", "at": "A1"}]
)
def test_rejects_what_is_no_action(data):
    assert not ActionIn(data=data).is_valid()


def test_an_action_is_the_value_of_its_body():
    form = ActionIn(data={"do": "pass", "colour": "black"})
    assert form.is_valid()
    assert form.validated_data == {"action": Pass(Color.BLACK)}


def test_no_points_are_no_penalty():
    form = RemedyIn(data={"result": "white", "penalties": {"black": FormText("2,5"), "white": 0}})
    assert form.is_valid()
    assert (form.validated_data.result, form.validated_data.penalties) == ("white", {"b": 2.5})


def test_a_body_takes_what_it_is_not_given_from_what_it_is_about():
    assert body_from(DrawBody, Draw(komi=6.5), id="7") == {"id": "7", "komi": 6.5}
