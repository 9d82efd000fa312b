"""Federations' lists: read in, searched when players are entered, and compared with ratings."""

import json
from typing import Any
from uuid import UUID, uuid5

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext

from games.log import unit_of_work
from games.log.unit_of_work import Context
from games.marking import marked
from games.refusals import CODES, Refusal, refuse
from games.rest.operations import values_of_form
from tournaments.commands import carry_out
from tournaments.competition.ranks import format_rank, parse_grade
from tournaments.domain.bulk_entries import SetStrengths
from tournaments.domain.entries import EnterPlayer
from tournaments.fetching import latest_fetch, start_fetching
from tournaments.formats.player_lists import ListKind
from tournaments.outbox.rows import Job
from tournaments.persons.lists.adopting import AddListedPlayer, add_listed_player, possible_identities
from tournaments.persons.lists.rating_updates import ListedStrengths, chosen_strengths, rating_updates
from tournaments.persons.lists.rows import ListedPlayer, PlayerList
from tournaments.persons.lists.similar import NUMBERS, find_by_name, name_key
from tournaments.persons.lists.storing import ORDER, read_list, search, store_list
from tournaments.persons.sides import side_facts
from tournaments.reading.queries import entry_names, language_of
from tournaments.tables.people import Organisation, Player
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow
from tournaments.web.base import (
    context_of,
    form_action,
    form_page,
    read_page,
    reason_in,
    tournament_for,
    wants_part,
)
from tournaments.web.overview.reading import frame
from tournaments.web.people.entering import form_of, in_pairs, past_rounds, to_the_pairs
from tournaments.web.people.importing import fault_of, organisation_for
from tournaments.web.refusal_words import why
from tournaments.web.refused import data_of

TITLES = {
    ListKind.EGD: "European Go Database",
    ListKind.FFG: "Fédération Française de Go",
    ListKind.AGA: "American Go Association",
}
MOST_SHOWN = 50


@read_page
def lists_page(request: HttpRequest, slug: str) -> HttpResponse:
    return _lists(request, organisation_for(request, slug, "people.change"))


@form_action
def read_in(request: HttpRequest, slug: str) -> HttpResponse:
    """The file of a federation in place of the list that was read in before."""
    organisation = organisation_for(request, slug, "people.change")
    kind, file = request.POST.get("list", ""), request.FILES.get("file")
    if kind not in [*ListKind] or file is None:
        refuse("invalid", field="file", fault=marked("choose a list and a file"))
    skip = request.POST.get("skip") == "yes"
    try:
        read = read_list(ListKind(kind), file, skip_faulty=skip)
    except Refusal as refusal:
        chosen = {"chosen": kind, "skip": skip}
        return _lists(request, organisation, refused=fault_of(refusal), **chosen)
    stored = store_list(organisation, read, context_of(request).at)
    facts = {"count": stored.listing.count, "new": stored.new, "gone": stored.gone}
    said = gettext("%(count)s players, %(new)s new, %(gone)s gone.") % facts
    if stored.faults:
        said += " " + gettext("%(number)s rows are left out.") % {"number": len(stored.faults)}
    messages.success(request, said)
    return redirect("web:lists", slug=slug)


@form_action
def fetch(request: HttpRequest, slug: str) -> HttpResponse:
    """Fetches a federation's list in the background; the page of the lists shows the progress."""
    organisation = organisation_for(request, slug, "people.change")
    kind = request.POST.get("list", "")
    if kind not in [*ListKind]:
        refuse("invalid", field="list", fault=marked("choose a list"))
    start_fetching(organisation, ListKind(kind), context_of(request))
    return redirect("web:lists", slug=slug)


def _lists(request: HttpRequest, organisation: Organisation, **more: Any) -> HttpResponse:
    stored = {each.kind: each for each in PlayerList.objects.filter(organisation=organisation)}
    lines = [
        {"kind": kind, "of": stored.get(kind), "title": title, **_fetch(latest_fetch(organisation, kind))}
        for kind, title in TITLES.items()
    ]
    context = {
        "organisation": organisation,
        "lists": lines,
        "kinds": TITLES.items(),
        "fetching": any(line["running"] for line in lines),
        **more,
    }
    return render(request, "nigiri/lists.html", context, status=422 if "refused" in more else 200)


def _fetch(job: Job | None) -> dict[str, Any]:
    problem = dict(job.problem or {}) if job else {}
    code = problem.pop("code", "")
    return {
        "job": job,
        "running": job is not None and not job.ended,
        "unchanged": job is not None and job.stage == "unchanged",
        "problem": why(Refusal(code, problem)) if code in CODES else problem.get("detail", ""),
    }


