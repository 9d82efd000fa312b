"""Screens of the hall: what each shows of what is published, and the page that makes their addresses."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from unicodedata import east_asian_width
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext

from games.log.store import VersionClash
from games.refusals import Refusal
from games.speaking import translate
from tournaments.access.actors import tournament_subject
from tournaments.competition.ranks import format_rank
from tournaments.hall import WriteNotes, coming_start, notes_of, write_notes
from tournaments.reading.bodies import standings_body
from tournaments.reading.queries import entry_names, name_sorting
from tournaments.reading.rounds import public_pairings
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow, TournamentRow
from tournaments.tables.screens import LONGEST_SPONSOR
from tournaments.templatetags.nigiri import plain
from tournaments.web.base import allowed, context_of, form_action, read_page, tournament_for
from tournaments.web.forms import PlainForm, line_field, moment
from tournaments.web.live import pulse
from tournaments.web.overview.lines import game_lines
from tournaments.web.overview.progress import stand_of
from tournaments.web.overview.reading import frame

Cells = Sequence[str]
FITS = (9, 50)  # lines of large type, and letters of each


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """``head`` names the columns of ``lines``; ``empty`` is said where there is nothing.

    ``said``: a text in place of lines, ``is_long`` where it needs smaller type; ``until``: counted to.
    """

    title: str
    empty: str
    head: Cells = ()
    lines: Sequence[Cells] = ()
    said: str = ""
    is_long: bool = False
    until: datetime | None = None
    left: str = ""


def _round(row: TournamentRow) -> RoundRow | None:
    return RoundRow.objects.filter(tournament=row, published=True).order_by("number").last()


def pairings(row: TournamentRow) -> Shown:
    """Return the games by table, with the handicap of those that have one, then the byes."""
    round_, ranks = _round(row), _ranks(row)
    games = _games(row, round_) if round_ else []
    with_handicap = any(game["handicap"] for game in games)
    lines = [
        (
            str(game["table"]),
            _named(game, "white", ranks),
            _named(game, "black", ranks),
            *([str(game["handicap"] or "")] if with_handicap else []),
            _result(game),
        )
        for game in games
    ]
    lines += [
        ("", name, gettext("Bye"), *([""] if with_handicap else []), "")
        for name in _with_a_bye(row, round_, ranks)
    ]
    title = gettext("Round %(n)d") % {"n": round_.number} if round_ else gettext("Pairings")
    handicap = [pgettext("handicap, short", "Hd")] if with_handicap else []
    head = (gettext("Table"), gettext("White"), gettext("Black"), *handicap, gettext("Result"))
    return Shown(title=title, head=head, lines=lines, empty=_not_yet())


def names(row: TournamentRow) -> Shown:
    """By name: where each player sits, with which colour."""
    round_ = _round(row)
    white, black = gettext("White"), gettext("Black")
    seats = [
        (game[side], str(game["table"]), colour, game[other])
        for game in (_games(row, round_) if round_ else ())
        for side, colour, other in (("white", white, "black"), ("black", black, "white"))
    ]
    seats += [(name, "", gettext("Bye"), "") for name in _with_a_bye(row, round_)]
    title = gettext("Round %(n)d by name") % {"n": round_.number} if round_ else gettext("Pairings by name")
    head = (gettext("Name"), gettext("Table"), gettext("Colour"), gettext("Opponent"))
    key = name_sorting(row)
    lines = sorted(seats, key=lambda seat: key(seat[0]))
    return Shown(title=title, head=head, lines=lines, empty=_not_yet())


def _with_a_bye(
    row: TournamentRow, round_: RoundRow | None, ranks: Mapping[str, str] | None = None
) -> list[str]:
    byes = [entry for entry in round_.byes if entry not in round_.held] if round_ else []
    called = entry_names(row) if byes else {}
    named = (f"{called[entry]} {ranks[entry] if ranks else ''}".strip() for entry in byes)
    return sorted(named, key=name_sorting(row))


def standings(row: TournamentRow) -> Shown:
    body = standings_body(row)
    criteria = body["criteria"][:3]
    lines = [
        (
            str(line["place"]),
            line["name"],
            translate(line["rank"]),
            *(plain(line["scores"][name]) for name in criteria),
        )
        for line in body["results"]
    ]
    title = gettext("Standings after round %(n)d") % {"n": body["round"]}
    head = ("#", gettext("Name"), gettext("Rank"), *criteria)
    return Shown(title=title, head=head, lines=lines, empty=gettext("Nobody is entered yet."))


def missing(row: TournamentRow) -> Shown:
    """Tables whose result is awaited."""
    round_ = _round(row)
    games = [game for game in _games(row, round_) if game["missing"]] if round_ else []
    lines = [(str(game["table"]), game["white"], game["black"]) for game in games]
    title = ngettext("%(n)d result is missing", "%(n)d results are missing", len(lines)) % {"n": len(lines)}
    head = (gettext("Table"), gettext("White"), gettext("Black"))
    return Shown(title=title, head=head, lines=lines, empty=gettext("All results are in."))


def announcement(row: TournamentRow) -> Shown:
    said = notes_of(row).announcement
    high = sum(1 + _width(line) // FITS[1] for line in said.splitlines())
    empty = gettext("There is no announcement.")
    return Shown(title=gettext("Announcement"), said=said, is_long=high > FITS[0], empty=empty)


def countdown(row: TournamentRow) -> Shown:
    until = coming_start(notes_of(row))
    if until is None:
        empty = gettext("The start of the next round is not set.")
        return Shown(title=gettext("The next round begins"), empty=empty)
    facts = {"n": stand_of(row).next_round, "time": time_format(timezone.localtime(until), "H:i")}
    minutes, seconds = divmod(max(0, int((until - timezone.now()).total_seconds())), 60)
    title = gettext("Round %(n)d begins at %(time)s") % facts
    return Shown(title=title, until=until, left=f"{minutes}:{seconds:02}", empty="")


KINDS: dict[str, tuple[object, Callable[[TournamentRow], Shown]]] = {
    "pairings": (gettext_lazy("Pairings by table"), pairings),
    "names": (gettext_lazy("Pairings by name"), names),
    "standings": (gettext_lazy("Standings"), standings),
    "missing": (gettext_lazy("Missing results"), missing),
    "announcement": (gettext_lazy("Announcement"), announcement),
    "countdown": (gettext_lazy("Time to the next round"), countdown),
}


def silent(row: TournamentRow) -> set[str]:
    """Kinds that a rotation leaves out, as the desk has written nothing for them."""
    notes = {"announcement": notes_of(row).announcement, "countdown": coming_start(notes_of(row))}
    return {kind for kind, said in notes.items() if not said}


def _width(line: str) -> int:
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in line)


def _games(row: TournamentRow, round_: RoundRow) -> list[dict[str, Any]]:
    found = PairingRow.objects.filter(tournament=row, round=round_.number).order_by("table")
    return game_lines(public_pairings(found, round_), entry_names(row), round_)


def _result(game: dict[str, Any]) -> str:
    """Nothing while the game is played."""
    return "" if game["text"].startswith("?") else game["text"]


def _ranks(row: TournamentRow) -> dict[str, str]:
    ranks = EntryRow.objects.filter(tournament=row).values_list("id", "rank")
    return {entry: translate(format_rank(rank)) for entry, rank in ranks}


def _named(game: dict[str, Any], side: str, ranks: dict[str, str]) -> str:
    name = f"{game[side]} {ranks.get(game[f'{side}_entry'], '')}".strip()
    return format_html("<strong>{}</strong>", name) if game["now"].removesuffix("!") == side else name


def _not_yet() -> str:
    return gettext("No round is published yet.")


SECONDS = (5, 12, 120)  # the least, the usual, the most
ROTATION = "rotation"


def links_page(
    request: HttpRequest, row: TournamentRow, notes: Mapping[str, Any], status: int = 200
) -> HttpResponse:
    """Links to open on the televisions, and the rotation that was chosen; ``notes``: the form, if any."""
    chosen = chosen_in(request)
    rotation = reverse("web:screen", args=(row.slug, ROTATION))
    context = {
        **frame(request, row),
        **notes,
        "kinds": [(kind, words, kind in chosen) for kind, (words, _) in KINDS.items()],
        "seconds": seconds_in(request),
        "least": SECONDS[0],
        "most": SECONDS[2],
        "large": size_in(request) == "large",
        "rotation": f"{rotation}?{urlencode(_options(request, chosen))}",
    }
    return render(request, "nigiri/screens.html", context, status=status)


def address(request: HttpRequest, chosen: list[str], at: int, page: int) -> str:
    return "?" + urlencode({**_options(request, chosen), "at": at, "page": page})


def _options(request: HttpRequest, chosen: list[str]) -> dict[str, object]:
    return {"show": ",".join(chosen), "seconds": seconds_in(request), "size": size_in(request)}


def chosen_in(request: HttpRequest) -> list[str]:
    """Kinds, in the order of the address; all without any that is known."""
    said = [kind for part in request.GET.getlist("show") for kind in part.split(",")]
    return [kind for kind in said if kind in KINDS][:20] or list(KINDS)


def seconds_in(request: HttpRequest) -> int:
    least, usual, most = SECONDS
    return min(max(number_in(request, "seconds", usual), least), most)


def size_in(request: HttpRequest) -> str:
    return "large" if request.GET.get("size") == "large" else "normal"


def number_in(request: HttpRequest, name: str, otherwise: int = 0) -> int:
    said = request.GET.get(name, "")
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 6 else otherwise


RIGHT = "screens.change"


class NotesForm(PlainForm):
    """The moment is as the clocks of the tournament's zone show it, which is the zone of the request."""

    announcement = forms.CharField(
        label=gettext_lazy("Announcement"), required=False, widget=forms.Textarea(attrs={"rows": 4})
    )
    sponsor = line_field(
        gettext_lazy("Sponsors"),
        LONGEST_SPONSOR,
        gettext_lazy("One line, at the foot of every screen."),
        required=False,
    )
    begins_at = moment(gettext_lazy("The next round begins"))


