"""The address of a screen: its options, and the page that makes such addresses."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games.log.store import VersionClash
from games.refusals import Refusal
from tournaments.access.actors import tournament_subject
from tournaments.hall import WriteNotes, notes_of, write_notes
from tournaments.tables.rows import TournamentRow
from tournaments.tables.screens import LONGEST_SPONSOR
from tournaments.web.base import allowed, context_of, form_action, form_page, tournament_for
from tournaments.web.forms import PlainForm, line_field, moment
from tournaments.web.live import pulse
from tournaments.web.overview.reading import frame
from tournaments.web.screens.kinds import KINDS, silent

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
        label=_("Announcement"), required=False, widget=forms.Textarea(attrs={"rows": 4})
    )
    sponsor = line_field(
        _("Sponsors"), LONGEST_SPONSOR, _("One line, at the foot of every screen."), required=False
    )
    begins_at = moment(_("The next round begins"))


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


@require_safe
@form_page
def screens_page(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, "tournament.read")
    return links_page(request, row, notes_form(request, row))


@require_safe
@form_page
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
