"""What goes in and out where claims are made, played out and ruled on."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from drf_spectacular.utils import extend_schema_field, inline_serializer
from rest_framework import serializers

from games.adjudication.kinds import ClaimKind
from games.api.bodies import StandOut, sgf_bytes
from games.claims.claim import Stage
from games.claims.commands import LONGEST_PHOTO, LONGEST_TEXT
from games.claims.deciding.base import DESK, LONGEST_REASON
from games.claims.deciding.ruling import DECISIONS, LONGEST_SCORE, RESULTS
from games.claims.events import Remedy
from games.claims.rows import ClaimRow
from games.game.deciding import MOST_POINTS
from games.rest.fields import FiniteField

LARGEST = 2**31 - 1
LONGEST_RESULT = 12
KINDS = [kind.value for kind in ClaimKind]
STAGES = [stage.value for stage in Stage]
SIDES = ["b", "w", DESK]
APPEAL_DECISIONS = ["upheld", "changed"]


@extend_schema_field(str)
class SgfField(serializers.Field[Any, Any, Any, Any]):
    """A record as text or as a file."""

    def to_internal_value(self, data: Any) -> bytes:
        return sgf_bytes(data)


class ClaimIn(serializers.Serializer[Any]):
    """What is claimed. What else a claim names depends on its kind.

    | kind | names |
    |---|---|
    | `wrong_result` | result; points: the dead |
    | `illegal_move` | turn; sgf: another record, in place of the game's own |
    | `strings` | points, capturable |
    | `repetition`, `continuation_refused`, `continuations_exceeded` | turn, where it matters |
    | `out_of_stones` | color, turn |
    | `tokens`, `fines` | color, count |
    | `records_differ` | sgf: the other record |
    | `handicap_differs`, `komi_differs` | count |
    | `time`, `conduct` | color; only an official opens these |

    ``photo``: where a picture is; ``sgf``: at most 1 MB, as text or, in a multipart body, as a file.
    """

    game = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=KINDS)
    turn = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST)
    points = serializers.ListField(
        child=serializers.CharField(max_length=4), required=False, max_length=MOST_POINTS
    )
    capturable = serializers.BooleanField(required=False, help_text="true unless given")
    color = serializers.ChoiceField(choices=["b", "w"], required=False)
    count = FiniteField(required=False, min_value=-1000, max_value=100_000)
    result = serializers.CharField(
        required=False, max_length=LONGEST_RESULT, help_text="As SGF has it: B+3.5"
    )
    text = serializers.CharField(required=False, max_length=LONGEST_TEXT, allow_blank=True)
    photo = serializers.CharField(required=False, max_length=LONGEST_PHOTO, allow_blank=True)
    sgf = SgfField(required=False)


class ClaimFileIn(ClaimIn):
    sgf = serializers.FileField(required=False)  # type: ignore[assignment]  # what multipart bodies hold


class SequenceIn(serializers.Serializer[Any]):
    """From the last turn of the game, or of an earlier ``sequence`` of the claim, or from ``turn``."""

    turn = serializers.IntegerField(required=False, min_value=0, max_value=LARGEST)
    sequence = serializers.IntegerField(required=False, min_value=0, max_value=LARGEST, default=0)


class PenaltiesIn(serializers.Serializer[Any]):
    """Points by player, in halves: recorded and told, and nothing is computed from them."""

    b = FiniteField(required=False, min_value=0)
    w = FiniteField(required=False, min_value=0)


class RemedyIn(serializers.Serializer[Any]):
    """What follows for the game; nothing by default. A game that is played again has no result.

    ``score`` is the final one, with ``penalties`` counted in: they are recorded and told to the players, and
    change neither result nor score by themselves.
    """

    result = serializers.ChoiceField(choices=RESULTS, required=False, allow_blank=True, default="")
    by_default = serializers.BooleanField(required=False, default=False)
    score = serializers.CharField(
        required=False, allow_blank=True, default="", max_length=LONGEST_SCORE, help_text="B+3.5"
    )
    penalties = PenaltiesIn(required=False)
    replay = serializers.BooleanField(required=False, default=False)


class RulingIn(serializers.Serializer[Any]):
    decision = serializers.ChoiceField(choices=DECISIONS)
    reasons = serializers.CharField(
        required=False, allow_blank=True, default="", max_length=LONGEST_REASON, help_text="Needed"
    )
    remedy = RemedyIn(required=False)


class AppealDecisionIn(RulingIn):
    """``upheld``: the ruling stands; ``changed``: what the remedy says holds in its place."""

    decision = serializers.ChoiceField(choices=APPEAL_DECISIONS)


class SecondIn(serializers.Serializer[Any]):
    """``reasons`` are needed to disagree."""

    agrees = serializers.BooleanField()
    reasons = serializers.CharField(required=False, allow_blank=True, default="", max_length=LONGEST_REASON)


class AppealIn(serializers.Serializer[Any]):
    text = serializers.CharField(max_length=LONGEST_TEXT)


def remedy_in(given: Mapping[str, Any]) -> Remedy:
    """The remedy of a ruling's body; no points are no penalty."""
    said = given.get("remedy", {})
    penalties = {color: points for color, points in said.get("penalties", {}).items() if points}
    return Remedy(**said | {"penalties": penalties})


