"""The content of a tournament's bundle, the signed head for which it is made, and its identity."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from games.log import store
from games.log.canonical import canonical
from games.log.tables import KeptCheckpoint
from games.log.tree import signed_checkpoints
from games.refusals import refuse
from tournaments.interchange.bundle.lines import places_of
from tournaments.interchange.bundle.scope import Scope, scope_of
from tournaments.tables.rows import TournamentRow


@dataclass(frozen=True, slots=True, kw_only=True)
class BundleContent:
    """The source of a bundle: a tournament up to a head, and the positions of its events."""

    head: KeptCheckpoint
    scope: Scope
    places: Sequence[int]


def bundle_content(row: TournamentRow, at: datetime) -> BundleContent:
    """Return the content under the first head that has all events of the tournament.

    Nothing else in the log changes the bundle. Refuses with ``log_not_signed``.
    """
    scope = scope_of(row, store.head())
    places = places_of(scope)
    head = signed_checkpoints.checkpoint_covering(places[-1], at)
    if head is None:
        refuse("log_not_signed")
    if head.size <= scope.size:
        return BundleContent(head=head, scope=replace(scope, size=head.size), places=places)
    return content_under_head(row, head)


def content_under_head(row: TournamentRow, head: KeptCheckpoint) -> BundleContent:
    scope = scope_of(row, head.size)
    return BundleContent(head=head, scope=scope, places=places_of(scope))


def identity_of(content: BundleContent) -> bytes:
    """Return a text of the head and of data outside events: hidden players, erased texts and records."""
    hidden = sorted(content.scope.public_view.unnamed)
    made_from = [content.head.note, content.places[-1], hidden]
    return canonical(made_from).encode()
