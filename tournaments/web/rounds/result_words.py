"""How sure a result is, in words."""

from datetime import datetime
from typing import Any

from games.log.plain import decode
from tournaments.access.actors import User, own_entry
from tournaments.competition.history import Result
from tournaments.reading.bodies import result_text
from tournaments.state.tournament import ResultState
from tournaments.tables.rows import PairingRow


def result_words(pairing: PairingRow, now: datetime) -> str:
    """From who reported it to whether a ruling on it is final."""
    said = {side: result_text(**_report(report)) for side, report in _reports(pairing).items()}
    state = ResultState(pairing.result_state)
    return {
        ResultState.MISSING: "not reported yet",
        ResultState.REPORTED: f"reported by {' and '.join(said)}, not confirmed yet",
        ResultState.CONFIRMED: "confirmed by both players" if len(said) == 2 else "recorded by the desk",
        ResultState.DISPUTED: "the players disagree: "
        + ", ".join(f"{side} says {text}" for side, text in said.items()),
        ResultState.DECIDED: f"decided by a ruling, {_appealable(pairing, now)}",
        ResultState.APPEALED: "decided by a ruling that was appealed; it counts until the appeal is decided",
        ResultState.FINAL: "decided by a ruling, final",
    }[state]


def other_report(pairing: PairingRow, user: User) -> str:
    """What the other player has reported, "1-0", for a player who has not said the same; else ""."""
    own = own_entry(user, pairing)
    reports = {entry: _report(report) for entry, report in pairing.reports.items()}
    others = [report for entry, report in reports.items() if entry != own]
    if not own or not others or reports.get(own) == others[0]:
        return ""
    return result_text(**others[0])


def _reports(pairing: PairingRow) -> dict[str, Any]:
    sides = {"Black": str(pairing.black_id), "White": str(pairing.white_id)}
    return {side: pairing.reports[entry] for side, entry in sides.items() if entry in pairing.reports}


def _report(report: Any) -> dict[str, Any]:
    result: Result = decode(Result, report)
    return {"winner": result.winner.value, "by_default": result.by_default}


def _appealable(pairing: PairingRow, now: datetime) -> str:
    if not pairing.appeal_until:
        return "final"
    until = datetime.fromisoformat(pairing.appeal_until)
    day = "" if until.date() == now.date() else f"{until:%d %B} "
    return (
        f"may be appealed until {day}{until:%H:%M} UTC" if now <= until else "final: nobody appealed in time"
    )
