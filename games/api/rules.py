"""REST of the rules: the named rulesets, and their verdicts on a record. Nothing is stored."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, TypeVar

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import UserRateThrottle

from games.analysis.comparing import NoStone, check_dead
from games.analysis.course import Course
from games.analysis.replaying import OneBody, Question, RowsBody, question_about_record, replay_data
from games.analysis.rulesets import RulesetBody, RulesetsBody, ruleset_data
from games.analysis.terms import Changes, change_ruleset, read_changes, resolve_ruleset
from games.api.base import points_in_query
from games.api.bodies import SGF, SgfParser
from games.game.deciding import MOST_POINTS
from games.marking import marked
from games.operations.fields import LONGEST_POINT, ActionIn, SgfField
from games.refusals import refuse
from games.rest.operated import asks, reads
from games.rest.parameters import query_bool, query_int
from games.rest.strict import validate
from games.rest.views import NigiriView, respond_with_etag
from games.sgf import LIMITS
from games.sgf.uploads import read_record
from rules import MAX_SIDE, RULESETS, Board, Ruleset
from rules.impossible import Impossible

LONGEST_RULESET = 500
LONGEST_CHANGE, MOST_CHANGES = 100, 50


@extend_schema_field(
    {
        "oneOf": [
            {"type": "object", "additionalProperties": {"type": ["string", "number", "boolean", "null"]}},
            {
                "type": "array",
                "items": {"type": "string", "maxLength": LONGEST_CHANGE},
                "maxItems": MOST_CHANGES,
            },
        ],
        "example": {"komi": 7.5},
    }
)
class ChangesField(serializers.Field[Any, Any, Any, Any]):
    """Values by axis, or texts such as "komi=7.5"."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if isinstance(data, dict):
            return data
        if not isinstance(data, list) or not all(isinstance(text, str) for text in data):
            raise serializers.ValidationError('Values by axis, or a list of texts such as "komi=7.5".')
        try:
            return read_changes(data)
        except ValueError as fault:
            raise serializers.ValidationError(str(fault)[:LONGEST_RULESET]) from fault


class ReplayIn(serializers.Serializer[Any]):
    """A record, as ``sgf`` or as ``actions`` on an empty board, and the requested ruleset.

    ``ruleset`` left out: the record's own if it is a known one, else Tromp-Taylor. ``set`` changes it on some
    axes. ``dead``: strings that both players agree are dead. ``all``: every ruleset side by side, each with
    its own komi unless ``set`` gives one, for records of at most 1,000 moves.
    """

    sgf = SgfField(required=False)
    game = serializers.IntegerField(
        required=False, min_value=1, max_value=LIMITS.games, help_text="Of the file, from 1"
    )
    actions = serializers.ListField(child=ActionIn(), required=False, max_length=LIMITS.moves)
    width = serializers.IntegerField(required=False, min_value=1, max_value=MAX_SIDE)
    height = serializers.IntegerField(required=False, min_value=1, max_value=MAX_SIDE)
    handicap = serializers.IntegerField(required=False, min_value=0, max_value=MAX_SIDE**2)
    ruleset = serializers.CharField(required=False, max_length=LONGEST_RULESET)
    set = ChangesField(required=False)
    dead = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_POINT), required=False, max_length=MOST_POINTS
    )
    all = serializers.BooleanField(required=False)


REPLAYED = PolymorphicProxySerializer(
    component_name="Replayed",
    serializers=[OneBody, RowsBody],  # type: ignore[list-item]  # to the document they are serializers
    resource_type_field_name=None,
)


T = TypeVar("T")
LONGEST_FAULT = 300
MOST_FOR_ALL = 1_000  # superko looks back at every earlier board: 5,000 ko captures took 45 s under all
_SIDE = 19
_OF_FILES, _OF_ACTIONS = ("sgf", "game"), ("actions", "width", "height", "handicap")


def at_place(field: str, work: Callable[[], T]) -> T:
    """Return what ``work`` returns; turn its ValueError into the refusal of a field (NoStone: ``dead``)."""
    try:
        return work()
    except NoStone as fault:
        refuse("invalid", field=field if "dead" in field else "dead", fault=str(fault)[:LONGEST_FAULT])
    except ValueError as fault:
        refuse("invalid", field=field, fault=str(fault)[:LONGEST_FAULT])


