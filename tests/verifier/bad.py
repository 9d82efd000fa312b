"""Bundles made bad: members changed and the manifest brought in line, so that the fault alone is left."""

import hashlib
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

Files = dict[str, bytes]


def members(bundle: Path) -> Files:
    with zipfile.ZipFile(bundle) as zipped:
        return {name: zipped.read(name) for name in zipped.namelist()}


def changed(bundle: Path, change: Callable[[Files], None], *, manifest: bool = True) -> Path:
    """Another bundle beside it, with what ``change`` does to the members."""
    files = members(bundle)
    change(files)
    if manifest:
        told = json.loads(files["bundle.json"])
        told["files"] = {
            name: hashlib.sha256(data).hexdigest() for name, data in files.items() if name != "bundle.json"
        }
        files["bundle.json"] = canonical(told)
    return written(bundle.with_name("bad.zip"), files)


def written(path: Path, files: Files) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, data in files.items():
            zipped.writestr(name, data)
    return path


def canonical(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def lines(files: Files, name: str) -> list[bytes]:
    return files[name].splitlines(keepends=True)
