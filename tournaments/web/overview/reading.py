"""Pages that anybody may read, once the director has published them."""

from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from tournaments.access.actors import actor_of, tournament_subject
from tournaments.access.table import Role, may
from tournaments.jobs.queries import of_round
from tournaments.people.founding import unclaimed
from tournaments.people.signups.terms import signup_is_open
from tournaments.reading.bodies import StandingsBody, standings_body
from tournaments.reading.log_positions import position_of
from tournaments.reading.optimality import optimality
from tournaments.reading.queries import entry_names, queue_of, settings_of, visible
from tournaments.reading.rounds import shown_pairings, shown_round
from tournaments.reading.team_bodies import team_sections, team_standings_body
from tournaments.state.tournament import ResultState
from tournaments.tables.people import Organisation
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow, TournamentRow
from tournaments.web.base import allowed, form_page, officer, round_for, tournament_for
from tournaments.web.overview.before_pairing import absent_from, edited, waiting_for
from tournaments.web.overview.cost_words import lines_in_words
from tournaments.web.overview.lines import game_lines
from tournaments.web.overview.long_list import list_context
from tournaments.web.overview.matches import of_teams
from tournaments.web.overview.next_round import next_round
from tournaments.web.overview.own_games import last_games, own_entries, own_game

MOST_LISTED = 200
BY_DATE = ("league", "round_robin")
CREATORS = (Role.DIRECTOR, Role.OWNER)  # who is shown the way; ``access`` decides


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Tournaments that may be seen, newest first."""
    seen = visible(actor_of(request.user)).filter(archived=False)
    rows = seen.order_by("-begins", "slug")[:MOST_LISTED]
    if not rows and not request.user.is_authenticated and unclaimed():
        return redirect("web:first")
    actor = actor_of(request.user)
    own = last_games(request.user, rows)
    own_houses = {office.organisation_id for office in actor.offices if office.organisation_id}
    houses = Organisation.objects.filter(id__in=own_houses) if own_houses else ()
    context = {
        "cards": [{"tournament": row, "own": own.get(row.id)} for row in rows],
        "may_create": any(office.role in CREATORS for office in actor.offices),
        "may_found": may(actor, "organisation.create"),
        "may_invite": may(actor, "founder.invite"),
        "houses": list(houses),
    }
    return render(request, "nigiri/home.html", context)


@require_safe
@form_page
def players(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, "tournament.read")
    number = next_round(row)
    listed = list_context(request, row, number)
    listed["lines"].sort(key=lambda line: (-line.entry.rank, -line.entry.rating, line.name))
    officer = allowed(request, "entry.check_in", tournament_subject(row))
    entries = EntryRow.objects.filter(tournament=row)
    context = {
        **frame(request, row),
        **listed,
        "counted": listed["counted"] if officer else (),
        "any_here": entries.filter(checked_in=True).exists(),
        "own": own_entries(request.user),
        "groups": sorted(set(entries.values_list("group", flat=True))),
        "may_group": allowed(request, "entry.change", tournament_subject(row)),
        "all_rounds": range(1, row.rounds + 1),
    }
    return render(request, "nigiri/players.html", context)


@require_safe
@form_page
def round_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    row, round_ = round_for(request, slug, number, "round.read")
    names = entry_names(row)
    pairings = PairingRow.objects.filter(tournament=row, round=number)
    own = own_game(request.user, row, round_)
    if round_ and not officer(request, row):
        pairings, round_ = shown_pairings(pairings, round_), shown_round(round_)
    lines = lines_in_words(game_lines(pairings, names, round_))
    context = {
        **frame(request, row),
        "number": number,
        "date": _date(row, number),
        "by_date": by_date(row),
        "own": own,
        "round": round_,
        "pairings": lines,
        "missing": [line["table"] for line in lines if line["missing"]],
        "put_off": sum(line["put_off"] for line in lines),
        "awaited": sum(not line["put_off"] for line in lines),
        "byes": [str(names[entry]) for entry in (round_.byes if round_ else [])],
        "byes_here": [(entry, str(names[entry])) for entry in (round_.byes if round_ else [])],
        "may_record": allowed(request, "result.record", tournament_subject(row)),
        "may_close": allowed(request, "round.close", tournament_subject(row)),
        **_by_hand(request, row, number, round_),
        **of_teams(row, number, lines, officer=officer(request, row)),
    }
    return render(request, "nigiri/round.html", context)


def by_date(row: TournamentRow) -> bool:
    """Whether rounds are of days, so that games may be put off from the page of the round."""
    return row.system in BY_DATE or bool(settings_of(row).schedule.dates)


def _date(row: TournamentRow, number: int) -> str:
    """Of a round that has one: ISO 8601, or empty."""
    dates = settings_of(row).schedule.dates
    return dates[number - 1] if number <= len(dates) else ""


def _by_hand(
    request: HttpRequest, row: TournamentRow, number: int, round_: RoundRow | None
) -> dict[str, Any]:
    """For whoever pairs: who still waits, whether the pairing is still as computed, and how good it was."""
    if not allowed(request, "round.pair", tournament_subject(row)):
        return {}
    settings = settings_of(row)
    return {
        "waiting_here": waiting_for(row, number),
        "absent_here": absent_from(row, number),
        "edited": edited(row, number),
        "komi": settings.komi_for(0),
        "handicap_komi": settings.komi_for(1),
        "reach": optimality(round_) if round_ else None,
        "pairing_jobs": of_round(row.pk, number),
    }


@require_safe
@form_page
def standings_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Of an event of teams theirs stand first."""
    return _table(request, slug, "nigiri/standings.html")


