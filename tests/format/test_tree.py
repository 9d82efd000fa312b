"""tree.md, word by word, on the vectors: with the definitions of the RFC, and nothing of ours."""

import json
import zlib
from base64 import b64decode
from hashlib import sha256
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from tests.games.log.tree.test_proofs import mth, path, subproof

FOLDER = Path("deploy/format/vectors")
TOLD = json.loads((FOLDER / "tree-vectors.json").read_text())
LEAVES = []
_HEAD, *_LINES = (FOLDER / "log.jsonl").read_text().splitlines()
for _line in _LINES[: json.loads(_HEAD)["count"]]:
    _event = json.loads(_line)
    del _event["digest"]
    LEAVES.append(json.dumps(_event, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode())


def verified(text, line, key, kind):
    """A line below a note against the line of a key."""
    name, key_id, raw = key.split("+", 2)
    public = b64decode(raw)
    _, who, signature = line.split(" ")
    given = b64decode(signature)
    assert (public[0], who) == (kind, name)
    assert given[:4].hex() == key_id == sha256(f"{name}\n".encode() + public).hexdigest()[:8]
    message = text.encode()
    if kind == 4:
        time, given = int.from_bytes(given[4:12]), given[:4] + given[12:]
        message = f"cosignature/v1\ntime {time}\n".encode() + message
    Ed25519PublicKey.from_public_bytes(public[1:]).verify(given[4:], message)


def test_roots_and_consistency_are_the_rfcs_over_the_lines_of_the_log():
    roots = [mth(LEAVES[:size]) for size in range(len(LEAVES) + 1)]
    assert [b64decode(root) for root in TOLD["roots"]] == roots
    for told in TOLD["consistency"]:
        assert [b64decode(one) for one in told["path"]] == subproof(told["old"], LEAVES, True)


def test_the_head_is_signed_and_cosigned():
    text, _, lines = TOLD["checkpoint"].rpartition("\n\n")
    first, second, end = lines.split("\n")
    assert (text.split("\n")[1:], end) == ([str(len(LEAVES)), TOLD["roots"][-1]], "")
    verified(text + "\n", first, TOLD["keys"]["log"]["public"], 1)
    verified(text + "\n", second, TOLD["keys"]["witness"]["public"], 4)


def test_the_proof_leads_from_the_line_to_the_head_and_fits_its_digits():
    head, checkpoint = TOLD["proof"].split("\n\n", 1)
    kind, extra, index, *hashes = head.split("\n")
    at = int(index.removeprefix("index "))
    assert (kind, checkpoint) == ("c2sp.org/tlog-proof@v1", TOLD["checkpoint"])
    assert b64decode(extra.removeprefix("extra ")) == LEAVES[at]
    assert [b64decode(one) for one in hashes] == path(at, LEAVES)
    number = int(TOLD["digits"])
    packed = number.to_bytes((number.bit_length() + 7) // 8)
    assert packed[0] == 1
    assert zlib.decompress(packed[1:], wbits=-15).decode() == TOLD["proof"]


def test_both_keys_say_that_one_follows_the_other():
    text, _, lines = TOLD["rotation"].rpartition("\n\n")
    old, new = (TOLD["keys"][name]["public"] for name in ("log", "next"))
    assert text.split("\n") == ["keys of a log/v1", old.split("+")[0], old, new]
    for line, key in zip(lines.split("\n"), (old, new), strict=False):
        verified(text + "\n", line, key, 1)
