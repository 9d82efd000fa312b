"""The settings of a tournament in the OpenAPI document: made of the classes that hold them.

What each means, and its bounds where its type does not have them, stands here once; that
``deciding.setting_up`` refuses exactly what is out of them is tested. A body of a write may name some
settings alone; an answer has them all.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from drf_spectacular.extensions import OpenApiSerializerExtension, OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction

from tournaments.competition.history import (
    HIGHEST_RANK,
    LOWEST_RANK,
    ClaimSettings,
    DrawPlace,
    HandicapSettings,
    PairingSettings,
    Seeding,
    Settings,
    TeamSettings,
)
from tournaments.competition.pairing.rulesets import RULES
from tournaments.competition.schedule_settings import ScheduleSettings
from tournaments.domain.settings import (
    MINUTES,
    MOST_BOARDS,
    MOST_CLAIMS,
    MOST_CRITERIA,
    MOST_ROUNDS,
    SYSTEMS,
    TABLES,
)
from tournaments.operations.settings_field import LONGEST, SettingsField

Schema = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Said:
    """What a setting means, and what JSON Schema says of its values; of a list: of its items."""

    means: str
    bounds: Mapping[str, Any] = field(default_factory=dict)


def _from(low: int, high: int) -> Schema:
    return {"minimum": low, "maximum": high}


RANK = _from(LOWEST_RANK, HIGHEST_RANK)
HALVES = _from(0, 4)
WEIGHT = _from(0, 10**15)
KOMI = {**_from(-400, 400), "multipleOf": 0.5}
WEEK = _from(MINUTES[0], MINUTES[-1])
_RANKS = "1 dan is 0, 1 kyu is -1"
_HALF_POINTS = "in half points: 2 is one point"

SETTINGS = {
    "system": Said("System by which rounds are paired.", {"enum": list(SYSTEMS)}),
    "rounds": Said("Number of rounds.", _from(1, MOST_ROUNDS)),
    "floor": Said(f"McMahon floor: nobody begins below this rank ({_RANKS}).", RANK),
    "bar": Said(f"McMahon bar: nobody begins above this rank ({_RANKS}).", RANK),
    "zero": Said(f"Rank whose McMahon score at the start is 0 ({_RANKS}).", RANK),
    "nbw_bye2": Said(f"What a bye counts for the number of wins, {_HALF_POINTS}.", HALVES),
    "nbw_absent2": Said(f"What a missed round counts for the number of wins, {_HALF_POINTS}.", HALVES),
    "mms_bye2": Said(f"What a bye counts for the McMahon score, {_HALF_POINTS}.", HALVES),
    "mms_absent2": Said(f"What a missed round counts for the McMahon score, {_HALF_POINTS}.", HALVES),
    "round_down": Said("Whether half points are left off where places are computed."),
    "not_played_counts_half": Said("Whether a game without a result counts half a point for either side."),
    "categories": Said(f"Lowest rank of each category but the last, from the top ({_RANKS}).", RANK),
    "criteria": Said(
        "Criteria of places, the first before the next; GET /api/v1/tiebreaks/ has all that there are."
    ),
    "draw_seed": Said("Seed of the criterion DRAW, the last lots.", _from(0, 2**53 - 1)),
    "komi": Said("Komi of even games, in points.", KOMI),
    "handicap_komi": Said(
        "Komi of handicap games, in points; null: of the komi only the half that excludes jigo.", KOMI
    ),
    "board_size": Said("Lines of the board.", _from(1, 52)),
    "handicap": Said("How handicaps follow from strengths."),
    "pairing": Said("What is weighed when a round is paired."),
    "claims": Said("Claims that a result is wrong."),
    "teams": Said("Teams and what they are placed by."),
    "players_per_side": Said("1; 2 in pair go; 3 in rengo.", {"enum": [1, 2, 3]}),
    "schedule": Said("Round robins, knock-outs and leagues; dates of rounds in any system."),
}
HANDICAP = {
    "by_score": Said("Whether McMahon scores are compared instead of ranks (McMahon alone)."),
    "ceiling": Said("Most handicap, in stones.", _from(0, 9)),
    "correction": Said("Taken off each handicap, in stones.", _from(-9, 9)),
    "no_handicap_from": Said(f"Rank at which both players' strengths are capped ({_RANKS}).", RANK),
}
PAIRING = {
    "rules": Said("Version of the pairing rules.", {"enum": list(RULES)}),
    "avoid_repeated": Said("Weight of not meeting again.", WEIGHT),
    "random": Said("Weight of chance.", WEIGHT),
    "deterministic": Said("Whether chance is the same each time the same is paired."),
    "balance_colours": Said("Weight of as many games with Black as with White.", WEIGHT),
    "avoid_mixing_categories": Said("Weight of meeting somebody of the own category.", WEIGHT),
    "minimise_score_difference": Said("Weight of meeting somebody with the same score.", WEIGHT),
    "draw_weight": Said("Weight of who is drawn up or down.", WEIGHT),
    "compensate_draws": Said("Whether who was drawn up is rather drawn down next, and the reverse."),
    "draw_up": Said("Place, in the lower group, of the player who is drawn up."),
    "draw_down": Said("Place, in the upper group, of the player who is drawn down."),
    "maximise_seeding": Said("Weight of the seeding inside a group.", WEIGHT),
    "seeding_first": Said("Seeding in the first rounds."),
    "seeding_second": Said("Seeding in the later rounds."),
    "first_seeding_until": Said("Last round, from 1, of the first seeding; 0: none.", _from(0, MOST_ROUNDS)),
    "rating_in_first": Said("Whether ratings break ties inside a group under the first seeding."),
    "rating_in_second": Said("Whether ratings break ties inside a group under the second seeding."),
    "minimise_handicap": Said("Weight of small handicaps.", WEIGHT),
    "avoid_same_geography": Said("Weight of meeting somebody from elsewhere.", WEIGHT),
    "country_factor": Said("What the same country counts for geography.", WEIGHT),
    "club_factor": Said("What the same club counts for geography.", WEIGHT),
    "club_group_factor": Said("Kept for OpenGotha; nothing is computed from it.", WEIGHT),
    "nx1_factor": Said("How far the weight of a difference bends from a line (OpenGotha's NX1).", WEIGHT),
    "at_home_above": Said(
        "A club with more than this of who is there is at home, in percent.", _from(0, 100)
    ),
    "strong_from": Said(f"Whose score is that of a start at this rank, or more, is strong ({_RANKS}).", RANK),
    "strong_at_bar": Said("Whether who began at the bar is strong, so that secondary criteria count less."),
    "strong_by_wins": Said("Whether who has won half of all rounds is strong."),
    "meetings": Said("Weight of those who must, or must not, meet.", WEIGHT),
    "byes_on_request": Said("Whether, of those with the fewest byes, one who asks for it has the bye."),
    "tables_unused": Said("Numbers that no table has.", _from(TABLES[0], TABLES[-1])),
}
CLAIMS = {
    "minutes": Said("How long after a round closes claims may be made, in minutes.", WEEK),
    "per_player": Said("Claims of one player on one game, withdrawn ones included.", _from(0, MOST_CLAIMS)),
    "appeal_minutes": Said("How long after a ruling it may be appealed, in minutes.", WEEK),
    "two_person": Said("Whether a second referee confirms each ruling."),
    "apply_limits": Said("Whether results change without a referee where changed limits prove another one."),
}
TEAMS = {
    "boards": Said("Boards of a team; 0: no teams.", {"enum": [0, *range(2, MOST_BOARDS + 1)]}),
    "criteria": Said(f"Criteria of the places of teams: 1 to {MOST_CRITERIA}."),
    "bye_boards2": Said(
        "Board points of a bye, in half points; null: a half point for each board.", _from(0, 2 * MOST_BOARDS)
    ),
}
SCHEDULE = {
    "seeded_by": Said("What puts one before another in a bracket or at a Berger table."),
    "twice": Said("Round robin: whether everybody meets everybody twice."),
    "third_place": Said("Knock-out: whether those who lose the semi-finals meet."),
    "consolation": Said("Knock-out: whether those who lose round 1 play a knock-out of their own."),
    "first_match": Said("Of a consolation: whether those who lose round 2 after a bye play in it, too."),
    "second_final": Said("Double elimination: whether the final is played again after a first loss in it."),
    "handicap": Said("Whether games have handicaps, by ranks; else every game is even."),
    "dates": Said("Dates of the rounds from the first; there may be fewer.", {"format": "date"}),
}
GLOSSARY: dict[type, dict[str, Said]] = {
    Settings: SETTINGS,
    HandicapSettings: HANDICAP,
    PairingSettings: PAIRING,
    ClaimSettings: CLAIMS,
    TeamSettings: TEAMS,
    ScheduleSettings: SCHEDULE,
}
DRAW_PLACES = tuple(place.value for place in DrawPlace)
SEEDINGS = tuple(seeding.value for seeding in Seeding)
NUMBERED = {"criteria": {"minItems": 1, "maxItems": MOST_CRITERIA}}


class SettingsSchema(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]  # registers itself
    """The schema of a class of settings."""

    @classmethod
    def _matches(cls, target: Any) -> bool:
        return isinstance(target, type) and target in GLOSSARY

    def get_name(self, auto_schema: AutoSchema, direction: Direction) -> str:
        return "TournamentSettings" if self.target is Settings else str(self.target.__name__)

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> Schema:
        hints = get_type_hints(self.target)
        members = {
            name: self._member(name, hints[name], said, auto_schema, direction)
            for name, said in GLOSSARY[self.target].items()
        }
        schema: Schema = {"type": "object", "properties": members, "additionalProperties": False}
        return schema if direction == "request" else {**schema, "required": sorted(members)}

    def _member(
        self, name: str, hint: Any, said: Said, auto_schema: AutoSchema, direction: Direction
    ) -> Schema:
        if is_dataclass(hint):
            ref = auto_schema.resolve_serializer(hint, direction).ref  # type: ignore[arg-type]  # by extension
            return {"allOf": [ref], "description": said.means}
        if get_origin(hint) is tuple:
            items = {**_of_type(get_args(hint)[0]), **said.bounds}
            many = NUMBERED.get(name, {"maxItems": LONGEST})
            return {"type": "array", "items": items, **many, "description": said.means}
        return {**_of_type(hint), **said.bounds, "description": said.means}


class SettingsFieldSchema(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]  # registers itself
    """A field of settings refers to their schema."""

    target_class = SettingsField

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Direction) -> Schema:
        whole: Any = Settings
        return {"allOf": [auto_schema.resolve_serializer(whole, direction).ref]}


TYPES = {bool: "boolean", int: "integer", float: "number", str: "string", NoneType: "null"}


def _of_type(hint: Any) -> Schema:
    """Of a scalar: ``int | float`` is one number."""
    if isinstance(hint, type) and issubclass(hint, Enum):
        return {"type": "string", "enum": [member.value for member in hint]}
    parts = get_args(hint) if get_origin(hint) is UnionType else (hint,)
    named = [TYPES[part] for part in parts if not (part is int and float in parts)]
    return {"type": named[0] if len(named) == 1 else named}
