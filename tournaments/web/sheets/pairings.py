"""Who plays whom, for the wall: by table, and by name."""

from collections.abc import Iterable, Mapping, Sequence
from math import ceil

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.speaking import translate
from tournaments.competition.ranks import format_rank
from tournaments.reading.bodies import result_text
from tournaments.reading.queries import entry_names, name_sorting, settings_of
from tournaments.reading.rounds import public_pairings, public_round
from tournaments.reading.team_bodies import visible_state
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow
from tournaments.teams.matches import matches, team_byes
from tournaments.web.overview.progress import absent_from
from tournaments.web.sheets.sheet import POINTS, Asked, Sheet, column, section, table_sheet

MOST_LINES = 50  # on a page, of either paper
HEAD = 25 + 12  # millimetres that the margins take of the height
LARGEST, LEAST = 16.0, 9.0
CAPITALS = 0.714  # how high a capital is, of the size of the letters
MILLIMETRE = 72 / 25.4


def games_of(asked: Asked) -> "tuple[QuerySet[PairingRow], RoundRow]":
    """The games of the round, and the round with its byes, as far as they may be shown."""
    round_ = asked.round
    if round_ is None:
        raise ValueError("a sheet of a round, without one")
    games = PairingRow.objects.filter(tournament=asked.row, round=round_.number)
    games = games.select_related("white", "black").order_by("table", "game_id")
    if asked.officer:
        return games, round_
    return public_pairings(games, round_), public_round(round_)


def names_in(asked: Asked) -> dict[str, str]:
    """Entry id -> name; with the one in another script, where there is one."""
    names = entry_names(asked.row).items()
    return {id_: f"{name} {name.native}".rstrip() for id_, name in names}


def by_table(asked: Asked) -> Sheet:
    games, round_ = games_of(asked)
    names = names_in(asked)
    listed = list(games)
    handicaps = any(game.handicap for game in listed)
    columns = [
        column(_("Table"), "right", bold=True),
        column(_("White"), wide=True),
        column(_("Black"), wide=True),
        *([column(_("Handicap"), "right")] if handicaps else []),
        column(_("Result"), "center"),
    ]
    sections = [
        section(columns, [_line(game, names, handicaps=handicaps) for game in games_], title=title_)
        for title_, games_ in _by_match(asked, round_, listed)
    ]
    title = _("Pairings, round %(number)s") % {"number": round_.number}
    heads = 2 * len(sections) if len(sections) > 1 else 0  # each match has a name and a head of its own
    size, pad = fitting(asked, len(listed) + heads)
    return table_sheet(asked, title, sections, size=size, pad=pad, key=_without_game(asked, round_, names))


def _without_game(asked: Asked, round_: RoundRow, names: Mapping[str, str]) -> str:
    """Return who has the bye and, on an officer's sheet, who is absent."""
    found = [
        (_("Bye: %(names)s"), _with_a_bye(asked, round_, names)),
        (_("Absent: %(names)s"), [names[entry] for entry in _absent(asked, round_)]),
    ]
    return ". ".join(words % {"names": ", ".join(who)} for words, who in found if who)


def _with_a_bye(asked: Asked, round_: RoundRow, names: Mapping[str, str]) -> list[str]:
    """Return the names of the teams, or of the players where these play for themselves."""
    if not settings_of(asked.row).teams.boards:
        return [names[entry] for entry in round_.byes]
    state = visible_state(asked.row, officer=asked.officer)
    names_of_teams = (state.teams[team].name for team in team_byes(state, round_.number))
    return sorted(names_of_teams, key=name_sorting(asked.row))


def _absent(asked: Asked, round_: RoundRow) -> list[str]:
    """Return the absent entries in the order of names: officers may hang them up, others are not told."""
    return [entry for entry, name in absent_from(asked.row, round_.number)] if asked.officer else []


def _by_match(
    asked: Asked, round_: RoundRow, games: Sequence[PairingRow]
) -> "list[tuple[str, list[PairingRow]]]":
    """Of teams the games of each match under its name, then what is in none; else all under no name."""
    if not settings_of(asked.row).teams.boards:
        return [("", list(games))]
    state = visible_state(asked.row, officer=asked.officer)
    left = {str(game.game_id): game for game in games}
    of_each = [
        (
            f"{state.teams[match.white].name} - {state.teams[match.black].name}",
            [left.pop(board.pair.game_id) for board in match.boards if board.pair.game_id in left],
        )
        for match in matches(state, round_.number)
    ]
    return [*of_each, ("", list(left.values()))]


