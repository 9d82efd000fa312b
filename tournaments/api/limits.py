"""Limits under which games are judged: read, previewed, changed; and what if other things had been chosen."""

from dataclasses import replace
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.rest.fields import LONGEST_REASON, FiniteField
from games.rest.views import answer, asks, context_of, not_modified, writes
from rules.choices import HALF_BOARD, UNLIMITED
from tournaments.api.base import TournamentView
from tournaments.api.jobs import JobOut
from tournaments.api.standings import PlaceChangeOut
from tournaments.commands import carry_out
from tournaments.deciding.setting_up import MOST_CRITERIA, check_settings, known_ruleset
from tournaments.jobs.rows import Job
from tournaments.limits import ChangeLimits, Limits, WhatIf, limits_in_force, preview_body, what_if_body
from tournaments.loading import load
from tournaments.reading.queries import settings_of
from tournaments.tables.rows import TournamentRow

LARGEST = 2**31 - 1


@extend_schema_field({"oneOf": [{"type": "integer"}, {"type": "string"}], "example": UNLIMITED})
class NumberOrWord(serializers.Field[Any, Any, Any, Any]):
    """A whole number, or a word such as "unlimited"."""

    def to_internal_value(self, data: Any) -> int | str:
        number = isinstance(data, int) and not isinstance(data, bool) and abs(data) <= LARGEST
        if number or data in (UNLIMITED, HALF_BOARD):
            value: int | str = data
            return value
        raise serializers.ValidationError("A whole number, or a word such as unlimited.")

    def to_representation(self, value: Any) -> Any:
        return value


class LimitsIn(serializers.Serializer[Any]):
    """Those that change; see GET for the names and values of all."""

    komi = FiniteField(required=False)
    handicap_komi = FiniteField(required=False)
    stone_supply = NumberOrWord(required=False)
    continuations = NumberOrWord(required=False)
    claims_per_player = NumberOrWord(required=False)
    sequences_per_claim = NumberOrWord(required=False)
    fine = FiniteField(required=False)
    length = NumberOrWord(required=False)
    claim_minutes = serializers.IntegerField(required=False, min_value=-LARGEST, max_value=LARGEST)


class LimitsOut(serializers.Serializer[Any]):
    """``length``: the most turns of a game; ``number``: how often limits were changed."""

    komi = serializers.FloatField()
    handicap_komi = serializers.FloatField()
    stone_supply = NumberOrWord()
    continuations = NumberOrWord()
    claims_per_player = NumberOrWord()
    sequences_per_claim = NumberOrWord()
    fine = serializers.FloatField()
    length = NumberOrWord()
    claim_minutes = serializers.IntegerField()
    number = serializers.IntegerField()
    reason = serializers.CharField()


class ChangeIn(serializers.Serializer[Any]):
    limits = LimitsIn()
    reason = serializers.CharField(max_length=LONGEST_REASON)


class PreviewIn(serializers.Serializer[Any]):
    limits = LimitsIn()


class LimitChangeOut(serializers.Serializer[Any]):
    before = NumberOrWord()
    after = NumberOrWord()


class GameChangeOut(serializers.Serializer[Any]):
    """``before`` and ``after``: what the record proves, or ""; ``finding``: what a referee would read.

    ``result_after`` counts at once where the settings say so (``applies``), else once a referee rules so.
    """

    game = serializers.UUIDField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    before = serializers.CharField()
    after = serializers.CharField()
    illegal_turn = serializers.IntegerField(allow_null=True)
    clause = serializers.CharField()
    finding = serializers.CharField()
    result = serializers.CharField()
    result_after = serializers.CharField()


class WhatIfOut(serializers.Serializer[Any]):
    """``results``: how many would be others; ``changes``: who would stand elsewhere after ``round``."""

    tournament = serializers.SlugField()
    round = serializers.IntegerField()
    results = serializers.IntegerField()
    changes = PlaceChangeOut(many=True)


class PreviewOut(WhatIfOut):
    """``judged``: how many games would be judged again; ``games``: those of which something else is true."""

    limits = serializers.DictField(child=LimitChangeOut())
    applies = serializers.BooleanField()
    judged = serializers.IntegerField()
    games = GameChangeOut(many=True)


