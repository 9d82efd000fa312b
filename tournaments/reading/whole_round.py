"""A round as its page shows it: with its games and byes, each as REST has it."""

from games.rest.bodies import IdText, RankText
from tournaments.reading.entries import ranks_of
from tournaments.reading.queries import entry_names
from tournaments.reading.rounds import (
    PairingBody,
    RoundBody,
    pairing_body,
    round_body,
    shown_pairings,
    shown_round,
)
from tournaments.reading.sides import SideBody, side_body
from tournaments.tables.rows import PairingRow, RoundRow, TournamentRow


class WholeRoundBody(RoundBody):
    """``ranks`` by entry."""

    tournament: str
    byes: list[SideBody]  # type: ignore[misc]  # with their names here
    pairings: list[PairingBody]
    ranks: dict[IdText, RankText]


def whole_round(row: TournamentRow, round_: RoundRow, *, officer: bool) -> WholeRoundBody:
    """What is held back is told to officers alone."""
    names, ranks = entry_names(row), ranks_of(row.id)
    games = PairingRow.objects.filter(tournament=row, round=round_.number).order_by("table", "game_id")
    if not officer:
        games, round_ = shown_pairings(games, round_), shown_round(round_)
    pairings = [pairing_body(game, names) for game in games]
    sides = {side["entry"] for game in pairings for side in (game["white"], game["black"])}
    return {
        "tournament": row.slug,
        **round_body(row, round_, len(pairings)),
        "byes": [side_body(entry, names) for entry in round_.byes],
        "pairings": pairings,
        "ranks": {entry: ranks[entry] for entry in (*sorted(sides), *round_.byes)},
    }
