"""The ETag of a bundle: it changes whenever the bytes may change."""

from hashlib import sha256

from games.log.canonical import canonical
from tournaments.interchange.bundle.content import BundleContent


def tag_of(held: BundleContent) -> str:
    """Return a tag of the head and of data outside events: hidden players, erased texts and records."""
    hidden = sorted(held.scope.told.unnamed)
    made_from = [held.head.note, held.places[-1], hidden]
    return f'"{sha256(canonical(made_from).encode()).hexdigest()[:32]}"'
