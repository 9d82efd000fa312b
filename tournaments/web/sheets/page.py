"""Pieces to cut apart and hand out, the page of all sheets, and each sheet as PDF."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from games.speaking import translate
from tournaments.access.actors import tournament_subject
from tournaments.accounts.private_links import LinkState, link_states_of
from tournaments.competition.ranks import format_rank
from tournaments.competition.schedules.systems import is_bracket
from tournaments.paper.typesetting import Template, pdf
from tournaments.reading.queries import name_sorting, settings_of
from tournaments.reading.readers import public_names_only
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow, TournamentRow
from tournaments.web.addresses import absolute, is_only_here, own_link, qr_picture
from tournaments.web.base import allowed, officer, read_page, round_for, tournament_for
from tournaments.web.mine.links import untold
from tournaments.web.overview.parameters import number_in
from tournaments.web.overview.reading import frame
from tournaments.web.sheets.pairings import by_name, by_table, games_of, names_in
from tournaments.web.sheets.schedules import bracket, schedule
from tournaments.web.sheets.sheet import PAPERS, Asked, Sheet, head, language_of, paper_of
from tournaments.web.sheets.standings import prizes, standings

EACH = {2: (1, 2), 3: (1, 3), 4: (2, 2), 6: (2, 3)}  # pieces of a sheet -> beside, below each other
MOST_TABLES = 500


def slips(asked: Asked) -> Sheet:
    """One for each game, by table, with the code of its page; ``?each=``: how many on a sheet."""
    games, round_ = games_of(asked)
    names = names_in(asked)
    across, down = EACH.get(asked.said("each", 6, 6), EACH[6])
    return head(
        asked,
        gettext("Round %(number)s") % {"number": round_.number},
        pieces=[_slip(asked, game, names) for game in games],
        across=across,
        down=down,
        answers=[gettext("White won"), gettext("Black won"), gettext("Jigo")],
        signatures=[gettext("Signature of White"), gettext("Signature of Black")],
    )


def _slip(asked: Asked, game: PairingRow, names: Mapping[str, str]) -> dict[str, Any]:
    page = reverse("web:at-table", args=(asked.row.slug, game.table)) + f"?round={game.round}"
    return {
        "table": gettext("Table %(table)s") % {"table": game.table},
        "terms": _terms(game),
        "qr": qr_picture(absolute(asked.request, page)),
        "white": _player(names[str(game.white_id)], game.white, black=False),
        "black": _player(names[str(game.black_id)], game.black, black=True),
    }


def _player(name: str, entry: EntryRow, *, black: bool) -> dict[str, Any]:
    return {"name": name, "rank": translate(format_rank(entry.rank)), "black": black}


def _terms(game: PairingRow) -> str:
    komi = f"{game.komi:g}"
    if game.handicap:
        return gettext("Handicap %(stones)s, komi %(komi)s") % {"stones": game.handicap, "komi": komi}
    return gettext("Komi %(komi)s") % {"komi": komi}


def badges(asked: Asked) -> Sheet:
    """Everybody who plays, by name; without a code where the link was taken back."""
    row, names = asked.row, names_in(asked)
    links = link_states_of(row)
    entries = EntryRow.objects.filter(tournament=row, withdrawn=False)
    key = name_sorting(row)
    found = sorted(entries, key=lambda entry: key(names[entry.id]))
    pieces = [_badge(asked, entry, names[entry.id], links.get(entry.id) or LinkState()) for entry in found]
    return head(asked, gettext("Badges"), pieces=pieces)


def _badge(asked: Asked, entry: EntryRow, name: str, link: LinkState) -> dict[str, Any]:
    about = (translate(format_rank(entry.rank)), entry.club, entry.country)
    number = gettext("no. %(number)s") % {"number": entry.number}
    return {
        "name": name,
        "about": " · ".join(part for part in about if part),
        "small": f"{asked.row.name} · {number}",
        "qr": "" if link.revoked else qr_picture(absolute(asked.request, own_link(entry, link))),
    }


def cards(asked: Asked) -> Sheet:
    """One for each table; ``?tables=``: of how many."""
    last = asked.said("tables", MOST_TABLES, tables_of(asked.row))
    pieces = [_card(asked.request, asked.row, table) for table in range(1, last + 1)]
    return head(asked, gettext("The game that is played here"), pieces=pieces)


def _card(request: HttpRequest, row: TournamentRow, table: int) -> dict[str, Any]:
    page = reverse("web:at-table", args=(row.slug, table))
    return {
        "table": gettext("Table %(table)s") % {"table": table},
        "qr": qr_picture(absolute(request, page)),
    }


def tables_of(row: TournamentRow) -> int:
    """As many as the fullest round has, or as all who are entered fill."""
    used = PairingRow.objects.filter(tournament=row).order_by("-table").values_list("table", flat=True)
    seats = EntryRow.objects.filter(tournament=row).count() // 2
    return min(max(used.first() or 0, seats), MOST_TABLES)


def everywhere(row: TournamentRow) -> bool:
    return True


def has_schedule(row: TournamentRow) -> bool:
    return settings_of(row).system == "round_robin"


def has_bracket(row: TournamentRow) -> bool:
    return is_bracket(settings_of(row).system)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """``right``: of the tournament, for officers' sheets; ``of_round``: it is about one round."""

    title: str | Promise
    about: str | Promise
    template: Template
    fill: Callable[[Asked], Sheet]
    right: str = "tournament.read"
    of_round: bool = False
    there: Callable[[TournamentRow], bool] = everywhere

    @property
    def handouts(self) -> bool:
        """To the players, by officers. The other sheets hang on walls, where hidden players stay so."""
        return self.right != "tournament.read"


