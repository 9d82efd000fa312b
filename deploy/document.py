"""What the OpenAPI document says of the whole: where the service is, and the groups of its operations."""

import re
from typing import Any

SERVERS = [{"url": "/", "description": "The service that gave you this document."}]
CONTACT = {"name": "Whoever runs this service"}
TAGS = {
    "start": "The root, which leads to every resource.",
    "account": "Signing in and out, one's own account and what it is told.",
    "organisations": "Organisations: the houses that run tournaments.",
    "offices": "Who holds which office in an organisation, and invitations to hold one.",
    "people": "The players whom an organisation knows, and their clubs.",
    "player lists": "Lists of federations, read in and searched.",
    "webhooks": "Messages that the service sends: where to, which, and what became of them.",
    "tournaments": "Tournaments: their details, settings and schedule.",
    "exchange": "Tournaments in the formats of other programs, read and written.",
    "log": "The events of a tournament, and taking one's own back.",
    "registrations": "Who would like to take part, before they are entered.",
    "entries": "Who takes part: entries, presence, absences, byes that are asked for.",
    "teams": "Teams, their line-ups and matches.",
    "wishes": "Who must meet whom, and who must not.",
    "rounds": "Rounds and their pairings.",
    "games": "Games: result, record, moves and boards.",
    "standings": "Standings, tie-breaks, prizes and ratings.",
    "limits": "Limits of games and claims, and what others would have come to.",
    "claims": "Claims about a game's result: made, argued, ruled, appealed.",
    "rules": "Rulesets, and replaying a game under one.",
    "jobs": "Work that goes on in the background.",
}
_EVENT, _HOUSE = r"tournaments/\{slug\}/", r"organisations/\{slug\}/"
PLACES = (
    (r"$", "start"),
    (r"(login|logout|account)/", "account"),
    (_HOUSE + r"webhooks/", "webhooks"),
    (_HOUSE + r"(player-lists|listed-players)/", "player lists"),
    (_HOUSE + r"(offices|invitations|players/\{player_id\}/invitation)/|invitations/", "offices"),
    (_HOUSE + r"(players|clubs)/", "people"),
    (_HOUSE + r"import/", "exchange"),
    (r"organisations/", "organisations"),
    (_EVENT + r"(exports|bundle|merge|players/import)/", "exchange"),
    (_EVENT + r"(events|story|undo|live)/", "log"),
    (_EVENT + r"registrations?/|registrations/", "registrations"),
    (_EVENT + r"(teams|team-standings|rounds/\{number\}/(matches|team-byes))/", "teams"),
    (_EVENT + r"players/", "entries"),
    (_EVENT + r"(wishes|meetings|club-groups)/", "wishes"),
    (_EVENT + r"(standings|tiebreaks|prizes|ratings)/|(ranks|tiebreaks)/", "standings"),
    (_EVENT + r"(limits|whatif)/", "limits"),
    (_EVENT + r"(rounds|queue)/|pairing-rules/", "rounds"),
    (_EVENT + r"games/|games/\{game_id\}/(?!claims)|receipts/", "games"),
    (r"claims/|games/\{game_id\}/claims/", "claims"),
    (r"tournaments/", "tournaments"),
    (r"(rules|rulesets)/", "rules"),
    (r"jobs/", "jobs"),
)
PREFIX = "/api/v1/"


def tag_of(path: str) -> str:
    """The group of the operations at a path. Raises ValueError for a path of none: add it to ``PLACES``."""
    for place, tag in PLACES:
        if re.match(place, path.removeprefix(PREFIX)):
            return tag
    raise ValueError(f"no tag for {path}: add it to deploy.document.PLACES")


def finish(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """The last hand on the generated document."""
    for path, methods in result["paths"].items():
        for operation in methods.values():
            operation["tags"] = [tag_of(path)]
    for schema in result["components"]["schemas"].values():
        for member in schema.get("properties", {}).values():
            _lift_default(member)
    return result


def _lift_default(member: dict[str, Any]) -> None:
    """A default is of the whole member; the generator puts it into an alternative, where it may not fit."""
    for one in member.get("oneOf", ()):
        if "default" in one:
            member["default"] = one.pop("default")
