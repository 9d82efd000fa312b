"""Pieces to cut apart and hand out: result slips, badges, cards for the tables."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.accounts.private_links import LinkState, link_states_of
from tournaments.competition.ranks import format_rank
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow
from tournaments.web.addresses import absolute, own_link, qr_picture
from tournaments.web.sheets.asked import Asked, Sheet, head
from tournaments.web.sheets.pairings import games_of, names_in

EACH = {2: (1, 2), 3: (1, 3), 4: (2, 2), 6: (2, 3)}  # pieces of a sheet -> beside, below each other
MOST_TABLES = 500


def slips(asked: Asked) -> Sheet:
    """One for each game, by table, with the code of its page; ``?each=``: how many on a sheet."""
    games, round_ = games_of(asked)
    names = names_in(asked)
    across, down = EACH.get(asked.said("each", 6, 6), EACH[6])
    return head(
        asked,
        _("Round %(number)s") % {"number": round_.number},
        pieces=[_slip(asked, game, names) for game in games],
        across=across,
        down=down,
        answers=[_("White won"), _("Black won"), _("Jigo")],
        signatures=[_("Signature of White"), _("Signature of Black")],
    )


def _slip(asked: Asked, game: PairingRow, names: Mapping[str, str]) -> dict[str, Any]:
    page = reverse("web:at-table", args=(asked.row.slug, game.table)) + f"?round={game.round}"
    return {
        "table": _("Table %(table)s") % {"table": game.table},
        "terms": _terms(game),
        "qr": qr_picture(absolute(asked.request, page)),
        "white": {"name": names[str(game.white_id)], "rank": format_rank(game.white.rank), "black": False},
        "black": {"name": names[str(game.black_id)], "rank": format_rank(game.black.rank), "black": True},
    }


def _terms(game: PairingRow) -> str:
    komi = f"{game.komi:g}"
    if game.handicap:
        return _("Handicap %(stones)s, komi %(komi)s") % {"stones": game.handicap, "komi": komi}
    return _("Komi %(komi)s") % {"komi": komi}


def badges(asked: Asked) -> Sheet:
    """Everybody who plays, by name; without a code where the link was taken back."""
    row, names = asked.row, names_in(asked)
    links = link_states_of(row)
    entries = EntryRow.objects.filter(tournament=row, withdrawn=False)
    found = sorted(entries, key=lambda entry: names[entry.id])
    pieces = [_badge(asked, entry, names[entry.id], links.get(entry.id) or LinkState()) for entry in found]
    return head(asked, _("Badges"), pieces=pieces)


def _badge(asked: Asked, entry: EntryRow, name: str, link: LinkState) -> dict[str, Any]:
    about = (format_rank(entry.rank), entry.club, entry.country)
    number = _("no. %(number)s") % {"number": entry.number}
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
    return head(asked, _("The game that is played here"), pieces=pieces)


def _card(request: HttpRequest, row: TournamentRow, table: int) -> dict[str, Any]:
    page = reverse("web:at-table", args=(row.slug, table))
    return {
        "table": _("Table %(table)s") % {"table": table},
        "qr": qr_picture(absolute(request, page)),
    }


def tables_of(row: TournamentRow) -> int:
    """As many as the fullest round has, or as all who are entered fill."""
    used = PairingRow.objects.filter(tournament=row).order_by("-table").values_list("table", flat=True)
    seats = EntryRow.objects.filter(tournament=row).count() // 2
    return min(max(used.first() or 0, seats), MOST_TABLES)