@require_safe
@form_page
def cross_table(request: HttpRequest, slug: str) -> HttpResponse:
    return _table(request, slug, "nigiri/crosstable.html")


def _table(request: HttpRequest, slug: str, template: str) -> HttpResponse:
    row = tournament_for(request, slug, "tournament.read")
    number = number_in(request, "round", row.rounds)
    at = _moment(request, row)
    table, sections = _sections(request, row, number, at)
    context = {**frame(request, row), "table": table, "columns": range(1, table["round"] + 1)}
    context["signup_door"] = signup_is_open(row)
    context["sections"] = [{**section, "rows": _below_each_other(section)} for section in sections]
    if settings_of(row).teams.boards:
        sees = officer(request, row)
        of_all = team_standings_body(row, table["round"], at, officer=sees)
        context["of_teams"] = team_sections(of_all, row, officer=sees)
    unknown = sum("?" in cell for line in table["rows"] for cell in line["games"])
    context["missing"] = unknown // 2  # each game is a cell of both players
    context["unconfirmed"] = 0 if at else _unconfirmed(row, context["rounds"], table["round"])
    context["corrected"] = [round_.number for round_ in context["rounds"] if round_.corrected]
    return render(request, template, context)


def _unconfirmed(row: TournamentRow, rounds: QuerySet[RoundRow], last: int) -> int:
    """How many results that count were reported by one player, and confirmed by nobody."""
    told = PairingRow.objects.filter(tournament=row, result_state=ResultState.REPORTED)
    shown = rounds.filter(number__lte=last)
    return sum(shown_pairings(told.filter(round=round_.number), round_).count() for round_ in shown)


def _below_each_other(section: StandingsBody) -> list[dict[str, Any]]:
    """The rows, each with the name of who stands above it; "" for the first."""
    above = ["", *(line["name"] for line in section["rows"])]
    return [{**line, "above": name} for line, name in zip(section["rows"], above, strict=False)]


def _sections(
    request: HttpRequest, row: TournamentRow, number: int | None, at: int | None
) -> tuple[StandingsBody, list[StandingsBody]]:
    """The standings of all, and of each group of an event that has some."""
    sees = officer(request, row)
    table = standings_body(row, number, at, officer=sees)
    if len(table["groups"]) == 1:
        return table, [table]
    return table, [standings_body(row, number, at, officer=sees, group=group) for group in table["groups"]]


def _moment(request: HttpRequest, row: TournamentRow) -> int | None:
    """A position of the log, said as one or by a time; None for now. Raises Http404 for what is neither."""
    said = request.GET.get("at", "").strip()
    try:
        return position_of(row, said) if said else None
    except ValueError:
        raise Http404 from None


def number_in(request: HttpRequest, name: str, most: int) -> int | None:
    """A number of the address, None without it. Raises Http404 for what is none."""
    text = request.GET.get(name, "")
    if not text:
        return None
    if not (text.isascii() and text.isdecimal()) or int(text[:19]) > most:
        raise Http404
    return int(text[:19])


def frame(request: HttpRequest, row: TournamentRow) -> dict[str, Any]:
    """What every page of a tournament shows: its name, its rounds, and the way to the desk."""
    return {
        "tournament": row,
        "rounds": _rounds(request, row),
        "may_pair": allowed(request, "round.pair", tournament_subject(row)),
        "may_check_in": allowed(request, "entry.check_in", tournament_subject(row)),
        "waiting": _waiting(request, row),
        "actor": actor_of(request.user),
    }


def _waiting(request: HttpRequest, row: TournamentRow) -> int | None:
    """How many games wait for a referee; None for whoever does not read the queue."""
    if not allowed(request, "queue.read", tournament_subject(row)):
        return None
    return len(queue_of(row)[0])


def _rounds(request: HttpRequest, row: TournamentRow) -> QuerySet[RoundRow]:
    rounds = RoundRow.objects.filter(tournament=row)
    return rounds if officer(request, row) else rounds.filter(published=True)
