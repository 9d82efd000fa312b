"""Links of the OpenAPI document: from an answer that made something to what can be done with it there."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

EVENT, HOUSE = "/api/v1/tournaments/{slug}/", "/api/v1/organisations/{slug}/"
SLUG = {"slug": "$request.path.slug"}
ID = "$response.body#/id"
MADE: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "create_tournament": (EVENT, {"slug": "$response.body#/slug"}),
    "create_organisation": (HOUSE, {"slug": "$response.body#/slug"}),
    "add_player": (HOUSE + "players/{player_id}/", {**SLUG, "player_id": ID}),
    "add_webhook": (HOUSE + "webhooks/{webhook_id}/", {**SLUG, "webhook_id": ID}),
    "invite_officer": (HOUSE + "invitations/{invitation_id}/", {**SLUG, "invitation_id": ID}),
    "enter_player": (EVENT + "players/{entry_id}/", {**SLUG, "entry_id": ID}),
    "form_team": (EVENT + "teams/{team_id}/", {**SLUG, "team_id": ID}),
    "make_meeting_group": (EVENT + "meetings/{group_id}/", {**SLUG, "group_id": ID}),
    "make_club_group": (EVENT + "club-groups/{club_group_id}/", {**SLUG, "club_group_id": ID}),
    "register_for_tournament": (EVENT + "registrations/{signup_id}/", {**SLUG, "signup_id": ID}),
    "pair_round": (EVENT + "rounds/{number}/", {**SLUG, "number": "$response.body#/number"}),
    "make_pair": (EVENT + "games/{game_id}/", {**SLUG, "game_id": "$response.body#/game"}),
    "make_claim": ("/api/v1/claims/{claim_id}/", {"claim_id": ID}),
    "begin_sequence": (
        "/api/v1/claims/{claim_id}/sequences/{number}/",
        {"claim_id": "$response.body#/claim", "number": "$response.body#/number"},
    ),
}
"""By operation: where what it made is, and how to read that out of request and answer."""


def link(paths: Mapping[str, Mapping[str, Any]]) -> None:
    """Give every answer of ``MADE`` its links: to the address itself, and to those one step beneath it.

    Raises KeyError for an operation that there is not.
    """
    operations = {one["operationId"]: one for methods in paths.values() for one in methods.values()}
    for name, (place, parameters) in MADE.items():
        links = {to: {"operationId": to, "parameters": dict(parameters)} for to in _beneath(paths, place)}
        operations[name]["responses"]["201"]["links"] = links


def _beneath(paths: Mapping[str, Mapping[str, Any]], place: str) -> Iterator[str]:
    """Operations that need no parameter which ``place`` has not."""
    for path, methods in paths.items():
        if re.fullmatch(r"([\w.-]+/?)?", path.removeprefix(place)):
            yield from (operation["operationId"] for operation in methods.values())
