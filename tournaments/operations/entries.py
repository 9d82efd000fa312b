"""Who plays: entered, changed, withdrawn, checked in, absent from a round."""

from typing import Any

from rest_framework import serializers

from games.refusals import Refusal
from games.rest.fields import EnumField, IdField, TupleField
from games.rest.lines import LinesField, each_field
from games.rest.operations import OPTIONAL, AnyField, Operation, new_id, new_ids
from tournaments.competition.settings import MOST_ROUNDS
from tournaments.domain.bulk_entries import (
    ChangeEntries,
    EnterPlayers,
    SetPresenceOfMany,
    SetPresences,
    SetStrengths,
)
from tournaments.domain.entries import (
    LONGEST_GROUP,
    MOST_ENTRIES,
    ChangeEntry,
    EnterPlayer,
    RemoveEntry,
    ReplacePlayer,
)
from tournaments.domain.presence import CheckIn, ReinstateEntry, SetPresence, WithdrawEntry
from tournaments.formats.player_lists import ListKind
from tournaments.operations.constraints import ONCE_PAIRED
from tournaments.operations.fields import CountryField, NameField, NumberField, RankField


def strength_fields() -> dict[str, AnyField]:
    """How strong the player is, as it counts here."""
    rating = NumberField(required=False, help_text="EGF rating (GoR): 2100 is 1 dan, 100 points a rank.")
    return {"rank": RankField(required=False), "rating": rating}


def registration_fields(**defaults: Any) -> dict[str, AnyField]:
    """What counts in one tournament only; ``defaults`` by field."""
    options = {name: {"default": value} for name, value in defaults.items()}
    return {
        "correction": NumberField(
            required=False, help_text="Added to the McMahon score.", **options.get("correction", {})
        ),
        "final": serializers.BooleanField(
            required=False, help_text="A provisional entry is not paired.", **options.get("final", {})
        ),
        "group": NameField(
            max_length=LONGEST_GROUP, required=False, allow_blank=True, **options.get("group", {})
        ),
    }


def chosen_entries() -> AnyField:
    """Those that one command is about."""
    return TupleField(child=IdField(), min_length=1, max_length=MOST_ENTRIES)


def rounds_field() -> AnyField:
    rounds = serializers.IntegerField(min_value=1, max_value=MOST_ROUNDS)
    return TupleField(child=rounds, required=False, max_length=MOST_ROUNDS)


ENTER_PLAYER = Operation(
    id="enter_player",
    title="Enter a player of the organisation.",
    command=EnterPlayer,
    right="entry.change",
    fields={
        "player": IdField(),
        "partner": IdField(required=False, allow_null=True),
        "third": IdField(required=False, allow_null=True),
        "absent": serializers.ListField(
            child=serializers.IntegerField(min_value=1, max_value=MOST_ROUNDS),
            required=False,
            max_length=MOST_ROUNDS,
        ),
        **strength_fields(),
        **registration_fields(correction=0, final=True, group=""),
    },
    derived={"entry_id": new_id("entry")},
    notes=(
        "``player`` is one of the organisation's; what is not named is taken from the player.\n\n"
        "``partner``: in pair go, the second player; ``third``: in rengo of three, one more. Rank and rating "
        "are then the mean of all, rounded down."
    ),
)
ENTER_PLAYERS = Operation(
    id="enter_players",
    title="Enter several players of the organisation.",
    command=EnterPlayers,
    right="entry.change",
    fields={"players": LinesField(child=ENTER_PLAYER.serializer()), "each": each_field()},
    derived={"ids": new_ids("entry")},
    details="All of them are entered or none; with `each` every line gets a verdict of its own.",
)
CHANGE_ENTRY = Operation(
    id="change_entry",
    title="Change the rank, rating, club or country of an entry.",
    command=ChangeEntry,
    right="entry.change",
    reason=ONCE_PAIRED,
    fields={
        **strength_fields(),
        "country": CountryField(required=False, allow_blank=True),
        "club": NameField(max_length=12, required=False, allow_blank=True),
        **registration_fields(),
    },
)
WITHDRAW_ENTRY = Operation(
    id="withdraw_entry",
    title="Withdraw a player from all rounds to come.",
    command=WithdrawEntry,
    right="entry.change",
    reason=OPTIONAL,
)
REMOVE_ENTRY = Operation(
    id="remove_entry",
    title="Remove an entry that was made by mistake.",
    command=RemoveEntry,
    right="entry.change",
    reason=OPTIONAL,
    notes="Whoever has been paired is withdrawn instead.",
)
VOID_ENTRY = Operation(
    id="void_entry",
    title="Withdraw a player from a round robin, and take all of their games out of the standings.",
    command=WithdrawEntry,
    right="entry.change",
    reason="always",
    reason_in_body=True,
    fixed={"void": True},
)
REINSTATE_ENTRY = Operation(
    id="reinstate_entry",
    title="Undo the withdrawal of a player.",
    command=ReinstateEntry,
    right="entry.change",
)
CHECK_IN = Operation(
    id="check_in_player", title="Check a player in.", command=CheckIn, right="entry.check_in"
)
UNDO_CHECK_IN = Operation(
    id="undo_check_in",
    title="Undo the check-in of a player.",
    command=CheckIn,
    right="entry.check_in",
    fixed={"here": False},
)
DECLARE_ABSENCE = Operation(
    id="declare_absence",
    title="Declare that a player misses a round.",
    command=SetPresence,
    right="entry.check_in",
    fixed={"present": False},
)
WITHDRAW_ABSENCE = Operation(
    id="withdraw_absence",
    title="Declare that a player plays in a round after all.",
    command=SetPresence,
    right="entry.check_in",
    fixed={"present": True},
)
SET_PRESENCE_OF_MANY = Operation(
    id="set_presence_of_many",
    title="Check players in or out alike, and set the rounds they miss: all of them, or none.",
    command=SetPresenceOfMany,
    right="entry.check_in",
    fields={
        "entries": chosen_entries(),
        "here": serializers.BooleanField(required=False, allow_null=True),
        "absent": rounds_field(),
        "present": rounds_field(),
    },
    notes="``here`` null, or left out: as they are. ``absent``: rounds they miss; ``present``: play.",
)


