"""A bundle that must be whole, and what is in it."""

import io
import json
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from deploy.verifier.check_bundle import Check

ORDER = ("bundle.json", "key", "checkpoint", "events.jsonl", "nodes.jsonl", "heads.jsonl", "names.jsonl")


@dataclass
class Read:
    """``lines``: by stream, the events that are told in full; ``leaves``: by stream, how many are not."""

    files: dict
    manifest: dict
    lines: dict = field(default_factory=lambda: defaultdict(list))
    leaves: dict = field(default_factory=lambda: defaultdict(int))
    heads: dict = field(default_factory=dict)

    def events(self, kind=""):
        return [one for each in self.lines.values() for one in each if one["kind"].startswith(kind)]


def checked(data):
    """Whatever ``check_bundle.py`` finds fails the test."""
    check = Check()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "bundle.zip"
        path.write_bytes(data)
        check.run(path)
    assert (check.faults, check.unchecked) == ([], [])
    files = unpacked(data)
    read = Read(
        files=files, manifest=json.loads(files["bundle.json"]), heads=dict(sorted(check.roots.items()))
    )
    for one in json_lines(files["events.jsonl"]):
        if "leaf" in one:
            read.leaves[one["stream"]] += 1
        else:
            event = json.loads(one["line"])
            read.lines[event["stream"]].append(event)
    return read


def unpacked(data):
    """The members, which are in the order of the format and dated as it says."""
    with ZipFile(io.BytesIO(data)) as archive:
        given = [ORDER.index(name) for name in archive.namelist() if name in ORDER]
        assert given == sorted(given)
        for info in archive.infolist():
            assert info.date_time == (1980, 1, 1, 0, 0, 0)
            assert info.compress_type in (ZIP_STORED, ZIP_DEFLATED)
        return {name: archive.read(name) for name in archive.namelist()}


def json_lines(data):
    return [json.loads(line) for line in data.decode().splitlines()]
