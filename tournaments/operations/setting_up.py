"""A tournament itself: created, changed, shown, hidden, and an edit of it taken back."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers

from games.rest.fields import DayField, TupleField
from games.rest.operations import OPTIONAL, AnyField, Operation, new_id
from tournaments.commands import TakeBackVersion
from tournaments.competition.settings import MOST_CRITERIA, Settings
from tournaments.competition.time_limits import Overtime
from tournaments.domain.settings import LANGUAGES, LONGEST_ZONE, ChangeSettings
from tournaments.domain.tournament import (
    Archive,
    ChangeDetails,
    CreateTournament,
    DeleteTournament,
    Publish,
    Restore,
    Unpublish,
)
from tournaments.limits import ChangeLimits, Limits
from tournaments.operations.constraints import ONCE_PAIRED
from tournaments.operations.fields import LimitField, NameField, PointsField
from tournaments.operations.settings_field import SettingsField
from tournaments.time_zones import is_zone

LARGEST = 2**31 - 1
LARGEST_SEED = 2**53 - 1
A_RULESET = "A preset, then axis=value for what differs: GET /api/v1/rulesets/ has them."
TIME_CLASSES = ("A", "B", "C", "D", "-")


class Time(serializers.Serializer[Any]):
    """``basic`` minutes (0: not told), then ``seconds`` a move, for ``moves`` moves, or added per move."""

    basic = serializers.IntegerField(min_value=0, max_value=10_000)
    overtime = serializers.ChoiceField([each.value for each in Overtime])
    seconds = serializers.IntegerField(min_value=0, max_value=36_000, default=0)
    moves = serializers.IntegerField(min_value=0, max_value=1_000, default=0)


class ZoneField(serializers.CharField):
    """As the IANA calls it; empty: the service's own."""

    def to_internal_value(self, data: Any) -> str:
        name: str = super().to_internal_value(data)
        if name and not is_zone(name):
            raise serializers.ValidationError(gettext("A time zone such as Europe/Helsinki."))
        return name


class ChangedLimits(serializers.Serializer[Any]):
    """Those that change; see GET for the names and values of all."""

    komi = PointsField(required=False)
    handicap_komi = PointsField(required=False)
    stone_supply = LimitField(
        required=False, help_text="Prisoner difference beyond which a player can only pass, or half_board."
    )
    continuations = LimitField(required=False, help_text="How often a stopped game may continue.")
    claims_per_player = LimitField(required=False, help_text="Claims of a player in a stopped game.")
    sequences_per_claim = LimitField(required=False, help_text="Sequences played out for such a claim.")
    fine = PointsField(required=False, help_text="Points for an illegal move, if the ruleset has fines.")
    length = LimitField(required=False, help_text="Most turns of a game.")
    claim_minutes = serializers.IntegerField(
        required=False,
        min_value=-LARGEST,
        max_value=LARGEST,
        help_text="Minutes after the end of a round in which claims may be made.",
    )


def detail_fields(*, name_required: bool) -> dict[str, AnyField]:
    """What a poster says."""
    return {
        "name": NameField(max_length=200, required=name_required),
        "place": NameField(max_length=200, required=False, allow_blank=True),
        "begins": DayField(required=False),
        "ends": DayField(required=False),
        "country": serializers.RegexField("^[A-Z]{2}$", required=False, allow_blank=True),
        "time": Time(required=False),
        "time_class": serializers.ChoiceField(
            TIME_CLASSES,
            required=False,
            allow_blank=True,
            help_text="EGF class; - for none, empty: by the time limits.",
        ),
        "online": serializers.BooleanField(required=False),
        "short_name": NameField(
            max_length=60, required=False, allow_blank=True, help_text="For files of federations."
        ),
        "time_zone": ZoneField(
            max_length=LONGEST_ZONE,
            required=False,
            allow_blank=True,
            help_text="IANA name; empty: that of the service.",
        ),
        "language": serializers.ChoiceField(
            LANGUAGES[1:],
            required=False,
            allow_blank=True,
            help_text="Of the pages for readers who have chosen none; empty: the browser's.",
        ),
    }