KINDS = {
    "pairings": Kind(
        title=_("Pairings by table"),
        about=_("For the wall: 50 tables on a page."),
        template="table",
        fill=by_table,
        of_round=True,
    ),
    "names": Kind(
        title=_("Players by name"),
        about=_("For the wall: table and opponent of each player."),
        template="table",
        fill=by_name,
        of_round=True,
    ),
    "slips": Kind(
        title=_("Result slips"),
        about=_("One for each table, to be signed by both players."),
        template="slips",
        fill=slips,
        right="result.record",
        of_round=True,
    ),
    "standings": Kind(
        title=_("Standings"),
        about=_("For the wall: each round and all criteria."),
        template="table",
        fill=standings,
    ),
    "schedule": Kind(
        title=_("Schedule"),
        about=_("All rounds as they are drawn."),
        template="table",
        fill=schedule,
        there=has_schedule,
    ),
    "bracket": Kind(
        title=_("Bracket"),
        about=_("All matches, with who goes on."),
        template="bracket",
        fill=bracket,
        there=has_bracket,
    ),
    "prizes": Kind(title=_("Prizes"), about=_("For the ceremony."), template="table", fill=prizes),
    "badges": Kind(
        title=_("Badges"),
        about=_("With the code of each player's own link."),
        template="badges",
        fill=badges,
        right="link.give",
    ),
    "cards": Kind(
        title=_("Table cards"),
        about=_("The code leads to the game that is played at the table."),
        template="cards",
        fill=cards,
        right="link.give",
    ),
}


MOST_PLAYERS = 1000
"""Whose sheets are made while the reader waits."""


@read_page
def sheets_page(request: HttpRequest, slug: str) -> HttpResponse:
    """What there is to print, for this reader."""
    row = tournament_for(request, slug, "tournament.read")
    shown = frame(request, row)
    numbers = [round_.number for round_ in shown["rounds"]]
    kinds = [(name, kind) for name, kind in KINDS.items() if _is_for(request, row, kind)]
    context = {
        **shown,
        "sheets": [_sheet_links(request, row, name, kind, numbers) for name, kind in kinds],
        "paper": paper_of(request),
        "papers": PAPERS.items(),
        "language": language_of(request),
        "languages": settings.LANGUAGES,
        "tables": tables_of(row),
        "most_tables": MOST_TABLES,
        "has_codes": any(kind.handouts for _name, kind in kinds),
        "only_here": is_only_here(absolute(request, "/")),
    }
    return render(request, "nigiri/sheets.html", context)


def _is_for(request: HttpRequest, row: TournamentRow, kind: Kind) -> bool:
    return kind.there(row) and allowed(request, kind.right, tournament_subject(row))


def _sheet_links(
    request: HttpRequest, row: TournamentRow, name: str, kind: Kind, numbers: Iterable[int]
) -> dict[str, Any]:
    """A sheet with the links to it: one for each round, for each size of slips, or one alone."""
    chosen: dict[str, str | int] = {"paper": paper_of(request), "language": language_of(request)}
    address = reverse("web:sheet", args=(row.slug, name))
    if not kind.of_round:
        links = [(gettext("PDF"), chosen)]
    elif name == "slips":
        links = [
            (
                gettext("Round %(number)s, %(each)s on a page") % {"number": n, "each": each},
                {**chosen, "round": n, "each": each},
            )
            for n in list(numbers)[-1:]
            for each in EACH
        ]
    else:
        links = [(gettext("Round %(number)s") % {"number": n}, {**chosen, "round": n}) for n in numbers]
    return {
        "name": name,
        "title": kind.title,
        "about": kind.about,
        "links": [(words, f"{address}?{urlencode(query)}") for words, query in links],
    }


@read_page
def sheet(request: HttpRequest, slug: str, printed: str) -> HttpResponse:
    """``?round=``, ``?paper=a4|letter``, ``?language=``; as many as a request can wait for."""
    made = KINDS.get(printed)
    row = tournament_for(request, slug, made.right if made else "tournament.read")
    if made is None or not made.there(row):
        raise Http404
    round_ = _round(request, row) if made.of_round else None
    if EntryRow.objects.filter(tournament=row).count() > MOST_PLAYERS:
        messages.error(
            request,
            gettext("Sheets are made for at most %(count)s players. Export the tournament instead.")
            % {"count": MOST_PLAYERS},
        )
        return redirect("web:sheets", slug=slug)
    asked = _options(request, row, round_)
    with override(language_of(request)), nullcontext() if made.handouts else public_names_only():
        filled = made.fill(asked)
    number = f"-{round_.number}" if round_ else ""
    response = HttpResponse(pdf(made.template, filled), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{row.slug}-{printed}{number}.pdf"'
    return untold(response)


def _options(request: HttpRequest, row: TournamentRow, round_: RoundRow | None) -> Asked:
    return Asked(
        request=request,
        row=row,
        paper=paper_of(request),
        officer=officer(request, row),
        personal=allowed(request, "people.read", tournament_subject(row)),
        round=round_,
        number=None if round_ else number_in(request, "round", row.rounds),
    )


def _round(request: HttpRequest, row: TournamentRow) -> RoundRow:
    """The one asked for, else the last that may be seen. Raises Http404 where there is none."""
    number = number_in(request, "round", row.rounds)
    if number is None:
        seen = frame(request, row)["rounds"].order_by("-number").first()
        number = seen.number if seen else 0
    if not number:
        raise Http404
    _row, round_ = round_for(request, row.slug, number, "round.read")
    if round_ is None:
        raise Http404
    return round_
