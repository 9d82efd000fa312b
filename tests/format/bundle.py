"""A reader of bundles, from deploy/format/bundle.md, tree.md and log.md alone: what it is given must hold.

``checked(data)`` returns what is in it, or says by AssertionError what is wrong.
"""

import io
import json
from base64 import b64decode, b64encode
from collections import defaultdict
from dataclasses import dataclass, field
from hashlib import sha256
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

ORDER = ("bundle.json", "key", "checkpoint", "events.jsonl", "nodes.jsonl", "heads.jsonl", "names.jsonl")


@dataclass
class Read:
    """``lines``: by stream, the events whose lines are there; ``leaves``: streams with how many are not."""

    files: dict
    manifest: dict
    lines: dict = field(default_factory=lambda: defaultdict(list))
    leaves: dict = field(default_factory=lambda: defaultdict(int))
    heads: dict = field(default_factory=dict)

    def events(self, kind=""):
        return [one for each in self.lines.values() for one in each if one["kind"].startswith(kind)]


def canonical(value):
    return json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))


def checked(data):
    files = unpacked(data)
    manifest = json.loads(files["bundle.json"])
    assert canonical(manifest).encode() == files["bundle.json"]
    assert manifest["format"] == "nigiri-bundle"
    assert manifest["version"] == 1
    hashes = {path: sha256(data).hexdigest() for path, data in files.items() if path != "bundle.json"}
    assert manifest["files"] == hashes
    read = Read(files=files, manifest=manifest)
    origin, size, root = head_of(files["checkpoint"].decode(), files["key"].decode().splitlines())
    assert (manifest["origin"], manifest["size"]) == (origin, size)
    leaves = events_of(read)
    nodes = {(begin, end): b64decode(hash_) for begin, end, hash_ in json_lines(files["nodes.jsonl"])}
    assert root_of(nodes, leaves, 0, size) == root
    assert not nodes, "a node that nobody asks for"
    heads_of(read, (size, root))
    return read


def unpacked(data):
    with ZipFile(io.BytesIO(data)) as archive:
        names = archive.namelist()
        assert len(names) == len(set(names))
        assert not any(".." in name or name[0] == "/" for name in names)
        given = [ORDER.index(name) for name in names if name in ORDER]
        assert given == sorted(given)
        assert names[0] == "bundle.json"
        for info in archive.infolist():
            assert info.date_time == (1980, 1, 1, 0, 0, 0)
            assert info.compress_type in (ZIP_STORED, ZIP_DEFLATED)
        return {name: archive.read(name) for name in names}


def head_of(note, keys):
    """Origin, size, root of a note that one of the keys has signed."""
    text, _, signatures = note.partition("\n\n")
    origin, size, root = text.split("\n")
    holding = [line for line in signatures.splitlines() if any(signs(key, text, line) for key in keys)]
    assert holding, "nobody known has signed the head"
    return origin, int(size), b64decode(root)


def signs(key, text, line):
    name, id_, material = key.split("+", 2)
    dash, signer, signature = line.split(" ")
    raw = b64decode(signature)
    if (dash, signer) != ("—", name) or raw[:4].hex() != id_:
        return False
    Ed25519PublicKey.from_public_bytes(b64decode(material)[1:]).verify(raw[4:], f"{text}\n".encode())
    return True


def events_of(read):
    """Index -> leaf; chains are followed on the way."""
    leaves, ends, last = {}, {}, 0
    for one in json_lines(read.files["events.jsonl"]):
        assert one["position"] > last
        last = one["position"]
        stream, version, leaf = event_of(read, one, ends)
        assert version > ends.get(stream, (0, ""))[0]
        ends[stream] = version, one["digest"]
        leaves[last - 1] = leaf
    return leaves


def event_of(read, one, ends):
    """Stream, version, leaf."""
    if "leaf" in one:
        assert one.keys() - {"joined"} == {"digest", "leaf", "position", "stream", "version"}
        read.leaves[one["stream"]] += 1
        whole = not one["stream"].startswith(("tournament-", "game-", "claim-"))
        assert whole or one["version"] == ends.get(one["stream"], (0,))[0] + 1
        return one["stream"], one["version"], bytes.fromhex(one["leaf"])
    assert one.keys() - {"joined"} == {"digest", "line", "position"}
    event = json.loads(one["line"])
    assert canonical(event) == one["line"]
    assert event["position"] == one["position"] - one.get("joined", 0)
    version, before = ends.get(event["stream"], (0, ""))
    if event["stream"].startswith(("tournament-", "game-", "claim-")) or event["version"] == version + 1:
        assert event["version"] == version + 1, f"{event['stream']}@{version + 1} is missing"
        assert sha256((before + one["line"]).encode()).hexdigest() == one["digest"]
    read.lines[event["stream"]].append(event)
    return event["stream"], event["version"], sha256(b"\0" + one["line"].encode()).digest()


def root_of(nodes, leaves, begin, end):
    """Takes the nodes that it asks for away."""
    if (begin, end) in nodes:
        return nodes.pop((begin, end))
    if end - begin == 1:
        return leaves[begin]
    middle = begin + (1 << ((end - begin - 1).bit_length() - 1))
    left, right = root_of(nodes, leaves, begin, middle), root_of(nodes, leaves, middle, end)
    return sha256(b"\1" + left + right).digest()


def heads_of(read, last):
    """Every head is continued by the next one, and that by the bundle's."""
    keys, lines = read.files["key"].decode().splitlines(), json_lines(read.files["heads.jsonl"])
    heads = [head_of(one["note"], keys)[1:] for one in lines] + [last]
    for one, (old, old_root), (new, new_root) in zip(lines, heads, heads[1:], strict=False):
        assert old < new
        assert continues(old, old_root, new, new_root, [b64decode(hash_) for hash_ in one["path"]])
    read.heads = dict(heads)


def continues(old, old_root, new, new_root, path):
    """RFC 9162, 2.1.4.2, steps 2 to 6."""
    if old & (old - 1) == 0:
        path = [old_root, *path]
    at, last = old - 1, new - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    first = second = path[0]
    for hash_ in path[1:]:
        if last == 0:
            return False
        if at & 1 or at == last:
            first, second = (sha256(b"\1" + hash_ + each).digest() for each in (first, second))
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            second = sha256(b"\1" + second + hash_).digest()
        at, last = at >> 1, last >> 1
    return (first, second, last) == (old_root, new_root, 0)


def json_lines(data):
    return [json.loads(line) for line in data.decode().splitlines()]


def base64(raw):
    return b64encode(raw).decode()
