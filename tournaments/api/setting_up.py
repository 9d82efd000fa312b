"""A tournament itself: created, changed, shown, hidden, and an edit of it taken back."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers

from games.rest.fields import (
    DayField,
    LineField,
    OptionalChoice,
    OptionalLine,
    OptionalMatch,
    OptionalText,
    TupleField,
)
from games.rest.operations import AnyField, Operation
from tournaments.api.settings_field import SettingsField
from tournaments.competition.settings import MOST_CRITERIA, Settings
from tournaments.competition.time_limits import Overtime
from tournaments.domain.settings import LANGUAGES, LONGEST_ZONE, ChangeSettings
from tournaments.domain.tournament import (
    ChangeTournament,
    CreateTournament,
)
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


class ZoneField(OptionalText):
    """As the IANA calls it; null: the service's own."""

    def to_internal_value(self, data: Any) -> str:
        name: str = super().to_internal_value(data)
        if name and not is_zone(name):
            raise serializers.ValidationError(gettext("A time zone such as Europe/Helsinki."))
        return name


def detail_fields(*, name_required: bool) -> dict[str, AnyField]:
    """What a poster says."""
    return {
        "name": LineField(max_length=200, required=name_required),
        "place": OptionalLine(max_length=200),
        "begins": DayField(),
        "ends": DayField(),
        "country": OptionalMatch(r"^[A-Z]{2}\Z"),
        "time": Time(required=False),
        "time_class": OptionalChoice(
            TIME_CLASSES,
            help_text="EGF class; - for none, null: by the time limits.",
        ),
        "online": serializers.BooleanField(required=False),
        "short_name": OptionalLine(max_length=60, help_text="For files of federations."),
        "time_zone": ZoneField(
            max_length=LONGEST_ZONE,
            help_text="IANA name; null: that of the service.",
        ),
        "language": OptionalChoice(
            LANGUAGES[1:],
            help_text="Of the pages for readers who have chosen none; null: the browser's.",
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
    CreateTournament,
    "create_tournament",
    fields={
        "organisation": serializers.SlugField(max_length=60),
        "slug": serializers.SlugField(max_length=60),
        **detail_fields(name_required=True),
        **setting_fields(),
    },
)
CHANGE_TOURNAMENT = Operation(
    ChangeTournament,
    "change_tournament",
    match=True,
    fields={
        **detail_fields(name_required=False),
        "published": serializers.BooleanField(required=False, help_text="Whether everybody sees it."),
        "archived": serializers.BooleanField(required=False),
    },
)
CHANGE_SETTINGS = Operation(ChangeSettings, "change_settings", match=True, fields=setting_fields())
CHANGE_CRITERIA = Operation(
    ChangeSettings,
    "change_tiebreaks",
    name="ChangeCriteria",
    title="Change the criteria of placing; once a round is paired, after a dry run.",
    match=True,
    dry_run=True,
    fields={
        **criteria_fields(),
        "seen": OptionalText(max_length=64, default=None),
    },
    notes="``seen``: from ``difference`` of a dry run; needed once a round is paired.",
)
