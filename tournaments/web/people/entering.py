"""New players, typed in by a form; pairs of pair go and rengo.

The form is a table of one row (``formats.csv_players``): what may be written, what follows from what, and
whom the organisation may know already are the same for one player and for many.
"""

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext

from games.refusals import Refusal
from games.rest.operations import command_with, values_of_form
from tournaments.commands import carry_out
from tournaments.domain.entries import EnterPlayer
from tournaments.domain.guards import finished_rounds
from tournaments.formats.csv_players import PlayerLine, PlayerTable, player_line
from tournaments.formats.errors import RowFault
from tournaments.loading import load
from tournaments.persons.lists.entering import add_table_to_players, enter_table, plan_table
from tournaments.persons.lists.similar import find_by_name, name_key
from tournaments.persons.sides import entry_fields
from tournaments.reading.queries import language_of, settings_of
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, TournamentRow
from tournaments.web.base import context_of, form_action, read_page, tournament_for
from tournaments.web.overview.reading import frame
from tournaments.web.people.check_in import points_of_absence
from tournaments.web.refusal_words import why

COLUMNS = ("family_name", "given_name", "rank", "rating", "country", "club", "egf_pin", "group")
LINE = 1


@form_action
def enter_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Enters them, or shows the form again with what is missing, or with whom they may be.

    Where two play together they are made known, to be chosen for a pair.
    """
    row = tournament_for(request, slug, "entry.change")
    typed = {column: " ".join(request.POST.get(column, "").split()) for column in COLUMNS}
    missed = request.POST.getlist("absent")
    shown = {"typed": typed, "missed": missed}
    try:
        line = player_line(LINE, {**typed, "absent": " ".join(missed)})
        line = replace(line, absent=line.absent or frozenset())
    except RowFault as fault:
        return _again(request, row, shown, _sentence(fault.message), fault.column)
    decided = request.POST.get("is", "")
    decisions = {LINE: decided} if decided else {}
    if not decided and (other := _of_another_name(row, line)):
        doubt = gettext("The PIN belongs to %(name)s. Choose who it is, or correct the PIN.") % {
            "name": other.name
        }
        return _again(request, row, shown | {"others": _candidates([other])}, doubt)
    try:
        of_two = in_pairs(row)
        told = (add_table_to_players if of_two else enter_table)(
            row, _table(line), context_of(request), decisions
        )
    except Refusal as refusal:
        plan = plan_table(row, _table(line), decisions)
        others = [player for each in plan.open_lines for player in each.candidates]
        faults = " ".join(_sentence(fault.message) for fault in plan.faults)
        column = plan.faults[0].column if plan.faults else ""
        return _again(request, row, shown | {"others": _candidates(others)}, faults or why(refusal), column)
    if of_two:
        return to_the_pairs(request, row, line.person.full)
    done = gettext("%(name)s was entered.") if told.entered else gettext("%(name)s was entered before.")
    messages.success(request, done % {"name": line.person.full})
    stays = urlencode({"new": 1, "country": typed["country"]})
    return redirect(f"{reverse('web:enter', args=(slug,))}?{stays}")


def in_pairs(row: TournamentRow) -> bool:
    """Pair go or rengo: nobody enters alone."""
    return settings_of(row).players_per_side > 1


def to_the_pairs(request: HttpRequest, row: TournamentRow, names: str) -> HttpResponse:
    """Where a player who is known now is chosen."""
    messages.success(request, gettext("%(names)s can now be chosen for a pair.") % {"names": names})
    return redirect("web:pairs", slug=row.slug)


def form_of(row: TournamentRow, asked: str = "") -> dict[str, Any]:
    """What the form begins with: the name that was looked for, surname first."""
    family, _, given = asked.replace(",", " ").partition(" ")
    past = past_rounds(row)
    groups = EntryRow.objects.filter(tournament=row).exclude(group="").order_by("group")
    return {
        "typed": {"family_name": family, "given_name": given.strip()},
        "numbers": [str(number) for number in range(1, row.rounds + 1)],
        "missed": [str(number) for number in past["finished"]],
        **past,
        "groups": list(groups.values_list("group", flat=True).distinct()),
    }


def past_rounds(row: TournamentRow) -> dict[str, Any]:
    """Which rounds are over, and what each counts for those who enter now."""
    state, _ = load(str(row.id))
    return {"finished": sorted(finished_rounds(state)), **points_of_absence(state)}


def _of_another_name(row: TournamentRow, line: PlayerLine) -> Player | None:
    """Who has this PIN under another name. In a table a number is enough; who types one may mistype it."""
    players = [planned.player for planned in plan_table(row, _table(line)).lines if planned.player]
    name = name_key(line.person.full)
    return next((player for player in players if name_key(player.name) != name), None)


def _sentence(fault: str) -> str:
    return f"{fault[:1].upper()}{fault[1:]}."


def _again(
    request: HttpRequest, row: TournamentRow, shown: dict[str, Any], fault: str, column: str = "family_name"
) -> HttpResponse:
    """Show the form as it was sent, at the field that is at fault."""
    messages.error(request, fault)
    at = "family_name" if column in ("", "name") else column
    context = {**frame(request, row), **form_of(row), **shown, "at": at}
    return render(request, "nigiri/enter_new.html", context)


def _table(line: PlayerLine) -> PlayerTable:
    return PlayerTable(encoding="", delimiter="", passed_over=(), lines=(line,), faults=())


def _candidates(players: list[Player]) -> list[dict[str, Any]]:
    return [{"of": player, "rank": player.written_rank} for player in players]


MOST_LISTED = 1000
WHO = ("player_id", "partner_id", "third_id")


@read_page
def pairs_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the players who may enter as a pair, by name."""
    row = tournament_for(request, slug, "entry.change")
    players = find_by_name(_free(row), "", language_of(row))[:MOST_LISTED]
    free = [(player.pk, player.name, player.written_rank) for player in players]
    return render(request, "nigiri/enter_pair.html", {**frame(request, row), **form_of(row), "free": free})


def _free(row: TournamentRow) -> QuerySet[Player]:
    """Players of the organisation who are not entered yet."""
    entries = EntryRow.objects.filter(tournament=row)
    entered = Q(pk__in=entries.values("player_id"))
    for who in ("partner_id", "third_id"):
        entered |= Q(pk__in=entries.filter(**{f"{who}__isnull": False}).values(who))
    return Player.objects.filter(organisation_id=row.organisation_id, erased=False).exclude(entered)


@form_action
def enter_pair(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, EnterPlayer.right)
    context = context_of(request)
    values = entry_fields(row, values_of_form(EnterPlayer, request.POST))
    carry_out(str(row.id), command_with(EnterPlayer, values, context), context)
    players = Player.objects.in_bulk([values[who] for who in WHO if who in values])
    messages.success(
        request,
        gettext("%(names)s were entered.")
        % {"names": " & ".join(player.name for player in players.values())},
    )
    return redirect("web:pairs", slug=slug)
