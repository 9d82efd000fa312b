"""Check that a tournament's bundle is whole, and that it agrees with the heads and receipts that you kept.

    python3 check_bundle.py bundle.zip --key LINE --head FILE... --proof FILE... --receipt FILE...

LINE is the log's key, from a poster; a head is a signed checkpoint; a proof is what /log/consistency/OLD/NEW
serves. Exit status 0: whole; 1: altered, or contradicted by what you kept; 2: not all of it could be checked.
Copy it anywhere: it follows deploy/format and imports nothing of Nigiri. Signatures need "cryptography".
"""

import argparse
import hashlib
import json
import re
import sys
import zipfile
import zlib
from base64 import b64decode
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

BUNDLE_LIMIT, LINE_LIMIT, MOST_FAULTS = 1 << 29, 1 << 24, 1_000
NOT_UNPACKED = (OSError, zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError)
MALFORMED = (LookupError, TypeError, ValueError, AttributeError, RuntimeError)
NAME = re.compile(r"(?:[\w~-][\w.~-]*/)*[\w~-][\w.~-]*")
LINE = {"actor", "command_id", "data", "kind", "ordinal", "position", "recorded_at", "stream", "version"}
DIGEST = re.compile(r'"([0-9a-f]{64})"')  # of a record, or a commitment to words
CONCLUSIONS = (
    "The bundle is whole: its events, names and game records are as they were signed.",
    "The bundle is NOT as it was signed, or what you kept contradicts it.",
    "NOT all of it could be checked.",
)
canonical = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
).encode


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def hashes(lines: Sequence[str], *, in_hex: bool = False) -> list[bytes]:
    found = [bytes.fromhex(line) if in_hex else b64decode(line, validate=True) for line in lines]
    if any(len(one) != 32 for one in found):
        raise ValueError("not a SHA-256")
    return found


def parent(left: bytes, right: bytes) -> bytes:
    return sha(b"\1" + left + right)


def inclusion_root(leaf: bytes, index: int, size: int, path: Iterator[bytes]) -> bytes:
    """Return the root to which a proof of inclusion leads (RFC 9162, 2.1.3)."""
    if size <= 1:
        return leaf
    left = 1 << (size - 1).bit_length() - 1  # the largest power of two below the size
    if index < left:
        return parent(inclusion_root(leaf, index, left, path), next(path, b""))
    below = inclusion_root(leaf, index - left, size - left, path)
    return parent(next(path, b""), below)


def both_roots(old: int, new: int, known: bytes | None, path: Iterator[bytes]) -> tuple[bytes, bytes]:
    """Return the two roots to which a proof of consistency leads (RFC 9162, 2.1.4)."""
    if old == new:
        root = next(path, b"") if known is None else known
        return root, root
    left = 1 << (new - 1).bit_length() - 1
    if old <= left:
        first, second = both_roots(old, left, known, path)
        return first, parent(second, next(path, b""))
    first, second = both_roots(old - left, new - left, None, path)
    beside = next(path, b"")
    return parent(beside, first), parent(beside, second)


def is_consistent(old: int, old_root: bytes, new: int, new_root: bytes, lines: Sequence[str]) -> bool:
    path = iter(hashes(lines))
    return 0 < old <= new and both_roots(old, new, old_root, path) == (old_root, new_root) and not [*path]


class Note(NamedTuple):
    """A signed text (c2sp.org/signed-note), and the lines of a proof above it."""

    proof: list[str]
    text: str
    signatures: list[tuple[str, bytes]]

    @classmethod
    def read(cls, raw: str, *, below_proof: bool = False) -> "Note":
        above, _, raw = raw.partition("\n\n") if below_proof else ("", "", raw)
        text, _, below = raw.rstrip("\n").rpartition("\n\n")
        lines = (line.split(" ") for line in below.split("\n"))
        return cls(above.splitlines(), text + "\n", [(name, b64decode(rest)) for _, name, rest in lines])

    @property
    def head(self) -> tuple[str, int, bytes]:
        origin, size, root = self.text.split("\n")[:3]  # c2sp.org/tlog-checkpoint
        return origin, int(size), hashes([root])[0]

    def verify_signature(self, key: str) -> bool:
        """Check the signature of a key, ``origin+id+base64``. Raises ImportError without cryptography."""
        from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 - only signatures need it
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415

        name, number, rest = key.split("+", 2)
        raw = b64decode(rest, validate=True)
        if raw[:1] != b"\1" or sha(name.encode() + b"\n" + raw)[:4].hex() != number:
            raise ValueError("not a key of a log")
        for signer, signature in self.signatures:
            if (signer, signature[:4].hex()) == (name, number):
                with suppress(InvalidSignature):
                    Ed25519PublicKey.from_public_bytes(raw[1:]).verify(signature[4:], self.text.encode())
                    return True
        return False


