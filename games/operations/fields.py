"""Fields of the operations on games and claims, with their error messages."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.fields import empty
from rest_framework.settings import api_settings

from games.claims.deciding.ruling import LONGEST_SCORE, RESULTS
from games.claims.events import Remedy
from games.claims.redrawing import LARGEST_FILE as LARGEST_PICTURE
from games.claims.redrawing import redraw, refuse_too_large
from games.colours import LETTERS
from games.game.deciding import MOST_POINTS
from games.refusals import refuse
from games.rest.fields import FiniteField, OptionalChoice, OptionalText, WordsField, same_messages
from games.sgf import LIMITS
from rules import Action
from rules.actions import ACTIONS, from_data

LARGEST_TURN = 2**31 - 1
LONGEST_POINT = 4
INVALID_VALUE_KEYS = ("invalid", "min_value", "max_value", "max_string_length")


class TurnField(serializers.IntegerField):
    """A turn of a game or of a sequence."""

    default_error_messages = same_messages("a whole number", *INVALID_VALUE_KEYS)

    def __init__(self, *, min_value: int = 0, **options: Any) -> None:
        super().__init__(min_value=min_value, max_value=LARGEST_TURN, **options)


class NumberField(FiniteField):
    """A number that may have a fraction."""

    default_error_messages = same_messages("a number such as 6.5", *INVALID_VALUE_KEYS)


class ColourField(serializers.ChoiceField):
    """A colour by its name; its value is the letter."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=list(LETTERS), **options)

    def to_internal_value(self, data: Any) -> str:
        return LETTERS[super().to_internal_value(data)]


class PointsField(WordsField):
    """Vertices. Whether they are on the board is checked with the game."""

    def __init__(self, **options: Any) -> None:
        point = serializers.CharField(
            max_length=LONGEST_POINT, error_messages={"max_length": "points such as D4 E5"}
        )
        options.setdefault("help_text", "Vertices such as D4.")
        super().__init__(child=point, max_length=MOST_POINTS, **options)


@extend_schema_field(str)
class SgfField(serializers.Field[Any, Any, Any, Any]):
    """A record as text or as a file; its value is bytes."""

    default_error_messages = {"required": "Choose the file.", "blank": "This field may not be blank."}

    def to_internal_value(self, data: Any) -> bytes:
        sgf = sgf_bytes(data)
        if not sgf:
            self.fail("blank")
        return sgf


@extend_schema_field({"type": "string", "format": "binary"})
class SgfFileField(SgfField):
    """A record as a file."""


@extend_schema_field({"type": "string", "format": "binary"})
class PictureField(serializers.Field[Any, Any, Any, Any]):
    """A picture as a file; its value is what it shows, as JPEG. A file that is too large is not read."""

    def to_internal_value(self, data: Any) -> bytes:
        if not hasattr(data, "read"):
            raise serializers.ValidationError("the picture, as a file", "wrong_type")
        if data.size > LARGEST_PICTURE:
            refuse_too_large(data.size)
        return redraw(data.read())


def sgf_bytes(value: Any) -> bytes:
    """Return the bytes of a record sent as a file or as text.

    Text from JSON is UTF-8, even if it declares another charset.
    """
    if isinstance(value, str):
        return value.encode() if value.isascii() else value.encode("utf-8-sig")
    if hasattr(value, "read"):
        if (value.size or 0) > LIMITS.bytes:
            refuse("too_large", field="sgf", what="record", limit=LIMITS.bytes)
        return bytes(value.read())
    if not isinstance(value, bytes):
        raise serializers.ValidationError("the game record, as a text or a file", "wrong_type")
    return value


class ActionIn(serializers.Serializer[Any]):
    """What was done, with these fields and no others.

    | do | fields |
    |---|---|
    | `play`, `challenge_ko` | colour, at |
    | `pass`, `give_stone`, `delay`, `ultimate_delay`, `declare_draw`, `resign`, `accept` | colour |
    | `take_button`, `concede`, `penalise` | colour |
    | `agree_draw` | colour: an offer, or the answer to one or to a claim (or null: both agree) |
    | `resume` | colour (or null: both asked, and differ), modified_ko |
    | `mark_dead` | colour, points |
    | `agree_dead` | points |
    | `claim` | colour, points, capturable |
    | `confirm` | colour, claim, modified_ko |
    """

    do = serializers.ChoiceField(choices=list(ACTIONS))
    colour = ColourField(
        source="color", required=False, allow_null=True, help_text="Who does it; null: both."
    )
    at = serializers.CharField(required=False, max_length=LONGEST_POINT, help_text="A vertex such as D4")
    points = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_POINT), required=False, max_length=MOST_POINTS
    )
    capturable = serializers.BooleanField(required=False, help_text="true unless given")
    claim = serializers.IntegerField(required=False, min_value=0, help_text="Its number, from 0")
    modified_ko = serializers.BooleanField(required=False, help_text="false unless given")

    def run_validation(self, data: Any = empty) -> dict[str, Action]:
        """Return the action as read by the rules, which check more than the fields do."""
        given = super().run_validation(data)
        try:
            return {"action": from_data(given)}
        except ValueError as fault:
            message = 'not an action, such as {"do": "play", "colour": "black", "at": "D4"}'
            raise serializers.ValidationError({api_settings.NON_FIELD_ERRORS_KEY: [message]}) from fault


class PenaltyField(FiniteField):
    default_error_messages = same_messages(
        "Points of penalty are a number such as 2 or 2.5.", *INVALID_VALUE_KEYS
    )


class PenaltiesIn(serializers.Serializer[Any]):
    """Points by player, in halves: recorded and shown; nothing is computed from them."""

    black = PenaltyField(source="b", required=False, min_value=0)
    white = PenaltyField(source="w", required=False, min_value=0)


class RemedyIn(serializers.Serializer[Any]):
    """What follows for the game; nothing by default. A game that is played again has no result.

    ``score`` is the final one, with ``penalties`` counted in: they are recorded and shown to the players, and
    change neither result nor score by themselves.
    """

    result = OptionalChoice(
        choices=[result for result in RESULTS if result], default=None, help_text="Null: unchanged."
    )
    by_default = serializers.BooleanField(required=False, default=False)
    score = OptionalText(default=None, max_length=LONGEST_SCORE, help_text="B+3.5")
    penalties = PenaltiesIn(required=False)
    replay = serializers.BooleanField(required=False, default=False)

    def validate(self, attrs: Any) -> Remedy:
        """Return the remedy, without penalties of zero points."""
        points = {color: points for color, points in attrs.get("penalties", {}).items() if points}
        return Remedy(**{**attrs, "penalties": points})