def notes_form(request: HttpRequest, row: TournamentRow) -> dict[str, Any]:
    """For the page of screens; nothing for readers who may not write."""
    if not allowed(request, RIGHT, tournament_subject(row)):
        return {}
    notes = notes_of(row)
    initial = {name: getattr(notes, name) for name in NotesForm.base_fields}
    return {"form": NotesForm(initial=initial), "seen": notes.version}


@form_action
def write(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, RIGHT)
    form = NotesForm(request.POST)
    if form.is_valid() and _written(request, row, form):
        messages.success(request, gettext("The screens update within seconds."))
        return redirect("web:screens", slug=slug)
    return links_page(request, row, {"form": form, "seen": request.POST.get("version", "")}, status=422)


def _written(request: HttpRequest, row: TournamentRow, form: NotesForm) -> bool:
    try:
        write_notes(row, WriteNotes(**form.cleaned_data), context_of(request))
    except Refusal as no:
        form.add_refusal(no)
        return False
    except VersionClash:
        fault = gettext(
            "Another user changed this meanwhile. Your texts below are not stored. Check theirs first."
        )
        form.add_error(None, fault)
        return False
    return True


LINES = {"normal": 15, "large": 10}  # a page: type is 3.2 and 4.8 % of the screen's height


@read_page
def screens_page(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, "tournament.read")
    return links_page(request, row, notes_form(request, row))


