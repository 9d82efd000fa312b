"""REST of the rules: the named rulesets, and their verdicts on a record. Nothing is stored."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from games.analysis.replaying import replay_data
from games.analysis.rulesets import RulesetBody, RulesetsBody, ruleset_data
from games.api.asking import at_place, parse_question
from games.api.bodies import SGF, SgfParser
from games.api.rule_bodies import REPLAYED, ReplayIn
from games.refusals import refuse
from games.rest.operated import asks, reads
from games.rest.views import NigiriView, respond_with_etag
from rules import RULESETS

OF_SGF = "Beside an SGF body; a JSON body has it as a member."
QUERY = [
    OpenApiParameter("ruleset", str, description=OF_SGF),
    OpenApiParameter("set", str, many=True, description=f"Such as komi=7.5. {OF_SGF}"),
    OpenApiParameter("dead", str, description=f"Such as A1,B2. {OF_SGF}"),
    OpenApiParameter("all", bool, description=OF_SGF),
    OpenApiParameter("game", int, description=f"Of the file, from 1. {OF_SGF}"),
]


class ReplayThrottle(SimpleRateThrottle):
    """A limit on replays, which may take seconds of a processor, for each account or else each address."""

    scope = "replay"
    rate = "30/min"

    def get_cache_key(self, request: Request, view: APIView) -> str:
        ident = request.user.pk if request.user.is_authenticated else self.get_ident(request)
        return self.cache_format % {"scope": self.scope, "ident": ident}


class RuleReplay(NigiriView):
    parser_classes: tuple[Any, ...] = (*api_settings.DEFAULT_PARSER_CLASSES, SgfParser)
    throttle_classes: tuple[Any, ...] = (*api_settings.DEFAULT_THROTTLE_CLASSES, ReplayThrottle)

    @asks(
        "replay_record",
        "site.read",
        REPLAYED,
        parameters=QUERY,
        request={"application/json": ReplayIn, SGF: bytes},
    )
    def post(self, request: Request) -> HttpResponse:
        """Ask the rules about a record: the first illegal turn, the score and the result.

        Nothing is stored.
        """
        question, every = parse_question(request)
        return respond_with_etag(at_place("handicap", lambda: replay_data(question, every=every)))


def _cached(data: Any) -> HttpResponse:
    response = respond_with_etag(data)
    response["Cache-Control"] = "public, max-age=300"
    return response


class RulesetList(NigiriView):
    @reads("list_rulesets", "site.read", RulesetsBody)
    def get(self, request: Request) -> HttpResponse:
        """Get every named ruleset: its choices, what they mean, and the clauses of its text."""
        return _cached({"results": [ruleset_data(ruleset) for ruleset in RULESETS.values()]})


class RulesetDetail(NigiriView):
    @reads("get_ruleset", "site.read", RulesetBody)
    def get(self, request: Request, name: str) -> HttpResponse:
        """Get a named ruleset."""
        if name not in RULESETS:
            refuse("not_found")
        return _cached(ruleset_data(RULESETS[name]))
