"""Read the file of a bundle, whose bytes have been checked before."""

import json
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from games.log import wire
from games.log.canonical import canonical
from games.log.commitments import open_commitments
from tournaments import domain

for _module in iter_modules(domain.__path__, "tournaments.domain."):
    import_module(_module.name)  # registers its events, whose kinds a bundle names


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """An event of the bundle. ``data``: None if it is not public."""

    position: int
    stream: str
    version: int
    digest: str
    kind: str = ""
    command: str = ""
    data: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Bundle:
    """The content of a bundle. ``streams``: lines by stream; ``openings``: canonical JSON by commitment."""

    tournament_id: str
    specification: str
    streams: Mapping[str, Sequence[Line]]
    openings: Mapping[str, str]
    published: Mapping[str, Any]
    records: Mapping[str, bytes] = field(repr=False)

    @property
    def tournament_events(self) -> Sequence[Line]:
        """Return the events of the tournament's own stream."""
        return self.streams.get(f"tournament-{self.tournament_id}", ())

    def event(self, line: Line) -> Any:
        """Decode a public event. Raises ValueError for data that do not fit the kind of event."""
        return wire.decode(line.kind, open_commitments(canonical(line.data), self.openings))

    def events(self, stream: str) -> Sequence[tuple[Line, Any]] | None:
        """Decode all events of a stream; return None if some are not public."""
        lines = self.streams.get(stream, ())
        if not lines or any(line.data is None for line in lines):
            return None
        return [(line, self.event(line)) for line in lines]


def read_bundle(path: Path) -> Bundle:
    """Read the members. Raises KeyError, ValueError or similar errors for a file that is no bundle."""
    with zipfile.ZipFile(path) as members:
        manifest = json.loads(members.read("bundle.json"))
        streams: dict[str, list[Line]] = defaultdict(list)
        with members.open("events.jsonl") as lines:
            for line in map(_line, lines):
                streams[line.stream].append(line)
        names = map(json.loads, members.read("names.jsonl").splitlines())
        return Bundle(
            tournament_id=manifest["tournament_id"],
            specification=manifest["specification"],
            streams=streams,
            openings={one["salted"]: canonical(one["value"]) for one in names},
            published={
                name: json.loads(
                    members.read(f"published/{name}.json"), object_pairs_hook=_object_without_duplicates
                )
                for name in ("rounds", "standings", "findings")
                if f"published/{name}.json" in members.namelist()
            },
            records={
                name.removeprefix("records/"): members.read(name)
                for name in members.namelist()
                if name.startswith("records/")
            },
        )


def _object_without_duplicates(members: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse an object with a repeated member, since readers differ on which value counts."""
    found = dict(members)
    if len(found) < len(members):
        raise ValueError("a member of an object is there twice")
    return found


def _line(raw: bytes) -> Line:
    """Read an event from the text that its digest covers."""
    body = json.loads(raw)
    if "line" not in body:
        stream, version = body["stream"], body["version"]
        return Line(position=body["position"], stream=stream, version=version, digest=body["digest"])
    event = json.loads(body["line"])
    return Line(
        position=body["position"],
        stream=event["stream"],
        version=event["version"],
        digest=body["digest"],
        kind=event["kind"],
        command=event["command_id"],
        data=event["data"],
    )


def names_of(bundle: Bundle) -> dict[str, str]:
    """Return the last name of each player whose name the bundle opens, by the player's id."""
    found: dict[str, str] = {}
    for stream, lines in bundle.streams.items():
        if stream.startswith("person-"):
            found |= _names_in(bundle, lines)
    return found


def _names_in(bundle: Bundle, lines: Iterable[Line]) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in lines:
        named = line.data.get("named") if line.data else None
        value = bundle.openings.get(named.get("salted", "")) if isinstance(named, dict) else None
        if line.data and value:
            name = json.loads(value)
            found[line.data["person_id"]] = f"{name['given_name']} {name['family_name']}".strip()
    return found
