"""Players who enter themselves: what they say, and what directors and the desk do with it."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.rest.fields import (
    IdField,
    LineField,
    NullAsEmpty,
    NumberField,
    OptionalLine,
    OptionalMatch,
    TupleField,
)
from games.rest.inputs import input_field
from games.rest.operations import AnyField, Operation
from tournaments.competition.facts import COUNTRY
from tournaments.competition.ranks import format_grade, parse_grade
from tournaments.competition.settings import MOST_ROUNDS
from tournaments.registration.officers import (
    ConfirmSignups,
    ForgetSignups,
    MarkFee,
    MergeSignup,
    MoveSignup,
    RefuseSignup,
    RenewLink,
)
from tournaments.registration.registering import ChangeSignup, Register, WithdrawSignup
from tournaments.registration.terms import (
    ASKABLE,
    LONGEST_CONSENT,
    MOST_CATEGORIES,
    MOST_PLACES,
    OPTIONAL,
    REQUIRED,
    SetTerms,
)
from tournaments.tables.signups import (
    LONGEST_CATEGORY,
    LONGEST_EMAIL,
    LONGEST_FEE,
    PublicList,
)
from tournaments.time_zones import is_zone

MOST_AT_ONCE = 500
LONGEST_RANK = 20


@extend_schema_field({"type": "string", "maxLength": LONGEST_RANK, "example": "3d"})
class WrittenRankField(serializers.CharField):
    """A player's rank as people write it, "3 dan" or "1p": ``rank``, and the ``grade`` of a professional."""

    def __init__(self, **options: Any) -> None:
        super().__init__(source="*", max_length=LONGEST_RANK, **options)

    def to_internal_value(self, data: Any) -> Any:
        if data is None:
            return {"rank": None, "grade": ""}
        try:
            rank, grade = parse_grade(super().to_internal_value(data))
        except ValueError:
            fault = "A rank from 30k to 9d, such as 3d or 12 kyu, or 1p to 9p."
            raise serializers.ValidationError(fault, "bad_rank") from None
        return {"rank": rank, "grade": grade}

    def to_representation(self, value: Any) -> str:
        return format_grade(value.rank, value.grade)


class EmailAddressField(NullAsEmpty, serializers.EmailField):
    default_error_messages = {"invalid": "An address such as anna@example.org."}


def _name(longest: int, **options: Any) -> LineField:
    return LineField(max_length=longest, **options)


def _like(pattern: str, fault: str) -> AnyField:
    return OptionalMatch(pattern, error_messages={"invalid": fault})


def _rounds() -> TupleField:
    numbers = serializers.IntegerField(min_value=1, max_value=MOST_ROUNDS)
    return TupleField(child=numbers, required=False, default=list, max_length=MOST_ROUNDS)


ANSWERS: dict[str, AnyField] = {
    "family_name": _name(60, error_messages={"required": "Write your name.", "blank": "Write your name."}),
    "given_name": OptionalLine(max_length=60),
    "rank": WrittenRankField(required=False),
    "country": input_field(str, COUNTRY, required=False),
    "club": OptionalLine(max_length=12),
    "egf_pin": _like(r"^[0-9]{1,16}\Z", "Up to 16 digits."),
    "ffg_licence": _like(r"^[A-Za-z0-9]{1,16}\Z", "Up to 16 letters and digits."),
    "aga_id": _like(r"^[0-9]{1,16}\Z", "Up to 16 digits."),
    "birth_year": NumberField(
        required=False,
        allow_null=True,
        min_value=1900,
        max_value=2100,
        error_messages=dict.fromkeys(("min_value", "max_value", "invalid"), "A year such as 1990."),
    ),
    "email": EmailAddressField(max_length=LONGEST_EMAIL),
    "category": OptionalLine(max_length=LONGEST_CATEGORY),
    "absent": _rounds(),
    "byes": _rounds(),
    "hidden": serializers.BooleanField(required=False, default=False),
}
NOTES = (
    "Which of these are asked for, and needed, the terms of the tournament say; what is not asked for is "
    "not kept. ``rank`` as people write it. ``absent``: rounds that they do not play in; ``byes``: rounds "
    "whose bye they ask for. ``hidden``: not on the public list."
)


def as_answers(values: Mapping[str, Any]) -> dict[str, Any]:
    """A form's id is the registration's."""
    answers = {"rank": None, "grade": "", **values}
    return answers | ({"signup_id": answers.pop("id")} if "id" in answers else {})


