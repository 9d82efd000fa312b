"""Files of directors: a tournament of another program, a table of players. Seen first, then taken over."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from games.refusals import Refusal
from games.speaking import translate
from tournaments.access.actors import organisation_subject
from tournaments.api.importing import template
from tournaments.competition.ranks import format_rank
from tournaments.formats.csv_in import MAX_BYTES
from tournaments.formats.csv_players import PlayerTable
from tournaments.interchange.importing import Prepared, import_file, preview_file
from tournaments.interchange.merging import merge, preview_merge
from tournaments.persons.lists.entering import add_table_to_players, enter_table, plan_table, table_of
from tournaments.persons.lists.planning import Outcome, Plan
from tournaments.tables.people import Organisation
from tournaments.tables.rows import TournamentRow
from tournaments.web.base import allow, context_of, form_action, form_page, tournament_for
from tournaments.web.overview.reading import frame
from tournaments.web.people.entering import in_pairs, to_the_pairs
from tournaments.web.people.uploads import Upload, sent_file
from tournaments.web.refusal_words import why

KNOWN = "known-"
FATES = {
    Outcome.NEW: gettext_lazy("new player"),
    Outcome.KNOWN: gettext_lazy("known player"),
    Outcome.ENTERED: gettext_lazy("entered already"),
    Outcome.UNDECIDED: gettext_lazy("who is it?"),
}


def organisation_for(request: HttpRequest, slug: str, action: str) -> Organisation:
    organisation = Organisation.objects.filter(slug=slug).first()
    if organisation is None:
        raise Http404
    allow(request, action, organisation_subject(organisation))
    return organisation


@require_safe
@form_page
def import_page(request: HttpRequest, slug: str) -> HttpResponse:
    organisation = organisation_for(request, slug, "tournament.create")
    return render(request, "nigiri/import.html", {"organisation": organisation})


@form_action
def preview_import(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the tournament in the file; store nothing."""
    organisation = organisation_for(request, slug, "tournament.create")
    return _preview(request, organisation, sent_file(request))


@form_action
def accept_import(request: HttpRequest, slug: str) -> HttpResponse:
    """Import the tournament; keep the file if the import is refused."""
    organisation = organisation_for(request, slug, "tournament.create")
    file, wanted = sent_file(request), request.POST.get("slug", "").strip()
    try:
        summary = import_file(file.readable(), organisation, wanted or None, context_of(request))
    except Refusal as refusal:
        return _preview(request, organisation, file, refusal)
    messages.success(
        request,
        gettext("Imported: %(players)s players, %(rounds)s rounds.")
        % {"players": summary.players, "rounds": summary.rounds},
    )
    return redirect("web:standings", slug=summary.slug)


def _preview(
    request: HttpRequest, organisation: Organisation, file: Upload, refusal: Refusal | None = None
) -> HttpResponse:
    wanted = request.POST.get("slug", "").strip()
    context: dict[str, Any] = {"organisation": organisation, "wanted": wanted, "file": file}
    try:
        prepared = preview_file(file.readable(), organisation, wanted or None, context_of(request))
    except Refusal as unfit:
        refusal = refusal or unfit
    else:
        context["seen"] = _seen(prepared)
    if refusal is not None:
        context |= {"refused": fault_of(refusal), "readable": refusal.code != "exchange_fault"}
    return render(request, "nigiri/import.html", context, status=422 if refusal else 200)


def _seen(prepared: Prepared) -> dict[str, Any]:
    history = prepared.history
    players = [
        {
            "name": person.name,
            "rank": format_rank(person.rank),
            "club": person.club,
            "known": prepared.known.get(key),
        }
        for key, person in prepared.people.items()
    ]
    return {
        "summary": prepared.summary,
        "poster": prepared.poster,
        "system": history.settings.system,
        "games": len(history.games),
        "paired": max((game.round for game in history.games), default=0),
        "players": players,
    }


def fault_of(refusal: Refusal) -> dict[str, Any]:
    """The fault of a file that is refused: in words, where, and each fault where there are several."""
    facts = refusal.facts
    line = gettext("Line %(line)s") % facts if facts.get("line") else ""
    place = ", ".join(str(each) for each in (line, facts.get("element"), facts.get("about")) if each)
    text = why(refusal)
    if refusal.code == "exchange_fault" and (fault := facts.get("fault")):
        text = gettext("The file cannot be read: %(fault)s.") % {"fault": translate(fault)}
    return {"text": text, "place": place, "faults": facts.get("faults", ())}


@require_safe
@form_page
def table_page(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, "entry.change")
    return render(request, "nigiri/import_players.html", frame(request, row))


@require_safe
@form_page
def table_template(request: HttpRequest, slug: str) -> HttpResponse:
    tournament_for(request, slug, "entry.change")
    return template()


@form_action
def preview_table(request: HttpRequest, slug: str) -> HttpResponse:
    """What each row of the table would do; nothing is stored."""
    row = tournament_for(request, slug, "entry.change")
    pasted = request.POST.get("pasted", "").strip("\r\n")
    return _table(request, row, Upload(data=pasted.encode()) if pasted else sent_file(request, MAX_BYTES))