HALVES = ("nbw_bye2", "nbw_absent2", "mms_bye2", "mms_absent2")


class WhatIfIn(serializers.Serializer[Any]):
    """Whatever is left out stays as it is. Point values are doubled; ``ruleset``: for every game."""

    limits = LimitsIn(required=False)
    criteria = serializers.ListField(
        child=serializers.CharField(max_length=20), required=False, min_length=1, max_length=MOST_CRITERIA
    )
    nbw_bye2 = serializers.IntegerField(required=False, min_value=0, max_value=4)
    nbw_absent2 = serializers.IntegerField(required=False, min_value=0, max_value=4)
    mms_bye2 = serializers.IntegerField(required=False, min_value=0, max_value=4)
    mms_absent2 = serializers.IntegerField(required=False, min_value=0, max_value=4)
    ruleset = serializers.CharField(max_length=200, required=False)


class LimitsView(TournamentView):
    access: ClassVar[dict[str, str]] = {"GET": "limits.read", "PUT": "limits.change"}

    @extend_schema(operation_id="limits", responses={200: LimitsOut, 304: None})
    def get(self, request: Request, slug: str) -> Response:
        """The limits under which games are judged."""
        row = self.tournament(slug)
        if not_modified(request, row.version):
            return answer(None, version=row.version, status=304)
        return _said(row)

    @extend_schema(operation_id="limits_change", request=ChangeIn, responses={200: LimitsOut, 202: JobOut})
    @writes(match=True)
    def put(self, request: Request, slug: str) -> Response:
        """Change some limits; a job judges the games again. 200: they are so already, and nothing happens."""
        row = self.tournament(slug)
        given = self.body(ChangeIn)
        context = context_of(request)
        command = ChangeLimits(limits=Limits(**given["limits"]), reason=given["reason"])
        carry_out(str(row.id), command, context)
        job = Job.objects.filter(pk=context.command_id).first()
        if job is None:
            return _said(row)
        version = TournamentRow.objects.values_list("version", flat=True).get(pk=row.pk)
        place = f"/api/v1/jobs/{job.id}/"
        return answer(JobOut(job).data, version=version, status=202, location=place)


def _said(row: TournamentRow) -> Response:
    state, version = load(str(row.id))
    limits = limits_in_force(state.settings, state.ruleset, state.limits).named
    data = {**limits, "number": state.limits_number, "reason": state.limits_reason}
    return answer(LimitsOut(data).data, version=version)


class LimitsPreview(TournamentView):
    """What a change would do: games, results, places. Writes nothing."""

    access: ClassVar[dict[str, str]] = {"POST": "limits.change"}

    @extend_schema(operation_id="limits_preview", request=PreviewIn, responses=PreviewOut)
    @asks
    def post(self, request: Request, slug: str) -> Response:
        row = self.tournament(slug)
        body, version = preview_body(row, Limits(**self.body(PreviewIn)["limits"]))
        return answer(PreviewOut(body).data, version=version)


class WhatIfView(TournamentView):
    """Who would stand elsewhere under other limits, criteria, point values or another ruleset."""

    access: ClassVar[dict[str, str]] = {"POST": "whatif.read"}

    @extend_schema(operation_id="what_if", request=WhatIfIn, responses=WhatIfOut)
    @asks
    def post(self, request: Request, slug: str) -> Response:
        row = self.tournament(slug)
        body, version = what_if_body(row, _asked(self.body(WhatIfIn), row))
        return answer(WhatIfOut(body).data, version=version)


def _asked(given: dict[str, Any], row: TournamentRow) -> WhatIf:
    """Refuses settings and rulesets that no tournament can have."""
    settings = {name: given[name] for name in HALVES if name in given}
    if "criteria" in given:
        settings["criteria"] = tuple(given["criteria"])
    check_settings(replace(settings_of(row), **settings))
    ruleset = known_ruleset(given["ruleset"]) if "ruleset" in given else None
    return WhatIf(limits=Limits(**given.get("limits", {})), settings=settings, ruleset=ruleset)
