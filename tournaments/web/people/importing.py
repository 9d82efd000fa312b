"""Files of directors: a tournament of another program, a table of players. Seen first, then taken over.

The file that was previewed travels in the form that imports it, packed; it is read again there, and may be
refused then if things have changed in between.
"""

import zlib
from base64 import b64decode, b64encode
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext_lazy

from games.marking import marked
from games.refusals import Refusal, refuse
from games.speaking import translate
from tournaments.access.actors import organisation_subject
from tournaments.api.importing import template
from tournaments.competition.ranks import format_rank
from tournaments.formats.csv_in import MAX_BYTES
from tournaments.formats.csv_players import PlayerTable
from tournaments.formats.decoding import inferred_encoding, text_in
from tournaments.formats.errors import ExchangeError
from tournaments.interchange.importing import Prepared, import_file, preview_file
from tournaments.interchange.merging import merge, preview_merge
from tournaments.persons.lists.entering import add_table_to_players, enter_table, plan_table, table_of
from tournaments.persons.lists.planning import Outcome, Plan
from tournaments.tables.people import Organisation
from tournaments.tables.rows import TournamentRow
from tournaments.web.base import allow, context_of, form_action, read_page, tournament_for
from tournaments.web.overview.reading import frame
from tournaments.web.people.entering import in_pairs, to_the_pairs
from tournaments.web.refusal_words import why

LARGEST = 4_000_000
ENCODINGS = {
    "cp1252": pgettext_lazy("letters", "Western European (cp1252)"),
    "iso-8859-15": pgettext_lazy("letters", "Western European (ISO 8859-15)"),
    "cp1250": pgettext_lazy("letters", "Central European (cp1250)"),
    "iso-8859-2": pgettext_lazy("letters", "Central European (ISO 8859-2)"),
    "cp1257": pgettext_lazy("letters", "Baltic (cp1257)"),
    "cp1251": pgettext_lazy("letters", "Cyrillic (cp1251)"),
    "koi8-u": pgettext_lazy("letters", "Cyrillic (KOI8)"),
    "cp1253": pgettext_lazy("letters", "Greek (cp1253)"),
    "cp1254": pgettext_lazy("letters", "Turkish (cp1254)"),
    "gb18030": pgettext_lazy("letters", "Chinese (GB 18030)"),
    "big5": pgettext_lazy("letters", "Chinese (Big5)"),
    "cp932": pgettext_lazy("letters", "Japanese (Shift JIS)"),
    "cp949": pgettext_lazy("letters", "Korean (cp949)"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """A file as it was sent. ``chosen``: the encoding that was chosen for it, or empty."""

    data: bytes
    chosen: str = ""

    @property
    def encodings(self) -> list[tuple[str, str, bool]]:
        """Name, words and choice of each possible encoding; none for a file that tells its own."""
        inferred = inferred_encoding(self.data)
        return [
            (name, str(words), name == (self.chosen or inferred))
            for name, words in ENCODINGS.items()
            if inferred
        ]

    @property
    def packed(self) -> str:
        return b64encode(zlib.compress(self.data, 9)).decode()

    def readable(self) -> bytes:
        """The file, in UTF-8 where an encoding was chosen. Refuses ``exchange_fault``."""
        if not self.chosen:
            return self.data
        try:
            return text_in(self.data, self.chosen).encode()
        except ExchangeError as error:
            refuse("exchange_fault", reason=error.code, fault=error.message, line=error.line, element="")


def sent_file(request: HttpRequest, longest: int = LARGEST) -> Upload:
    """Return the file of the form, or else the one that was previewed. Refuses ``too_large``, ``invalid``."""
    chosen = request.POST.get("encoding", "")
    if chosen and chosen not in ENCODINGS:
        refuse("invalid", field="encoding", fault=marked("choose an encoding of the list"))
    file = request.FILES.get("file")
    if file is None and "packed" in request.POST:
        return Upload(data=unpacked(request.POST["packed"], longest), chosen=chosen)
    if file is None:
        refuse("invalid", field="file", fault=marked("choose a file"))
    if (file.size or 0) > longest:
        refuse(
            "too_large",
            what=marked("%(size)s bytes; at most %(longest)s", size=file.size, longest=longest),
        )
    return Upload(data=file.read(), chosen=chosen)


def unpacked(text: str, longest: int = LARGEST) -> bytes:
    """What ``packed`` made. Refuses ``invalid`` for anything else."""
    try:
        unpacking = zlib.decompressobj()
        data = unpacking.decompress(b64decode(text, validate=True), longest + 1)
    except (ValueError, zlib.error):
        refuse("invalid", field="packed", fault=marked("choose the file again: it was not previewed here"))
    if len(data) > longest or not unpacking.eof:
        refuse("too_large", what=marked("more than %(longest)s bytes", longest=longest))
    return data


KNOWN = "known-"
FATES = {
    Outcome.NEW: gettext_lazy("new player"),
    Outcome.KNOWN: gettext_lazy("known player"),
    Outcome.ENTERED: gettext_lazy("already entered"),
    Outcome.UNDECIDED: gettext_lazy("who is it?"),
}


def organisation_for(request: HttpRequest, slug: str, action: str) -> Organisation:
    organisation = get_object_or_404(Organisation, slug=slug)
    allow(request, action, organisation_subject(organisation))
    return organisation


@read_page
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
    return {"text": text, "place": place, "faults": facts.get("errors", ())}


@read_page
def table_page(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, "entry.change")
    return render(request, "nigiri/import_players.html", frame(request, row))


@read_page
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


@read_page
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
