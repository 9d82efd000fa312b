"""Refusals: a closed table of problem codes, each with its status and its text.

Domain code calls ``refuse("illegal_move", turn=3, reason="superko")``; REST turns a Refusal into a problem
document, pages into a message. Other applications add their rows with ``register`` when they are imported.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, NoReturn, NotRequired, TypedDict

from games.marking import marked


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """The HTTP status of a problem, its title in one line, and advice on what to do next.

    ``field``: the member of the input that every refusal with this code is about.
    """

    status: int
    title: str
    advice: str = ""
    field: str = ""


class Refusal(Exception):
    """The refusal of a command that was understood. ``facts`` are plain JSON values."""

    def __init__(self, code: str, facts: Mapping[str, Any]) -> None:
        self.code, self.facts = code, dict(facts)
        row = CODES[code]
        self.status, self.title, self.advice = row.status, row.title, row.advice
        self.field: str = self.facts.get("field") or row.field
        super().__init__(code, self.facts)

    def __str__(self) -> str:
        named = ", ".join(f"{name}: {value}" for name, value in self.facts.items())
        return f"{self.title} ({named})" if named else self.title


class Fault(TypedDict):
    """``code``: that of a problem, or of a fault (``FAULTS``), such as `required` or `max_length`.

    ``line`` (from 1) and ``offset`` (in bytes): where in a file it is; ``game``: in which game, from 1.
    """

    place: Annotated[str, ("nullable", True)]
    code: str
    message: str
    line: NotRequired[int]
    offset: NotRequired[int]
    game: NotRequired[int]


def faults_of(refusal: Refusal, place: str = "") -> list[Fault]:
    """Return the faults that a refusal names. ``place``: of the refused line."""
    if "errors" in refusal.facts:
        named: list[Fault] = refusal.facts["errors"]
        return [{**fault, "place": _join(place, fault["place"])} for fault in named]
    facts = refusal.facts
    fault: Fault = {
        "place": _join(place, refusal.field or facts.get("element", "")),
        "code": refusal.code,
        "message": facts.get("fault", "") or refusal.advice or refusal.title,
    }
    if facts.get("line"):
        fault["line"] = facts["line"]
    if "offset" in facts:
        fault["offset"] = facts["offset"]
    return [fault]


def facts_of(refusal: Refusal) -> dict[str, Any]:
    """Return the facts of a refusal that its faults do not have."""
    of_faults = {"errors", "field", "fault", "message", "element", "line", "offset"}
    return {name: fact for name, fact in refusal.facts.items() if name not in of_faults}


def _join(*places: str) -> str:
    return ".".join(place for place in places if place)


FAULTS: dict[str, str] = {
    "required": marked("A required member or parameter is missing."),
    "null": marked("The value is null, and has to be something."),
    "blank": marked("The text is empty; send null for no text."),
    "wrong_type": marked("The value is of another JSON type than the member."),
    "unknown_member": marked("The body has a member that this address does not take."),
    "repeated_member": marked("A form has the same member twice."),
    "unknown_parameter": marked("The address has a parameter that is not taken here."),
    "repeated_parameter": marked("The address has the same parameter twice."),
    "min_value": marked("The number is too small."),
    "max_value": marked("The number is too large."),
    "min_length": marked("The list has too few items."),
    "max_length": marked("The text or the list is too long."),
    "max_string_length": marked("The number has too many digits."),
    "invalid_choice": marked("The value is not one of the choices."),
}
"""Codes of faults of one member, parameter or line, besides those of problems. Other modules add theirs."""


def refuse(code: str, **facts: Any) -> NoReturn:
    """Raise a Refusal. Raises KeyError for a code that is not in the table."""
    raise Refusal(code, facts)


def register(rows: Mapping[str, Code]) -> None:
    """Add the codes of an application. Raises ValueError for a code that exists."""
    if taken := CODES.keys() & rows.keys():
        raise ValueError(f"codes registered already: {', '.join(sorted(taken))}")
    CODES.update(rows)


CODES: dict[str, Code] = {
    "bad_request": Code(
        status=400,
        title=marked("The request cannot be read."),
        advice=marked("Correct it and send it again."),
    ),
    "forbidden": Code(
        status=403,
        title=marked("You may not do this."),
        advice=marked("Ask a director of the tournament for the role."),
    ),
    "not_found": Code(status=404, title=marked("Not found.")),
    "version_clash": Code(
        status=412,
        title=marked("This has changed since you read it."),
        advice=marked(
            "Read it again, check what changed, and repeat the request with the new ETag in If-Match."
        ),
        field="header:If-Match",
    ),
    "precondition_required": Code(
        status=428,
        title=marked("State the version that you read."),
        advice=marked("Send the ETag of your last read in If-Match."),
        field="header:If-Match",
    ),
    "idempotency_mismatch": Code(
        status=422,
        title=marked("This Idempotency-Key was used for another request."),
        advice=marked("Use a new key for a new request."),
        field="header:Idempotency-Key",
    ),
    "command_taken": Code(
        status=409,
        title=marked("Another account has used this command id."),
        advice=marked("Reload the page, or use a new Idempotency-Key, and send the request again."),
    ),
    "log_not_signed": Code(
        status=404,
        title=marked("This log has no key to sign with."),
        advice=marked("Ask the operator to run manage.py log_key new."),
    ),
    "log_damaged": Code(
        status=409,
        title=marked("The log was altered after it was written. No more events are added to it."),
        advice=marked("Inform the operator. manage.py verify names the event; a backup has the original."),
    ),
    "too_large": Code(
        status=413, title=marked("This is larger than the limit."), advice=marked("Split it or shorten it.")
    ),
    "invalid": Code(
        status=422, title=marked("A value is not valid."), advice=marked("Correct the fields listed.")
    ),
    "illegal_move": Code(
        status=422,
        title=marked("The rules forbid this move."),
        advice=marked("Play another move, or correct the record at the turn shown."),
    ),
    "bad_record": Code(
        status=422,
        title=marked("The game record cannot be read."),
        advice=marked("Correct the error at the byte offset shown, then send the file again."),
        field="sgf",
    ),
    "game_exists": Code(status=409, title=marked("This game already exists.")),
    "game_over": Code(
        status=409,
        title=marked("The game is over."),
        advice=marked("A director can reopen it by an adjudication."),
    ),
    "not_your_game": Code(
        status=403,
        title=marked("You are not a player of this game."),
        advice=marked("Only the players and referees of this game can change it."),
    ),
    "not_your_turn": Code(status=409, title=marked("It is the other player's turn.")),
}