class PresenceLine(serializers.Serializer[Any]):
    """One player of the tournament: ``here`` null, or left out: as they are."""

    entry = IdField(help_text="The id of the entry.")
    here = serializers.BooleanField(
        required=False, allow_null=True, help_text="Whether they are in the hall."
    )
    absent = rounds_field()
    present = rounds_field()


def as_presences(values: dict[str, Any]) -> dict[str, Any]:
    """Each line as a command, but for those that were not read."""
    return {**values, "players": tuple(_as_presence(line) for line in values["players"])}


def _as_presence(line: dict[str, Any] | Refusal) -> SetPresenceOfMany | Refusal:
    if isinstance(line, Refusal):
        return line
    return SetPresenceOfMany(entries=(line["entry"],), **{k: v for k, v in line.items() if k != "entry"})


SET_PRESENCES = Operation(
    id="set_presences",
    title="Check players in or out, and set the rounds they miss, line by line.",
    command=SetPresences,
    right="entry.check_in",
    fields={"players": LinesField(child=PresenceLine()), "each": each_field()},
    prepare=as_presences,
    details="All of it is stored or nothing; with `each` every line gets a verdict of its own.",
)
CHANGE_ENTRIES = Operation(
    id="change_entries",
    title="Change several entries alike: all of them, or none.",
    command=ChangeEntries,
    right="entry.change",
    reason=ONCE_PAIRED,
    fields={
        "entries": chosen_entries(),
        "rank_by_rating": serializers.BooleanField(required=False),
        "rank_steps": serializers.IntegerField(min_value=-9, max_value=9, required=False),
        "final": serializers.BooleanField(required=False, allow_null=True),
        "group": NameField(max_length=LONGEST_GROUP, required=False, allow_blank=True, allow_null=True),
    },
    notes="``rank_by_rating``: the rank that each rating stands for; ``rank_steps``: then so many ranks up.",
)
REPLACE_PLAYER = Operation(
    id="replace_player",
    title="Replace the player of an entry, before anything was played.",
    command=ReplacePlayer,
    right="entry.change",
    reason=ONCE_PAIRED,
    fields={
        "player": IdField(),
        "partner": IdField(required=False, allow_null=True),
        "third": IdField(required=False, allow_null=True),
        **strength_fields(),
    },
    notes=(
        "The number, absences, wishes, group and unplayed games stay; what is not named is taken from the "
        "player, who is one of the organisation's."
    ),
)
SET_STRENGTHS = Operation(
    id="set_strengths",
    title="Take ratings, and ranks if wanted, from a federation's list.",
    command=SetStrengths,
    right="entry.change",
    reason=ONCE_PAIRED,
    match=True,
    fields={
        "list": EnumField(ListKind),
        "seen": serializers.IntegerField(min_value=1, max_value=2**31 - 1),
        "entries": chosen_entries(),
        "ranks": serializers.BooleanField(required=False, default=False),
    },
    notes="``seen``: the list's version that was previewed. ``ranks``: the list's ranks too.",
)
