"""What the rules say of claims on games that everybody may read, between players who are named."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Max

from games.adjudication import Finding
from games.claims.claim import Claim
from games.claims.commands import stream_of as claim_stream
from games.claims.queries import claim_at, finding_of
from games.log.tables import Event
from tournaments.interchange.bundle.records import named_games
from tournaments.interchange.bundle.scope import Scope


def published_findings(scope: Scope) -> dict[str, Any]:
    """By the id of the claim, of those that were ruled on: no event of the tournament names others."""
    return {"findings": [_body(claim, finding) for claim, finding in _found(scope)]}


def _found(scope: Scope) -> Iterator[tuple[Claim, Finding]]:
    games, ends = set(named_games(scope)), _ends(scope)
    for claim_id in sorted(scope.claims):
        claim = claim_at(claim_id, ends[claim_stream(claim_id)])
        if claim and claim.ruling and claim.game_id in games:
            yield claim, finding_of(claim)


def _ends(scope: Scope) -> dict[str, int]:
    """The last version of the streams of claims, as the bundle has it."""
    rows = Event.objects.filter(stream__in=scope.claim_streams, position__lte=scope.size).values("stream")
    return dict(rows.annotate(last=Max("version")).values_list("stream", "last"))


def _body(claim: Claim, finding: Finding) -> dict[str, Any]:
    """As ``vectors/finding.json``."""
    return {
        "claim": claim.claim_id,
        "follows": finding.follows,
        "missing": sorted(one.value for one in finding.missing),
        "turn": finding.turn,
        "verdict": finding.verdict.value,
    }
