"""Operations on claims: make, withdraw, play out, rule and appeal."""

from typing import Any

from rest_framework import serializers

from games.adjudication.kinds import MEMBER_NAMES, NEEDED, ClaimKind, Statement
from games.claims.deciding import (
    ActInSequence,
    Appeal,
    BeginSequence,
    CorrectRuling,
    DecideAppeal,
    Evidence,
    MakeClaim,
    Rule,
    Second,
    TakeBack,
    WithdrawClaim,
)
from games.claims.deciding.base import LONGEST_PHOTO, LONGEST_REASON, LONGEST_TEXT
from games.claims.deciding.ruling import APPEAL_DECISIONS, DECISIONS
from games.inputs import OPTIONAL
from games.marking import marked
from games.operations.fields import (
    ActionIn,
    ColourField,
    NumberField,
    PictureField,
    PointsField,
    RemedyIn,
    SgfField,
    SgfFileField,
    TurnField,
)
from games.refusals import refuse
from games.rest.fields import EnumField, OptionalText, same_messages
from games.rest.operations import AnyField, Operation

LONGEST_RESULT = 12
RESULT_MESSAGE = "such as B+3.5, W+R, B+, 0 or Void"
KIND_MESSAGES = same_messages("Choose what the claim is about.", "required", "invalid_choice")
DECISION_MESSAGES = same_messages("Choose what you decide.", "required", "invalid_choice")
REASONS_MESSAGES = same_messages("A ruling needs written reasons.", "required", "null", "blank")
GROUNDS_MESSAGES = same_messages("Say why the ruling is wrong.", "required", "blank")
EVIDENCE = ("text", "photo", "picture", "sgf")
NOT_NEEDED = {
    ClaimKind.WRONG_RESULT: ("points",),
    ClaimKind.STRINGS: ("capturable",),
    ClaimKind.REPETITION: ("turn",),
    ClaimKind.CONTINUATION_REFUSED: ("turn",),
    ClaimKind.CONTINUATIONS_EXCEEDED: ("turn",),
}
"""The parts of a statement of each kind that may be left out."""


def group_statement(values: dict[str, Any]) -> dict[str, Any]:
    """Replace the fields of a claim by its statement and its evidence. Refuses those of another type."""
    evidence = {name: values.pop(name) for name in EVIDENCE if name in values}
    kind = values["kind"]
    taken = {"kind", *NEEDED[kind], *NOT_NEEDED.get(kind, ())}
    message = marked("A claim of this type does not take this.")
    errors = [
        {"place": MEMBER_NAMES.get(name, name), "code": "unknown_member", "message": message}
        for name in values
        if name not in taken
    ]
    if errors:
        refuse("invalid", errors=errors)
    return {"statement": Statement(**values), "evidence": Evidence(**evidence)}


def group_evidence(values: dict[str, Any]) -> dict[str, Any]:
    """Replace the fields of an appeal by its evidence."""
    return {"evidence": Evidence(**values)}


def ruling_fields(*decisions: str) -> dict[str, AnyField]:
    """Return the fields of a decision: its choices, its reasons, its remedy and that it needs none."""
    return {
        "decision": serializers.ChoiceField(choices=decisions, error_messages=DECISION_MESSAGES),
        "reasons": serializers.CharField(max_length=LONGEST_REASON, error_messages=REASONS_MESSAGES),
        "remedy": RemedyIn(required=False),
        "keeps_result": serializers.BooleanField(
            required=False,
            default=False,
            help_text="Confirms that a claim is upheld, or a ruling changed, without a result of its own.",
        ),
    }