def setting_fields() -> dict[str, AnyField]:
    return {
        "ruleset": serializers.CharField(max_length=200, required=False, help_text=A_RULESET),
        "settings": SettingsField(required=False),
    }


def criteria_fields() -> dict[str, AnyField]:
    """Tie-breaks of players and of teams, and the seed of the last lots."""
    return {
        "criteria": TupleField(
            child=serializers.CharField(max_length=20), min_length=1, max_length=MOST_CRITERIA
        ),
        "team_criteria": TupleField(
            child=serializers.CharField(max_length=20),
            min_length=1,
            max_length=MOST_CRITERIA,
            required=False,
        ),
        "draw_seed": serializers.IntegerField(
            required=False,
            min_value=0,
            max_value=LARGEST_SEED,
            error_messages={"invalid": "Seed of the draw: a whole number."},
        ),
    }


def merged_settings(values: Mapping[str, Any], into: Settings) -> Settings:
    """``into`` with the settings that are named in its place. Raises ValidationError naming the place."""
    return SettingsField().merge(values.get("settings", {}), into)


CREATE_TOURNAMENT = Operation(
    id="create_tournament",
    title="Create a tournament.",
    command=CreateTournament,
    right="tournament.create",
    fields={
        "organisation": serializers.SlugField(max_length=60),
        "slug": serializers.SlugField(max_length=60),
        **detail_fields(name_required=True),
        **setting_fields(),
    },
    derived={"tournament_id": new_id("tournament")},
)
CHANGE_DETAILS = Operation(
    id="change_tournament",
    title="Change the name, place, dates and other details of a tournament.",
    command=ChangeDetails,
    right="tournament.change",
    match=True,
    fields=detail_fields(name_required=False),
)
CHANGE_SETTINGS = Operation(
    id="change_settings",
    title="Change the ruleset or some of the settings.",
    command=ChangeSettings,
    right="tournament.change",
    match=True,
    reason=ONCE_PAIRED,
    fields=setting_fields(),
)
CHANGE_CRITERIA = Operation(
    id="change_tiebreaks",
    name="ChangeCriteria",
    title="Change the criteria of placing; once a round is paired, after a preview.",
    command=ChangeSettings,
    right="tournament.change",
    match=True,
    reason=ONCE_PAIRED,
    fields={
        **criteria_fields(),
        "seen": serializers.CharField(max_length=64, required=False, allow_blank=True, default=""),
    },
    notes="``seen``: of the preview; needed once a round is paired.",
)
PUBLISH = Operation(
    id="publish_tournament",
    title="Publish a tournament.",
    command=Publish,
    right="tournament.change",
)
UNPUBLISH = Operation(
    id="unpublish_tournament",
    title="Hide a tournament from the public again.",
    command=Unpublish,
    right="tournament.change",
)
ARCHIVE = Operation(
    id="archive_tournament",
    title="Archive a tournament.",
    command=Archive,
    right="tournament.change",
)
RESTORE = Operation(
    id="restore_tournament",
    title="Restore a tournament from the archive.",
    command=Restore,
    right="tournament.change",
)
DELETE_TOURNAMENT = Operation(
    id="delete_tournament",
    title="Delete a tournament of which no round was ever published.",
    command=DeleteTournament,
    right="tournament.delete",
    reason=OPTIONAL,
)
CHANGE_LIMITS = Operation(
    id="change_limits",
    details="200: they are already so, and nothing is done.",
    title="Change limits; a job judges the games again.",
    command=ChangeLimits,
    right="limits.change",
    match=True,
    reason="always",
    fields={"limits": ChangedLimits()},
    prepare=lambda values: {**values, "limits": Limits(**values["limits"])},
)
TAKE_BACK = Operation(
    id="undo_command",
    title="Undo everything that one command did, by new events, unless something rests on it.",
    command=TakeBackVersion,
    right="tournament.change",
    match=True,
    reason=ONCE_PAIRED,
    fields={"version": serializers.IntegerField(min_value=1, max_value=LARGEST)},
    notes="``version``: of any event that the command stored.",
)
