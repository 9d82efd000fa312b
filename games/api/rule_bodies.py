"""What goes in and out where the rules themselves are asked."""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from games.analysis.terms import read_changes
from games.api.bodies import ActionIn, PrisonersOut, ScoreOut
from games.game.deciding import MOST_POINTS
from games.sgf import LIMITS
from rules import MAX_SIDE

LONGEST_RULESET = 500


class AxisOut(serializers.Serializer[Any]):
    """One choice. ``clause``: where the text says so; ``mark``: T its text, I its author's aims, C ours."""

    axis = serializers.CharField()
    value = serializers.JSONField(allow_null=True)
    says = serializers.CharField()
    clause = serializers.CharField(allow_blank=True)
    mark = serializers.CharField(allow_blank=True)


class RulesetOut(serializers.Serializer[Any]):
    """A ruleset that has a name: a choice on every axis. ``text``: the one that it is from."""

    name = serializers.CharField()
    text = serializers.CharField(allow_blank=True)
    axes = AxisOut(many=True)


class RulesetsOut(serializers.Serializer[Any]):
    rulesets = RulesetOut(many=True)


@extend_schema_field(
    {
        "oneOf": [{"type": "object"}, {"type": "array", "items": {"type": "string"}}],
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
    """An action as data; read by the rules."""


class ReplayIn(serializers.Serializer[Any]):
    """A record, as ``sgf`` or as ``actions`` on an empty board, and the ruleset that is asked of it.

    ``ruleset`` left out: the record's own where it is one of ours, else Tromp-Taylor. ``set`` changes it on
    some axes. ``dead``: strings that both players agree are dead. ``all``: every ruleset side by side, each
    with its own komi unless ``set`` gives one, for records of at most 1,000 moves.
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
    dead = serializers.ListField(child=serializers.CharField(), required=False, max_length=MOST_POINTS)
    all = serializers.BooleanField(required=False)


class IllegalOut(serializers.Serializer[Any]):
    """The first action that the rules refuse. ``repeats_turn``: after how many actions that board stood."""

    turn = serializers.IntegerField()
    reason = serializers.CharField()
    clause = serializers.CharField()
    repeats_turn = serializers.IntegerField(allow_null=True)


class RowOut(serializers.Serializer[Any]):
    """What one ruleset says of a record; where no game can start so, ``unfit`` says why.

    ``turns``: how many actions are legal, from the first; what follows is said of the position after them,
    with the dead that were given. ``outcome``: what the rules prove; ``result``: that, or the margin as
    ``by`` says. ``score`` is null where nothing is counted. ``note``: that the record names a ruleset which
    is not known here.
    """

    name = serializers.CharField()
    ruleset = serializers.CharField()
    unfit = serializers.CharField(allow_blank=True)
    legal = serializers.BooleanField()
    turns = serializers.IntegerField()
    illegal = IllegalOut(allow_null=True)
    komi = serializers.FloatField(allow_null=True)
    phase = serializers.CharField(allow_null=True)
    to_play = serializers.CharField(allow_null=True, help_text="b or w")
    prisoners = PrisonersOut(allow_null=True)
    score = ScoreOut(allow_null=True)
    outcome = serializers.CharField(allow_null=True)
    result = serializers.CharField(allow_blank=True)
    by = serializers.CharField(allow_blank=True)
    note = serializers.CharField(allow_blank=True)


class RowsOut(serializers.Serializer[Any]):
    rulesets = RowOut(many=True)


REPLAYED = PolymorphicProxySerializer(
    component_name="Replayed", serializers=[RowOut, RowsOut], resource_type_field_name=None
)


class HeldOut(serializers.Serializer[Any]):
    """``holds``: points without a stone of the player, opposing stones among them that cannot live."""

    stones = serializers.ListField(child=serializers.CharField())
    holds = serializers.ListField(child=serializers.CharField())


class BothHeldOut(serializers.Serializer[Any]):
    b = HeldOut()
    w = HeldOut()


class HintsOut(serializers.Serializer[Any]):
    """``says``: how far the hint goes."""

    game = serializers.UUIDField()
    turn = serializers.IntegerField()
    says = serializers.CharField()
    pass_alive = BothHeldOut()


class OutcomesOut(serializers.Serializer[Any]):
    """``own``: under the game's own terms; ``actions``: how many were entered."""

    game = serializers.UUIDField()
    actions = serializers.IntegerField()
    own = RowOut()
    rulesets = RowOut(many=True)
