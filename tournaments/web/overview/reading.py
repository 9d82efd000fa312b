"""Pages that anybody may read, once the director has published them."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.log.tree import signed_checkpoints
from tournaments.access.actors import actor_of, tournament_subject
from tournaments.access.table import Role, may
from tournaments.competition.history import Winner
from tournaments.competition.schedules import depends_on_results
from tournaments.domain.guards import finished_rounds, is_later_round_paired
from tournaments.jobs.commands import of_round
from tournaments.loading import load
from tournaments.organisations.founding import service_has_no_operator
from tournaments.persons.lists.folding import is_called
from tournaments.reading.careers import is_public
from tournaments.reading.courses import course_body
from tournaments.reading.entries import ranks_of
from tournaments.reading.optimality import optimality
from tournaments.reading.paging import newest_page, soonest_page
from tournaments.reading.queries import entry_names, queue_of, settings_of, tournaments_visible_to
from tournaments.reading.queue import QueueReason
from tournaments.reading.rounds import public_pairings, public_round
from tournaments.state.tournament import Tournament
from tournaments.tables.people import Organisation, Player
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow, TournamentRow
from tournaments.templatetags.nigiri import system_name
from tournaments.web.base import allowed, officer, read_page, round_for, tournament_for
from tournaments.web.live import following
from tournaments.web.overview.lines import game_lines, last_games, of_teams, own_entries, own_game
from tournaments.web.overview.long_list import list_context
from tournaments.web.overview.pictures import places_picture
from tournaments.web.overview.progress import (
    COMING,
    NOW,
    PAST,
    absent_from,
    edited,
    exchangeable_in,
    next_round,
    sort_by_relevance,
    stands,
    waiting_for,
)
from tournaments.web.overview.words import lines_in_words
from tournaments.web.refused import data_of

MOST_BEGUN, MOST_COMING, MOST_FOUND = 30, 10, 50
MOST_WITH_FORMS = 40  # tables
BY_BUTTON, WITH_REASON = "button", "reason"
NOBODYS = UUID(int=0)
LONGEST_PLACE = 80  # a day, and a slug of 60
BY_DATE = ("league", "round_robin")
CREATORS = (Role.DIRECTOR, Role.OWNER)  # who is shown the way; ``access`` decides


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Tournaments that may be seen: those that are played now, those to come, those that were."""
    actor, today = actor_of(request.user), timezone.localdate().isoformat()
    listed = _listed(request, tournaments_visible_to(actor).filter(archived=False), today)
    rows = listed.pop("rows")
    if not rows and not request.user.is_authenticated and service_has_no_operator():
        return redirect("web:first")
    stood = stands(rows, today)
    own = last_games(request.user, rows)
    own_houses = {office.organisation_id for office in actor.offices if office.organisation_id}
    houses = Organisation.objects.filter(id__in=own_houses) if own_houses else ()
    cards = [
        {"tournament": row, "own": own.get(row.id), "stands": stood[row.pk], "system": system_in_words(row)}
        for row in (rows if listed["all"] else sort_by_relevance(rows, stood))
    ]
    context = {
        "parts": [("", cards)] if cards and listed["all"] else _parts(cards),
        **listed,
        "may_create": any(office.role in CREATORS for office in actor.offices),
        "may_found": may(actor, "organisation.create"),
        "may_invite": may(actor, "founder.invite"),
        "houses": list(houses),
    }
    return render(request, "nigiri/home.html", context)


def _parts(cards: Iterable[dict[str, Any]]) -> list[tuple[str, list[dict[str, Any]]]]:
    """Return what is played now, what comes and what was, each with its heading."""
    titles = {NOW: gettext("Now"), COMING: gettext("Soon"), PAST: gettext("Finished")}
    parts = groupby(cards, key=lambda card: int(card["stands"].when))
    return [(titles[when], list(found)) for when, found in parts]


def system_in_words(row: TournamentRow) -> str:
    """How it is played: "Swiss, 5 rounds"."""
    words = ngettext("%(system)s, %(rounds)s round", "%(system)s, %(rounds)s rounds", row.rounds)
    return words % {"system": system_name(row.system), "rounds": row.rounds}