def parse_question(request: Request) -> tuple[Question, bool]:
    """Return the question, and whether it is about every ruleset. Refuses with the place of a fault."""
    body = _body(_from_address(request) if isinstance(request.data, bytes) else request.data)
    every = bool(body.get("all"))
    if every and "ruleset" in body:
        refuse("invalid", field="ruleset", fault=marked("leave out to ask for all of them"))
    question = _of_actions(body) if "actions" in body else _of_file(body)
    if every:
        check_length(question.course)
    at_place("ruleset", lambda: Ruleset.parse(body.get("ruleset", "tromp-taylor")))
    at_place("set", lambda: _check_changes(question, every=every))
    at_place("dead", lambda: check_dead(question.course, question.dead))
    return question, every


def _check_changes(question: Question, *, every: bool) -> None:
    """Raise ValueError for invalid changes, and for those that the one requested ruleset cannot take."""
    for ruleset in RULESETS.values():
        with suppress(Impossible):
            change_ruleset(ruleset, question.changes)
    if not every:
        resolve_ruleset(question.ruleset, question.changes, said=question.said, komi=question.komi)


def check_length(course: Course) -> None:
    """Refuse a record that is too long to compare all rulesets."""
    if len(course.actions) > MOST_FOR_ALL:
        refuse("too_large", limit=MOST_FOR_ALL, what="moves under every ruleset")


def _from_address(request: Request) -> dict[str, Any]:
    """Return the members of a JSON body from the address."""
    query = request.query_params
    members: dict[str, Any] = {"sgf": request.data, "set": query.getlist("set")}
    members |= {"ruleset": query["ruleset"]} if "ruleset" in query else {}
    members |= {"all": query_bool(request, "all")} if "all" in query else {}
    game, dead = query_int(request, "game"), points_in_query(request, "dead")
    return members | ({} if game is None else {"game": game}) | ({"dead": dead} if dead else {})


def _body(given: Any) -> dict[str, Any]:
    actions = given.get("actions") if isinstance(given, Mapping) else None
    if isinstance(actions, list) and len(actions) > LIMITS.moves:
        refuse("too_large", field="actions", limit=LIMITS.moves, what="moves")
    body: dict[str, Any] = validate(ReplayIn(data=given))
    _check_members(given)
    return body


def _check_members(given: Mapping[str, Any]) -> None:
    """Refuse a body with neither ``sgf`` nor ``actions``, with both, or with what belongs to the other."""
    if ("sgf" in given) == ("actions" in given):
        refuse("invalid", field="sgf", fault=marked("either sgf or actions"))
    stray = [name for name in (_OF_ACTIONS if "sgf" in given else _OF_FILES) if name in given]
    if stray:
        refuse(
            "invalid",
            field=stray[0],
            fault=marked("according to the record") if "sgf" in given else marked("only with sgf"),
        )


def _of_file(body: Mapping[str, Any]) -> Question:
    _, record = read_record(body["sgf"], body.get("game", 1) - 1)
    return question_about_record(
        record, ruleset=body.get("ruleset"), changes=body.get("set", {}), dead=body.get("dead", ())
    )


def _of_actions(body: Mapping[str, Any]) -> Question:
    width = body.get("width", _SIDE)
    course = Course(
        board=Board(width, body.get("height", width)),
        handicap=body.get("handicap", 0),
        actions=[given["action"] for given in body["actions"]],
    )
    changes: Changes = body.get("set", {})
    return Question(course=course, ruleset=body.get("ruleset"), changes=changes, dead=body.get("dead", ()))


OF_SGF = "Beside an SGF body; a JSON body has it as a member."
QUERY = [
    OpenApiParameter("ruleset", str, description=OF_SGF),
    OpenApiParameter("set", str, many=True, description=f"Such as komi=7.5. {OF_SGF}"),
    OpenApiParameter("dead", str, description=f"Such as A1,B2. {OF_SGF}"),
    OpenApiParameter("all", bool, description=OF_SGF),
    OpenApiParameter("game", int, description=f"Of the file, from 1. {OF_SGF}"),
]


class ReplayThrottle(UserRateThrottle):
    """A limit on replays, which may take seconds of a processor, for each account or else each address."""

    scope, rate = "replay", "30/min"


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
    def post(self, request: Request) -> Any:
        """Ask the rules about a record: the first illegal turn, the score and the result.

        Nothing is stored.
        """
        question, every = parse_question(request)
        return at_place("handicap", lambda: replay_data(question, every=every))


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
