"""A game as a line of its round: what was reported of it, and whether another result wants a reason."""

from collections.abc import Iterable, Mapping
from typing import Any

from games.log.plain import decode
from tournaments.competition.history import Result
from tournaments.reading.bodies import pairing_bodies, result_text
from tournaments.reading.queries import Name
from tournaments.state.tournament import ResultState
from tournaments.tables.rows import PairingRow, RoundRow

UNSURE = (ResultState.REPORTED, ResultState.DISPUTED)


def game_lines(
    pairings: Iterable[PairingRow], names: Mapping[str, Name], round_: RoundRow | None
) -> list[dict[str, Any]]:
    """The games of a round as its page lists them."""
    listed, closed, later = list(pairings), bool(round_ and round_.closed), _later_paired(round_)
    return [
        {
            **body,
            "total": pairing.total,
            "by_hand": pairing.by_hand,
            "wants_reason": closed
            or pairing.automatic
            or (later and pairing.result_state != ResultState.MISSING),
            "reported": [] if closed else reported(pairing),
        }
        for pairing, body in zip(listed, pairing_bodies(listed, names), strict=True)
    ]


def _later_paired(round_: RoundRow | None) -> bool:
    if round_ is None:
        return False
    return PairingRow.objects.filter(tournament=round_.tournament_id, round__gt=round_.number).exists()


def reported(pairing: PairingRow) -> list[dict[str, str]]:
    """What the players said while it is not sure: how the desk's form says it, in words, and whose word."""
    if pairing.result_state not in UNSURE:
        return []
    sides = {"Black": str(pairing.black_id), "White": str(pairing.white_id)}
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
