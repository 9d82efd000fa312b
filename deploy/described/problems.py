"""Which refusals each operation of the document can answer with: a closed list of codes for each status.

They are read from the program (``reaching``): what an operation's view, its command and what decides on it
can refuse, and what refuses before any view. Where nothing is found for a status, every code of it is named.
"""

from collections.abc import Collection, Iterable
from functools import cache
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string
from rest_framework.settings import api_settings

from deploy.described.reaching import MEMBERS, Reach, is_ours
from deploy.parsing import StrictJSONParser
from deploy.problem import MEDIA_TYPE
from games.log import unit
from games.refusals import CODES
from games.rest.views import NigiriView
from tournaments.api.base import TournamentView

Schema = dict[str, Any]
PLACE = "#/components/schemas/"
FIRST_REFUSAL = 400
CODE = "Which refusal it is, for programs."


@cache
def of_view(view: type[NigiriView], method: str) -> frozenset[str]:
    """The codes that a view's method can refuse with, whatever their status; what is before it included."""
    handler = getattr(view, method.lower(), None)
    begun = _begun(of_tournaments=issubclass(view, TournamentView), writes=hasattr(handler, "is_write"))
    reached = begun.copy().reach(view, handler)
    return frozenset(reached.texts & _codes().keys())


def with_status(status: int, codes: Collection[str]) -> list[str]:
    """Those of a status, in alphabetical order; all of it where none is named."""
    ours = sorted(code for code, row in _codes().items() if row.status == status)
    return [code for code in ours if code in codes] or ours


@cache
def _codes() -> dict[str, Any]:
    """All of them: those of HTTP itself come with its handler, which is imported when it is asked for."""
    _ = api_settings.EXCEPTION_HANDLER
    return CODES


@cache
def _before_any_view() -> Reach:
    """What middleware, authentication, parsers and the handler of faults can come to."""
    named = [import_string(name) for name in settings.MIDDLEWARE]
    handlers = [import_string(f"deploy.failures.{name}") for name in ("bad_request", "not_found")]
    kinds = [*named, *api_settings.DEFAULT_AUTHENTICATION_CLASSES, StrictJSONParser]
    members = [member for kind in kinds if is_ours(kind) for member in _members(kind)]
    return Reach().reach(api_settings.EXCEPTION_HANDLER, *handlers, *kinds, *members)


@cache
def _begun(*, of_tournaments: bool, writes: bool) -> Reach:
    """Where to begin for a view: with what all like it share, which is most of what they reach."""
    shared: list[Any] = [unit.run, unit.keep] if writes else []
    if of_tournaments:
        kinds = [kind for kind in TournamentView.__mro__ if is_ours(kind)]
        shared += [TournamentView, *(member for kind in kinds for member in _members(kind))]
    return _before_any_view().copy().reach(*shared)


def _members(kind: type) -> list[Any]:
    return [member for member in vars(kind).values() if isinstance(member, MEMBERS)]


def close(result: Schema, views: Iterable[tuple[str, str, type[NigiriView]]]) -> None:
    """Type the refusals of each operation. ``views``: path, method and view."""
    schemas = result["components"]["schemas"]
    schemas["ProblemCode"] = _enum(_codes())
    for name in ("Problem", "JobProblem"):
        _of_the_list(schemas[name]["properties"]["code"])
    _of_the_list(schemas["Verdict"]["properties"]["code"], or_null=True)
    for path, method, view in views:
        codes = of_view(view, method)  # type: ignore[arg-type]  # classes are hashable
        for status, response in result["paths"][path][method.lower()]["responses"].items():
            if MEDIA_TYPE in response.get("content", {}) and int(status) >= FIRST_REFUSAL:
                own = with_status(int(status), codes)
                response["description"] = f"Refused; `code` is {', '.join(own)}."
                response["content"][MEDIA_TYPE]["schema"] = _narrowed(own)


def _narrowed(codes: Collection[str]) -> Schema:
    """A problem that has one of these codes."""
    own = {"enum": list(codes), "description": CODE}
    return {"allOf": [{"$ref": f"{PLACE}Problem"}, {"properties": {"code": own}}]}


def _of_the_list(member: Schema, *, or_null: bool = False) -> None:
    """A member that is text is one of the codes."""
    member.pop("type")
    code = {"$ref": f"{PLACE}ProblemCode"}
    member.update({"anyOf": [code, {"type": "null"}]} if or_null else code)


def _enum(codes: Iterable[str]) -> Schema:
    return {"type": "string", "enum": sorted(codes), "description": CODE}
