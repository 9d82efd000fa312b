"""The tables of the public pages for programs: the body of REST as JSON, its rows as CSV.

``/tournaments/{slug}/standings.json``, ``.../standings.csv``, ``.../rounds/3.csv``: guessed from the page.
The page's own address answers the same to clients that accept that rather than HTML.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from games.rest.media import JSON, NullRenderer
from games.rest.views import with_checkpoint
from tournaments.access.actors import tournament_subject
from tournaments.competition.standings.prizes import PrizeChoices
from tournaments.formats.csv_tables import Cells
from tournaments.reading.bodies import standings_body
from tournaments.reading.entries import entry_body
from tournaments.reading.prize_bodies import PrizesBody, prizes_body, prizes_csv
from tournaments.reading.queries import entry_names
from tournaments.reading.rating_bodies import ratings_body
from tournaments.reading.rounds import whole_round_body
from tournaments.reading.schedule_bodies import schedule_body
from tournaments.reading.sheets import (
    csv_of,
    players_sheet,
    ratings_sheet,
    round_sheet,
    schedule_sheet,
    standings_sheet,
    team_sheet,
)
from tournaments.reading.team_bodies import team_standings_body
from tournaments.tables.rows import EntryRow, RoundRow, TournamentRow
from tournaments.web.base import allowed, officer, read_page, round_for, tournament_for
from tournaments.web.overview.parameters import moment_in, number_in

MOST = 99
Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """``body`` as REST has it; ``csv``: the same as a file."""

    body: Callable[[HttpRequest, TournamentRow], Body]
    csv: Callable[[Any], bytes]


def _standings(request: HttpRequest, row: TournamentRow) -> Body:
    number, at = number_in(request, "round", row.rounds), moment_in(request, row)
    return standings_body(row, number, at, officer=officer(request, row), group=request.GET.get("group"))


def _teams(request: HttpRequest, row: TournamentRow) -> Body:
    number, at = number_in(request, "round", row.rounds), moment_in(request, row)
    sees = officer(request, row)
    return team_standings_body(row, number, at, officer=sees, group=request.GET.get("group"))


def prizes_in_address(request: HttpRequest, row: TournamentRow) -> PrizesBody:
    """As the address asks for them: after which round, how many places, how old."""
    usual = PrizeChoices()
    asked = PrizeChoices(
        first=number_in(request, "first", MOST) or usual.first,
        youth=number_in(request, "youth", MOST) or usual.youth,
    )
    return prizes_body(
        row,
        number_in(request, "round", row.rounds),
        asked,
        officer=officer(request, row),
        group=request.GET.get("group"),
        personal=allowed(request, "people.read", tournament_subject(row)),
    )


def _ratings(request: HttpRequest, row: TournamentRow) -> Body:
    return ratings_body(row, officer=officer(request, row))


def _players(_request: HttpRequest, row: TournamentRow) -> Body:
    names = entry_names(row)
    entries = EntryRow.objects.filter(tournament=row).order_by("number")
    return {"tournament": row.slug, "players": [entry_body(entry, names) for entry in entries]}


def _schedule(request: HttpRequest, row: TournamentRow) -> Body:
    return schedule_body(row, request.GET.get("group"), officer=officer(request, row))


def _csv(rows: Callable[[Body], tuple[Sequence[str], Iterable[Cells]]]) -> Callable[[Body], bytes]:
    return lambda body: csv_of(rows(body))


SHEETS: Mapping[str, Sheet] = {
    "standings": Sheet(body=_standings, csv=_csv(standings_sheet)),
    "team-standings": Sheet(body=_teams, csv=_csv(team_sheet)),
    "prizes": Sheet(body=prizes_in_address, csv=prizes_csv),
    "ratings": Sheet(body=_ratings, csv=_csv(ratings_sheet)),
    "players": Sheet(body=_players, csv=_csv(players_sheet)),
    "schedule": Sheet(body=_schedule, csv=_csv(schedule_sheet)),
}


@read_page
def data(request: HttpRequest, slug: str, data: str, form: str) -> HttpResponse:
    """One of ``SHEETS`` in one of two forms. Raises Http404 for any other."""
    row = tournament_for(request, slug, "tournament.read")
    if data not in SHEETS:
        raise Http404
    return _told(SHEETS[data].body(request, row), form, f"{slug}-{data}", SHEETS[data].csv)


@read_page
def round_data(request: HttpRequest, slug: str, number: int, form: str) -> HttpResponse:
    row, round_ = round_for(request, slug, number, "round.read")
    round_ = round_ or RoundRow(tournament=row, number=number)
    body = whole_round_body(row, round_, officer=officer(request, row))
    return _told(body, form, f"{slug}-round-{number}", _csv(round_sheet))


def _told(body: Body, form: str, name: str, csv: Callable[[Any], bytes]) -> HttpResponse:
    if form == "json":
        return with_checkpoint(HttpResponse(NullRenderer().render(body), content_type=JSON))
    if form != "csv":
        raise Http404
    response = HttpResponse(csv(body), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return with_checkpoint(response)