def _listed(request: HttpRequest, seen: QuerySet[TournamentRow], today: str) -> dict[str, Any]:
    """What is played and comes next, or one of the pages that lie before (``?before=``) and after it.

    ``?q=``: those of this name or place, the newest first.
    """
    if q := request.GET.get("q", "").strip()[:LONGEST_PLACE]:
        found = newest_page(seen.filter(Q(name__icontains=q) | Q(place__icontains=q)), most=MOST_FOUND)
        return {"rows": found.rows, "all": True, "q": q}
    before, after = (request.GET.get(way, "")[:LONGEST_PLACE] for way in ("before", "after"))
    if before or after:
        page = newest_page(seen, before) if before else soonest_page(seen, after)
        return {"rows": page.rows, "all": True, "earlier" if before else "later": page.further}
    begun = newest_page(seen.filter(begins__lte=today), most=MOST_BEGUN)
    coming = soonest_page(seen.filter(begins__gt=today), most=MOST_COMING)
    rows = [*reversed(coming.rows), *begun.rows]
    return {"rows": rows, "all": False, "earlier": begun.further, "later": coming.further}


@gzip_page
@read_page
def players(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, "tournament.read")
    number = next_round(row)
    listed = list_context(request, row, number)
    listed["lines"].sort(key=lambda line: (-line.entry.rank, -line.entry.rating))  # then by name
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
        "ticked": data_of(request, reverse("web:change-entries", args=(row.slug,))).getlist("entries"),
    }
    return render(request, "nigiri/players.html", context)


def results_after_pairing(
    request: HttpRequest, row: TournamentRow, rounds: Iterable[RoundRow]
) -> list[tuple[int, str]]:
    """Return each round that was paired before results were entered or corrected, with their places.

    Officers are told, where pairings depend on results.
    """
    corrected = [round_.number for round_ in rounds if round_.corrected]
    if not corrected or not depends_on_results(row.system) or not officer(request, row):
        return []
    state, _ = load(str(row.id))
    return [(number, "; ".join(_corrections(state, number))) for number in corrected]


def _corrections(state: Tournament, number: int) -> Iterator[str]:
    for earlier, game_id in sorted(state.round(number).corrections):
        if found := game_id and state.pair_of(game_id):
            yield gettext("round %(round)s, table %(table)s") % {"round": earlier, "table": found[1].table}
        else:
            yield gettext("a game, bye or absence of round %(round)s") % {"round": earlier}


@gzip_page
@read_page
def round_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    row, round_ = round_for(request, slug, number, "round.read")
    names = entry_names(row)
    pairings = PairingRow.objects.filter(tournament=row, round=number)
    own = own_game(request.user, row, round_)
    if round_ and not officer(request, row):
        pairings, round_ = public_pairings(pairings, round_), public_round(round_)
    ranks = ranks_of(row.id) if round_ and round_.byes else {}
    lines = lines_in_words(game_lines(pairings, names, round_))
    may_record = allowed(request, "result.record", tournament_subject(row))
    asked = "" if may_record else request.GET.get("q", "")[:120]
    shown = [line for line in lines if is_called(_search_text(line), asked)] if asked else lines
    context = {
        **frame(request, row),
        "number": number,
        "date": _date(row, number),
        "by_date": by_date(row),
        "own": own,
        "round": round_,
        "paired_early": results_after_pairing(request, row, [round_] if round_ else []),
        "pairings": shown,
        "missing": [line["table"] for line in lines if line["missing"]],
        "put_off": sum(line["put_off"] for line in lines),
        "awaited": sum(not line["put_off"] for line in lines),
        "games": len(lines),
        "results_in": sum(line["winner"] != Winner.NOBODY_YET.value for line in lines),
        "asked": asked,
        "playing": _is_playing(row, number, round_),
        "handicaps": any(line["handicap"] for line in lines),
        "byes": [str(names[entry]) for entry in (round_.byes if round_ else [])],
        "byes_here": [(entry, str(names[entry])) for entry in (round_.byes if round_ else [])],
        "byes_ranked": [
            (entry, str(names[entry]), ranks[entry]) for entry in (round_.byes if round_ else [])
        ],
        "may_record": may_record,
        "may_close": allowed(request, "round.close", tournament_subject(row)),
        "forms_of_lines": _brief(lines, request.GET.get("open", "")) if may_record else (),
        **_by_hand(request, row, number, round_),
        **of_teams(row, number, shown, officer=officer(request, row)),
    }
    return render(request, "nigiri/round.html", context)


