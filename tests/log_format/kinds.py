"""The table of all kinds in events.md, made of their classes."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from deploy.format.schemas import Schema, schemas

FILE = Path(__file__).resolve().parents[2] / "deploy" / "format" / "events.md"
BEGIN, END = "<!-- kinds -->", "<!-- end of kinds -->"


def table() -> str:
    """A heading for each room and a line for each kind."""
    return "\n".join(["", *_lines(), ""])


def _lines() -> Iterator[str]:
    room = ""
    for kind, schema in schemas().items():
        if schema.get("deprecated"):
            continue
        if (own := kind.partition(".")[0]) != room:
            room = own
            yield from ("", f"### {room}", "", "| kind | members | what it says |", "|---|---|---|")
        yield f"| `{kind}` | {_members(schema)} | {_words(schema)} |"


def _members(schema: Schema) -> str:
    needed = schema.get("required", ())
    return ", ".join(
        f"`{name}`" + ("" if name in needed else f" [{_default(part)}]")
        for name, part in schema["properties"].items()
    )


def _default(part: Schema) -> str:
    """As JSON has it."""
    default: Any = part.get("default", ...)
    if isinstance(default, dict) or default is ...:
        return "…"
    return "empty" if default in ("", []) else json.dumps(default)


def _words(schema: Schema) -> str:
    return str(schema.get("description", "")).replace("``", "`").replace("|", "\\|")


def with_table(text: str) -> str:
    """The text with the table of today between its marks."""
    before, _, rest = text.partition(BEGIN)
    return f"{before}{BEGIN}{table()}{END}{rest.partition(END)[2]}"
