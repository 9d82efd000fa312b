"""Request bodies of questions about the rules."""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from games.analysis.replaying import OneBody, RowsBody
from games.analysis.terms import read_changes
from games.game.deciding import MOST_POINTS
from games.operations.fields import LONGEST_POINT, ActionIn
from games.sgf import LIMITS
from rules import MAX_SIDE

LONGEST_RULESET = 500
LONGEST_CHANGE, MOST_CHANGES = 100, 50


@extend_schema_field(
    {
        "oneOf": [
            {"type": "object", "additionalProperties": {"type": ["string", "number", "boolean", "null"]}},
            {
                "type": "array",
                "items": {"type": "string", "maxLength": LONGEST_CHANGE},
                "maxItems": MOST_CHANGES,
            },
        ],
        "example": {"komi": 7.5},
    }
)
class ChangesField(serializers.Field[Any, Any, Any, Any]):
    """Values by axis, or texts such as "komi=7.5"."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if isinstance(data, dict):
            return data
        if not isinstance(data, list) or not all(isinstance(text, str) for text in data):
            raise serializers.ValidationError('Values by axis, or a list of texts such as "komi=7.5".')
        try:
            return read_changes(data)
        except ValueError as fault:
            raise serializers.ValidationError(str(fault)[:LONGEST_RULESET]) from fault


@extend_schema_field(ActionIn)
class ActionField(serializers.JSONField):
    """An action as data, parsed by ``rules``."""


class ReplayIn(serializers.Serializer[Any]):
    """A record, as ``sgf`` or as ``actions`` on an empty board, and the requested ruleset.

    ``ruleset`` left out: the record's own if it is a known one, else Tromp-Taylor. ``set`` changes it on some
    axes. ``dead``: strings that both players agree are dead. ``all``: every ruleset side by side, each with
    its own komi unless ``set`` gives one, for records of at most 1,000 moves.
    """

    sgf = serializers.CharField(required=False, trim_whitespace=False, allow_blank=True)
    game = serializers.IntegerField(
        required=False, min_value=1, max_value=LIMITS.games, help_text="Of the file, from 1"
    )
    actions = serializers.ListField(child=ActionField(), required=False, max_length=LIMITS.moves)
    width = serializers.IntegerField(required=False, min_value=1, max_value=MAX_SIDE)
    height = serializers.IntegerField(required=False, min_value=1, max_value=MAX_SIDE)
    handicap = serializers.IntegerField(required=False, min_value=0, max_value=MAX_SIDE**2)
    ruleset = serializers.CharField(required=False, max_length=LONGEST_RULESET)
    set = ChangesField(required=False)
    dead = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_POINT), required=False, max_length=MOST_POINTS
    )
    all = serializers.BooleanField(required=False)


REPLAYED = PolymorphicProxySerializer(
    component_name="Replayed",
    serializers=[OneBody, RowsBody],  # type: ignore[list-item]  # to the document they are serializers
    resource_type_field_name=None,
)