@read_page
def enter_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The players found in the organisation and in its lists, by ``?q=``."""
    row = tournament_for(request, slug, "entry.change")
    asked = request.GET.get("q", "")[:120].strip()
    organisation = Organisation.objects.get(pk=row.organisation_id)
    lists = PlayerList.objects.filter(organisation=organisation).order_by("kind")
    context = {**frame(request, row), "lists": lists, "organisation": organisation}
    context |= {"asked": asked, **form_of(row, asked)}
    if asked:
        context |= _search_results(row, organisation, asked)
    else:
        context["typed"]["country"] = request.GET.get("country", "")[:2]
    context["focus"] = _focus(request, context)
    return render(
        request, "nigiri/_enter_found.html" if wants_part(request) else "nigiri/enter.html", context
    )


MOST_NAMES = 10


@read_page
def entry_names_like(request: HttpRequest, slug: str) -> HttpResponse:
    """Whom the organisation and its lists know by what is typed so far, for the forms of entries."""
    row = tournament_for(request, slug, "entry.change")
    return _names(request, Organisation.objects.get(pk=row.organisation_id))


@read_page
def known_names(request: HttpRequest, slug: str) -> HttpResponse:
    """The same for the form of a new player of the organisation."""
    return _names(request, organisation_for(request, slug, "people.change"))


def _names(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    asked = request.GET.get("q", "")[:120].strip()
    own = Player.objects.filter(organisation=organisation, erased=False)
    known = find_by_name(own, asked) if name_key(asked) else []
    listed = search(organisation, asked).order_by(*ORDER)[:MOST_NAMES]
    lines = [
        _name(player, gettext("known here"), {column: getattr(player, column) for column in NUMBERS.values()})
        for player in known
    ]
    lines += [
        _name(one, one.listing.kind.upper(), {NUMBERS[ListKind(one.listing.kind)]: one.number})
        for one in listed
    ]
    return render(request, "nigiri/_names.html", {"names": lines[:MOST_NAMES]})


def _name(person: Player | ListedPlayer, source: str, numbers: dict[str, str]) -> dict[str, Any]:
    rank = person.written_rank
    fill = {
        "family_name": person.family_name,
        "given_name": person.given_name,
        "rank": rank,
        "rating": person.rating or "",
        "country": person.country,
        "club": person.club,
    }
    return {"of": person, "rank": rank, "from": source, "fill": json.dumps(fill | numbers)}


def _focus(request: HttpRequest, context: dict[str, Any]) -> str:
    """Where the next name is typed: there where the last one was, or where nobody was found."""
    if context["asked"]:
        return "new" if not (context["listed"] or context["known"]) else "" if context["only"] else "search"
    return "new" if "new" in request.GET or not context["lists"] else "search"


def _search_results(row: TournamentRow, organisation: Organisation, asked: str) -> dict[str, Any]:
    listed = list(search(organisation, asked).order_by(*ORDER)[: MOST_SHOWN + 1])
    entered = set(EntryRow.objects.filter(tournament=row).values_list("player_id", flat=True))
    own = Player.objects.filter(organisation=organisation, erased=False)
    known = find_by_name(own, asked, language_of(row)) if name_key(asked) else []
    return {
        "listed": [{"of": each, "rank": each.written_rank} for each in listed[:MOST_SHOWN]],
        "known": [
            {"of": player, "rank": player.written_rank, "entered": player.id in entered}
            for player in known[:MOST_SHOWN]
        ],
        "more": len(listed) > MOST_SHOWN,
        "only": len(listed) + sum(player.id not in entered for player in known) == 1,
    }


@form_action
def enter_known(request: HttpRequest, slug: str, player_id: UUID) -> HttpResponse:
    """A player whom the organisation knows, as they are known."""
    row = tournament_for(request, slug, "entry.change")
    player = Player.objects.filter(organisation_id=row.organisation_id, pk=player_id, erased=False).first()
    if player is None:
        refuse("unknown_player", player=str(player_id))
    if in_pairs(row):
        return to_the_pairs(request, row, player.name)
    _enter(row, player, context_of(request))
    messages.success(request, gettext("%(name)s was entered.") % {"name": player.name})
    return redirect("web:enter", slug=slug)


@form_action
def enter_listed(request: HttpRequest, slug: str, listed_id: UUID) -> HttpResponse:
    """A player of a list. Asks first who it is where the organisation knows one alike."""
    row = tournament_for(request, slug, "entry.change")
    listed = _listed(row, listed_id)
    organisation = listed.listing.organisation
    decided, context = request.POST.get("is", ""), context_of(request)
    if not decided and (others := possible_identities(organisation, listed, context)):
        return _ask(request, row, listed, others)
    new = decided in ("", "new")
    rank, grade = _typed_rank(request.POST.get("rank", ""))
    command = AddListedPlayer(
        listed=listed,
        player=None if new else _uuid(decided),
        new=decided == "new",
        rank=rank,
        grade=grade,
    )

    def work() -> Player:
        player = add_listed_player(organisation, command, context)
        if not in_pairs(row):
            _enter(row, player, context)
        return player

    player = unit_of_work.run(work, context=context)  # who cannot be entered is not made a player either
    if in_pairs(row):
        return to_the_pairs(request, row, player.name)
    messages.success(request, gettext("%(name)s was entered.") % {"name": player.name})
    return redirect("web:enter", slug=slug)


def _ask(
    request: HttpRequest, row: TournamentRow, listed: ListedPlayer, others: list[Player]
) -> HttpResponse:
    context = {
        **frame(request, row),
        **past_rounds(row),
        "listed": listed,
        "rank": listed.written_rank,
        "others": [{"of": player, "rank": player.written_rank} for player in others],
    }
    return render(request, "nigiri/enter_alike.html", context)


def _listed(row: TournamentRow, listed_id: UUID) -> ListedPlayer:
    rows = ListedPlayer.objects.select_related("listing__organisation")
    listed = rows.filter(listing__organisation_id=row.organisation_id, pk=listed_id).first()
    if listed is None:
        refuse("not_found", listed=str(listed_id))
    return listed


def _enter(row: TournamentRow, player: Player, context: Context) -> None:
    command = EnterPlayer(
        entry_id=str(uuid5(context.command_id, "entry")),
        player_id=str(player.id),
        **side_facts(player),
    )
    carry_out(str(row.id), command, context)


def _typed_rank(text: str) -> tuple[int | None, str]:
    try:
        return parse_grade(text) if text.strip() else (None, "")
    except ValueError as fault:
        refuse("invalid", field="rank", fault=str(fault))


def _uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        refuse("unknown_player", player=text[:40])


@form_page
def strengths_page(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, SetStrengths.right)
    if request.method == "POST":
        done = _apply(request, row)
        said = ngettext("{} rating is up to date.", "{} ratings are up to date.", done).format(done)
        messages.success(request, said)
        return redirect("web:players", slug=slug)
    return render(request, "nigiri/strengths.html", _context(request, row))


def _apply(request: HttpRequest, row: TournamentRow) -> int:
    values, context = values_of_form(ListedStrengths, request.POST), context_of(request)
    told = chosen_strengths(row, values["list"], values["seen"], values["entries"], ranks=values["ranks"])
    reason = reason_in(request) or gettext("Ratings from the list {}.").format(values["list"].upper())
    carry_out(str(row.id), SetStrengths(strengths=told, reason=reason), context)
    return len(told)


def _context(request: HttpRequest, row: TournamentRow) -> dict[str, Any]:
    lists = PlayerList.objects.filter(organisation_id=row.organisation_id).order_by("kind")
    kinds = [listing.kind for listing in lists]
    asked = request.GET.get("list") or (kinds[0] if kinds else "")
    context = {
        **frame(request, row),
        "lists": lists,
        "asked": asked,
        "house": Organisation.objects.get(pk=row.organisation_id),
    }
    if asked not in kinds:
        return context
    names, found = entry_names(row), rating_updates(row, ListKind(asked))
    sent = data_of(request, request.path) if found.lines else QueryDict()
    lines = [
        {
            "entry": one.entry,
            "name": str(names[str(one.entry.id)]),
            "rank": format_rank(one.entry.rank),
            "listed_rank": format_rank(one.rank),
            "listed_rating": one.rating,
            "ticked": not sent or str(one.entry.id) in sent.getlist("entries"),
        }
        for one in found.lines
    ]
    unknown = [str(names[str(entry.id)]) for entry in found.unknown]
    paired = PairingRow.objects.filter(tournament=row).exists()
    found_in_list = {"found": found, "changes": lines, "unknown": unknown}
    return {**context, **found_in_list, "paired": paired, "typed": sent}
