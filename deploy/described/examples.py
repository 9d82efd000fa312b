"""Requests as they are sent, in the OpenAPI document. Each is sent to the service by the tests.

The ids in them stand for a game, an entry and a player of the tournament ``spring-open``.
"""

from dataclasses import dataclass
from typing import Any

PLAYER = "3f1c2a9e-7c5e-5b0e-9d53-0a4e6c1b7d10"
ENTRY = "a2c84d10-4d6f-5d0b-8a57-64c1de0b9f22"
GAME = "5b7f6c1e-90f4-5c8a-b1a6-3d2e8f0c4a31"
OTHER_GAME = "c9e0d2b4-1f3a-5e6c-8d7b-2a4f6e8c0b53"
HOOK = "https://hooks.example.org/news"


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """``said``: what it does, in a line. ``status``: of the answer."""

    said: str
    body: dict[str, Any]
    status: int


EXAMPLES: dict[str, Example] = {
    "enter_player": Example(
        said="Enter a player as 2 dan, absent from round 1.",
        body={"player": PLAYER, "rank": "2d", "absent": [1]},
        status=201,
    ),
    "set_presences": Example(
        said="Check a player in, who misses round 2; each line stands for itself.",
        body={"players": [{"entry": ENTRY, "here": True, "absent": [2]}], "each": True},
        status=200,
    ),
    "change_settings": Example(
        said="Change komi; needs the ETag of the settings in If-Match.",
        body={"settings": {"komi": 6.5}, "reason": "as the players were told"},
        status=200,
    ),
    "record_results": Example(
        said="Record two results of a round, or none.",
        body={
            "results": [
                {"game": GAME, "result": "black"},
                {"game": OTHER_GAME, "result": "white", "by_default": True},
            ]
        },
        status=200,
    ),
    "report_result": Example(
        said="Report, as one of the two players, that Black won.",
        body={"result": "black"},
        status=201,
    ),
    "make_claim": Example(
        said="Claim that the result is wrong.",
        body={"game": GAME, "kind": "wrong_result", "result": "W+0.5", "text": "We counted again."},
        status=201,
    ),
    "add_webhook": Example(
        said="Have results and standings of one tournament sent.",
        body={
            "url": HOOK,
            "kinds": ["result", "standings"],
            "tournament": "spring-open",
        },
        status=201,
    ),
    "resend_webhook_messages": Example(
        said="Have everything after message 17 sent again.", body={"after": 17}, status=202
    ),
}


def show(paths: dict[str, Any]) -> None:
    """Put each at its operation."""
    for methods in paths.values():
        for operation in methods.values():
            if one := EXAMPLES.get(operation["operationId"]):
                content = operation["requestBody"]["content"]["application/json"]
                content["examples"] = {"ordinary": {"summary": one.said, "value": one.body}}
