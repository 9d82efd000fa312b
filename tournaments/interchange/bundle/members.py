"""The members of a bundle besides its manifest, in the order of the file: one row for each member."""

from collections.abc import Callable, Iterator
from typing import Any

from games.log.canonical import canonical, parse
from games.log.tree import merkle, signed_checkpoints
from games.log.tree.blocks import Tree
from games.log.tree.checkpoints import base64
from games.log.tree.key_rotation import earlier_keys
from games.log.tree.merkle import subtrees_without
from tournaments.interchange.bundle.content import BundleContent
from tournaments.interchange.bundle.findings import published_findings
from tournaments.interchange.bundle.heads import head_lines
from tournaments.interchange.bundle.lines import event_lines
from tournaments.interchange.bundle.published import rounds_body, standings_body
from tournaments.interchange.bundle.records import record_files
from tournaments.interchange.bundle.scope import Scope
from tournaments.reading.published_openings import published_openings, published_secrets


def key_lines(_content: BundleContent) -> Iterator[str]:
    """Yield the keys in the form of ``GET /log/key``."""
    if signer := signed_checkpoints.log_signer():
        yield from (str(signer.verifier), *earlier_keys(signer.name))


def _events(content: BundleContent) -> Iterator[str]:
    return event_lines(content.scope, content.places)


def _nodes(content: BundleContent) -> Iterator[str]:
    tree = Tree(content.head.size)
    for begin, end in subtrees_without([position - 1 for position in content.places], tree.size):
        yield canonical([begin, end, base64(merkle.subtree_hash(begin, end, tree.node))])


def _names(content: BundleContent) -> Iterator[str]:
    people = published_openings(content.scope.row, content.scope.size)
    for one in (*people, *published_secrets(content.scope.state).values()):
        yield canonical({"salt": one.salt, "salted": one.commitment, "value": parse(one.said)})


LINES: dict[str, Callable[[BundleContent], Iterator[str]]] = {
    "key": key_lines,
    "checkpoint": lambda held: iter(held.head.note.splitlines()),
    "events.jsonl": _events,
    "nodes.jsonl": _nodes,
    "heads.jsonl": head_lines,
    "names.jsonl": _names,
}
PUBLISHED: dict[str, Callable[[Scope], Any]] = {
    "published/rounds.json": lambda scope: rounds_body(scope.state),
    "published/standings.json": lambda scope: standings_body(scope.state),
    "published/findings.json": published_findings,
}


def members(content: BundleContent) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Yield name and bytes of each member."""
    for name, lines in LINES.items():
        yield name, (f"{each}\n".encode() for each in lines(content))
    for sha256, data in record_files(content.scope):
        yield f"records/{sha256}", iter([data])
    for name, body in PUBLISHED.items():
        yield name, iter([canonical(body(content.scope)).encode()])
