"""What a screen of the hall may show: a title and lines, of what is published and nothing else."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.competition.ranks import format_rank
from tournaments.people.lists.folding import folded
from tournaments.reading.bodies import standings_body
from tournaments.reading.queries import entry_names
from tournaments.reading.rounds import shown_pairings
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow, TournamentRow
from tournaments.templatetags.nigiri import plain
from tournaments.web.overview.lines import game_lines

Cells = Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """``head`` names the columns of ``lines``; ``empty`` is said where there are none."""

    title: str
    head: Cells
    lines: Sequence[Cells]
    empty: str


def _round(row: TournamentRow) -> RoundRow | None:
    return RoundRow.objects.filter(tournament=row, published=True).order_by("number").last()


def pairings(row: TournamentRow) -> Shown:
    """By table."""
    round_ = _round(row)
    lines = [
        (str(game["table"]), _named(game, "white", ranks), _named(game, "black", ranks), game["text"])
        for ranks in [_ranks(row)]
        for game in (_games(row, round_) if round_ else ())
    ]
    title = gettext("Round %(n)d") % {"n": round_.number} if round_ else gettext("Pairings")
    head = (gettext("Table"), gettext("White"), gettext("Black"), gettext("Result"))
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
    byes = round_.byes if round_ else ()
    called = entry_names(row) if byes else {}
    held = round_.held if round_ else ()
    seats += [(str(called[entry]), "", gettext("Bye"), "") for entry in byes if entry not in held]
    title = gettext("Round %(n)d by name") % {"n": round_.number} if round_ else gettext("Pairings by name")
    head = (gettext("Name"), gettext("Table"), gettext("Colour"), gettext("Opponent"))
    return Shown(title=title, head=head, lines=sorted(seats, key=_by_name), empty=_not_yet())


def standings(row: TournamentRow) -> Shown:
    body = standings_body(row)
    criteria = body["criteria"][:3]
    lines = [
        (str(line["place"]), line["name"], line["rank"], *(plain(line["scores"][name]) for name in criteria))
        for line in body["rows"]
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


KINDS: dict[str, tuple[object, Callable[[TournamentRow], Shown]]] = {
    "pairings": (_("Pairings by table"), pairings),
    "names": (_("Pairings by name"), names),
    "standings": (_("Standings"), standings),
    "missing": (_("Missing results"), missing),
}


def _games(row: TournamentRow, round_: RoundRow) -> list[dict[str, str]]:
    found = PairingRow.objects.filter(tournament=row, round=round_.number).order_by("table")
    return game_lines(shown_pairings(found, round_), entry_names(row), round_)


def _ranks(row: TournamentRow) -> dict[str, str]:
    ranks = EntryRow.objects.filter(tournament=row).values_list("id", "rank")
    return {entry: format_rank(rank) for entry, rank in ranks}


def _named(game: dict[str, str], side: str, ranks: dict[str, str]) -> str:
    return f"{game[side]} {ranks.get(game[f'{side}_entry'], '')}".strip()


def _by_name(seat: Cells) -> str:
    return folded(seat[0])


def _not_yet() -> str:
    return gettext("No round is published yet.")
