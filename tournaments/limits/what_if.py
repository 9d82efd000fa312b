"""Preview of places under other limits, criteria, point values or another ruleset. Writes nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from games.analysis.comparing import judge_replay
from games.analysis.course import Course, replay_course
from games.analysis.terms import with_komi
from games.game.rows import GameRow
from games.rescoring import BATCH_SIZE, EnteredActions, read_entered_actions
from rules import Board, Color, Ruleset
from tournaments.competition.history import Result, Winner
from tournaments.limits.preview import WhatIfBody, other_results, preview_limits, standings_body
from tournaments.limits.rescoring import pairs_by_game
from tournaments.loading import load
from tournaments.state.limits import Limits
from tournaments.state.tournament import Pair, Tournament
from tournaments.state.verdicts import is_played
from tournaments.tables.rows import TournamentRow

RESULTS = {
    "B": Result(winner=Winner.BLACK),
    "W": Result(winner=Winner.WHITE),
    "0": Result(winner=Winner.JIGO),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIf:
    """Assumptions of a preview: ``settings`` to replace; ``ruleset`` None: that of each game."""

    limits: Limits
    settings: Mapping[str, Any]
    ruleset: str | None = None


def what_if_body(row: TournamentRow, assumptions: WhatIf) -> tuple[WhatIfBody, int]:
    """Return the entries whose place would change, and the version of the tournament."""
    state, version = load(str(row.id))
    after, touched = preview_limits(state, assumptions.limits)
    results = other_results(touched)
    if assumptions.ruleset is not None:
        results |= _results_under(assumptions.ruleset, after)
    after = replace(after, settings=replace(after.settings, **assumptions.settings))
    return {"tournament": row.slug, **standings_body(row, state, after, results)}, version


def _results_under(ruleset: str, state: Tournament) -> dict[str, Result]:
    """Return the results under another ruleset that differ from those that count."""
    rows = list(GameRow.objects.filter(context=state.id, withdrawn=False, turns__gt=0))
    pairs = {
        game_id: pair
        for game_id, pair in pairs_by_game(state, rows).items()
        if is_played(pair) and pair.ruled is None
    }
    played = [row for row in rows if str(row.game_id) in pairs]
    found: dict[str, Result] = {}
    for begin in range(0, len(played), BATCH_SIZE):
        some = played[begin : begin + BATCH_SIZE]
        entered = read_entered_actions([str(row.game_id) for row in some])
        for row in some:
            pair = pairs[str(row.game_id)]
            result = _result_under(ruleset, row, pair, entered[pair.game_id])
            if result is not None and result != pair.result:
                found[pair.game_id] = result
    return found


def _result_under(ruleset: str, row: GameRow, pair: Pair, entered: EnteredActions) -> Result | None:
    """Return the result of the record under a ruleset; None if there is none."""
    try:
        followed = replay_course(_turns(row, entered), with_komi(Ruleset.parse_recorded(ruleset), pair.komi))
    except ValueError:
        return None
    return RESULTS.get(judge_replay(followed).result[:1])


def _turns(row: GameRow, entered: EnteredActions) -> Course:
    board = Board(row.width, row.height)
    if entered.set_up is None:
        return Course(board=board, handicap=row.handicap, actions=entered.actions)
    return Course(
        board=board.with_stones(black=entered.set_up.black, white=entered.set_up.white),
        to_play=Color(entered.set_up.to_play),
        handicap=row.handicap,
        actions=entered.actions,
    )
