"""What each member of a body means, in the OpenAPI document: one line for a name, wherever it stands.

A line for the name in one schema comes before that. What a serializer or a body says of its own member stays
as it is; a line that nothing needs is a fault (``tests/clients/test_glossary.py``).
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

Lines = Mapping[str, str]
"""Member -> one sentence on what it is, with its unit."""
Glossary = Mapping[str, Lines]
"""Lines for ``EVERYWHERE``, and for schemas, one or several in a key: ``{"Game Moved": {...}}``."""
Place = tuple[str, str]
"""A schema, or ``EVERYWHERE``, and the name of a member."""

EVERYWHERE = ""
COMMON: Glossary = {
    EVERYWHERE: {
        "at": "When it happened (ISO 8601, UTC).",
        "digest": "SHA-256 of the digest before it in its stream and of the event, in hexadecimal.",
        "next": "URL of the next page; null on the last one.",
        "position": "Position in the log of the whole service, from 1.",
        "previous": "URL of the page before; null on the first one.",
        "receipt": "Code by which anyone can check what was stored; null if nothing was.",
        "recorded_at": "When it was recorded (ISO 8601, UTC).",
        "results": "The items of this page, in order.",
        "stream": "Name of the event's stream, for instance tournament-{id} or game-{id}.",
    },
    "Problem": {
        "type": "URI of the kind of problem, where it is explained.",
        "title": "The problem in one sentence, the same each time.",
        "status": "Status code of HTTP.",
        "code": "Stable name of the problem, for programs.",
        "detail": "What is wrong in this case.",
    },
}


def lines_of(glossaries: Iterable[Glossary]) -> dict[Place, str]:
    """Every line by its place. Raises ValueError where two are for one."""
    lines: dict[Place, str] = {}
    for place, line in (each for glossary in glossaries for each in _places(glossary)):
        if place in lines:
            raise ValueError(f"two lines for {place}")
        lines[place] = line
    return lines


def _places(glossary: Glossary) -> Iterator[tuple[Place, str]]:
    for names, lines in glossary.items():
        for schema in names.split() or [EVERYWHERE]:
            yield from (((schema, member), line) for member, line in lines.items())


def describe(schemas: Mapping[str, Any], lines: Mapping[Place, str]) -> set[Place]:
    """Write the lines into the members that lack one; the places of the lines that were needed."""
    used = set()
    for name, schema in schemas.items():
        for member, its in schema.get("properties", {}).items():
            place = _place(plain_name(name), member, lines)
            if "description" not in its and place:
                schema["properties"][member] = _described(its, lines[place])
                used.add(place)
    return used


def describe_former(schemas: Mapping[str, Any], former: Glossary) -> None:
    """Say of members by ``former``, schema -> old name -> name of today, that another has their place."""
    for schema, names in former.items():
        members = schemas[schema]["properties"]
        for old, new in names.items():
            line = f"The same as {new}, under the name that it had before: new programs read {new}."
            members[old] = {**members[old], "description": line, "deprecated": True}


def plain_name(schema: str) -> str:
    """Of what is sent and what is answered alike: ``PatchedTimeRequest`` is Time."""
    return schema.removeprefix("Patched").removesuffix("Request")


def _place(schema: str, member: str, lines: Mapping[Place, str]) -> Place | None:
    return next((place for place in ((schema, member), (EVERYWHERE, member)) if place in lines), None)


def _described(member: dict[str, Any], line: str) -> dict[str, Any]:
    """A bare reference has no room for words beside it in many readers of the document."""
    return {**({"allOf": [member]} if "$ref" in member else member), "description": line}
