"""What goes in and out: serializers for the document, parsers for records."""

from collections.abc import Mapping
from typing import IO, Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.settings import api_settings

from games.game.deciding import LONGEST_REASON, MOST_POINTS
from games.game.fitting import differences
from games.game.policy import policy
from games.game.rows import GameRow
from games.refusals import refuse
from games.rest.strict import unknown
from rules import Action
from rules.actions import ACTIONS, from_data

SGF = "application/x-go-sgf"


class SgfParser(BaseParser):
    """The bytes as they come."""

    media_type = SGF

    def parse(  # type: ignore[override]  # bytes, as request.data may be
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        return stream.read()


RECORD_PARSERS: tuple[Any, ...] = (*api_settings.DEFAULT_PARSER_CLASSES, SgfParser, MultiPartParser)


class SgfRenderer(BaseRenderer):
    """Only names the media type: the view answers with the bytes."""

    media_type = SGF
    format = "sgf"


class SvgRenderer(BaseRenderer):
    """Only names the media type: the view answers with the text."""

    media_type = "image/svg+xml"
    format = "svg"


class NoteOut(serializers.Serializer[Any]):
    """How a record was read, or where it differs from the terms of its game."""

    code = serializers.CharField()
    text = serializers.CharField()
    offset = serializers.IntegerField(required=False)
    record = serializers.FloatField(required=False)
    game = serializers.FloatField(required=False)


class GameOut(serializers.Serializer[Any]):
    """A game as it stands. ``outcome`` is what its record proves, ``claimed`` what it says of itself.

    ``differences``: terms that its record names otherwise (`komi_differs`, `handicap_differs`); it is judged
    by those of the game.
    """

    id = serializers.UUIDField(source="game_id")
    context = serializers.CharField()  # type: ignore[assignment]  # the metaclass takes fields away
    context_url = serializers.SerializerMethodField()
    ruleset = serializers.CharField()
    width = serializers.IntegerField()
    height = serializers.IntegerField()
    handicap = serializers.IntegerField()
    black = serializers.CharField()
    white = serializers.CharField()
    turns = serializers.IntegerField()
    phase = serializers.CharField()
    to_play = serializers.CharField(help_text="b or w")
    outcome = serializers.CharField(allow_blank=True)
    winner = serializers.CharField(allow_blank=True, help_text="b, w, or empty: a tie, or nothing proved yet")
    claimed = serializers.CharField(allow_blank=True)
    illegal_turn = serializers.IntegerField(
        allow_null=True, help_text="The first turn that the terms of today forbid"
    )
    has_record = serializers.BooleanField()
    differences = serializers.SerializerMethodField()
    withdrawn = serializers.BooleanField()
    version = serializers.IntegerField()

    def get_context_url(self, row: GameRow) -> str:
        return policy().context_url(row)

    @extend_schema_field(NoteOut(many=True))
    def get_differences(self, row: GameRow) -> list[dict[str, Any]]:
        return differences(row)


class ReceivedOut(serializers.Serializer[Any]):
    game = GameOut()
    notes = NoteOut(many=True)


class GameEventOut(serializers.Serializer[Any]):
    """``digest`` = sha256 of the digest before and the event's canonical JSON."""

    position = serializers.IntegerField()
    version = serializers.IntegerField()
    kind = serializers.CharField()
    data = serializers.JSONField()  # type: ignore[assignment]  # the metaclass takes fields away
    actor = serializers.CharField()
    recorded_at = serializers.DateTimeField()
    digest = serializers.CharField()


class GameEventsOut(serializers.Serializer[Any]):
    next = serializers.URLField(allow_null=True)
    results = GameEventOut(many=True)


class TallyOut(serializers.Serializer[Any]):
    stones = serializers.IntegerField()
    territory = serializers.IntegerField()
    dead = serializers.IntegerField()
    prisoners = serializers.IntegerField()
    tokens = serializers.FloatField(help_text="Points for pass tokens in hand")
    fines = serializers.FloatField(help_text="Points lost by illegal moves")
    komi = serializers.FloatField()
    compensation = serializers.FloatField(help_text="Points for handicap stones")
    total = serializers.FloatField()


class ScoreOut(serializers.Serializer[Any]):
    """``margin``: Black's total less White's. ``owner``: rows as of the board, whose each point is."""

    black = TallyOut()
    white = TallyOut()
    margin = serializers.FloatField()
    winner = serializers.CharField(allow_blank=True)
    owner = serializers.ListField(child=serializers.CharField())


class PrisonersOut(serializers.Serializer[Any]):
    """How many opposing stones each player holds."""

    b = serializers.IntegerField()
    w = serializers.IntegerField()


class TokensOut(serializers.Serializer[Any]):
    b = serializers.IntegerField()
    w = serializers.IntegerField()


class FinesOut(serializers.Serializer[Any]):
    """Points that each player has lost by illegal moves."""

    b = serializers.FloatField()
    w = serializers.FloatField()


class MarksOut(serializers.Serializer[Any]):
    """The stones that a player has marked as dead; a player who has marked nothing is left out."""

    b = serializers.ListField(child=serializers.CharField(), required=False)
    w = serializers.ListField(child=serializers.CharField(), required=False)


class KoOut(serializers.Serializer[Any]):
    """A ko of a continuation under modified ko, or of a confirmation; players as b and w."""

    points = serializers.ListField(child=serializers.CharField())
    captured_by = serializers.ListField(child=serializers.CharField())
    prepared_by = serializers.ListField(child=serializers.CharField())
    locked_out = serializers.ListField(child=serializers.CharField())


class ClaimOut(serializers.Serializer[Any]):
    """``proved`` by the last sequence that was played for it, null before the first."""

    number = serializers.IntegerField()
    color = serializers.CharField()
    points = serializers.ListField(child=serializers.CharField())
    capturable = serializers.BooleanField()
    sequences = serializers.IntegerField()
    proved = serializers.BooleanField(allow_null=True)


class StandOut(serializers.Serializer[Any]):
    """``rows``: top first, X Black, O White, ``.`` empty.

    What only some rulesets know is given where there is any.
    """

    width = serializers.IntegerField()
    height = serializers.IntegerField()
    rows = serializers.ListField(child=serializers.CharField())
    to_play = serializers.CharField(help_text="b or w")
    phase = serializers.CharField()
    prisoners = PrisonersOut()
    tokens = TokensOut(required=False)
    fines = FinesOut(required=False)
    continuations = serializers.IntegerField(required=False)
    modified_ko = serializers.BooleanField(required=False)
    kos = KoOut(many=True, required=False)
    marks = MarksOut(required=False)
    claims = ClaimOut(many=True, required=False)
    disputed = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="What a dispute or a sequence is about"
    )
    settled = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="What capture phases left alive"
    )
    draw_right = serializers.CharField(required=False, help_text="b or w: who may declare a draw")
    last_move = serializers.CharField(allow_null=True)
    outcome = serializers.CharField(allow_null=True)


