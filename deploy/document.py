"""What the OpenAPI document says of the whole: where the service is, and the groups of its operations."""

import re
from typing import Any

from deploy.linking import link

SERVERS = [{"url": "/", "description": "The service that gave you this document."}]
CONTACT = {"name": "Whoever runs this service"}
TAGS = {
    "root": "The root, which leads to every resource.",
    "account": "Logging in and out, your own account and its notices.",
    "organisations": "Organisations, which run tournaments.",
    "offices and invitations": "Who may act for an organisation: offices, and invitations to hold one.",
    "players": "The players whom an organisation knows, and their clubs.",
    "rating lists": "Lists of rated players that federations publish, read in and searched.",
    "webhooks": "Webhooks: where messages are sent, which ones, and every delivery.",
    "tournaments": "Tournaments: details, settings, publication, archive.",
    "import and export": "Tournaments in the formats of other programs, read and written.",
    "event log": "The events of a tournament, its story in words, and undoing commands.",
    "registrations": "Players who register themselves, before they are entered.",
    "entries": "Who plays in a tournament: entries, check-in, absences, requests for byes.",
    "teams": "Teams, their line-ups and matches.",
    "pairing constraints": "Who must or must not meet, and which clubs are neighbours.",
    "rounds": "Rounds, their pairings, and the reasons for them.",
    "games": "Games: results, records, moves and positions.",
    "standings": "Standings, tie-breaks, prizes and ratings.",
    "limits": "Limits of games and claims, and what other ones would have come to.",
    "claims": "Claims about a game: made, played out, ruled on, appealed.",
    "rules": "Rulesets, and what each says of a record.",
    "jobs": "Work that goes on in the background.",
}
_EVENT, _HOUSE = r"tournaments/\{slug\}/", r"organisations/\{slug\}/"
PLACES = (
    (r"$", "root"),
    (r"(login|logout|account)/", "account"),
    (_HOUSE + r"webhooks/", "webhooks"),
    (_HOUSE + r"(player-lists|listed-players)/", "rating lists"),
    (
        _HOUSE + r"(offices|invitations|players/\{player_id\}/invitation)/|invitations/",
        "offices and invitations",
    ),
    (_HOUSE + r"(players|clubs)/", "players"),
    (_HOUSE + r"import/", "import and export"),
    (r"organisations/", "organisations"),
    (_EVENT + r"(exports|bundle|merge|players/import)/", "import and export"),
    (_EVENT + r"(events|story|undo|live)/", "event log"),
    (_EVENT + r"registrations?/|registrations/", "registrations"),
    (_EVENT + r"(teams|team-standings|rounds/\{number\}/(matches|team-byes))/", "teams"),
    (_EVENT + r"players/", "entries"),
    (_EVENT + r"(wishes|meetings|club-groups)/", "pairing constraints"),
    (_EVENT + r"(standings|table|tiebreaks|prizes|ratings)/|(ranks|tiebreaks)/", "standings"),
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
    link(result["paths"])
    for schema in result["components"]["schemas"].values():
        for member in schema.get("properties", {}).values():
            _lift_default(member)
    return result


def _lift_default(member: dict[str, Any]) -> None:
    """A default is of the whole member; the generator puts it into an alternative, where it may not fit."""
    for one in member.get("oneOf", ()):
        if "default" in one:
            member["default"] = one.pop("default")