def statement_in(given: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of the statement that a claim's body makes."""
    names = ("turn", "capturable", "color", "count", "result")
    said = {name: given[name] for name in names if name in given}
    return said | {"kind": ClaimKind(given["kind"]), "points": tuple(given.get("points", ()))}


class ClaimRowOut(serializers.Serializer[Any]):
    """A claim in a list. ``by``: a player, or the desk; ``decision`` is empty before a ruling."""

    id = serializers.UUIDField(source="claim_id")
    game = serializers.UUIDField(source="game_id")
    kind = serializers.ChoiceField(choices=KINDS)
    by = serializers.ChoiceField(choices=SIDES)
    made_at = serializers.DateTimeField()
    turn = serializers.IntegerField(allow_null=True)
    stage = serializers.SerializerMethodField()
    decision = serializers.CharField(allow_blank=True)
    appeal_until = serializers.DateTimeField(allow_null=True)
    sequences = serializers.IntegerField()
    version = serializers.IntegerField()

    def get_stage(self, row: ClaimRow) -> str:
        at: datetime = self.context["at"]
        over = row.stage == Stage.RULED and row.appeal_until is not None and row.appeal_until < at
        return Stage.FINAL.value if over else row.stage


class RemedyOut(serializers.Serializer[Any]):
    """As it was ruled: ``score`` is the final one, with ``penalties`` counted in."""

    result = serializers.CharField(allow_blank=True)
    by_default = serializers.BooleanField()
    score = serializers.CharField(allow_blank=True)
    penalties = serializers.DictField(child=serializers.FloatField())
    replay = serializers.BooleanField()


class ClaimRulingOut(serializers.Serializer[Any]):
    """``referee``: an account, by number; ``game_version``: of the game as it was judged.

    ``appeal_until``: null while a second official has to confirm the ruling.
    """

    decision = serializers.CharField(help_text="As it was given")
    reasons = serializers.CharField()
    remedy = RemedyOut()
    referee = serializers.CharField()
    game_version = serializers.IntegerField()
    appeal_until = serializers.CharField(allow_null=True)
    needs_second = serializers.BooleanField()


class SecondedOut(serializers.Serializer[Any]):
    official = serializers.CharField()
    appeal_until = serializers.CharField()


class AppealOut(serializers.Serializer[Any]):
    """``grounds``: sha256 of the words, which are in ``words``."""

    by = serializers.CharField(allow_blank=True)
    grounds = serializers.CharField(allow_blank=True)


class AppealDecisionOut(serializers.Serializer[Any]):
    decision = serializers.CharField(help_text="As it was given")
    reasons = serializers.CharField()
    remedy = RemedyOut()
    official = serializers.CharField()


class WordsOut(serializers.Serializer[Any]):
    text = serializers.CharField(allow_blank=True)
    photo = serializers.CharField(allow_blank=True)


class SequenceRowOut(serializers.Serializer[Any]):
    """Where a sequence begins, of the game (``sequence`` 0) or an earlier one; how many actions it has.

    ``by``: who began it: a player, the desk, or empty where that was not kept. ``one_sided``: it leaves an
    earlier sequence, and no two have played in it: it decides nothing.
    """

    number = serializers.IntegerField()
    turn = serializers.IntegerField()
    sequence = serializers.IntegerField()
    actions = serializers.IntegerField()
    by = serializers.ChoiceField(choices=SIDES, allow_blank=True)
    one_sided = serializers.BooleanField()


class ClaimDetailOut(serializers.Serializer[Any]):
    """A claim. ``words`` by what they belong to, "claim" or "appeal"; ``remedy``: what is in force.

    ``record`` and ``evidence``: sha256 of the record and of the words that came with the claim.
    """

    id = serializers.UUIDField()
    game = serializers.UUIDField()
    by = serializers.ChoiceField(choices=SIDES)
    made_at = serializers.CharField()
    stage = serializers.ChoiceField(choices=STAGES)
    kind = serializers.ChoiceField(choices=KINDS)
    turn = serializers.IntegerField(allow_null=True)
    points = serializers.ListField(child=serializers.CharField())
    capturable = serializers.BooleanField()
    color = serializers.CharField(allow_blank=True)
    count = serializers.FloatField(allow_null=True)
    result = serializers.CharField(allow_blank=True)
    record = serializers.CharField(allow_blank=True)
    evidence = serializers.CharField(allow_blank=True)
    words = serializers.DictField(child=WordsOut())
    sequences = SequenceRowOut(many=True)
    ruling = ClaimRulingOut(allow_null=True)
    seconded = SecondedOut(allow_null=True)
    appeal = AppealOut(allow_null=True)
    appeal_decision = AppealDecisionOut(allow_null=True)
    appeal_until = serializers.CharField(allow_null=True)
    remedy = RemedyOut(allow_null=True)
    version = serializers.IntegerField()


class MissingOut(serializers.Serializer[Any]):
    code = serializers.CharField()
    text = serializers.CharField()


class FindingOut(serializers.Serializer[Any]):
    """What the rules say: ``proved``, ``refuted`` or ``undecidable``, and then what is ``missing``.

    ``follows``: the result that would follow; ``turn`` and ``position``: where it shows.
    """

    verdict = serializers.ChoiceField(choices=["proved", "refuted", "undecidable"])
    says = serializers.CharField()
    turn = serializers.IntegerField(allow_null=True)
    clause = serializers.CharField(allow_blank=True)
    follows = serializers.CharField(allow_blank=True)
    missing = MissingOut(many=True)
    position = StandOut(allow_null=True)


class ClaimChangedOut(ClaimDetailOut):
    """``receipt`` is the code of the last event of the command."""

    receipt = serializers.CharField(allow_null=True)


class ClaimMadeOut(ClaimChangedOut):
    finding = FindingOut()


class SequencesOut(serializers.Serializer[Any]):
    results = SequenceRowOut(many=True)


class SequenceOut(serializers.Serializer[Any]):
    """A sequence from its first action, and the position after ``turn`` of them, by default all.

    ``by`` and ``one_sided`` as in the list; ``entered``: who entered each action.
    """

    claim = serializers.UUIDField()
    number = serializers.IntegerField()
    from_turn = serializers.IntegerField()
    from_sequence = serializers.IntegerField()
    game_version = serializers.IntegerField()
    by = serializers.ChoiceField(choices=SIDES, allow_blank=True)
    one_sided = serializers.BooleanField()
    actions = serializers.ListField(child=serializers.JSONField())
    entered = serializers.ListField(child=serializers.CharField(allow_blank=True))
    turn = serializers.IntegerField()
    turns = serializers.IntegerField()
    position = StandOut()


class SequenceChangedOut(SequenceOut):
    receipt = serializers.CharField(allow_null=True)


CLAIMS_PAGE = inline_serializer(
    "ClaimRowOutPage",
    {
        "next": serializers.URLField(allow_null=True),
        "previous": serializers.URLField(allow_null=True),
        "results": ClaimRowOut(many=True),
    },
)
