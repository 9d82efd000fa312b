"""Every format that a tournament is written in, and a copy of its public pages that needs no server.

The copy begins at the standings and follows links, as a visitor without an account would. Pages are found by
the names of their addresses, so that a page that is new is left out until it is named here.
"""

from collections import deque
from collections.abc import Callable, Iterator
from html import escape
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from posixpath import dirname, relpath
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit
from zipfile import ZIP_DEFLATED, ZipFile

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.handlers.wsgi import WSGIRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import gettext, gettext_lazy

from games.game.loading import state_of
from games.game.queries import record_sgf
from games.game.rows import GameRow
from games.log.canonical import canonical
from games.speaking import translate
from games.story.steps import steps_data
from tournaments.access.actors import tournament_subject
from tournaments.formats.exports import FORMATS, file_name
from tournaments.formats.outgoing import Outgoing
from tournaments.interchange.bundles import BUNDLES, Pipe
from tournaments.interchange.exporting import outgoing
from tournaments.tables.rows import TournamentRow
from tournaments.web.base import allowed, read_page, tournament_for
from tournaments.web.overview.parameters import number_in
from tournaments.web.overview.reading import frame

PURPOSES = {
    "h9": gettext_lazy("Send it to the European Go Database, which computes the EGF's ratings from it."),
    "tou": gettext_lazy("Send it to the French federation."),
    "aga": gettext_lazy("Send it to the American Go Association's raters."),
    "opengotha": gettext_lazy("Open it in OpenGotha: players, pairings, results and settings."),
    "players": gettext_lazy("Open it in a spreadsheet, or read it into another tournament here."),
    "results": gettext_lazy("Open it in a spreadsheet: a row for each game."),
    "standings": gettext_lazy("Open it in a spreadsheet, or print it: of the teams, where teams play."),
    "individuals": gettext_lazy("Open it in a spreadsheet, or print it: of the players of all teams."),
    "sgf": gettext_lazy("A record for each game that was recorded, in a folder for each round."),
    "json": gettext_lazy(
        "Everything, for another program: entries, rounds, games, standings, ratings and the log."
    ),
}


@read_page
def exports_page(request: HttpRequest, slug: str) -> HttpResponse:
    """As of now, or of ``?position=``, where the format can be written as of then."""
    row = tournament_for(request, slug, "export.read")
    at = number_in(request, "position", 2**63 - 1)
    if at == 0:
        raise Http404
    exported = outgoing(row, at)
    context = {
        **frame(request, row),
        "exported": exported,
        "at": at,
        "formats": [*_formats(row, exported), *_bundles(row, exported, at)],
        "numbers": range(1, row.rounds + 1),
        "may_change": allowed(request, "tournament.change", tournament_subject(row)),
    }
    return render(request, "nigiri/exports.html", context)


def _formats(row: TournamentRow, exported: Outgoing) -> list[dict[str, Any]]:
    written = {name: of.write(exported) for name, of in FORMATS.items()}
    return [
        _line(row, exported, name, of.title, of.extension, written[name].warnings)
        | {"kept_back": translate(written[name].kept_back)}
        for name, of in FORMATS.items()
    ]


def _bundles(row: TournamentRow, exported: Outgoing, at: int | None) -> list[dict[str, Any]]:
    return [
        _line(row, exported, name, of.title, of.extension, of.warnings(row, exported, None))
        for name, of in BUNDLES.items()
        if at is None or of.past
    ]


def _line(
    row: TournamentRow, exported: Outgoing, name: str, title: str, extension: str, warnings: tuple[str, ...]
) -> dict[str, Any]:
    position = f"?position={exported.position}" if name != "sgf" else ""
    return {
        "name": name,
        "title": translate(title),
        "purpose": PURPOSES.get(name, ""),
        "file": file_name(exported, extension),
        "warnings": list(map(translate, warnings)),
        "address": reverse("api:export", args=(row.slug, name)) + position,
    }


GONE = ("form",)
"""The elements that do nothing without a server."""

