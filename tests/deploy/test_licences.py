"""The licences of the packages that are shipped."""

import re
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

LOCK = Path("deploy/requirements.lock")
FREE = re.compile(r"MIT|BSD|Apache|ISC|PSF|Python Software Foundation|MPL|LGPL|Zope|ZPL")
BINDING = re.compile(r"(?<!L)GPL|AGPL|SSPL|Proprietary|Commercial")
READ_BY_HAND = {
    "qrcode": "BSD, with a note on the trademark QR Code, which its metadata calls proprietary",
}


def licence_of(name):
    """Return the licence in the metadata of an installed package, None if it is not installed here."""
    try:
        metadata = distribution(name).metadata.json
    except PackageNotFoundError:
        return None
    classified = [line for line in metadata.get("classifier", []) if "License ::" in line]
    short = str(metadata.get("license", "")).partition("\n")[0]
    return str(metadata.get("license_expression", "")) or " or ".join(classified) or short


def test_licence_of_each_package_permits_shipping_it():
    names = re.findall(r"^([\w.-]+)(?:\[[^]]*\])?==", LOCK.read_text(), re.MULTILINE)
    licences = {name: licence for name in names if (licence := licence_of(name)) is not None}
    doubtful = {name for name, text in licences.items() if not FREE.search(text) or BINDING.search(text)}
    assert len(names) > 60
    assert doubtful == set(READ_BY_HAND)
