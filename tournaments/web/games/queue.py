"""The referee's queue: first the games that the next pairing depends on."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.claims.claim import Stage
from games.claims.rows import ClaimRow
from tournaments.reading.bodies import result_text
from tournaments.reading.officiating import WaitingBody, queue_body
from tournaments.reading.queue import QueueReason
from tournaments.tables.rows import PairingRow, TournamentRow
from tournaments.web.base import form_page, tournament_for
from tournaments.web.committee import about_committee
from tournaments.web.games.claim_words import KINDS, STAGES, WHY
from tournaments.web.overview.reading import frame

GAMES_PER_PAGE = 50


@require_safe
@form_page
def queue_page(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, "queue.read")
    body, _ = queue_body(row)
    page = Paginator(sorted(body["results"], key=_order), GAMES_PER_PAGE).get_page(request.GET.get("page"))
    games = [_in_words(game) for game in page]
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
    ]


def _in_words(game: WaitingBody) -> dict[str, Any]:
    claims = [
        {**claim, "title": KINDS[claim["type"]].title, "stage": STAGES[Stage(claim["state"])]}
        for claim in game["claims"]
    ]
    reports = {entry: result_text(winner, by_default=False) for entry, winner in game["reports"].items()}
    said = [(side["name"], reports.get(side["entry"], "nothing")) for side in (game["black"], game["white"])]
    text = result_text(game["result"], by_default=game["by_default"])
    says = WHY[QueueReason(game["reason"])]
    return {**game, "text": text, "says": says, "claims": claims, "said": said}
