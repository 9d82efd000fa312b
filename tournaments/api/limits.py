"""Game limits: read, previewed, changed; and what if other things had been chosen."""

from dataclasses import replace
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.rest.views import answer, asks, context_of, not_modified, writes
from tournaments.api.base import TournamentView
from tournaments.api.jobs import JobOut
from tournaments.api.standings import PlaceChangeOut
from tournaments.commands import carry_out
from tournaments.deciding.setting_up import MOST_CRITERIA, check_settings, known_ruleset
from tournaments.jobs.rows import Job
from tournaments.limits import Limits, WhatIf, limits_in_force, preview_body, what_if_body
from tournaments.loading import load
from tournaments.operations.fields import LimitField
from tournaments.operations.setting_up import CHANGE_LIMITS, ChangedLimits
from tournaments.reading.queries import settings_of
from tournaments.tables.rows import TournamentRow


class LimitsOut(serializers.Serializer[Any]):
    """``length``: the most turns of a game; ``number``: how often limits were changed."""

    komi = serializers.FloatField()
    handicap_komi = serializers.FloatField()
    stone_supply = LimitField()
    continuations = LimitField()
    claims_per_player = LimitField()
    sequences_per_claim = LimitField()
    fine = serializers.FloatField()
    length = LimitField()
    claim_minutes = serializers.IntegerField()
    number = serializers.IntegerField()
    reason = serializers.CharField()


class PreviewIn(serializers.Serializer[Any]):
    limits = ChangedLimits()


class LimitChangeOut(serializers.Serializer[Any]):
    before = LimitField()
    after = LimitField()


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

    limits = ChangedLimits(required=False)
    criteria = serializers.ListField(
        child=serializers.CharField(max_length=20), required=False, min_length=1, max_length=MOST_CRITERIA
    )
    nbw_bye2 = serializers.IntegerField(required=False, min_value=0, max_value=4)
    nbw_absent2 = serializers.IntegerField(required=False, min_value=0, max_value=4)
    mms_bye2 = serializers.IntegerField(required=False, min_value=0, max_value=4)
    mms_absent2 = serializers.IntegerField(required=False, min_value=0, max_value=4)
    ruleset = serializers.CharField(max_length=200, required=False)


class LimitsView(TournamentView):
    access: ClassVar[dict[str, str]] = {"GET": "limits.read", "PUT": CHANGE_LIMITS.right}

    @extend_schema(operation_id="limits", responses={200: LimitsOut, 304: None})
    def get(self, request: Request, slug: str) -> Response:
        """The limits under which games are judged."""
        row = self.tournament(slug)
        if not_modified(request, row.version):
            return answer(None, version=row.version, status=304)
        return _limits_answer(row)

    @extend_schema(
        operation_id=CHANGE_LIMITS.id,
        request=CHANGE_LIMITS.serializer,
        responses={200: LimitsOut, 202: JobOut},
    )
    @writes(match=CHANGE_LIMITS.match)
    def put(self, request: Request, slug: str) -> Response:
        """Change some limits; a job judges the games again. 200: they are so already, and nothing happens."""
        row = self.tournament(slug)
        context = context_of(request)
        carry_out(str(row.id), CHANGE_LIMITS.order(CHANGE_LIMITS.from_request(request), context), context)
        job = Job.objects.filter(pk=context.command_id).first()
        if job is None:
            return _limits_answer(row)
        version = TournamentRow.objects.values_list("version", flat=True).get(pk=row.pk)
        place = f"/api/v1/jobs/{job.id}/"
        return answer(JobOut(job).data, version=version, status=202, location=place)


def _limits_answer(row: TournamentRow) -> Response:
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
