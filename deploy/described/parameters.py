"""What parameters mean that no view describes: a line for a name, or for it behind one segment."""

from collections.abc import Mapping
from typing import Any

from games.rest.glossary import EVERYWHERE, Glossary, Place, lines_of

PARAMETERS: Glossary = {
    EVERYWHERE: {
        "begins_after": "Only those that begin on this day or later (ISO 8601).",
        "begins_before": "Only those that begin on this day or earlier (ISO 8601).",
        "category": "Only those who chose this category.",
        "checked_in": "Only those who have checked in, or only those who have not.",
        "claim_id": "Id of the claim.",
        "club": "Only those of this club, by its code.",
        "club_group_id": "Id of the group of clubs.",
        "code": "The code of the receipt.",
        "contradicted": "Only games whose record proves another result, or only the others.",
        "country": "Only those of this country, by its two letters (ISO 3166-1).",
        "delivery_id": "Id of the message.",
        "egf_pin": "Only the player with this number (PIN) of the European Go Federation.",
        "entry_id": "Id of the entry.",
        "final": "Only final registrations, or only provisional ones.",
        "game": "Only those about this game, by its id.",
        "game_id": "Id of the game.",
        "group": "Only those of the group with this name.",
        "group_id": "Id of the group.",
        "invitation_id": "Id of the invitation.",
        "job_id": "Id of the job.",
        "list": "Only players in the list of this federation.",
        "listed_id": "Id of the listed player.",
        "name": "Only those whose family name begins so.",
        "number": "Number of the round, from 1.",
        "office_id": "Number of the office that somebody holds.",
        "organisation": "The same as organisation_id, under the name that it had before.",
        "organisation_id": "Only those of the organisation with this id.",
        "player_id": "Id of the player among those of the organisation.",
        "purpose": "What the picture came with: claim or appeal.",
        "q": "The beginnings of names, or a number.",
        "result_state": "Only games whose result is in this state.",
        "signup_id": "Id of the registration.",
        "signup_key": "Secret part of the registration's private link.",
        "stage": "Only claims at this stage.",
        "state": "Only those in this state.",
        "system": "Only those with this system.",
        "table": "Only the game at this table, by its number.",
        "team_id": "Id of the team.",
        "token": "Secret part of the invitation's link.",
        "tournament": "Only those of the tournament with this slug.",
        "webhook_id": "Id of the webhook.",
        "withdrawn": "Only those who have withdrawn, or only the others.",
    },
    "claims": {"kind": "Only claims of this kind."},
    "jobs": {"kind": "Only jobs of this kind."},
    "organisations": {"slug": "Slug of the organisation."},
    "rulesets": {"name": "Name of the ruleset."},
    "sequences": {"number": "Number of the sequence among those of the claim, from 1."},
    "tournaments": {"slug": "Slug of the tournament."},
}
LINES = lines_of((PARAMETERS,))


def describe_parameters(paths: Mapping[str, Any]) -> set[Place]:
    """Write the lines into the parameters that lack one; the places of the lines that were needed."""
    used = set()
    for path, methods in paths.items():
        for operation in methods.values():
            for one in operation.get("parameters", ()):
                place = _place(path, one)
                if not one.get("description") and place in LINES:
                    one["description"] = LINES[place]
                    used.add(place)
    return used


def _place(path: str, parameter: Mapping[str, Any]) -> Place:
    """Of a part of the address what stands before it; of a query the last word of the address."""
    name, parts = str(parameter["name"]), path.strip("/").split("/")
    if parameter["in"] == "path":
        before = parts[parts.index(f"{{{name}}}") - 1]
    else:
        before = next(part for part in reversed(parts) if not part.startswith("{"))
    return (before, name) if (before, name) in LINES else (EVERYWHERE, name)
