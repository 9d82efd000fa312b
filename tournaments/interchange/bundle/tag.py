"""The ETag of a bundle: it changes when its bytes may."""

from hashlib import sha256

from games.log.canonical import canonical
from tournaments.interchange.bundle.content import BundleContent


def tag_of(held: BundleContent) -> str:
    """Of the head, and of what follows from no event: who is hidden, which words and records were erased."""
    hidden = sorted(held.scope.told.unnamed)
    made_from = [held.head.note, held.places[-1], hidden]
    return f'"{sha256(canonical(made_from).encode()).hexdigest()[:32]}"'
