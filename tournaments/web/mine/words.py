"""My game in a player's words: who takes what, how it ended, who does what next and until when."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.competition.history import Winner
from tournaments.state.tournament import ResultState
from tournaments.tables.rows import PairingRow, RoundRow
from tournaments.wording import dates


def terms_words(game: PairingRow, *, black: bool) -> str:
    """Handicap and komi: "You give 3 stones, komi 0.5"."""
    komi = _("komi %(komi)s") % {"komi": f"{game.komi:g}"}
    if not game.handicap:
        return _("Even game, %(komi)s") % {"komi": komi}
    stones = ngettext("%(count)d stone", "%(count)d stones", game.handicap) % {"count": game.handicap}
    said = _("You take %(stones)s, %(komi)s") if black else _("You give %(stones)s, %(komi)s")
    return said % {"stones": stones, "komi": komi}


def outcome_words(winner: str, *, black: bool) -> str:
    """How a game ended for one of its players."""
    if winner in (Winner.BLACK, Winner.WHITE):
        return _("you won") if (winner == Winner.BLACK) == black else _("you lost")
    return {
        Winner.JIGO.value: _("jigo"),
        Winner.BOTH.value: _("both won"),
        Winner.NEITHER.value: _("both lost"),
    }.get(winner, "")


def next_step(game: PairingRow, round_: RoundRow, said: Mapping[str, Any], now: datetime) -> str:
    """What comes next, by whom, and by when where there is a time for it."""
    state = ResultState(game.result_state)
    return {
        ResultState.MISSING: _("When the game is over, both of you say here how it ended."),
        ResultState.REPORTED: _("%(other)s confirms it on their page, or the desk does.")
        % {"other": said["against"]}
        if said["mine"]
        else _("%(other)s has reported. Say whether it is so.") % {"other": said["against"]},
        ResultState.DISPUTED: reports_differ(said),
        ResultState.CONFIRMED: _for_good(round_),
        ResultState.DECIDED: _decided(game, now),
        ResultState.APPEALED: _("The ruling was appealed. It counts until the appeal is decided."),
        ResultState.FINAL: _("The ruling on this game is final."),
    }[state]


def reports_differ(said: Mapping[str, Any]) -> str:
    """``mine_words``, ``other_words``: how the game ended for each, as each has reported it."""
    desk = _("Go to the referee's desk together.")
    both = {_("you won"): _("You both said that you won."), _("you lost"): _("You both said that you lost.")}
    if said["mine_words"] and said["mine_words"] == said["other_words"]:
        return f"{both.get(said['mine_words'], '')} {desk}".strip()
    return f"{_('You and %(other)s say different things.') % {'other': said['against']}} {desk}"


def _decided(game: PairingRow, now: datetime) -> str:
    """The calls of the page say who may appeal and until when."""
    if not game.appeal_until or now > datetime.fromisoformat(game.appeal_until):
        return _("The ruling on this game is final.")
    return _("A referee has ruled.")


def _for_good(round_: RoundRow) -> str:
    if round_.closed and round_.claims_until:
        return _("The round is closed. You may claim until %(time)s.") % {"time": clock(round_.claims_until)}
    return _("The result is in. The next round is paired when all results are.")


def clock(moment: str) -> str:
    """A time as the hall's clock shows it."""
    return dates.deadline(moment, timezone.now())
