"""A game as a line of its round: what counts, what was reported, whether another result wants a reason.

``now``: what counts, as the desk's form says it; ``back``: what the desk says to take its next word back, ""
to clear that word alone; ``missing``: the round waits for this result, which it does not before the day is
over to which a game is put off; ``worth``: there is more of it to see than a result.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext

from games.log.serialisation import decode
from tournaments.competition.history import Result
from tournaments.reading.bodies import pairing_bodies, result_text
from tournaments.reading.entries import ranks_of
from tournaments.reading.queries import Name, games_with_details
from tournaments.state.tournament import ResultState
from tournaments.tables.rows import PairingRow, RoundRow

UNSURE = (ResultState.REPORTED, ResultState.DISPUTED)


def game_lines(
    pairings: Iterable[PairingRow], names: Mapping[str, Name], round_: RoundRow | None
) -> list[dict[str, Any]]:
    """The games of a round as its page lists them."""
    today = timezone.localdate().isoformat()
    listed, closed, later = list(pairings), bool(round_ and round_.closed), _later_paired(round_)
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


def _later_paired(round_: RoundRow | None) -> bool:
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