def _brief(lines: list[dict[str, Any]], opened: str) -> list[tuple[str, dict[str, Any]]]:
    """Of a long round each line is a result that leads to its forms; if it is one, the two kinds of these.

    A script makes them on the page, for the line that is worked on. ``opened``: a table whose line has them
    at once. So has every line with a report that the desk may confirm.
    """
    if len(lines) <= MOST_WITH_FORMS:
        return []
    for line in lines:
        if str(line["table"]) == opened:
            line["anchor"] = f"?open={line['table']}{line['anchor']}"
        elif not line["reported"]:
            line["brief"] = WITH_REASON if line["wants_reason"] else BY_BUTTON
    of_any = {"game": NOBODYS, "table": "{table}", "now": Winner.NOBODY_YET.value, "text": "{text}"}
    return [
        (kind, {**of_any, "reported": (), "wants_reason": kind == WITH_REASON})
        for kind in (BY_BUTTON, WITH_REASON)
    ]


def _search_text(line: Mapping[str, Any]) -> str:
    """What a line is found by."""
    return f"{line['table']} {line['white']} {line['black']}"


def _is_playing(row: TournamentRow, number: int, round_: RoundRow | None) -> bool:
    """Whether who has no result yet sits at the board: not before the day of a round that has one."""
    day = _date(row, number) or row.begins
    return bool(round_ and round_.published and not round_.closed) and day <= timezone.localdate().isoformat()


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
    """For the desk: who still waits, whether the pairing is still as computed, and how good it was."""
    if not allowed(request, "round.pair", tournament_subject(row)):
        return {}
    settings = settings_of(row)
    state, _ = load(str(row.id))
    return {
        "waiting_here": waiting_for(row, number),
        "round_over": number in finished_rounds(state),
        "later_paired": is_later_round_paired(state, number),
        "absent_here": absent_from(row, number),
        "exchangeable": exchangeable_in(row, number) if "exchange" in request.GET else (),
        "edited": edited(row, number),
        "komi": settings.komi_for(0),
        "handicap_komi": settings.komi_for(1),
        "reach": optimality(round_) if round_ else None,
        "pairing_jobs": of_round(row.pk, number),
    }


def frame(request: HttpRequest, row: TournamentRow) -> dict[str, Any]:
    """What every page of a tournament shows: its name, its rounds, and the way to the desk."""
    return {
        "tournament": row,
        "rounds": _rounds(request, row),
        "may_pair": allowed(request, "round.pair", tournament_subject(row)),
        "may_check_in": allowed(request, "entry.check_in", tournament_subject(row)),
        "waiting": waiting_in_queue(request, row),
        "actor": actor_of(request.user),
        "signed_head": signed_checkpoints.latest_checkpoint,  # asked by the pages that show it
        **following(request, row),
    }


def waiting_in_queue(request: HttpRequest, row: TournamentRow) -> int | None:
    """Return how many games wait for a decision of a referee; None for readers without the queue.

    Missing results are not counted: the desk shows them.
    """
    if not allowed(request, "queue.read", tournament_subject(row)):
        return None
    return sum(one.why is not QueueReason.MISSING for one in queue_of(row)[0])


def _rounds(request: HttpRequest, row: TournamentRow) -> QuerySet[RoundRow]:
    rounds = RoundRow.objects.filter(tournament=row)
    return rounds if officer(request, row) else rounds.filter(published=True)


def career_of(entry: EntryRow) -> tuple[str, str] | None:
    """The page of all that they have played: organisation and player, if they agree to that."""
    player = Player.objects.select_related("organisation").filter(pk=entry.player_id).first()
    alone = player is not None and entry.partner_id is None
    return (player.organisation.slug, str(player.pk)) if player and alone and is_public(player) else None


@read_page
def course_page(request: HttpRequest, slug: str, entry_id: UUID) -> HttpResponse:
    row = tournament_for(request, slug, "tournament.read")
    entry = get_object_or_404(EntryRow, tournament=row, pk=entry_id)
    page = reverse("web:entry", args=(slug, entry_id))
    body = course_body(row, entry, page, officer=officer(request, row))
    places = [(game["round"], game["place"]) for game in body["games"] if game["place"]]
    context = {
        **frame(request, row),
        "entry": body,
        "games": body["games"],
        "placed": places[-1:],
        "career": career_of(entry),
        "picture": places_picture(places, body["of"]),
        "may_edit": allowed(request, "entry.change", tournament_subject(row)),
    }
    return render(request, "nigiri/course.html", context)