LEADING = {"a": "href", "link": "href", "script": "src", "img": "src"}
Found = Callable[[str], str | None]
"""From an address as the page says it to the one in the copy; None where the copy has no such page."""


class _Rewriting(HTMLParser):
    """Everything as it came, but for addresses and for what is gone."""

    def __init__(self, found: Found) -> None:
        super().__init__(convert_charrefs=False)
        self.found, self.pieces, self.within = found, list[str](), 0

    def say(self, text: str) -> None:
        if not self.within:
            self.pieces.append(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.within += tag in GONE
        if tag in LEADING:
            self.say(_open_tag(tag, self._led(tag, attrs)))
        else:
            self.say(self.get_starttag_text() or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def _led(self, tag: str, attrs: list[tuple[str, str | None]]) -> list[tuple[str, str | None]]:
        """A link to what is not in the copy stays as words, without an address."""
        led = [
            (name, self.found(value) if name == LEADING[tag] and value else value) for name, value in attrs
        ]
        return [(name, value) for name, value in led if value is not None or name != LEADING[tag]]

    def handle_endtag(self, tag: str) -> None:
        self.say(f"</{tag}>")
        self.within -= tag in GONE

    def handle_data(self, data: str) -> None:
        self.say(data)

    def handle_entityref(self, name: str) -> None:
        self.say(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.say(f"&#{name};")

    def handle_decl(self, decl: str) -> None:
        self.say(f"<!{decl}>")


def _open_tag(tag: str, attrs: list[tuple[str, str | None]]) -> str:
    said = (name if value is None else f'{name}="{escape(value)}"' for name, value in attrs)
    return f"<{' '.join((tag, *said))}>"


def rewritten(page: str, found: Found) -> str:
    parser = _Rewriting(found)
    parser.feed(page)
    parser.close()
    return "".join(parser.pieces)


PAGES = {
    f"web:{name}"
    for name in (
        *("standings", "round", "players", "entry", "prizes", "ratings", "placing"),
        *("schedule", "teams", "team-standings", "game", "story", "proof", "pairing-why", "bye-why"),
    )
}
QUERY = ("round",)  # standings as they stood after it
STATIC = settings.STATIC_URL
HOST = ("SERVER_NAME", "SERVER_PORT", "HTTP_HOST")


class Copy:
    """One copy being made. ``waiting``: what was met and is not written yet; ``met``: whether it is a page.

    A page is asked for when it is first met, for a link to what the public may not see is none in the copy.
    """

    def __init__(self, row: TournamentRow, asked: HttpRequest) -> None:
        self.row, self.asked = row, asked
        self.root = reverse("web:standings", args=(row.slug,))
        self.waiting: deque[tuple[str, str, bytes]] = deque()
        self.met: dict[str, bool] = {}
        self._meets(self.root, self.name_of(self.root) or "")

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Name and bytes of each file, pages first met first."""
        while self.waiting:
            address, name, body = self.waiting.popleft()
            yield name, self._page(body, address, name) if name.endswith(".html") else body

    def name_of(self, address: str) -> str | None:
        """The file of an address; None for what the copy leaves out."""
        parts = urlsplit(address)
        if address.startswith(STATIC):
            return f"static/{parts.path.removeprefix(STATIC)}"
        name = _named(parts.path)
        if name == "game-sgf":
            return f"records/{resolve(parts.path).kwargs['game_id']}.sgf"
        if name == "web:tiebreaks":
            return "criteria/index.html"
        if name not in PAGES or not parts.path.startswith(self.root):
            return None
        return f"{parts.path.removeprefix(self.root)}{_file(parts.query)}"

    def _meets(self, address: str, name: str) -> bool:
        if address not in self.met:
            body = self._body(address, name)
            self.met[address] = body is not None
            if body is not None:
                self.waiting.append((address, name, body))
        return self.met[address]

    def _body(self, address: str, name: str) -> bytes | None:
        if name.startswith("static/"):
            return _static_file(name.removeprefix("static/"))
        if name.startswith("records/"):
            return _record(resolve(urlsplit(address).path).kwargs["game_id"])
        answer = _answer(self.asked, address)
        return answer.content if answer.status_code == 200 else None

    def _page(self, body: bytes, address: str, name: str) -> bytes:
        page = rewritten(body.decode(), lambda link: self._found(link, address, name))
        return _with_steps(page, address).encode()

    def _found(self, link: str, address: str, name: str) -> str | None:
        """Where a link of the page leads in the copy; it is remembered as one to write."""
        target, _, place = link.partition("#")
        if urlsplit(target).netloc or target.startswith(("data:", "mailto:")):
            return link
        full = _beside(address, target)
        there = self.name_of(full)
        if there is None or not self._meets(full, there):
            return None
        return relpath(there, dirname(name) or ".") + (f"#{place}" if place else "")


def zipped(row: TournamentRow, asked: HttpRequest) -> Iterator[bytes]:
    """The whole as a zip, piece by piece."""
    pipe = Pipe()
    with ZipFile(pipe, "w", compression=ZIP_DEFLATED) as archive:
        for name, body in Copy(row, asked).files():
            archive.writestr(f"{row.slug}/{name}", body)
            yield pipe.drain()
    yield pipe.drain()


def _file(query: str) -> str:
    said = parse_qs(query)
    return "index.html" if not said else "-".join(f"{key}-{said[key][0]}" for key in sorted(said)) + ".html"


def _beside(address: str, target: str) -> str:
    """The full address of a link; of a query only what the copy tells apart."""
    path, _, query = target.partition("?")
    kept = "&".join(part for part in query.split("&") if part.partition("=")[0] in QUERY and part[-1] != "=")
    return (path or urlsplit(address).path) + (f"?{kept}" if kept else "")


def _named(path: str) -> str:
    try:
        return resolve(path).view_name
    except Resolver404:
        return ""


def _answer(asked: HttpRequest, address: str) -> HttpResponse:
    """The page as a reader without an account sees it; forms are drawn as for nobody."""
    parts = urlsplit(address)
    environ: dict[str, Any] = {"REQUEST_METHOD": "GET", "PATH_INFO": parts.path, "QUERY_STRING": parts.query}
    environ |= {name: asked.META[name] for name in HOST if name in asked.META}
    request = WSGIRequest(environ | {"wsgi.input": BytesIO(), "wsgi.url_scheme": asked.scheme})
    request.user = AnonymousUser()
    found = resolve(parts.path)
    try:
        answer: HttpResponse = found.func(request, *found.args, **found.kwargs)
    except Http404:
        return HttpResponse(status=404)
    return answer


def _record(game_id: Any) -> bytes:
    row = GameRow.objects.get(pk=game_id)
    return record_sgf(row, state_of(str(game_id), row))


def _with_steps(page: str, address: str) -> str:
    """The steps of a game beside its board, where no server can be asked for them."""
    found = resolve(urlsplit(address).path)
    if found.view_name != "web:game":
        return page
    steps = canonical(steps_data(state_of(str(found.kwargs["game_id"])).games)).replace("<", "\\u003c")
    return page.replace("</main>", f'<script type="application/json" id="steps">{steps}</script>\n</main>')


def _static_file(name: str) -> bytes | None:
    if (path := finders.find(name)) is not None:
        return Path(path).read_bytes()
    with staticfiles_storage.open(name) as file:  # its collected name carries a digest
        return bytes(file.read())


@read_page
def static_copy(request: HttpRequest, slug: str) -> HttpResponse:
    """Only what everybody may see is in it: of a tournament that is hidden there is nothing to copy."""
    row = tournament_for(request, slug, "export.read")
    if not row.published:
        said = gettext("A copy contains public data only. Publish the tournament first.")
        messages.error(request, said)
        return redirect("web:exports", slug)
    answer: HttpResponseBase = StreamingHttpResponse(zipped(row, request), content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="{row.slug}-pages.zip"'
    return cast("HttpResponse", answer)  # the pages' decorators only look at headers
