"""`python -m deploy.sbom`: what this program is made of, as CycloneDX 1.6 JSON (a bill of materials).

One component for each line of `requirements.lock`, with the hashes by which it is installed, and the licence
that the installed package tells. The same lock and packages give the same text: no clock, no random serial.
"""

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

LOCK = Path(__file__).with_name("requirements.lock")
PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==([^\s;\\]+)")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
UNSAID = "not told by the package"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pinned:
    """A package of the lock; ``hashes``: SHA-256 in hex, one for each file that may be installed."""

    name: str
    version: str
    hashes: tuple[str, ...]


def pinned(lock: str) -> Iterator[Pinned]:
    """What a lock names, in its order; one name may be there twice, for several versions of Python."""
    for entry in re.split(r"\n(?=\S)", lock):
        if found := PINNED.match(entry):
            yield Pinned(name=found[1], version=found[2], hashes=tuple(HASH.findall(entry)))


def licence(name: str) -> str:
    """What the installed package says of its licence; empty where it is not installed here."""
    try:
        metadata = distribution(name).metadata.json
    except PackageNotFoundError:
        return ""
    classified = [
        line.rpartition(" :: ")[2] for line in metadata.get("classifier", []) if "License ::" in line
    ]
    short = str(metadata.get("license", "")).partition("\n")[0][:60]
    return str(metadata.get("license_expression", "")) or " or ".join(classified) or short or UNSAID


def document(packages: list[Pinned]) -> dict[str, object]:
    """The whole as CycloneDX has it."""
    components = [_component(one) for one in packages]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid5(NAMESPACE_URL, json.dumps(components, sort_keys=True))}",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "nigiri", "bom-ref": "nigiri"}},
        "components": components,
    }


def _component(one: Pinned) -> dict[str, object]:
    purl = f"pkg:pypi/{one.name.lower()}@{one.version}"
    hashes = [{"alg": "SHA-256", "content": digest} for digest in one.hashes]
    page = f"https://pypi.org/project/{one.name}/{one.version}/"
    metadata = licence(one.name)
    return {
        "type": "library",
        "bom-ref": purl,
        "name": one.name,
        "version": one.version,
        "purl": purl,
        "externalReferences": [{"type": "distribution", "url": page, "hashes": hashes}],
        **({"licenses": [{"license": {"name": metadata}}]} if metadata else {}),
    }


def main() -> int:
    json.dump(document(list(pinned(LOCK.read_text()))), sys.stdout, indent=1)
    sys.stdout.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