@read_page
def screen(request: HttpRequest, slug: str, of: str) -> HttpResponse:
    """What everybody may see, for any reader: a screen is seen by the whole hall."""
    row = tournament_for(request, slug, "tournament.read")
    if of != ROTATION and of not in KINDS:
        raise Http404
    chosen = chosen_in(request) if of == ROTATION else [of]
    at = _first(row, chosen, number_in(request, "at"))
    shown = KINDS[chosen[at]][1](row)
    size = size_in(request)
    pages = [shown.lines[n : n + LINES[size]] for n in range(0, len(shown.lines), LINES[size])] or [()]
    page = min(number_in(request, "page"), len(pages) - 1)
    following = (at, page + 1) if page + 1 < len(pages) else (_first(row, chosen, at + 1), 0)
    context = {
        **pulse(row),
        "tournament": row,
        "shown": shown,
        "stand": stand_of(row),
        "sponsor": notes_of(row).sponsor,
        "lines": pages[page],
        "page": page + 1,
        "pages": len(pages),
        "size": size,
        "seconds": seconds_in(request),
        "zone": timezone.get_current_timezone_name(),
        "this": address(request, chosen, at, page),
        "next": address(request, chosen, *following),
    }
    return render(request, "nigiri/screen.html", context)


def _first(row: TournamentRow, chosen: list[str], at: int) -> int:
    """From that place on, the first that has something to say; that place itself if none has."""
    nothing = silent(row)
    places = [(at + more) % len(chosen) for more in range(len(chosen))]
    return next((place for place in places if chosen[place] not in nothing), places[0])
