"""The referee's queue: first what the next round would be paired on as it stands."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.claims.claim import Stage
from tournaments.reading.officiating import WaitingBody, queue_body
from tournaments.reading.queue import Why
from tournaments.web.base import form_page, tournament_for
from tournaments.web.games.claim_words import KINDS, STAGES, WHY
from tournaments.web.overview.reading import frame


@require_safe
@form_page
def queue_page(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, "queue.read")
    body, _ = queue_body(row)
    games = [_in_words(game) for game in body["games"]]
    context = {
        **frame(request, row),
        "before": [game for game in games if game["before_next_round"] and game["round"] < row.rounds],
        "at_the_end": [game for game in games if game["before_next_round"] and game["round"] == row.rounds],
        "others": [game for game in games if not game["before_next_round"]],
        "now": timezone.now(),
    }
    return render(request, "nigiri/queue.html", context)


def _in_words(game: WaitingBody) -> dict[str, Any]:
    claims = [
        {**claim, "title": KINDS[claim["kind"]].title, "stage": STAGES[Stage(claim["state"])]}
        for claim in game["claims"]
    ]
    reports = [
        (side["name"], game["reports"].get(side["entry"], "nothing"))
        for side in (game["black"], game["white"])
    ]
    return {**game, "says": WHY[Why(game["why"])], "claims": claims, "said": reports}