def _line(game: PairingRow, names: dict[str, str], *, handicaps: bool) -> list[str]:
    result = result_text(game.winner, by_default=game.by_default)
    unknown = "" if game.colours_known else " " + _("(colours not known)")
    return [
        str(game.table),
        f"{names[str(game.white_id)]} {translate(format_rank(game.white.rank))}",
        f"{names[str(game.black_id)]} {translate(format_rank(game.black.rank))}{unknown}",
        *([str(game.handicap or "")] if handicaps else []),
        "" if result.startswith("?") else result,
    ]


def by_name(asked: Asked) -> Sheet:
    """Every team, then every player, with table and opponent; with those who have a bye or are absent."""
    games, round_ = games_of(asked)
    names = names_in(asked)
    ranks = dict(EntryRow.objects.filter(tournament=asked.row).values_list("id", "rank"))
    seats = [
        *_seats(games, names),
        *((entry, "", _("bye"), "") for entry in round_.byes),
        *((entry, "", _("absent"), "") for entry in _absent(asked, round_)),
    ]
    columns = [
        column(_("Name"), wide=True),
        column(_("Rank"), "right"),
        column(_("Table"), "right", bold=True),
        column(_("Colour")),
        column(_("Opponent"), wide=True),
    ]
    rows = _sort_by_name(
        asked, ([names[entry], translate(format_rank(ranks[entry])), *rest] for entry, *rest in seats)
    )
    teams = _teams_by_name(asked, round_)
    title = _("Players by name, round %(number)s") % {"number": round_.number}
    height = len(rows) + (len(teams) + 2 if teams else 0)
    across = 2 if height > MOST_LINES else 1
    size, pad = fitting(asked, ceil(height / across))
    heads = [
        column(_("Team"), wide=True),
        column(_("Tables"), "right", bold=True),
        column(_("Opponent"), wide=True),
    ]
    sections = [section(heads, teams), section(columns, rows)]
    most = LEAST if across > 1 else 12  # two names fit beside each other
    return table_sheet(asked, title, sections, size=min(size, most), pad=pad, across=across)


def _seats(games: Iterable[PairingRow], names: Mapping[str, str]) -> list[tuple[str, str, str, str]]:
    """Return entry, table, colour and opponent of each player."""
    white, black = _("White"), _("Black")
    return [
        (str(side.id), str(game.table), colour if game.colours_known else "", names[str(other.id)])
        for game in games
        for side, colour, other in ((game.white, white, game.black), (game.black, black, game.white))
    ]


def _teams_by_name(asked: Asked, round_: RoundRow) -> list[list[str]]:
    if not settings_of(asked.row).teams.boards:
        return []
    state = visible_state(asked.row, officer=asked.officer)
    rows = [
        [
            state.teams[team].name,
            ", ".join(str(board.pair.table) for board in match.boards),
            state.teams[match.other(team)].name,
        ]
        for match in matches(state, round_.number)
        for team in match.teams
    ]
    rows += [[state.teams[team].name, "", _("bye")] for team in team_byes(state, round_.number)]
    return _sort_by_name(asked, rows)


def _sort_by_name(asked: Asked, rows: Iterable[list[str]]) -> list[list[str]]:
    key = name_sorting(asked.row)
    return sorted(rows, key=lambda row: key(row[0]))


def fitting(asked: Asked, lines: int) -> tuple[float, float]:
    """Size of the letters and space above and below, so that the fewest pages are filled with large lines."""
    pages = max(1, ceil(lines / MOST_LINES))
    height = POINTS[asked.paper][1] - HEAD * MILLIMETRE
    line = height / (max(ceil(lines / pages), 1) + 3)  # with the head of the table, and some to spare
    size = max(LEAST, min(LARGEST, line * 0.78))
    pad = (min(line, LARGEST * 1.6) - size * CAPITALS) / 2
    return size, max(pad, 1.5)