class PositionOut(StandOut):
    """The position of a game after a turn. ``score`` is given once the game was counted."""

    game = serializers.UUIDField()
    turn = serializers.IntegerField()
    turns = serializers.IntegerField()
    action = serializers.JSONField(allow_null=True)
    score = ScoreOut(allow_null=True)


class ActionIn(serializers.Serializer[Any]):
    """What was done, with these fields and no others.

    | do | fields |
    |---|---|
    | `play`, `challenge_ko` | color, at |
    | `pass`, `give_stone`, `delay`, `ultimate_delay`, `declare_draw`, `resign`, `accept` | color |
    | `concede`, `penalise` | color |
    | `agree_draw` | none |
    | `resume` | color (or null: both asked, and differ), modified_ko |
    | `mark_dead` | color, points |
    | `agree_dead` | points |
    | `claim` | color, points, capturable |
    | `confirm` | color, claim, modified_ko |
    """

    do = serializers.ChoiceField(choices=list(ACTIONS))
    color = serializers.ChoiceField(choices=["b", "w"], required=False, allow_null=True)
    at = serializers.CharField(required=False, help_text="A vertex such as D4")
    points = serializers.ListField(child=serializers.CharField(), required=False, max_length=MOST_POINTS)
    capturable = serializers.BooleanField(required=False, help_text="true unless given")
    claim = serializers.IntegerField(required=False, min_value=0, help_text="Its number, from 0")
    modified_ko = serializers.BooleanField(required=False, help_text="false unless given")


class RecordIn(serializers.Serializer[Any]):
    sgf = serializers.CharField(trim_whitespace=False, allow_blank=True)


class RecordFileIn(serializers.Serializer[Any]):
    sgf = serializers.FileField()


class ReasonIn(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=LONGEST_REASON)


class TakeBackIn(ReasonIn):
    to_turn = serializers.IntegerField(min_value=0, max_value=2**31 - 1)


def action_in(request: Request) -> Action:
    """The action that a body describes, or a refusal."""
    try:
        return from_data(request.data if isinstance(request.data, dict) else {})
    except ValueError:
        refuse("invalid", field="", fault='not an action, such as {"do": "play", "color": "b", "at": "D4"}')


def sgf_in(request: Request) -> bytes:
    """The file, however it was sent."""
    data = request.data
    if isinstance(data, bytes):
        return data
    if faults := unknown(RecordIn(), data):
        raise ValidationError(faults)
    return sgf_bytes(data.get("sgf") if isinstance(data, Mapping) else None)


def sgf_bytes(held: Any) -> bytes:
    """A record that came as a file or a text. A text out of JSON is UTF-8 by now, whatever it declares."""
    if isinstance(held, str):
        return held.encode() if held.isascii() else held.encode("utf-8-sig")
    if hasattr(held, "read"):
        return bytes(held.read())
    if not isinstance(held, bytes):
        refuse("invalid", field="sgf", fault="the game record, as a text or a file")
    return held
