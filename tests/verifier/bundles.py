"""Bundles of invented logs, after bundle.md: digests, tree and head follow, with a key of their own."""

import base64
import hashlib
import json
import subprocess
import sys
import zipfile
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

FORMAT = Path(__file__).parents[2] / "deploy" / "format"
CHECK = FORMAT.parent / "verifier" / "check_bundle.py"
KEY, ORIGIN = Ed25519PrivateKey.from_private_bytes(bytes(32)), "test.example/log"


def canonical(value):
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def sha(data):
    return hashlib.sha256(data).digest()


def root(leaves):
    if len(leaves) < 2:
        return leaves[0] if leaves else sha(b"")
    half = 1 << (len(leaves) - 1).bit_length() - 1
    return sha(b"\1" + root(leaves[:half]) + root(leaves[half:]))


def key_line(key=KEY):
    public = b"\1" + key.public_key().public_bytes_raw()
    number = sha(ORIGIN.encode() + b"\n" + public)[:4]
    return number, f"{ORIGIN}+{number.hex()}+{base64.b64encode(public).decode()}"


def head(leaves, key=KEY):
    text = f"{ORIGIN}\n{len(leaves)}\n{base64.b64encode(root(leaves)).decode()}\n"
    signature = base64.b64encode(key_line(key)[0] + key.sign(text.encode())).decode()
    return f"{text}\n— {ORIGIN} {signature}\n"


def vectors():
    """The events of the small log that the format publishes."""
    lines = (FORMAT / "vectors" / "log.jsonl").read_text().splitlines()
    return [event for event in map(json.loads, lines) if "kind" in event]


def spelled(events):
    """(the lines of events.jsonl, leaves) with every digest computed anew; `joined` is beside the line."""
    digests, lines, leaves = {}, [], []
    for position, event in enumerate(events, 1):
        came = {k: v for k, v in event.items() if k == "joined"}
        there = {"position": position - event.get("joined", 0)}
        text = canonical({k: v for k, v in event.items() if k not in {"digest", "joined"}} | there)
        digest = sha((digests.get(event["stream"], "") + text).encode()).hex()
        digests[event["stream"]] = digest
        leaves.append(sha(b"\0" + text.encode()))
        lines.append({"digest": digest, "line": text, "position": position} | came)
    return lines, leaves


def path_to(index, leaves):
    """The proof that a leaf is in the tree, RFC 9162, 2.1.3.1."""
    if len(leaves) < 2:
        return []
    half = 1 << (len(leaves) - 1).bit_length() - 1
    if index < half:
        return [*path_to(index, leaves[:half]), root(leaves[half:])]
    return [*path_to(index - half, leaves[half:]), root(leaves[:half])]


def receipt(index, lines, leaves):
    """The proof of the event at an index, from 0, with the head of all."""
    parts = [b64(lines[index]["line"].encode()), *map(b64, path_to(index, leaves))]
    proof = "\n".join(["c2sp.org/tlog-proof@v1", f"extra {parts[0]}", f"index {index}", *parts[1:]])
    return f"{proof}\n\n{head(leaves)}"


def path_of(old, leaves, *, whole=True):
    """The proof that all leaves continue the first ones, RFC 9162, 2.1.4.1."""
    if old == len(leaves):
        return [] if whole else [root(leaves)]
    half = 1 << (len(leaves) - 1).bit_length() - 1
    if old <= half:
        return [*path_of(old, leaves[:half], whole=whole), root(leaves[half:])]
    return [*path_of(old - half, leaves[half:], whole=False), root(leaves[:half])]


def consistency(old, leaves):
    """As /log/consistency/OLD/NEW serves it."""
    return "\n".join([f"old {old}", *map(b64, path_of(old, leaves)), "", head(leaves)])


def older_heads(size, leaves, key=KEY):
    """heads.jsonl with one head of before, which the head of all leaves continues."""
    return canonical({"note": head(leaves[:size], key), "path": [*map(b64, path_of(size, leaves))]}) + "\n"


def among_others(path, count):
    """A bundle of a log in which events of others follow, as parts of the tree. Returns all leaves."""
    events = vectors()
    own = len(events)
    events += [
        events[-1] | {"stream": "tournament-other", "version": version} for version in range(1, count + 1)
    ]
    leaves = spelled(events)[1]
    nodes = [[*two, b64(root(leaves[slice(*two)]))] for two in parts(own, own + count, 0, own + count)]
    text = "".join(canonical(node) + "\n" for node in nodes)
    return write(
        path, events, altered=lambda lines: lines.__delitem__(slice(own, None)), **{"nodes.jsonl": text}
    )


def parts(begin, end, first, last):
    """The largest parts of the tree between two indices."""
    if begin <= first and last <= end:
        yield first, last
    elif first < end and begin < last and last - first > 1:
        half = first + (1 << (last - first - 1).bit_length() - 1)
        yield from parts(begin, end, first, half)
        yield from parts(begin, end, half, last)


def b64(data):
    return base64.b64encode(data).decode()


def write(path, events, *, altered=None, key=KEY, keys="", **members):
    """A bundle of these events; `altered` may change the lines after digests and tree were made.

    `key` signs the head; `keys` are the lines that the bundle tells, where they are more than its own.
    """
    lines, leaves = spelled(events)
    if altered:
        altered(lines)
    files = {
        "key": keys or key_line(key)[1] + "\n",
        "checkpoint": head(leaves, key),
        "events.jsonl": "".join(canonical(line) + "\n" for line in lines),
        "nodes.jsonl": "",
        "heads.jsonl": "",
        "names.jsonl": "",
    } | members
    created = next(e["data"] for e in events if e["kind"].startswith("tournament.created"))
    manifest = {
        name: created[name] for name in ("organisation_id", "slug", "specification", "tournament_id")
    } | {
        "files": {name: hashlib.sha256(text.encode()).hexdigest() for name, text in files.items()},
        "format": "nigiri-bundle",
        "origin": ORIGIN,
        "size": len(leaves),
        "version": 1,
    }
    with zipfile.ZipFile(path, "w") as bundle:
        for name, text in {"bundle.json": canonical(manifest), **files}.items():
            bundle.writestr(zipfile.ZipInfo(name), text)
    return leaves


def verified(path, *options):
    """(exit status, what it printed) of check_bundle.py, run apart from this project."""
    command = [sys.executable, "-I", str(CHECK), str(path), *map(str, options)]
    done = subprocess.run(command, capture_output=True, text=True, cwd="/", check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout
