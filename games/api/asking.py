"""The question of a replay request: a JSON body, or an SGF body with the other members in the address."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, TypeVar

from rest_framework.request import Request

from games.analysis.comparing import NoStone, check_dead
from games.analysis.course import Course
from games.analysis.replaying import Question, question_about_record
from games.analysis.terms import Changes, change_ruleset, resolve_ruleset
from games.api.base import number_in_query, points_in_query
from games.api.rule_bodies import ReplayIn
from games.game.deciding import MOST_POINTS
from games.marking import marked
from games.operations.fields import read_action, sgf_bytes
from games.refusals import refuse
from games.rest.parameters import query_bool
from games.rest.strict import validate
from games.sgf import LIMITS
from games.sgf.uploads import read_record
from rules import RULESETS, Action, Board, Ruleset
from rules.impossible import Impossible

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
        refuse("invalid", field="ruleset", fault=marked("left out where all of them are asked"))
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
    game, dead = number_in_query(request, "game"), points_in_query(request, "dead")
    return members | ({} if game is None else {"game": game}) | ({"dead": dead} if dead else {})


def _body(given: Any) -> dict[str, Any]:
    sent = {}
    if isinstance(given, Mapping):
        _check_length_of_actions(given)
        sent = {"sgf": given["sgf"]} if isinstance(given.get("sgf"), bytes) else {}
    body: dict[str, Any] = validate(ReplayIn(data={**given, "sgf": ""} if sent else given))
    _check_members(given)
    return {**body, **sent}


def _check_length_of_actions(given: Mapping[str, Any]) -> None:
    actions = given.get("actions")
    if isinstance(actions, list) and len(actions) > LIMITS.moves:
        refuse("too_large", field="actions", limit=LIMITS.moves, what="moves")


def _check_members(given: Mapping[str, Any]) -> None:
    """Refuse a body with neither ``sgf`` nor ``actions``, with both, or with what belongs to the other."""
    if ("sgf" in given) == ("actions" in given):
        refuse("invalid", field="sgf", fault=marked("either sgf or actions"))
    stray = [name for name in (_OF_ACTIONS if "sgf" in given else _OF_FILES) if name in given]
    if stray:
        refuse(
            "invalid",
            field=stray[0],
            fault=marked("said by the record") if "sgf" in given else marked("only with sgf"),
        )


def _of_file(body: Mapping[str, Any]) -> Question:
    _, record = read_record(sgf_bytes(body["sgf"]), body.get("game", 1) - 1)
    return question_about_record(
        record, ruleset=body.get("ruleset"), changes=body.get("set", {}), dead=body.get("dead", ())
    )


def _of_actions(body: Mapping[str, Any]) -> Question:
    width = body.get("width", _SIDE)
    course = Course(
        board=Board(width, body.get("height", width)),
        handicap=body.get("handicap", 0),
        actions=[_action(number, data) for number, data in enumerate(body["actions"])],
    )
    changes: Changes = body.get("set", {})
    return Question(course=course, ruleset=body.get("ruleset"), changes=changes, dead=body.get("dead", ()))


def _action(number: int, data: Any) -> Action:
    field = f"actions.{number}"
    if not isinstance(data, dict):
        refuse("invalid", field=field, fault=marked('an action, such as {"do": "pass", "colour": "black"}'))
    if isinstance(data.get("points"), list) and len(data["points"]) > MOST_POINTS:
        refuse("too_large", field=f"{field}.points", limit=MOST_POINTS, what="points")
    return at_place(field, lambda: read_action(data))
