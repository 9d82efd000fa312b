"""The ETag of a bundle: it changes whenever the bytes may change."""

from hashlib import sha256

from games.log.canonical import canonical
from tournaments.interchange.bundle.content import BundleContent


def tag_of(content: BundleContent) -> str:
    """Return a tag of the head and of data outside events: hidden players, erased texts and records."""
    hidden = sorted(content.scope.public_view.unnamed)
    made_from = [content.head.note, content.places[-1], hidden]
    return f'"{sha256(canonical(made_from).encode()).hexdigest()[:32]}"'
