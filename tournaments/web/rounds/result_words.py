"""How sure a result is, in words."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from games.log.serialisation import decode
from tournaments.access.actors import User, own_entry
from tournaments.competition.history import Result
from tournaments.reading.bodies import result_text
from tournaments.state.tournament import ResultState
from tournaments.tables.rows import PairingRow
from tournaments.wording import dates


def result_words(pairing: PairingRow, now: datetime) -> str:
    """From who reported it to whether a ruling on it is final."""
    said = {side: result_text(**_report(report)) for side, report in _reports(pairing).items()}
    state = ResultState(pairing.result_state)
    return {
        ResultState.MISSING: gettext("not reported yet"),
        ResultState.REPORTED: gettext("reported by %(side)s, not confirmed yet")
        % {"side": gettext(" and ").join(said)},
        ResultState.CONFIRMED: gettext("confirmed by both players")
        if len(said) == 2
        else gettext("recorded by the desk"),
        ResultState.DISPUTED: gettext("the players disagree: %(reports)s")
        % {"reports": ", ".join(_says(side, text) for side, text in said.items())},
        ResultState.DECIDED: _appealable(pairing, now),
        ResultState.APPEALED: gettext(
            "decided by a ruling that was appealed; it counts until the appeal is decided"
        ),
        ResultState.FINAL: gettext("decided by a ruling, final"),
    }[state]


def _says(side: str, text: str) -> str:
    return gettext("%(side)s says %(result)s") % {"side": side, "result": text}


def other_report(pairing: PairingRow, user: User) -> str:
    """What the other player has reported, "1-0", for a player who has not said the same; else ""."""
    own = own_entry(user, pairing)
    reports = {entry: _report(report) for entry, report in pairing.reports.items()}
    others = [report for entry, report in reports.items() if entry != own]
    if not own or not others or reports.get(own) == others[0]:
        return ""
    return result_text(**others[0])


def _reports(pairing: PairingRow) -> dict[str, Any]:
    sides = {gettext("Black"): str(pairing.black_id), gettext("White"): str(pairing.white_id)}
    return {side: pairing.reports[entry] for side, entry in sides.items() if entry in pairing.reports}


def _report(report: Any) -> dict[str, Any]:
    result: Result = decode(Result, report)
    return {"winner": result.winner.value, "by_default": result.by_default}


def _appealable(pairing: PairingRow, now: datetime) -> str:
    if not pairing.appeal_until:
        return gettext("decided by a ruling, final")
    until = datetime.fromisoformat(pairing.appeal_until)
    if now > until:
        return gettext("decided by a ruling, final: nobody appealed in time")
    told = {"time": dates.deadline(until, now)}
    return gettext("decided by a ruling, may be appealed until %(time)s") % told
