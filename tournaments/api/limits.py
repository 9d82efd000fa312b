"""Game limits: read and changed; and what if other things had been chosen."""

from dataclasses import replace
from typing import Annotated, Any, TypedDict

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.rest.bodies import OptionalText, body_from
from games.rest.inputs import serializer_of
from games.rest.operated import asks, operation_handler, reads
from games.rest.operations import Operation
from games.rest.views import context_of, respond_with_etag
from rules.choices import UNLIMITED
from tournaments.api.base import TournamentView, version_after
from tournaments.api.jobs import JobBody, job_body
from tournaments.commands import carry_out
from tournaments.competition.settings import MOST_CRITERIA
from tournaments.domain.settings import canonical_ruleset, check_settings
from tournaments.limits import (
    ChangeLimits,
    Limits,
    PreviewBody,
    WhatIf,
    WhatIfBody,
    limits_in_force,
    preview_body,
    what_if_body,
)
from tournaments.loading import load
from tournaments.outbox.rows import Job
from tournaments.reading.queries import settings_of
from tournaments.state.tournament import Tournament
from tournaments.tables.rows import TournamentRow

CHANGE_LIMITS = Operation(
    ChangeLimits,
    "change_limits",
    title="Change limits; a job judges the games again.",
    details="200: they are already so, and nothing is done; or a dry run.",
    match=True,
    dry_run=True,
)

LimitValue = Annotated[int | str, ("example", UNLIMITED)]
LimitsIn = serializer_of(Limits)
POINTS = ("komi", "handicap_komi", "fine")


class LimitsBody(TypedDict):
    """``number``: how often limits were changed; ``reason``: of the last change, for officers."""

    komi: float
    handicap_komi: float
    stone_supply: LimitValue
    continuations: LimitValue
    claims_per_player: LimitValue
    sequences_per_claim: LimitValue
    fine: float
    length: LimitValue
    claim_minutes: int
    number: int
    reason: OptionalText


class ChangedLimitsBody(LimitsBody):
    """``difference``: what the change does to games, results and places; null unless ``dry_run`` is true."""

    difference: PreviewBody | None


HALVES = ("nbw_bye2", "nbw_absent2", "mms_bye2", "mms_absent2")


class WhatIfIn(serializers.Serializer[Any]):
    """Members that are left out stay as they are. Points are in halves; ``ruleset``: for every game.

    ``nbw_``: number of wins, ``mms_``: McMahon score; ``bye2``: for a bye, ``absent2``: for a missed round.
    """

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
    @reads("get_limits", "limits.read", LimitsBody)
    def get(self, request: Request, slug: str) -> Response:
        """Get the limits under which games are judged."""
        row = self.tournament(slug)
        officer = self.officer(row)
        return _limits_answer(row, officer=officer)

    @operation_handler(CHANGE_LIMITS, {200: ChangedLimitsBody, 202: JobBody})
    def put(self, request: Request, slug: str) -> Response:
        row = self.tournament(slug)
        context = context_of(request)
        command = CHANGE_LIMITS.command_for(CHANGE_LIMITS.from_request(request), context)
        difference = preview_body(row, command.limits)[0] if self.dry_run else None
        carry_out(str(row.id), command, context)
        job = Job.objects.filter(pk=context.command_id).first()
        if job is None or self.dry_run:
            response = _limits_answer(row, officer=True)
            response.data["difference"] = difference
            return response
        version = version_after(row)
        return respond_with_etag(job_body(job), version=version, status=202, location=("api:job", job.id))


def _limits_answer(row: TournamentRow, *, officer: bool) -> Response:
    state, version = load(str(row.id))
    return respond_with_etag(limits_body(state, officer=officer), version=version)


def limits_body(state: Tournament, *, officer: bool) -> LimitsBody:
    """Every limit as it is now; officers also see the reason."""
    limits = limits_in_force(state.settings, state.ruleset, state.limits)
    points = {name: float(limits.by_name[name]) for name in POINTS}
    reason = state.limits_reason if officer else ""
    return body_from(LimitsBody, limits, number=state.limits_number, reason=reason, **points)


class WhatIfView(TournamentView):
    @asks("preview_what_if", "whatif.read", WhatIfBody, request=WhatIfIn)
    def post(self, request: Request, slug: str) -> Response:
        """Preview who would have another place under other limits, criteria, points or rules."""
        row = self.tournament(slug)
        body, version = what_if_body(row, _what_if(self.body(WhatIfIn), row))
        return respond_with_etag(body, version=version)


def _what_if(given: dict[str, Any], row: TournamentRow) -> WhatIf:
    """Refuses settings and rulesets that no tournament can have."""
    settings = {name: given[name] for name in HALVES if name in given}
    if "criteria" in given:
        settings["criteria"] = tuple(given["criteria"])
    check_settings(replace(settings_of(row), **settings))
    ruleset = canonical_ruleset(given["ruleset"]) if "ruleset" in given else None
    return WhatIf(limits=Limits(**given.get("limits", {})), settings=settings, ruleset=ruleset)
