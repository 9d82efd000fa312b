"""Bodies and queries as the OpenAPI document promises to read them, with ids of things that exist."""

import re
from functools import cache

from drf_spectacular.generators import SchemaGenerator

from tests.attacks.fuzz.values import number, text

DEEPEST = 6


@cache
def document():
    return SchemaGenerator().get_schema(request=None, public=True)


@cache
def operations():
    """(METHOD, path without the names of its parameters) -> operation."""
    return {
        (method.upper(), _bare(path)): operation
        for path, methods in document()["paths"].items()
        for method, operation in methods.items()
        if isinstance(operation, dict)
    }


def operation_of(method, template):
    return operations().get((method, _bare(template)), {})


def _bare(path):
    return re.sub(r"\{\w+\}|<(?:\w+:)?\w+>", "*", path)


def query_names(operation):
    return [
        parameter["name"] for parameter in operation.get("parameters", ()) if parameter.get("in") == "query"
    ]


def media(operation):
    """Media type -> schema of what is read."""
    return {
        kind: told.get("schema", {})
        for kind, told in operation.get("requestBody", {}).get("content", {}).items()
    }


def instance(random, schema, ids, depth=0, name=""):
    """A value that fits; ``ids``: by the name of a member, or all there are."""
    schema = _resolved(random, schema)
    if schema.get("nullable") and random.random() < 0.1:
        return None
    if "enum" in schema:
        return random.choice(schema["enum"])
    if "default" in schema and random.random() < 0.2:
        return schema["default"]
    kind = schema.get("type", "string")
    kind = random.choice(kind) if isinstance(kind, list) else kind
    make = MAKERS.get(kind, _string)
    return make(random, schema, ids, depth, name)


def _resolved(random, schema):
    if "$ref" in schema:
        return _resolved(random, document()["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]])
    for choice in ("oneOf", "anyOf"):
        if schema.get(choice):
            return _resolved(random, random.choice(schema[choice]))
    if "allOf" in schema:
        return {key: member for part in schema["allOf"] for key, member in _resolved(random, part).items()}
    return schema


def _object(random, schema, ids, depth, name):
    required = set(schema.get("required", ()))
    most = 0.6 if depth < DEEPEST else 0
    told = {
        key: instance(random, member, ids, depth + 1, key)
        for key, member in schema.get("properties", {}).items()
        if key in required or random.random() < most
    }
    more = schema.get("additionalProperties")
    if isinstance(more, dict) and depth < DEEPEST:
        told |= {text(random, ids.all): instance(random, more, ids, depth + 1, name) for _ in range(2)}
    return told


def _array(random, schema, ids, depth, name):
    least = schema.get("minItems", 0)
    count = max(least, random.randrange(min(schema.get("maxItems", 4), 4) + 1)) if depth < DEEPEST else least
    return [instance(random, schema.get("items", {}), ids, depth + 1, name) for _ in range(count)]


def _integer(random, schema, ids, depth, name):
    least, most = schema.get("minimum", -3), schema.get("maximum", 30)
    return random.choice((least, most, random.randint(int(least), max(int(least), int(most)))))


def _number(random, schema, ids, depth, name):
    return random.choice((0.5, 6.5, 7, schema.get("minimum", 0), number(random)))


def _string(random, schema, ids, depth, name):
    named = ids.named(name)
    if named and random.random() < 0.8:
        return str(random.choice(named))
    if name in WORDS and random.random() < 0.8:
        return random.choice(WORDS[name])
    kind = schema.get("format", "")
    if kind == "uuid" and random.random() < 0.9:
        return random.choice([id_ for id_ in ids.all if UUID.fullmatch(id_)])
    if kind in FORMATS and random.random() < 0.9:
        return random.choice(FORMATS[kind])
    return random.choice(("Vos", "because it was so", "B+R", text(random, ids.all)))[
        : schema.get("maxLength", 10_000)
    ]


UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}")
WORDS = {  # the name of a member -> what may stand there
    "rank": ("3d", "12k", "1k"),
    "result": ("B+R", "W+0.5", "jigo", "B+", "W+"),
    "system": ("mcmahon", "swiss", "round_robin", "knockout"),
    "clubs": ("Rive", "Hill", "Lake"),
    "country": ("NL", "JP"),
    "criteria": ("NBW", "SOS", "SOSOS", "SODOS"),
    "date": ("2026-11-21", "2026-11-30"),
    "begins": ("2026-11-21",),
    "ends": ("2026-11-22",),
    "time_zone": ("Europe/Paris",),
    "group": ("",),
    "url": ("https://hooks.example/news",),
    "at": ("D4", "Q16", "pass"),
    "username": ("user", "player", "somebody"),
    "password": ("a long and new one", "x"),
    "slug": ("another", "x", "open"),
    "ruleset": ("japanese", "chinese", "agac"),
    "scope": ("read", "results", "direct", "everything"),
    "office": ("desk", "referee", "committee", "director", "owner"),
    "reason": ("because it was so",),
}
FORMATS = {
    "date": ("2026-11-21", "2026-11-30"),
    "date-time": ("2026-11-21T09:30:00Z", "2026-12-01T00:00:00+02:00"),
    "uri": ("https://hooks.example/news", "http://127.0.0.1:9/"),
    "decimal": ("6.5", "0"),
}
MAKERS = {
    "object": _object,
    "array": _array,
    "integer": _integer,
    "number": _number,
    "boolean": lambda random, *_: random.random() < 0.5,
}
