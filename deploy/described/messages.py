"""The ``webhooks`` of the OpenAPI document: a message of each kind, typed whole.

Which events a kind of message is about, and which members of its data are null, follows from the events' own
declarations; nothing is listed twice.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from deploy.format.schemas import schemas
from tournaments.events.declared import News
from tournaments.webhooks.kinds import OF_CLAIMS, SENTENCES
from tournaments.webhooks.news import REPORTED, kinds_of
from tournaments.webhooks.rows import PING
from tournaments.webhooks.sending import GIVE_UP_AFTER, MOST_TRIES

Schema = dict[str, Any]
MESSAGE = "Message"
ROUND, GAME, ENTRY = "round", "game_id", "entry_id"
IDS = {
    "game": "Id of the game that it is about.",
    "entry": "Id of the entry that it is about.",
    "claim": "Id of the claim that it is about.",
}
UUID: Schema = {"type": "string", "format": "uuid"}
NULL: Schema = {"type": "null"}
SIGNED = "The last signed head of the log; null where no key signs it."
PINGED = "Sent by a test."


def components() -> dict[str, Schema]:
    """The schemas: one of each kind, one of its data, and ``Message``, which is any of them."""
    made = {name: schema for kind in (*News, PING) for name, schema in _of_kind(kind)}
    mapping = {str(kind): _ref(name_of(kind)) for kind in (*News, PING)}
    made[MESSAGE] = {
        "oneOf": [{"$ref": place} for place in mapping.values()],
        "discriminator": {"propertyName": "type", "mapping": mapping},
        "description": "A message as it is posted to a webhook: ``type`` says of which kind.",
    }
    return made


def webhooks() -> dict[str, Schema]:
    """The section of the document, by kind."""
    return {str(kind): {"post": _posted(kind)} for kind in (*News, PING)}


def name_of(kind: str) -> str:
    """``round.paired``: RoundPairedMessage."""
    return "".join(part.title() for part in str(kind).split(".")) + MESSAGE


def events_of(kind: str) -> list[str]:
    """The kinds of events that a kind of message is about; none of a job or a ping."""
    if kind == News.DISPUTE:
        return [REPORTED]
    today = (one for one, schema in schemas().items() if not schema.get("deprecated"))
    return [one for one in today if kind in kinds_of(one)]


def _of_kind(kind: str) -> Iterator[tuple[str, Schema]]:
    name = name_of(kind)
    yield (
        name,
        _object(
            _said(kind),
            {
                "type": {
                    "const": str(kind),
                    "type": "string",
                    "description": "Of which kind the message is.",
                },
                "timestamp": _when("When it happened, in UTC."),
                "sequence": {
                    "type": "integer",
                    "minimum": 1,
                    "description": "Its number for this webhook: 1, 2, 3 and so on, without gaps.",
                },
                "data": {
                    "$ref": _ref(f"{name}Data"),
                    "description": "What it is about: ids, and never a name.",
                },
            },
        ),
    )
    yield f"{name}Data", _object("", _ping() if kind == PING else _data(kind))


def _ping() -> dict[str, Schema]:
    url = {"type": "string", "format": "uri", "description": "Where to read the webhook over REST."}
    webhook = {**UUID, "description": "Id of the webhook that is tried."}
    return {**dict.fromkeys(_data(PING), _null()), "url": url, "webhook": webhook}


def _data(kind: str) -> dict[str, Schema]:
    events = events_of(kind)
    return {
        "tournament": {"type": "string", "description": "Slug of the tournament."},
        "round": _round(events),
        **{name: _id(name, kind, events) for name in ("game", "entry", "claim")},
        "job": _if(kind == News.JOB, UUID, "Id of the background job."),
        "event": _if(events, {"type": "string", "enum": events}, "The kind of event in the log."),
        "position": _if(
            bool(events), {"type": "integer", "minimum": 1}, "The position of the event in the log."
        ),
        "digest": _if(
            bool(events),
            {"type": "string", "pattern": "^[0-9a-f]{64}$"},
            "The digest of the event in the log, in hexadecimal.",
        ),
        "url": {
            "type": "string",
            "format": "uri",
            "description": "Where to read, over REST, what became of what it is about.",
        },
        "checkpoint": _if(events, {"type": ["string", "null"]}, SIGNED),
    }


def _round(events: Iterable[str]) -> Schema:
    said = "Number of the round that it is about, from 1."
    return _of_members(events, ROUND, {"type": "integer", "minimum": 1}, said)


def _id(name: str, kind: str, events: list[str]) -> Schema:
    """A claim names its game, and the event on it does not."""
    if set(events) <= OF_CLAIMS.keys():
        return _if(events and name != "entry", UUID, IDS[name])
    return _of_members(events, f"{name}_id", UUID, IDS[name]) if name != "claim" else _null()


def _of_members(events: Iterable[str], member: str, schema: Schema, said: str) -> Schema:
    """A member that all, some or none of the events have."""
    have = [_always(schemas()[kind], member) for kind in events]
    if not any(one is not None for one in have):
        return _null()
    if all(have):
        return {**schema, "description": said}
    return {**schema, "type": [schema["type"], "null"], "description": f"{said} Null where it is about none."}


def _always(schema: Schema, member: str) -> bool | None:
    """Whether an event always has the member; None: never."""
    found = schema["properties"].get(member)
    return None if found is None else found.get("type") in ("integer", "string")


def _if(there: object, schema: Schema, said: str) -> Schema:
    return {**schema, "description": said} if there else _null()


def _null() -> Schema:
    return {**NULL, "description": "Null: messages of this kind are not about one."}


def _posted(kind: str) -> Schema:
    """What is sent, and what the receiver's answer leads to."""
    return {
        "operationId": f"{str(kind).replace('.', '_')}_message",
        "tags": ["webhooks"],
        "summary": _said(kind).removesuffix("."),
        "description": f"{_said(kind)} The page [Webhooks](/help/news/) says how to receive messages.",
        "security": [{}],
        "parameters": [*_headers()],
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": {"$ref": _ref(name_of(kind))}}},
        },
        "responses": _answers(kind),
    }