@form_action
def accept_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Enters all rows; shows the table again while one of them has a fault or is undecided."""
    row = tournament_for(request, slug, "entry.change")
    file = sent_file(request, MAX_BYTES)
    take = add_table_to_players if in_pairs(row) else enter_table
    try:
        entered = take(
            row,
            table_of(file.readable()),
            context_of(request),
            decisions(request),
            skip_faulty="skip_faulty" in request.POST,
        )
    except Refusal as refusal:
        messages.error(request, f"{why(refusal)} {fault_of(refusal)['place']}".strip())
        return _table(request, row, file)
    if in_pairs(row):
        who = gettext("The players of the table, %(new)s of them new here,") % {"new": entered.new_players}
        return to_the_pairs(request, row, who)
    came = ngettext("%(count)s player is entered", "%(count)s players are entered", entered.entered)
    was = ngettext("%(count)s was entered before", "%(count)s were entered before", entered.before)
    facts = {
        "came": came % {"count": entered.entered},
        "new": entered.new_players,
        "was": was % {"count": entered.before},
    }
    said = [gettext("%(came)s, %(new)s of them new here; %(was)s.") % facts]
    if entered.teams:
        formed = ngettext("%(count)s team is formed.", "%(count)s teams are formed.", entered.teams)
        said.append(formed % {"count": entered.teams})
    messages.success(request, " ".join(said))
    return redirect("web:players", slug=row.slug)


def decisions(request: HttpRequest) -> dict[int, str]:
    """Line -> "new" or a player's id, as chosen on the page."""
    chosen = {
        name.removeprefix(KNOWN): str(value) for name, value in request.POST.items() if name.startswith(KNOWN)
    }
    return {
        int(line): value for line, value in chosen.items() if line.isascii() and line.isdecimal() and value
    }


def _table(request: HttpRequest, row: TournamentRow, file: Upload) -> HttpResponse:
    context: dict[str, Any] = {
        **frame(request, row),
        "file": file,
        "pasted": request.POST.get("pasted", ""),
    }
    try:
        table = table_of(file.readable())
    except Refusal as refusal:
        context["refused"] = fault_of(refusal)
    else:
        context["seen"] = _rows(table, plan_table(row, table, decisions(request)), decisions(request))
    status = 422 if "refused" in context else 200
    return render(request, "nigiri/import_players.html", context, status=status)


def _rows(table: PlayerTable, plan: Plan, chosen: dict[int, str]) -> dict[str, Any]:
    lines = [
        {
            "of": line.line,
            "rank": format_rank(line.rank),
            "rating": line.rating,
            "fate": FATES[line.outcome],
            "player": line.player,
            "ask": bool(line.candidates) and line.outcome is not Outcome.ENTERED,
            "candidates": [
                {
                    "id": str(player.id),
                    "name": player.name,
                    "rank": format_rank(player.rank),
                    "club": player.club,
                }
                for player in line.candidates
            ],
            "chosen": chosen.get(line.line.line) or ("" if line.player is None else str(line.player.id)),
            "notes": line.notes,
        }
        for line in plan.lines
    ]
    return {
        "table": table,
        "lines": lines,
        "faults": plan.faults,
        "teams": any(line.line.team for line in plan.lines),
        "undecided": len(plan.open_lines),
        "coming": plan.count(Outcome.NEW) + plan.count(Outcome.KNOWN) + len(plan.open_lines),
    }


RIGHT = "tournament.change"


@require_safe
@form_page
def merge_page(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, RIGHT)
    return render(request, "nigiri/merge.html", frame(request, row))


@form_action
def preview_merging(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the differences between the file and the tournament; store nothing."""
    return _differences(request, tournament_for(request, slug, RIGHT), sent_file(request))


@form_action
def accept_merging(request: HttpRequest, slug: str) -> HttpResponse:
    """Takes over every difference; shows them again, with the reason, where one of them is refused."""
    row = tournament_for(request, slug, RIGHT)
    file = sent_file(request)
    try:
        merging = merge(row, file.readable(), context_of(request))
    except Refusal as refusal:
        return _differences(request, row, file, refusal)
    number = sum(each.changes for each in merging.differences)
    messages.success(
        request,
        ngettext(
            "%(number)s difference applied.",
            "%(number)s differences applied.",
            number,
        )
        % {"number": number},
    )
    return redirect("web:standings", slug=row.slug)


def _differences(
    request: HttpRequest, row: TournamentRow, file: Upload, refusal: Refusal | None = None
) -> HttpResponse:
    context: dict[str, Any] = {**frame(request, row), "file": file}
    try:
        merging = preview_merge(row, file.readable(), context_of(request))
    except Refusal as unreadable:
        refusal = unreadable
    else:
        context |= {
            "merging": merging,
            "changes": [each for each in merging.differences if each.changes],
            "notes": [each for each in merging.differences if not each.changes],
        }
    if refusal is not None:
        context["refused"] = fault_of(refusal)
    return render(request, "nigiri/merge.html", context, status=422 if refusal else 200)
