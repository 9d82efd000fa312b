"""Every way to say no: a closed table of codes, one place for status and text.

Domain code calls ``refuse("illegal_move", turn=3, reason="superko")``; REST turns a Refusal into a problem
document, pages into a message. Other apps add their rows with ``register`` when they are imported.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """HTTP status, what is wrong in one line, and what to do next."""

    status: int
    title: str
    advice: str = ""


class Refusal(Exception):
    """A command that was understood and is refused. ``facts`` are plain JSON values."""

    def __init__(self, code: str, facts: Mapping[str, Any]) -> None:
        self.code, self.facts = code, dict(facts)
        row = CODES[code]
        self.status, self.title, self.advice = row.status, row.title, row.advice
        super().__init__(code, self.facts)

    def __str__(self) -> str:
        named = ", ".join(f"{name}: {value}" for name, value in self.facts.items())
        return f"{self.title} ({named})" if named else self.title


def refuse(code: str, **facts: Any) -> NoReturn:
    """Raise the Refusal. A code that is not in the table is a KeyError: the list is closed."""
    raise Refusal(code, facts)


def register(rows: Mapping[str, Code]) -> None:
    """Add an app's codes. Raises ValueError for one that is taken."""
    if taken := CODES.keys() & rows.keys():
        raise ValueError(f"codes registered already: {', '.join(sorted(taken))}")
    CODES.update(rows)


CODES: dict[str, Code] = {
    "bad_request": Code(
        status=400, title="The request cannot be read.", advice="Correct it and send it again."
    ),
    "forbidden": Code(
        status=403, title="You may not do this.", advice="Ask a director of the tournament for the role."
    ),
    "not_found": Code(status=404, title="There is no such thing here."),
    "version_clash": Code(
        status=412,
        title="Somebody else changed this since you read it.",
        advice="Read it again, look at what changed, and repeat with the new ETag in If-Match.",
    ),
    "precondition_required": Code(
        status=428,
        title="Say which version you saw.",
        advice="Send the ETag of your last read in If-Match.",
    ),
    "idempotency_mismatch": Code(
        status=422,
        title="This Idempotency-Key was used for another request.",
        advice="Use a new key for a new request.",
    ),
    "command_taken": Code(
        status=409,
        title="Somebody else has given a command under this id.",
        advice="Reload the page, or use a new Idempotency-Key, and give it again.",
    ),
    "too_large": Code(status=413, title="This is larger than the limit.", advice="Split it or shorten it."),
    "invalid": Code(status=422, title="A value does not fit.", advice="Correct the fields that are named."),
    "illegal_move": Code(
        status=422,
        title="The rules forbid this move.",
        advice="The turn and the rule are named; play another move or correct the record.",
    ),
    "bad_record": Code(
        status=422,
        title="The game record cannot be read.",
        advice="The fault and its byte offset are named; correct the file and send it again.",
    ),
    "game_exists": Code(status=409, title="This game has been opened already."),
    "game_over": Code(
        status=409, title="The game is over.", advice="A director can reopen it by an adjudication."
    ),
    "not_your_game": Code(
        status=403, title="This is not your game.", advice="Only its players and referees write."
    ),
    "not_your_turn": Code(status=409, title="The other side is to play."),
}
