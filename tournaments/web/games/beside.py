"""The context of a game on its page: the next tables, and whether what is shown is still so."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.refusals import Refusal
from tournaments.reading.rounds import public_pairings
from tournaments.reading.versions import version_of_game
from tournaments.tables.rows import PairingRow, RoundRow, TournamentRow
from tournaments.web.base import LoginNeeded, game_for
from tournaments.web.live import versioned


def next_tables(pairing: PairingRow, *, officer: bool) -> dict[str, Any]:
    """The game at the table before and the one after it in the same round, as far as they may be shown."""
    games = PairingRow.objects.filter(tournament=pairing.tournament_id, round=pairing.round)
    round_ = RoundRow.objects.filter(tournament=pairing.tournament_id, number=pairing.round).first()
    visible = games if officer else public_pairings(games, round_)
    return {
        "before": visible.filter(table__lt=pairing.table).order_by("-table").first(),
        "after": visible.filter(table__gt=pairing.table).order_by("table").first(),
    }


def following_game(request: HttpRequest, row: TournamentRow, pairing: PairingRow) -> dict[str, object]:
    """For the page's frame, as ``web.live.following`` of a tournament; nothing in a copy without a server."""
    if request.resolver_match is None:
        return {}
    address = reverse("web:live-game", args=(row.slug, pairing.game_id))
    return {"live": version_of_game(pairing.pk), "live_at": address, "finished": row.archived}


@require_safe
def live_game(request: HttpRequest, slug: str, game_id: str) -> HttpResponseBase:
    """As ``web.live.live`` answers for a tournament. Raises Http404 where it is not seen any more."""
    try:
        _, pairing = game_for(request, slug, game_id, "game.read")
    except (Refusal, LoginNeeded) as refusal:
        raise Http404 from refusal
    return versioned(request, version_of_game(pairing.pk))
