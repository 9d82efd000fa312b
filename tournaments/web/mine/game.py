"""The game of a player as it is now: the reports on it, how it ended, what comes next and by when."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.claims.rows import ClaimRow
from games.game.loading import state_of
from games.game.rows import GameRow
from games.log.serialisation import decode
from rules import Ruleset
from tournaments.competition.history import Result, Winner
from tournaments.competition.ranks import format_rank
from tournaments.loading import load
from tournaments.reading.queries import Name
from tournaments.state.tournament import ResultState
from tournaments.tables.record_proofs import outcome_of_record, source_of_outcome
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow
from tournaments.web.games.playing import claim_line
from tournaments.web.games.report_words import reports_of
from tournaments.wording import dates
from tournaments.wording.record_outcomes import outcome_sentence


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
        ResultState.MISSING: _("When the game is over, both of you report here how it ended."),
        ResultState.REPORTED: _("%(other)s confirms it on their page, or the desk does.")
        % {"other": said["against"]}
        if said["mine"]
        else _("%(other)s has reported a result. Confirm it or report another.") % {"other": said["against"]},
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """An entry, and of its tournament what everybody may see: its rounds, newest last, and its games."""

    entry: EntryRow
    names: Mapping[str, Name]
    rounds: tuple[RoundRow, ...]
    games: tuple[PairingRow, ...]

    @property
    def game(self) -> PairingRow | None:
        """The game of the last round that is published; None for a bye, or for who was not paired."""
        last = self.rounds[-1].number if self.rounds else 0
        return next((game for game in self.games if game.round == last), None)


def seen_by(entry: EntryRow, names: Mapping[str, Name]) -> Seen:
    own = Q(white=entry.id) | Q(black=entry.id)
    shown = entry.tournament.published
    rounds = RoundRow.objects.filter(tournament=entry.tournament, published=True).order_by("number")
    known = tuple(round_ for round_ in rounds if shown and round_.shows(entry.id))
    games = PairingRow.objects.filter(own, tournament=entry.tournament).select_related("white", "black")
    numbers = {round_.number for round_ in known}
    return Seen(
        entry=entry,
        names=names,
        rounds=known,
        games=tuple(game for game in games.order_by("round") if game.round in numbers),
    )


def game_body(seen: Seen, game: PairingRow, now: datetime) -> dict[str, Any]:
    """The game of now, with the buttons that it has."""
    entry, round_ = seen.entry, seen.rounds[-1]
    black = game.black_id == entry.id
    other = game.white if black else game.black
    state = state_of(str(game.game_id))
    body = {
        **reports_body(seen, game, round_),
        "id": str(game.game_id),
        "round": game.round,
        "table": game.table,
        "colour": _colour(game, black=black),
        "rank": format_rank(other.rank),
        "terms": terms_words(game, black=black),
        "sure": game.result_state not in (ResultState.REPORTED, ResultState.DISPUTED),
        "disputed": game.result_state == ResultState.DISPUTED,
        "counts": outcome_words(game.winner, black=black) if game.winner != Winner.NOBODY_YET else "",
        "given": game.winner == (Winner.BLACK if black else Winner.WHITE),
        "score": game.ruled_score,
        "state": game.result_state,
        "other_says": report_of_opponent(seen, game),
        "buttons": buttons(state.game.ruleset, black=black),
        "claims": [
            claim_line(claim) for claim in ClaimRow.objects.filter(game_id=game.game_id).order_by("made_at")
        ],
        "recorded": state.turns,
    }
    body["next"] = next_step(game, round_, body, now)
    return body


def reports_body(
    seen: Seen, game: PairingRow, round_: RoundRow, judged: GameRow | None = None
) -> dict[str, Any]:
    """What both players reported of a game, and whether its record shows it, in a player's words.

    ``open``: whether the player may still report; ``judged``: the game's row, if the caller has read it.
    """
    black = game.black_id == seen.entry.id
    other = str(game.white_id if black else game.black_id)
    mine, theirs = (reported(game, entry) for entry in (seen.entry.id, other))
    agreed = game.result_state == ResultState.CONFIRMED
    open_ = not (round_.closed or game.ruled_claim or agreed)
    winner, text = outcome_of_record(game, judged)
    counts = "" if game.by_default or game.winner == Winner.NOBODY_YET else game.winner
    return {
        "against": str(seen.names[other]),
        "open": open_,
        "mine": mine,
        "theirs": theirs,
        "record_says": outcome_sentence(
            source_of_outcome(game, text),
            f"{text}: {outcome_words(winner, black=black) or _('no result')}",
        )
        if text
        else "",
        "contradicted": bool(text and not game.ruled_claim)
        and any(said not in ("", winner) for said in (mine, theirs, counts)),
        "against_record": bool(text and theirs) and theirs != winner,
        "confirm": theirs if open_ and theirs and theirs != mine else "",
        "confirm_words": outcome_words(theirs, black=black) if theirs else "",
        "mine_words": outcome_words(mine, black=black) if mine else "",
        "other_words": outcome_words(theirs, black=not black) if theirs else "",
    }


def report_of_opponent(seen: Seen, game: PairingRow) -> str:
    """Return the opponent's report in the player's words, with who made it and when; "" if there is none."""
    black = game.black_id == seen.entry.id
    for report in reports_of(game, seen.names):
        if report.entry != str(seen.entry.id):
            return report.sentence(outcome_words(reported(game, report.entry), black=black))
    return ""


def buttons(rules: Ruleset, *, black: bool) -> list[tuple[str, str]]:
    """What a player may report, and what the button says; jigo where the game can be drawn."""
    won, lost = (Winner.BLACK, Winner.WHITE) if black else (Winner.WHITE, Winner.BLACK)
    both = [(won.value, _("I won")), (lost.value, _("I lost"))]
    return [*both, (Winner.JIGO.value, _("Jigo"))] if rules.may_draw else both


def reported(game: PairingRow, entry_id: str) -> str:
    """Who won, as an entry has reported; "" where it has not."""
    said = game.reports.get(str(entry_id))
    return decode(Result, said).winner.value if said else ""


def winner_before_ruling(game: PairingRow) -> str:
    """The result that counted before a referee ruled on the game; "" if there was none."""
    found = load(str(game.tournament_id))[0].pair_of(str(game.game_id)) if game.ruled_claim else None
    winner = replace(found[1], ruled=None).result.winner if found else Winner.NOBODY_YET
    return "" if winner == Winner.NOBODY_YET else winner.value


def results_so_far(seen: Seen) -> list[dict[str, Any]]:
    """Round by round, those before the one that is shown above."""
    games = {game.round: game for game in seen.games}
    return [_round_line(seen, round_, games.get(round_.number)) for round_ in seen.rounds]


def _round_line(seen: Seen, round_: RoundRow, game: PairingRow | None) -> dict[str, Any]:
    if game is None:
        bye = str(seen.entry.id) in map(str, round_.byes)
        return {"round": round_.number, "against": _("bye") if bye else _("not paired"), "result": ""}
    black = game.black_id == seen.entry.id
    other = game.white_id if black else game.black_id
    return {
        "round": round_.number,
        "game": str(game.game_id),
        "against": str(seen.names[str(other)]),
        "colour": _colour(game, black=black),
        "result": _result(game, black=black),
    }


def _result(game: PairingRow, *, black: bool) -> str:
    if game.winner == Winner.NOBODY_YET:
        return ""
    words = outcome_words(game.winner, black=black)
    if game.result_state in (ResultState.REPORTED, ResultState.DISPUTED):
        return _("%(result)s (reported, not confirmed)") % {"result": words}
    before = outcome_words(winner_before_ruling(game), black=black)
    if before in ("", words):
        return words
    return _("%(result)s (by a ruling; before: %(before)s)") % {"result": words, "before": before}


def _colour(game: PairingRow, *, black: bool) -> str:
    if not game.colours_known:
        return ""
    return _("Black") if black else _("White")
