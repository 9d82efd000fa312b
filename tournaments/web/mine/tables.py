"""The game that is at a table now: what the card on it opens."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from tournaments.access.actors import own_entry
from tournaments.tables.rows import PairingRow, RoundRow, TournamentRow
from tournaments.web.base import form_page, tournament_for
from tournaments.web.overview.parameters import number_in
from tournaments.web.overview.reading import frame


@require_safe
@form_page
def table_page(request: HttpRequest, slug: str, table: int) -> HttpResponse:
    """To its players it is their own game, to everybody else the game's page; ``?round=``: of that round."""
    row = tournament_for(request, slug, "tournament.read")
    game = _game_at(row, table, number_in(request, "round", row.rounds))
    if game is None:
        context = {**frame(request, row), "table": table}
        return render(request, "nigiri/at_table.html", context, status=404)
    if own_entry(request.user, game):
        return redirect("web:my")
    return redirect("web:game", slug=slug, game_id=game.game_id)


def _game_at(row: TournamentRow, table: int, number: int | None) -> PairingRow | None:
    """In the round, else in the last, that is published, as far as everybody sees it."""
    rounds = RoundRow.objects.filter(tournament=row, published=True)
    asked = rounds if number is None else rounds.filter(number=number)
    round_ = asked.order_by("-number").first()
    if round_ is None:
        return None
    games = PairingRow.objects.filter(tournament=row, round=round_.number, table=table)
    return next((game for game in games if round_.shows(game.white_id)), None)
