"""What a screen of the hall may show: a title and lines, of what is published and nothing else."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from unicodedata import east_asian_width

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from tournaments.competition.ranks import format_rank
from tournaments.hall import coming_start, notes_of
from tournaments.reading.bodies import standings_body
from tournaments.reading.queries import entry_names, name_sorting
from tournaments.reading.rounds import public_pairings
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow, TournamentRow
from tournaments.templatetags.nigiri import plain
from tournaments.web.overview.lines import game_lines
from tournaments.web.overview.progress import stand_of

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
        ("", name, gettext("Bye"), *([""] if with_handicap else []), "") for name in _with_a_bye(row, round_)
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


def _with_a_bye(row: TournamentRow, round_: RoundRow | None) -> list[str]:
    byes = [entry for entry in round_.byes if entry not in round_.held] if round_ else []
    called = entry_names(row) if byes else {}
    return sorted((str(called[entry]) for entry in byes), key=name_sorting(row))


def standings(row: TournamentRow) -> Shown:
    body = standings_body(row)
    criteria = body["criteria"][:3]
    lines = [
        (str(line["place"]), line["name"], line["rank"], *(plain(line["scores"][name]) for name in criteria))
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
    "pairings": (_("Pairings by table"), pairings),
    "names": (_("Pairings by name"), names),
    "standings": (_("Standings"), standings),
    "missing": (_("Missing results"), missing),
    "announcement": (_("Announcement"), announcement),
    "countdown": (_("Time to the next round"), countdown),
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
    return {entry: format_rank(rank) for entry, rank in ranks}


def _named(game: dict[str, Any], side: str, ranks: dict[str, str]) -> str:
    name = f"{game[side]} {ranks.get(game[f'{side}_entry'], '')}".strip()
    return format_html("<strong>{}</strong>", name) if game["now"].removesuffix("!") == side else name


def _not_yet() -> str:
    return gettext("No round is published yet.")