MAKE_CLAIM = Operation(
    id="make_claim",
    title="Make a claim about a game; the answer has the finding of the rules.",
    command=MakeClaim,
    right="claim.make",
    fields={
        "type": EnumField(ClaimKind, source="kind", error_messages=KIND_MESSAGES),
        "turn": TurnField(min_value=1, required=False),
        "points": PointsField(required=False),
        "capturable": serializers.BooleanField(required=False, help_text="true unless given"),
        "colour": ColourField(source="color", required=False),
        "count": NumberField(required=False, min_value=-1000, max_value=100_000),
        "result": serializers.CharField(
            required=False,
            max_length=LONGEST_RESULT,
            help_text="As SGF has it: B+3.5",
            error_messages={"max_length": RESULT_MESSAGE},
        ),
        "text": OptionalText(max_length=LONGEST_TEXT),
        "photo": OptionalText(max_length=LONGEST_PHOTO),
        "sgf": SgfField(required=False),
    },
    files={"picture": PictureField(required=False), "sgf": SgfFileField(required=False)},
    prepare=group_statement,
    notes="""What is claimed. What else a claim names depends on its type; any other of these is refused.

| type | names |
|---|---|
| each | text, photo, picture, sgf: the evidence |
| `wrong_result` | result; points: the dead |
| `illegal_move` | turn |
| `strings` | points, capturable |
| `repetition`, `continuation_refused`, `continuations_exceeded` | turn, where it matters |
| `out_of_stones` | colour, turn |
| `tokens`, `fines` | colour, count |
| `records_differ` | sgf: the other record |
| `handicap_differs`, `komi_differs` | count |
| `time`, `left` | colour: whose clock ran out, who left before the game was over |
| `other` | nothing more, but text, photo or picture |
| `conduct` | colour; only an official opens these |

``text``: what happened, in the claimant's words. ``photo``: where a picture is; ``picture``: the picture
itself, JPEG, PNG or WebP, at most 12 MB, in a multipart body: what it shows is kept and nothing else of the
file. ``sgf``: at most 1 MB, as text or, in a multipart body, as a file. If the game has no record, the
finding is made from that of the claim, and says so.""",
)
WITHDRAW_CLAIM = Operation(
    id="withdraw_claim",
    title="Withdraw a claim that has not been ruled on.",
    details="It still counts among the claims that a player may make.",
    command=WithdrawClaim,
    right="claim.make",
    reason=OPTIONAL,
    reason_in_body=True,
)
BEGIN_SEQUENCE = Operation(
    id="begin_sequence",
    status=201,
    title="Begin a sequence, from any turn of the game or of an earlier sequence.",
    command=BeginSequence,
    right="claim.play",
    fields={"turn": TurnField(required=False), "sequence": TurnField(required=False, default=0)},
    notes="From the last turn of the game, or of an earlier ``sequence`` of the claim, or from ``turn``.",
)
ACT_IN_SEQUENCE = Operation(
    id="act_in_sequence",
    status=201,
    title="Add an action to a sequence.",
    details=(
        "An illegal action is refused with the reason and the clause.\n\n"
        "Players enter their own actions; officials enter those of either, and those that take both: "
        "``agree_dead``; ``agree_draw`` and ``resume`` without a player. ``penalise`` is for officials who "
        "may correct the game."
    ),
    command=ActInSequence,
    right="claim.play",
    body=ActionIn,
)
TAKE_BACK = Operation(
    id="take_back_in_sequence",
    title="Take back the last action of a sequence.",
    details="Players can take back their own last stone before it is answered; officials, any action.",
    command=TakeBack,
    right="claim.play",
)
RULE = Operation(
    id="rule_on_claim",
    status=201,
    title="Rule on a claim, with reasons and what follows for the game.",
    details="Nobody can rule on their own game.",
    command=Rule,
    right="claim.rule",
    match=True,
    dry_run=True,
    fields=ruling_fields(*DECISIONS),
)
CORRECT_RULING = Operation(
    id="correct_ruling",
    title="Correct a ruling until the time to appeal ends; the log keeps the one before.",
    details="The time to appeal begins again. A ruling that was appealed is no longer corrected.",
    command=CorrectRuling,
    right="claim.correct",
    match=True,
    dry_run=True,
    fields=ruling_fields(*DECISIONS),
    notes="Without a result or a replay in ``remedy`` the result is again that of before the ruling.",
)
SECOND_RULING = Operation(
    id="second_ruling",
    status=201,
    title="Confirm a proposed ruling as a second official, or reopen the claim with reasons.",
    command=Second,
    right="claim.second",
    match=True,
    fields={
        "agrees": serializers.BooleanField(),
        "reasons": OptionalText(default=None, max_length=LONGEST_REASON),
    },
    notes="``reasons`` are needed to disagree.",
)
APPEAL = Operation(
    id="appeal_ruling",
    status=201,
    title="Appeal a ruling, as one of the two players; it counts until the committee decides.",
    details="There is one appeal; a player to whom the ruling gives all they could have cannot make it.",
    command=Appeal,
    right="claim.appeal",
    fields={
        "text": serializers.CharField(max_length=LONGEST_TEXT, error_messages=GROUNDS_MESSAGES),
    },
    files={"picture": PictureField(required=False)},
    prepare=group_evidence,
)
DECIDE_APPEAL = Operation(
    id="decide_appeal",
    status=201,
    title="Enter the committee's decision on an appeal, which is final.",
    command=DecideAppeal,
    right="claim.decide_appeal",
    match=True,
    dry_run=True,
    fields=ruling_fields(*APPEAL_DECISIONS),
    notes="""``upheld``: the ruling stands; ``changed``: what the remedy says holds in its place. Without a
result or a replay in it the result is again that of before the ruling, which ``keeps_result`` confirms.""",
)
