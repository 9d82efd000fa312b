"""Pieces to cut apart and hand out: result slips, badges, cards for the tables."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.private_links import LinkState, link_states_of
from tournaments.competition.ranks import format_rank
from tournaments.competition.schedules.systems import is_bracket
from tournaments.paper.typesetting import Template
from tournaments.reading.queries import name_sorting, settings_of
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow
from tournaments.web.addresses import absolute, own_link, qr_picture
from tournaments.web.sheets.pairings import by_name, by_table, games_of, names_in
from tournaments.web.sheets.schedules import bracket, schedule
from tournaments.web.sheets.sheet import Asked, Sheet, head
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
        "white": {"name": names[str(game.white_id)], "rank": format_rank(game.white.rank), "black": False},
        "black": {"name": names[str(game.black_id)], "rank": format_rank(game.black.rank), "black": True},
    }


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
    about = (format_rank(entry.rank), entry.club, entry.country)
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
