"""Rounds and their games as REST bodies."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, TypedDict

from games.log.digests import timestamp
from games.rest.bodies import IdText, OptionalDay, OptionalText, OptionalTime, RankText
from tournaments.competition.history import Winner
from tournaments.competition.pairing.pairing import MATCHING
from tournaments.competition.schedules import SCHEDULES
from tournaments.domain.rounds import HAND, IMPORTED
from tournaments.reading.entries import ranks_of
from tournaments.reading.names import SideBody, WinnerText, side_body
from tournaments.reading.optimality import optimality
from tournaments.reading.queries import Name, entry_names, settings_of
from tournaments.state.tournament import ResultState
from tournaments.tables.rows import PairingRow, PairingRows, RoundRow, TournamentRow

WINNERS = [winner.value for winner in Winner]
Method = Annotated[str, ("enum", [MATCHING, *SCHEDULES, IMPORTED, HAND, ""])]


class RoundBody(TypedDict):
    """A round. ``corrected``: paired on results that were corrected later. Totals are exact numbers as text.

    ``date``: ISO 8601, or null. ``optimum`` is "0" until it is proved; ``bound`` is at least the optimum,
    and no pairing exceeds it. ``proved``: no pairing of the same players has a greater total.

    ``held``: entries of a group that was paired after the round was published: their games and byes are shown
    to officers only, until the round is published again.

    ``closed``: players can no longer report results; they can make claims until ``claims_until`` (ISO 8601
    UTC).
    """

    number: int
    date: OptionalDay
    published: bool
    corrected: bool
    closed: bool
    claims_until: OptionalTime
    method: Method
    rules: OptionalText
    seed: int
    total: OptionalText
    optimum: OptionalText
    bound: OptionalText
    proved: bool
    inputs_digest: OptionalText
    byes: list[IdText]
    held: list[IdText]
    games: int


class RulingBody(TypedDict):
    """The ruling on a game. ``appeal_until``: ISO 8601 UTC, null when it can no longer be appealed."""

    claim: str
    score: OptionalText
    appeal_until: OptionalTime


class GamePlaceBody(TypedDict):
    """A game, its round and its table."""

    game: IdText
    round: int
    table: int


class PairedBody(TypedDict):
    """A pairing and its result.

    ``white`` is the player named first, who may have had Black if not ``colours_known``.

    ``automatic``: a result by default because a player was absent at the pairing; changing it requires a
    reason.

    ``state``: missing, reported (by one player), confirmed (by the other one, or the desk), disputed,
    decided (by a ruling), appealed, final.

    ``date`` (ISO 8601) and ``time`` ("19:30") of a postponed game; null if it is played with its round.
    """

    white: SideBody
    black: SideBody
    colours_known: bool
    handicap: int
    komi: float
    result: WinnerText
    by_default: bool
    automatic: bool
    state: ResultState
    date: OptionalDay
    time: OptionalText
    ruling: RulingBody | None
    contradicted: Annotated[
        bool, ("description", "Whether the record shows another result, on which nobody has ruled")
    ]
    by_hand: bool
    components: dict[str, int]
    total: OptionalText


class PairingBody(PairedBody):
    """A game in a list of games."""

    id: IdText
    round: int
    table: int
    outcome: Annotated[OptionalText, ("description", "The result that the record proves, as SGF writes it")]


def public_round(round_: RoundRow) -> RoundRow:
    """Return the round without the byes of withheld entries."""
    round_.byes = [entry for entry in round_.byes if entry not in round_.held]
    round_.held = []
    return round_


def public_pairings(rows: PairingRows, round_: RoundRow | None) -> PairingRows:
    """Return the games of a round without those of withheld entries."""
    return rows.exclude(white__in=round_.held) if round_ and round_.held else rows


def round_body(tournament: TournamentRow, row: RoundRow, games: int) -> RoundBody:
    """Return the body of a round. ``games``: their number."""
    dates = settings_of(tournament).schedule.dates
    known = optimality(row)
    return {
        "number": row.number,
        "date": dates[row.number - 1] if row.number <= len(dates) else "",
        "published": row.published,
        "corrected": row.corrected,
        "closed": row.closed,
        "claims_until": row.claims_until,
        "method": row.method,
        "rules": row.rules,
        "seed": row.seed,
        "total": str(row.total),
        "optimum": str(row.optimum),
        "bound": str(known.bound if known else 0),
        "proved": known is not None and known.is_proved,
        "inputs_digest": row.inputs_digest,
        "byes": row.byes,
        "held": row.held,
        "games": games,
    }


def game_place_body(game_id: str, round_: int, table: int) -> GamePlaceBody:
    return {"game": game_id, "round": round_, "table": table}


def pairing_body(row: PairingRow, names: Mapping[str, Name]) -> PairingBody:
    """Return one game with its players' names, for a list."""
    return {
        "id": str(row.game_id),
        "round": row.round,
        "table": row.table,
        "outcome": row.proved_text,
        **paired_body(row, names),
    }


def paired_body(row: PairingRow, names: Mapping[str, Name]) -> PairedBody:
    """Return the pairing and the result of a game."""
    return {
        "white": side_body(row.white_id, names),
        "black": side_body(row.black_id, names),
        "colours_known": row.colours_known,
        "handicap": row.handicap,
        "komi": row.komi,
        "result": row.winner,
        "by_default": row.by_default,
        "automatic": row.automatic,
        "state": ResultState(row.result_state),
        "date": row.date,
        "time": row.time,
        "ruling": _ruling(row) if row.ruled_claim else None,
        "contradicted": row.is_contradicted,
        "by_hand": row.by_hand,
        "components": row.components,
        "total": str(row.total),
    }


def _ruling(row: PairingRow) -> RulingBody:
    until = timestamp(datetime.fromisoformat(row.appeal_until)) if row.appeal_until else ""
    return {"claim": row.ruled_claim, "score": row.ruled_score, "appeal_until": until}


class WholeRoundBody(RoundBody):
    """A round with its games and byes, as on its page. ``ranks``: by entry."""

    tournament: str
    byes: list[SideBody]  # type: ignore[misc]  # with their names here
    pairings: list[PairingBody]
    ranks: dict[IdText, RankText]


def whole_round_body(row: TournamentRow, round_: RoundRow, *, officer: bool) -> WholeRoundBody:
    """Return a round with its games and byes; those of withheld entries for officers only."""
    names, ranks = entry_names(row), ranks_of(row.id)
    games = PairingRow.objects.filter(tournament=row, round=round_.number).order_by("table", "game_id")
    if not officer:
        games, round_ = public_pairings(games, round_), public_round(round_)
    pairings = [pairing_body(game, names) for game in games]
    sides = {side["entry"] for game in pairings for side in (game["white"], game["black"])}
    return {
        "tournament": row.slug,
        **round_body(row, round_, len(pairings)),
        "byes": [side_body(entry, names) for entry in round_.byes],
        "pairings": pairings,
        "ranks": {entry: ranks[entry] for entry in (*sorted(sides), *round_.byes)},
    }
