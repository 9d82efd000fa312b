"""Lines of pages: the games and matches of a round, and the games of the reader."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext

from games.log.serialisation import decode
from tournaments.access.actors import User
from tournaments.access.link_holders import LinkHolder
from tournaments.competition.history import Result
from tournaments.persons.lists.folding import sort_key
from tournaments.reading.bodies import pairing_bodies, result_text
from tournaments.reading.entries import ranks_of
from tournaments.reading.queries import Name, games_with_details, names_of_entries, settings_of
from tournaments.reading.team_bodies import format_half_points, visible_state
from tournaments.state.tournament import ResultState, Tournament
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow, TournamentRow, with_player
from tournaments.teams.matches import Match, earlier_matches, is_counted, matches, team_byes, waiting_teams


def own_entries(user: User) -> dict[str, UUID]:
    """Entry id -> tournament id, for every tournament that the user plays in; of a link, its entry alone."""
    if isinstance(user, LinkHolder):
        return {user.entry_id: user.link.entry.tournament_id}
    if not user.is_authenticated:
        return {}
    players = Player.objects.filter(user_id=user.pk).values_list("id", flat=True)
    own = list(players)
    entries = EntryRow.objects.filter(with_player(own))
    return dict(entries.values_list("id", "tournament_id"))


def last_games(user: User, rows: Iterable[TournamentRow]) -> dict[UUID, dict[str, Any]]:
    """Tournament id -> the user's game in the last published round in which they have one."""
    entries = own_entries(user)
    own = set(entries.values())
    shown = [row.id for row in rows if row.published and row.id in own]
    if not shown:
        return {}
    rounds = RoundRow.objects.filter(tournament__in=shown, published=True)
    published = {(round_.tournament_id, round_.number): round_ for round_ in rounds}
    of_user = Q(white__in=entries) | Q(black__in=entries)
    games = PairingRow.objects.filter(of_user, tournament__in=shown).order_by("round")
    last = {
        game.tournament_id: game
        for game in games
        if (round_ := published.get((game.tournament_id, game.round))) and round_.shows(game.white_id)
    }
    return {id_: _own_line(game, entries) for id_, game in last.items()}


def own_game(user: User, row: TournamentRow, round_: RoundRow | None) -> dict[str, Any] | None:
    """The user's game of a published round; for a bye ``{"bye": True}``, None where they do not play."""
    entries = [entry for entry, tournament in own_entries(user).items() if tournament == row.id]
    if not entries or round_ is None or not (row.published and round_.published):
        return None
    if not all(round_.shows(entry) for entry in entries):
        return None
    if set(entries) & set(round_.byes):
        return {"round": round_.number, "bye": True}
    of_user = Q(white__in=entries) | Q(black__in=entries)
    game = PairingRow.objects.filter(of_user, tournament=row, round=round_.number).first()
    return None if game is None else _own_line(game, entries)


def _own_line(game: PairingRow, entries: Iterable[str]) -> dict[str, Any]:
    black = game.black_id in entries
    return {
        "game": game.game_id,
        "round": game.round,
        "table": game.table,
        "side": (gettext("Black") if black else gettext("White")) if game.colours_known else "",
        "against": str(_own_name(game.white_id if black else game.black_id)),
    }


def _own_name(entry_id: str) -> Name:
    return names_of_entries([str(entry_id)])[str(entry_id)]


UNSURE = (ResultState.REPORTED, ResultState.DISPUTED)