def _headers() -> Iterator[Schema]:
    told: dict[str, tuple[Schema, str]] = {
        "webhook-id": (UUID, "Id of the message; a repetition has the same."),
        "webhook-timestamp": ({"type": "integer"}, "When this attempt was made: seconds since 1970 in UTC."),
        "webhook-sequence": (
            {"type": "integer"},
            "The number in the body, for reading logs: it is not signed.",
        ),
        "webhook-signature": (
            {"type": "string", "pattern": "^v1,[A-Za-z0-9+/=]+( v1,[A-Za-z0-9+/=]+)?$"},
            "HMAC-SHA256 of id, timestamp and body, as Standard Webhooks has it; two while a secret changes.",
        ),
    }
    for name, (schema, said) in told.items():
        yield {"in": "header", "name": name, "required": True, "schema": schema, "description": said}


def _answers(kind: str) -> Schema:
    again = "It is not sent again." if kind == PING else f"It is sent again, {MOST_TRIES} times in all."
    rest = {
        "Retry-After": {
            "description": "When to send the next message: seconds, or a date; a day at most.",
            "schema": {"type": "string"},
        }
    }
    return {
        "2XX": {"description": "The message has arrived."},
        "410": {"description": "The webhook is disabled at once."},
        "429": {"description": f"{again} Nothing is sent before then.", "headers": rest},
        "503": {"description": f"{again} Nothing is sent before then.", "headers": rest},
        "default": {
            "description": f"{again} After {GIVE_UP_AFTER} messages in a row that never arrived "
            "the webhook is disabled."
        },
    }


def _object(said: str, properties: dict[str, Schema]) -> Schema:
    """All members are always there."""
    made: Schema = {"type": "object", "properties": properties, "required": sorted(properties)}
    return {**made, "description": said} if said else made


def _when(said: str) -> Schema:
    return {"type": "string", "format": "date-time", "description": said}


def _said(kind: str) -> str:
    return PINGED if kind == PING else str(SENTENCES[News(kind)])


def _ref(name: str) -> str:
    return f"#/components/schemas/{name}"
