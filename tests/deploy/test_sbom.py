"""What the program is made of: told whole, and only what may be shipped with it."""

import json
import re
import subprocess
import sys

from deploy.sbom import LOCK, UNSAID, licence, pinned

FREE = re.compile(r"MIT|BSD|Apache|ISC|PSF|Python Software Foundation|MPL|LGPL|Zope|ZPL")
BINDING = re.compile(r"(?<!L)GPL|AGPL|SSPL|Proprietary|Commercial")
BY_HAND = {
    "qrcode": "BSD, with a note on the trademark QR Code, which its metadata calls proprietary",
}


def made():
    done = subprocess.run([sys.executable, "-m", "deploy.sbom"], capture_output=True, text=True, check=True)
    return done.stdout


def test_each_package_of_the_lock_is_told_with_its_hashes():
    text = made()
    told = json.loads(text)
    lock = LOCK.read_text()
    named = re.findall(r"^([\w.-]+)==([\w.]+)", lock, re.MULTILINE)
    assert [(one["name"], one["version"]) for one in told["components"]] == named
    hashes = [
        digest["content"]
        for one in told["components"]
        for file in one["externalReferences"]
        for digest in file["hashes"]
    ]
    assert hashes == re.findall(r"sha256:(\w{64})", lock)
    assert len({one["bom-ref"] for one in told["components"]}) == len(told["components"]) > 60
    assert made() == text


def test_each_licence_lets_us_ship_the_package():
    said = {one.name: licence(one.name) for one in pinned(LOCK.read_text())}
    doubtful = {
        name for name, text in said.items() if text and (not FREE.search(text) or BINDING.search(text))
    }
    assert doubtful == set(BY_HAND)
    assert [name for name, text in said.items() if text == UNSAID] == []