def game_lines(
    pairings: Iterable[PairingRow], names: Mapping[str, Name], round_: RoundRow | None
) -> list[dict[str, Any]]:
    """The games of a round as its page lists them."""
    today = timezone.localdate().isoformat()
    listed, closed, later = list(pairings), bool(round_ and round_.closed), _is_later_round_paired(round_)
    event = listed[0].tournament_id if listed else None
    ranks, worth = (ranks_of(event), games_with_details(event)) if event else ({}, ())
    return [
        {
            **body,
            "anchor": f"#g{body['game']}",
            "white_entry": pairing.white_id,
            "black_entry": pairing.black_id,
            "white_rank": ranks.get(pairing.white_id, ""),
            "black_rank": ranks.get(pairing.black_id, ""),
            "worth": body["game"] in worth or pairing.is_contradicted,
            "total": pairing.total,
            "by_hand": pairing.by_hand,
            "wants_reason": closed
            or pairing.automatic
            or (later and pairing.result_state != ResultState.MISSING),
            "reported": [] if closed else reported(pairing),
            "now": _now(pairing),
            "back": "" if _said_by_players(pairing) else _now(pairing),
            "missing": pairing.result_state in (ResultState.MISSING, ResultState.DISPUTED)
            and not pairing.is_postponed(today),
            "put_off": pairing.is_postponed(today),
        }
        for pairing, body in zip(listed, pairing_bodies(listed, names), strict=True)
    ]


def _is_later_round_paired(round_: RoundRow | None) -> bool:
    if round_ is None:
        return False
    return PairingRow.objects.filter(tournament=round_.tournament_id, round__gt=round_.number).exists()


def _now(pairing: PairingRow) -> str:
    """What counts, as the desk's form says it."""
    return pairing.winner + ("!" if pairing.by_default else "")


def _said_by_players(pairing: PairingRow) -> bool:
    """Whether what counts, if anything, is the players' own word: taking the desk's back leaves it."""
    said = {_result_choice(decode(Result, report))["value"] for report in pairing.reports.values()}
    agreed = len(pairing.reports) == 2 and said == {_now(pairing)}
    return agreed or pairing.result_state in (ResultState.MISSING, *UNSURE)


def reported(pairing: PairingRow) -> list[dict[str, str]]:
    """What the players said while it is not sure: how the desk's form says it, in words, and whose word."""
    if pairing.result_state not in UNSURE:
        return []
    sides = {gettext("Black"): str(pairing.black_id), gettext("White"): str(pairing.white_id)}
    return [
        {"by": side, **_result_choice(decode(Result, pairing.reports[entry]))}
        for side, entry in sides.items()
        if entry in pairing.reports
    ]


def _result_choice(result: Result) -> dict[str, str]:
    winner, by_default = result.winner.value, result.by_default
    return {
        "value": winner + ("!" if by_default else ""),
        "text": result_text(winner, by_default=by_default),
    }


def of_teams(
    row: TournamentRow, number: int, lines: Sequence[Mapping[str, Any]], *, officer: bool
) -> dict[str, Any]:
    """What the page of a round shows in place of single games; nothing where players play for themselves."""
    if not settings_of(row).teams.boards:
        return {}
    state = visible_state(row, officer=officer)
    by_game = {line["game"]: line for line in lines}
    listed = [_match(state, match, by_game) for match in matches(state, number)]
    return {
        "matches": listed,
        "alone": list(by_game.values()),
        "team_byes": sorted(
            ((team, state.teams[team].name) for team in team_byes(state, number)),
            key=lambda one: sort_key(one[1], state.details.language),
        ),
        "waiting_teams": [(team.id, team.name) for team in waiting_teams(state, number)],
    }


def _match(state: Tournament, match: Match, by_game: dict[Any, Mapping[str, Any]]) -> dict[str, Any]:
    """Takes its games out of ``by_game``."""
    return {
        "white": state.teams[match.white].name,
        "black": state.teams[match.black].name,
        "team": match.white,
        "met": [earlier.round for earlier in earlier_matches(state, match.round, match.teams)],
        "score": " : ".join(format_half_points(match.points2(team)) for team in match.teams),
        "finished": match.is_finished,
        "counts": is_counted(state, match),
        "games": [
            {**by_game.pop(board.pair.game_id), "board": board.number}
            for board in match.boards
            if board.pair.game_id in by_game
        ],
    }
