"""The inventory of keys and algorithms: each module that uses one stands in it, and hashes are of today."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "deploy" / "decisions" / "cryptography.md").read_text()
SOURCES = [
    path
    for room in ("rules", "games", "tournaments", "deploy")
    for path in sorted((ROOT / room).rglob("*.py"))
    if "migrations" not in path.parts
]
USES = re.compile(
    r"^(?:from|import) (?:hmac|secrets|cryptography\.|standardwebhooks)\b"
    r"|^from django\.core\.signing import|^from django\.core import signing|\burandom\b|\bsalted_hmac\b",
    re.MULTILINE,
)
OLD = re.compile(r"\b(?:md5|sha1|MD5|SHA1|DES|RC4|ECB|PKCS1v15)\b")


def test_each_module_that_uses_keys_or_secrets_stands_in_the_inventory():
    named = set(re.findall(r"`([\w/]+\.py)`", TEXT))
    using = {str(path.relative_to(ROOT)) for path in SOURCES if USES.search(path.read_text())}
    assert sorted(using - named) == []
    assert len(using) > 15


def test_what_the_inventory_names_is_there():
    assert [
        place for place in re.findall(r"`([\w/-]+\.(?:py|sh|md))`", TEXT) if not (ROOT / place).exists()
    ] == []


def test_no_hash_or_cipher_of_yesterday_is_used():
    assert [str(path.relative_to(ROOT)) for path in SOURCES if OLD.search(path.read_text())] == []