REGISTER = Operation(
    id="register_for_tournament",
    title="Register for a tournament.",
    command=Register,
    right="signup.make",
    fields={"id": IdField(), "consent": NumberField(required=False), **ANSWERS},
    prepare=as_answers,
    notes=f"``id``: a UUID made by the client; sent twice, it is one registration. ``consent``: the version "
    f"of the text that they agree to.\n\n{NOTES}",
)
CHANGE_SIGNUP = Operation(
    id="change_own_registration",
    title="Change your own registration.",
    command=ChangeSignup,
    right="signup.own",
    fields=ANSWERS,
    prepare=as_answers,
    notes=f"All of it, as it is from now on; once there is an entry, only e-mail and ``hidden``.\n\n{NOTES}",
)
WITHDRAW_SIGNUP = Operation(
    id="withdraw_own_registration",
    title="Withdraw your own registration; the first on the waiting list gets the place.",
    command=WithdrawSignup,
    right="signup.own",
)


def check_zone(name: str) -> None:
    if not is_zone(name):
        raise serializers.ValidationError("A time zone such as Europe/Helsinki.")


SET_TERMS = Operation(
    id="set_registration_terms",
    title="Set the terms of registration.",
    command=SetTerms,
    right="signup.change",
    match=True,
    fields={
        "is_open": serializers.BooleanField(),
        "consent": serializers.CharField(max_length=LONGEST_CONSENT),
        "zone": serializers.CharField(max_length=64, required=False, validators=[check_zone]),
        "opens_at": serializers.DateTimeField(required=False, allow_null=True),
        "closes_at": serializers.DateTimeField(required=False, allow_null=True),
        "places": NumberField(required=False, allow_null=True, min_value=1, max_value=MOST_PLACES),
        "waiting_list": serializers.BooleanField(required=False),
        "at_once": serializers.BooleanField(required=False),
        "categories": TupleField(child=_name(LONGEST_CATEGORY), required=False, max_length=MOST_CATEGORIES),
        "asks": serializers.DictField(
            child=serializers.ChoiceField(choices=[OPTIONAL, REQUIRED]), required=False
        ),
        "shown": serializers.ChoiceField(choices=PublicList.values, required=False),
        "fee": OptionalLine(max_length=120),
        "contact": OptionalLine(max_length=200),
    },
    notes=f"All of them, as they are from now on; what is left out is as at the beginning. ``asks``: of "
    f"{', '.join(ASKABLE)}, which are optional or required. ``consent``: a text that differs is a new "
    "version. ``opens_at`` null: at once; ``closes_at`` null: when the director closes it. ``places`` null: "
    "without a limit. ``at_once``: registrations are confirmed without the director.",
)
CONFIRM_SIGNUPS = Operation(
    id="confirm_registrations",
    title="Confirm registrations: all of them are entered, or none.",
    command=ConfirmSignups,
    right="signup.change",
    fields={
        "signups": TupleField(child=IdField(), required=False, default=list, max_length=MOST_AT_ONCE),
        "players": serializers.DictField(child=serializers.CharField(max_length=36), required=False),
    },
    notes="``signups``: which; none: all that have a place. ``players``: registration -> the id of the "
    "player who it is, or new.",
)
REFUSE_SIGNUP = Operation(
    id="refuse_registration",
    title="Refuse a registration, with a reason that is shown to the player.",
    command=RefuseSignup,
    right="signup.change",
    reason="always",
    reason_in_body=True,
)
TO_WAITING_LIST = Operation(
    id="move_to_waiting_list",
    title="Move a registration to the end of the waiting list, and remove its entry.",
    command=MoveSignup,
    right="signup.change",
    fixed={"waiting": True},
)
GIVE_PLACE = Operation(
    id="give_place",
    title="Give a free place to a player on the waiting list.",
    command=MoveSignup,
    right="signup.change",
    fixed={"waiting": False},
)
MERGE_SIGNUP = Operation(
    id="merge_registrations",
    title="Merge a registration into another one of the same person.",
    command=MergeSignup,
    right="signup.change",
    fields={"into": IdField()},
)
FEE_PAID = Operation(
    id="mark_fee_paid",
    title="Note that the fee is paid.",
    command=MarkFee,
    right="signup.fee",
    fields={"amount": OptionalLine(max_length=LONGEST_FEE)},
    fixed={"paid": True},
)
FEE_DUE = Operation(
    id="mark_fee_due",
    title="Note that the fee is still due.",
    command=MarkFee,
    right="signup.fee",
    fixed={"paid": False},
)
RENEW_LINK = Operation(
    id="renew_registration_link",
    title="Make a new private link for a registration, which replaces the old one.",
    command=RenewLink,
    right="signup.change",
)
FORGET_SIGNUPS = Operation(
    id="forget_registrations",
    title="Delete the unconfirmed registrations, after the tournament.",
    command=ForgetSignups,
    right="signup.change",
)
