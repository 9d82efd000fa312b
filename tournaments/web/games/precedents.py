"""Earlier rulings on claims of the same kind, for referees: of the organisation's tournaments."""

from dataclasses import dataclass

from django.db.models import Exists
from django.http import HttpRequest

from games.claims import commands
from games.claims.claim import Stage
from games.claims.rows import ClaimRow
from tournaments.access.actors import actor_of
from tournaments.reading.queries import tournament_of_context, tournaments_permitting
from tournaments.tables.rows import TournamentRow
from tournaments.web.games.claim_words import DECISIONS, remedy_words

MOST = 4
RULED = (Stage.RULED, Stage.APPEALED, Stage.FINAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Precedent:
    """A ruling in words, and where it is."""

    claim_id: str
    slug: str
    tournament: str
    decision: str
    remedy: str
    reasons: str


def precedents(request: HttpRequest, row: TournamentRow, claim_id: str, kind: str) -> list[Precedent]:
    """The latest, of tournaments whose claims the reader may read."""
    readable = tournaments_permitting(actor_of(request.user), "claim.read").filter(
        organisation_id=row.organisation_id
    )
    rows = ClaimRow.objects.filter(
        Exists(readable.filter(pk=tournament_of_context())), kind=kind, stage__in=RULED
    )
    latest = rows.exclude(claim_id=claim_id).order_by("-made_at", "-claim_id")[:MOST]
    of = {str(one.pk): one for one in readable.filter(pk__in=[one.context for one in latest])}
    found = (_precedent(str(one.claim_id), of[one.context]) for one in latest)
    return [one for one in found if one]


def _precedent(claim_id: str, row: TournamentRow) -> Precedent | None:
    claim, _ = commands.load(claim_id)
    if claim is None or claim.ruling is None or claim.remedy is None:
        return None
    last = claim.decided if claim.decided and claim.decided.decision == "changed" else claim.ruling
    return Precedent(
        claim_id=claim_id,
        slug=row.slug,
        tournament=row.name,
        decision=str(DECISIONS[claim.ruling.decision]),
        remedy=remedy_words(claim.remedy),
        reasons=last.reasons,
    )
