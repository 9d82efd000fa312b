"""The referee's queue: first the games that the next pairing depends on, each with what can be done."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.claims.claim import Stage
from games.claims.host import host
from games.claims.rows import ClaimRow
from games.log.serialisation import decode
from tournaments.access.actors import tournament_subject
from tournaments.competition.history import Result, Winner
from tournaments.reading.bodies import result_text
from tournaments.reading.officiating import OpenClaimBody, WaitingBody, queue_body
from tournaments.reading.queries import entry_names
from tournaments.reading.queue import QueueReason
from tournaments.state.tournament import ResultState
from tournaments.tables.rows import PairingRow, RoundRow, TournamentRow
from tournaments.web.base import allowed, form_page, tournament_for
from tournaments.web.committee import about_committee
from tournaments.web.games.claim_words import KINDS, STAGES, WHY
from tournaments.web.games.report_words import record_sentence, reports_of
from tournaments.web.overview.reading import frame

GAMES_PER_PAGE = 50


@require_safe
@form_page
def queue_page(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, "queue.read")
    body, _ = queue_body(row)
    page = Paginator(sorted(body["results"], key=_order), GAMES_PER_PAGE).get_page(request.GET.get("page"))
    games = _in_words(request, row, list(page))
    disputes = [game for game in games if game["reason"] != QueueReason.MISSING]
    pressing = [game for game in disputes if game["before_next_round"]]
    context = {
        **frame(request, row),
        "page": page,
        "before": [game for game in pressing if game["round"] < row.rounds],
        "at_the_end": [game for game in pressing if game["round"] == row.rounds],
        "others": [game for game in disputes if not game["before_next_round"]],
        "missing": [game for game in games if game["reason"] == QueueReason.MISSING],
        "missing_in_all": sum(game["reason"] == QueueReason.MISSING for game in body["results"]),
        "ruled": appealable_claims(row),
        **about_committee(request, row),
        "now": timezone.now(),
    }
    return render(request, "nigiri/queue.html", context)


def _order(game: WaitingBody) -> tuple[bool, bool]:
    """Disputes first, those before the next round before others; otherwise as they are."""
    return game["reason"] == QueueReason.MISSING, not game["before_next_round"]


def appealable_claims(row: TournamentRow) -> list[dict[str, Any]]:
    """Claims whose ruling may still be appealed, the first deadline first."""
    rows = ClaimRow.objects.filter(
        context=str(row.id), stage=Stage.RULED, appeal_until__gte=timezone.now()
    ).order_by("appeal_until")
    tables = dict(PairingRow.objects.filter(tournament=row).values_list("game_id", "table"))
    return [
        {
            "claim": one.claim_id,
            "title": KINDS[one.kind].title,
            "until": one.appeal_until,
            "table": tables.get(one.game_id),
        }
        for one in rows
        if host().in_force(str(one.game_id), str(one.claim_id))
    ]


def _in_words(request: HttpRequest, row: TournamentRow, games: Sequence[WaitingBody]) -> list[dict[str, Any]]:
    names = entry_names(row) if games else {}
    pairings = PairingRow.objects.in_bulk([game["game"] for game in games])
    closed = set(RoundRow.objects.filter(tournament=row, closed=True).values_list("number", flat=True))
    rights = {name: allowed(request, name, tournament_subject(row)) for name in RIGHTS}
    found = []
    for game in games:
        pairing = pairings[UUID(game["game"])]
        needs_reason = not game["before_next_round"] or game["round"] in closed
        is_free = rights["result.record"] and not needs_reason
        claims = [_claim_in_words(claim, rights) for claim in game["claims"]]
        found.append(
            {
                **game,
                "text": result_text(game["result"], by_default=game["by_default"]),
                "says": WHY[QueueReason(game["reason"])],
                "claims": claims,
                "reports": [one.sentence() for one in reports_of(pairing, names)],
                "record_says": record_sentence(pairing),
                "confirms": _confirmable(pairing) if is_free and not claims else [],
                "may_claim": rights["claim.make"] and not claims,
            }
        )
    return found


RIGHTS = ("result.record", "claim.make", "claim.rule", "claim.second", "claim.decide_appeal")


def _claim_in_words(claim: OpenClaimBody, rights: Mapping[str, bool]) -> dict[str, Any]:
    """Return a claim of a card, and what the reader can do with it on its page."""
    right, words = {
        Stage.OPEN: ("claim.rule", gettext("Rule on the claim")),
        Stage.PROPOSED: ("claim.second", gettext("Confirm the ruling")),
        Stage.APPEALED: ("claim.decide_appeal", gettext("Decide on the appeal")),
    }[Stage(claim["state"])]
    return {
        **claim,
        "title": KINDS[claim["type"]].title,
        "stage": STAGES[Stage(claim["state"])],
        "action": words if rights[right] else gettext("Open the claim"),
    }


def _confirmable(pairing: PairingRow) -> list[tuple[str, str]]:
    """Return the results that a button of a disputed game records: those reported, and the record's."""
    if pairing.result_state != ResultState.DISPUTED and not pairing.is_contradicted:
        return []
    said = [decode(Result, report) for report in pairing.reports.values()]
    winners = dict.fromkeys(one.winner for one in said if not one.by_default)
    if pairing.proved_winner not in ("", Winner.NOBODY_YET):
        winners = {Winner(pairing.proved_winner): None} | winners
    if pairing.is_contradicted:
        winners.pop(Winner(pairing.winner), None)
    return [(winner.value, result_text(winner, by_default=False)) for winner in winners]
