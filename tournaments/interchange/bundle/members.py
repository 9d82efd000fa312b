"""The members of a bundle besides its manifest, in the order of the file: one row for each member.

Heads are those in the receipts of the tournament's events. Findings are those on claims about public games
between players whose names are public. A file may contain names, so uploaded records of games with a hidden
player are left out.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from django.db.models import Max

from games.adjudication import Finding
from games.claims.claim import Claim
from games.claims.commands import stream_of as claim_stream
from games.claims.events import ClaimMade
from games.claims.queries import claim_at, finding_of
from games.game.events import RecordReceived
from games.game.loading import stream_of as game_stream
from games.game.records import GameRecord
from games.log.canonical import canonical, parse
from games.log.tables import Event, KeptCheckpoint
from games.log.tree import merkle, signed_checkpoints
from games.log.tree.blocks import Tree
from games.log.tree.checkpoints import base64
from games.log.tree.merkle import subtrees_without
from games.log.tree.signed_checkpoints import earlier_keys
from games.log.wire import kind_of
from tournaments.interchange.bundle.content import BundleContent, event_lines
from tournaments.interchange.bundle.pages import index_page, readme
from tournaments.interchange.bundle.published import rounds_body, standings_body
from tournaments.interchange.bundle.scope import Scope, StoredEvent, batches, stored_event
from tournaments.reading.published_openings import published_openings, published_secrets

AT_ONCE = 200  # records of at most 1 MB are read one by one, their hashes together


def record_files(scope: Scope) -> Iterator[tuple[str, bytes]]:
    """Yield the SHA-256 in hexadecimal and the bytes of each record, once per hash and in order of hashes."""
    stored = {sha256: key for key, sha256 in _stored_records(scope)}
    for sha256 in sorted(stored):
        yield sha256, bytes(GameRecord.objects.values_list("data", flat=True).get(pk=stored[sha256]))


def _stored_records(scope: Scope) -> Iterator[tuple[int, str]]:
    """Return key and hash of the files named by events that are still stored."""
    hashes = {(game_id, sha256) for game_id, sha256 in _record_hashes(scope) if sha256}
    for games in batches(sorted({game_id for game_id, _ in hashes}), AT_ONCE):
        rows = GameRecord.objects.filter(game_id__in=games).exclude(data=b"").order_by("pk")
        for key, game_id, sha256 in rows.values_list("pk", "game_id", "sha256"):
            if (str(game_id), sha256) in hashes:
                yield key, sha256


def _record_hashes(scope: Scope) -> Iterator[tuple[str, str]]:
    """Yield game and hash of every file uploaded with the game or with a claim on it."""
    named = {game_stream(game_id): game_id for game_id in named_games(scope)}
    for event in _events_with_records(scope, RecordReceived, named):
        yield named[event.stream], event.data["sha256"]
    for event in _events_with_records(scope, ClaimMade, scope.claim_streams):
        if game_stream(event.data["game_id"]) in named:
            yield event.data["game_id"], event.data["statement"].get("record", "")


def _events_with_records(scope: Scope, kind: type, streams: Iterable[str]) -> Iterator[StoredEvent]:
    for some in batches(sorted(streams), AT_ONCE):
        rows = Event.objects.filter(stream__in=some, kind=kind_of(kind), position__lte=scope.size)
        for row in rows.order_by("position").values_list("stream", "kind", "data").iterator():
            yield stored_event(*row)


def named_games(scope: Scope) -> Iterator[str]:
    """Return the public games between players whose names are public."""
    for round_ in scope.public_rounds.values():
        for pair in round_.pairs.values():
            if not any(entry in scope.public_view.unnamed for entry in pair.players):
                yield pair.game_id


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


def head_lines(content: BundleContent) -> Iterator[str]:
    """Yield each head with the proof that the next one, or finally that of the bundle, continues it."""
    tree = Tree(content.head.size)
    sizes = [*_sizes(content.places, content.head.size), content.head.size]
    for old, new in pairwise(sizes):
        path = merkle.consistency_proof(old, new, tree.node)
        note = KeptCheckpoint.objects.get(size=old).note
        yield canonical({"note": note, "path": [*map(base64, path)]})


def _sizes(places: Sequence[int], last: int) -> Iterator[int]:
    """Yield the size of the first head after each event, except the last head."""
    covered = 0
    heads = KeptCheckpoint.objects.filter(size__gte=places[0], size__lt=last).order_by("size")
    for size in heads.values_list("size", flat=True).iterator():
        known = bisect_left(places, size + 1)
        if known > covered:
            covered = known
            yield size


def published_findings(scope: Scope) -> dict[str, Any]:
    """Return the findings by claim id, for claims with a ruling: no tournament event names others."""
    return {"findings": [_body(claim, finding) for claim, finding in _claims_with_findings(scope)]}


def _claims_with_findings(scope: Scope) -> Iterator[tuple[Claim, Finding]]:
    games, ends = set(named_games(scope)), _ends(scope)
    for claim_id in sorted(scope.claims):
        claim = claim_at(claim_id, ends[claim_stream(claim_id)])
        if claim and claim.ruling and claim.game_id in games:
            yield claim, finding_of(claim)


def _ends(scope: Scope) -> dict[str, int]:
    """Return the last version of each stream of claims in the bundle."""
    rows = Event.objects.filter(stream__in=scope.claim_streams, position__lte=scope.size).values("stream")
    return dict(rows.annotate(last=Max("version")).values_list("stream", "last"))


def _body(claim: Claim, finding: Finding) -> dict[str, Any]:
    """Return the finding in the form of ``vectors/finding.json``."""
    return {
        "claim": claim.claim_id,
        "follows": finding.follows,
        "missing": sorted(one.value for one in finding.missing),
        "turn": finding.turn,
        "verdict": finding.verdict.value,
    }


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
PAGES: dict[str, Callable[[BundleContent], str]] = {"index.html": index_page, "README": readme}


def members(content: BundleContent) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Yield name and bytes of each member."""
    for name, lines in LINES.items():
        yield name, (f"{each}\n".encode() for each in lines(content))
    for sha256, data in record_files(content.scope):
        yield f"records/{sha256}", iter([data])
    for name, body in PUBLISHED.items():
        yield name, iter([canonical(body(content.scope)).encode()])
    for name, page in PAGES.items():
        yield name, iter([page(content).encode()])
