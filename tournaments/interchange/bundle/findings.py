"""Findings on claims about public games between players whose names are public."""

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