class Check:
    """A bundle, checked step by step: sentences say what is wrong, what was not checked and what is right."""

    def __init__(self) -> None:
        self.faults, self.unchecked, self.checked = list[str](), list[str](), list[str]()
        self.leaves, self.roots = dict[int, bytes](), dict[int, bytes]()  # by position, by number of events
        self.nodes, self.used = dict[tuple[int, int], bytes](), set[tuple[int, int]]()
        self.ends = dict[str, tuple[int, str]]()  # of each stream, its last version and digest
        self.named, self.hidden_people, self.where = set[str](), 0, "The bundle"
        self.keys, self.rotations, self.proofs = list[str](), list[dict[str, str]](), list[Note]()

    @property
    def status(self) -> int:
        return 1 if self.faults else 2 if self.unchecked else 0

    def fault(self, sentence: str) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(sentence)

    def lines(self) -> Iterator[str]:
        yield from (f"WRONG: {sentence}" for sentence in self.faults)
        yield from (f"NOT CHECKED: {sentence}" for sentence in self.unchecked)
        yield from (f"Checked: {sentence}" for sentence in self.checked)
        yield "Not looked at: what index.html and README say, and whether results follow (`nigiri check`)."
        yield CONCLUSIONS[self.status]

    def open(self, path: Path) -> None:
        self.zip = zipfile.ZipFile(path)
        files = self.zip.infolist()
        self.names = {one.filename for one in files if NAME.fullmatch(one.orig_filename)}
        small = sum(one.file_size for one in files) <= BUNDLE_LIMIT
        if "bundle.json" not in self.names or len(self.names) < len(files) or not small:
            raise zipfile.BadZipFile("it is too large, or has files that no bundle has")
        self.manifest = json.loads(self.zip.read("bundle.json"))
        self.origin, self.size = str(self.manifest["origin"]), int(self.manifest["size"])
        if (self.manifest["format"], self.manifest["version"]) != ("nigiri-bundle", 1):
            raise zipfile.BadZipFile("its format is not known here")

    def objects(self, name: str) -> Iterator[Any]:
        with self.zip.open(name) as member:
            for number, raw in enumerate(iter(lambda: member.readline(LINE_LIMIT), b""), start=1):
                self.where = f"Line {number} of {name}"
                yield json.loads(raw)

    def check_files(self) -> None:
        listed = self.manifest["files"]
        if listed.keys() != self.names - {"bundle.json"}:
            self.fault("The bundle's list of files does not name the files that are in it.")
        for name in self.names - {"bundle.json"}:
            with self.zip.open(name) as member:
                digest = hashlib.file_digest(member, "sha256").hexdigest()  # type: ignore[arg-type]
            if {digest} != {listed.get(name), *name.split("records/")[1:]}:
                self.fault(f"{name} was altered: its digest is not the one in the list of files.")

    def check_events(self) -> None:
        """Check that each event follows from the one before it in its stream; take the leaves of the tree."""
        before = 0
        for line in self.objects("events.jsonl"):
            text, position = line.get("line"), line["position"]
            event = line if text is None else json.loads(text)
            stream, version, where = event["stream"], event["version"], f"{self.where} (event {position})"
            end, previous = self.ends.get(stream, (0, ""))
            next_one = version == end + 1  # of the stream "log" the bundle has but some
            if not before < position <= self.size or not (next_one or (stream == "log" and version > end)):
                self.fault(f"{where} is out of order, or events of {stream} before it are missing.")
            before, self.ends[stream] = position, (version, line["digest"])
            if len(line.keys() - {"joined"}) != (5 if text is None else 3):  # no more than is read here
                self.fault(f"{where} is not spelled as the format says.")
            if text is None:
                self.leaves[position] = hashes([line["leaf"]], in_hex=True)[0]
                self.hidden_people += stream.startswith("person-")
                continue
            self.leaves[position] = sha(b"\0" + text.encode())
            if next_one and sha((previous + text).encode()).hex() != line["digest"]:
                self.fault(f"{where} was altered: its digest does not follow from what it says.")
            came = position - line.get("joined", 0)
            if canonical(event) != text or event.keys() != LINE or event["position"] != came:
                self.fault(f"{where} is not spelled as the format says.")
            self.named.update(DIGEST.findall(text))
            if event["kind"] == "log.key-rotated.v1" and stream == f"log:keys:{self.origin}":
                self.rotations.append(event["data"])
        if f"tournament-{self.manifest['tournament_id']}" not in self.ends:
            self.fault("The bundle has no event of its tournament.")

    def check_names(self) -> None:
        opened = set()
        for line in self.objects("names.jsonl"):
            opened.add(line["salted"])
            salt = hashes([line["salt"]], in_hex=True)[0]
            if sha(salt + canonical(line["value"]).encode()).hex() != line["salted"]:
                self.fault(f"{self.where} was altered: it does not fit the commitment in its event.")
        if len(opened - self.named) > self.hidden_people:
            self.fault("names.jsonl has names that belong to no event of the bundle.")
        if {name[8:] for name in self.names if name.startswith("records/")} - self.named:
            self.fault("The bundle has a game record that no event of it names.")

    def root(self, begin: int, end: int) -> bytes:
        """Return the root of a part of the tree. Raises KeyError where the bundle lacks some of it."""
        if (begin, end) in self.nodes:
            self.used.add((begin, end))
            return self.nodes[begin, end]
        if end - begin < 2:
            return self.nodes[begin, end] if end > begin else sha(b"")
        middle = begin + (1 << (end - begin - 1).bit_length() - 1)
        return parent(self.root(begin, middle), self.root(middle, end))

    def check_tree(self) -> None:
        """Check that events and parts of the tree lead to the root that the checkpoint names."""
        origin, size, root = Note.read(self.zip.read("checkpoint").decode()).head
        given = {(begin, end): hashes([one])[0] for begin, end, one in self.objects("nodes.jsonl")}
        self.nodes = given | {(end - 1, end): leaf for end, leaf in self.leaves.items()}
        with suppress(KeyError):
            self.roots[self.size] = self.root(0, self.size)
        if (origin, size, self.roots.get(self.size)) != (self.origin, self.size, root):
            self.fault("Events were altered or left out: they are not those under the bundle's signed head.")
        elif self.nodes.keys() != self.used:
            self.fault("The bundle has events, or parts of a tree, that its signed head does not need.")
        self.roots[self.size] = root

    def check_heads(self, trusted: str) -> None:
        """Check heads by the key that is trusted, and keys that events with both signatures link with it."""
        listed = self.zip.read("key").decode().split()
        self.keys = [trusted or listed[0]]
        for line in (*self.rotations, *reversed(self.rotations)):
            two, note = [line["old"], line["new"]], Note.read(line["note"])
            same = note.text == "\n".join(["keys of a log/v1", self.origin, *two, ""])
            if {*two} & {*self.keys} and same and all(map(note.verify_signature, two)):
                self.keys += two
        if self.keys[0] not in listed:
            self.fault("The bundle is not from the log whose key you gave: it names other keys.")
        size, root = self.head("The checkpoint", Note.read(self.zip.read("checkpoint").decode()))
        for line in reversed([*self.objects("heads.jsonl")]):
            smaller, first = self.head("A line of heads.jsonl", Note.read(line["note"]))
            if smaller >= size or not is_consistent(smaller, first, size, root, line["path"]):
                self.fault(f"The signed head of {smaller} events contradicts the one of {size} events.")
            size, root, self.roots[smaller] = smaller, first, first
        whose = "that you gave" if trusted else "that it names itself: compare it with the one on a poster"
        self.checked.append(f"{len(self.leaves)} events were compared with heads signed by the key {whose}.")

    def head(self, name: str, note: Note) -> tuple[int, bytes]:
        if note.head[0] != self.origin or not any(map(note.verify_signature, self.keys)):
            self.fault(f"{name} is not a head of this log signed with its key.")
        return note.head[1:]

    def check_receipt(self, name: str, note: Note) -> None:
        """Check a proof of one event (c2sp.org/tlog-proof) against its head and the bundle."""
        kind, extra, index, *path = note.proof
        line, place, rest = b64decode(extra[6:]), int(index[6:]), iter(hashes(path))
        event, leaf, (_, size, root) = json.loads(line), sha(b"\0" + line), note.head
        stream = event["stream"]
        what = f"{name} is a receipt of event {place + 1}, number {event['version']} of {stream}"
        proved = 0 <= place < size and inclusion_root(leaf, place, size, rest) == root and not [*rest]
        if not proved or kind != "c2sp.org/tlog-proof@v1":
            self.fault(f"{what}, but that event is not under the receipt's signed head.")
        elif self.leaves.get(place + 1, leaf) != leaf:
            self.fault(f"{what}: the bundle has another event there. The log was rewritten.")
        elif place + 1 in self.leaves:
            self.checked.append(f"{what}: the bundle has it word for word.")
        elif stream in self.ends:
            self.fault(f"{what}: the bundle leaves it out, and ends {stream} at {self.ends[stream][0]}.")
        else:
            self.unchecked.append(f"{what}: the bundle holds nothing of that stream.")

    def check_head(self, name: str, note: Note) -> None:
        """Compare a head with the bundle, by a proof of consistency where the bundle alone does not tell."""
        size, root = self.head(name, note)
        with suppress(KeyError):
            self.roots[size] = self.roots.get(size) or self.root(0, size)
        roots, agrees = {size: root, **self.roots}, []
        for proof in self.proofs:
            old, new = int(proof.proof[0].removeprefix("old ")), proof.head[1]
            if {old, new} <= roots.keys() and size in {old, new} and {old, new} & self.roots.keys():
                agrees.append(is_consistent(old, roots[old], new, roots[new], proof.proof[1:]))
        if roots[size] != root:
            self.fault(f"{name} contradicts the bundle: the log was rewritten after that head was signed.")
        elif not all(agrees):
            self.fault(f"The proof does not lead from the bundle to {name}: the log may have been rewritten.")
        elif size in self.roots or (agrees and size < self.size):
            self.checked.append(f"The bundle agrees with {name}: its {size} events are unchanged.")
        elif agrees:
            self.checked.append(f"The bundle agrees with {name}, but ends at event {self.size} of {size}.")
        else:
            fetch = f"with --proof what /log/consistency/{min(size, self.size)}/{max(size, self.size)} serves"
            older = "This bundle is older than the head that you kept: ask for a newer one. "
            self.unchecked.append(f"{older * (size > self.size)}To compare {name}, give {fetch}.")

    def check_file(self, kind: str, file: Path) -> None:
        try:
            raw = file.read_text(encoding="utf-8")
            if raw.strip().isdigit():  # of the code on a receipt
                packed = int(raw).to_bytes(len(raw)).lstrip(b"\0")[1:]
                raw = zlib.decompressobj(-15).decompress(packed, LINE_LIMIT).decode()
            note = Note.read(raw, below_proof=kind != "head")
            self.proofs += [note] if kind == "proof" else []
            if kind == "receipt":
                self.check_receipt(file.name, note)
            self.check_head(file.name, note)
        except (*NOT_UNPACKED, *MALFORMED) as error:
            self.unchecked.append(f"{file} is not a {kind} that can be read ({error}).")

    def run(self, bundle: Path, key: str = "", **kept: Sequence[Path]) -> None:
        """Check all of a bundle, by a key and by files: ``proof``, ``head`` and ``receipt``."""
        try:
            self.open(bundle)
            for check in (self.check_files, self.check_events, self.check_names, self.check_tree):
                check()
            self.check_heads(key)
            for kind in ("proof", "head", "receipt"):
                for file in kept.get(kind, ()):
                    self.check_file(kind, file)
        except ModuleNotFoundError:
            self.unchecked.append("Signatures need a package: python3 -m pip install cryptography.")
        except NOT_UNPACKED as error:
            self.unchecked.append(f"{bundle.name} cannot be unpacked: {error}.")
        except MALFORMED as error:
            self.fault(f"{self.where} cannot be read ({error!r}). The rest was not checked.")


def main() -> int:
    parser, check = argparse.ArgumentParser(usage=__doc__), Check()
    parser.add_argument("bundle", type=Path)
    parser.add_argument("--key", default="")
    for kind in ("head", "proof", "receipt"):
        parser.add_argument(f"--{kind}", nargs="+", action="extend", default=[], type=Path)
    check.run(**vars(parser.parse_args()))
    sys.stdout.writelines(f"{line}\n" for line in check.lines())
    return check.status


if __name__ == "__main__":
    sys.exit(main())
