"""Findings on how a game ended: its result, repetitions, continuations. Pure."""

from games.adjudication.clauses import Ground, clause_of, is_from_text, marked_clause
from games.adjudication.cycles import (
    chinese_consequence,
    cycle_since,
    last_occurrence,
    leaves_cycles_to_referee,
)
from games.adjudication.file_statements import doubts, without_doubt
from games.adjudication.finding import (
    Case,
    Finding,
    Missing,
    length_of_play,
    no_record,
    position_of,
    proved,
    refuted,
    undecidable,
    undecidable_after_illegal,
)
from games.adjudication.kinds import Statement
from games.adjudication.valuation import marking_texts, result_with_dead
from games.game.ending_words import ENDINGS
from games.game.margins import SCORE
from games.game.state import OWN_WORDS, same_result
from games.marking import join_marked, marked, marked_many
from rules import AgreeDraw, Color, DeclareDraw, Game, Illegal, Outcome, Pass, Phase, Play, Reason, Resume
from rules.axes import Endless, Resumption, Scoring, Settling, Stopping
from rules.endings import occurrences
from rules.scoring import NO_RESULT


def wrong_result(claim: Statement, case: Case) -> Finding:
    """Compare a claimed result with that of the record, or of the last sequence from its end to finish."""
    if none := no_record(case):
        return none
    state = case.state
    for line in reversed(case.lines):
        if len(line) > 1 and (outcome := line[-1].outcome):
            certain = state.proves_positions
            return _compare_result(claim, line[-1], outcome, how=length_of_play(line), certain=certain)
    if state.illegal:
        return undecidable_after_illegal(state.illegal, state.game)
    if outcome := state.game.outcome:
        certain = outcome.by in OWN_WORDS or (state.proves_positions and not doubts(case))
        return without_doubt(_compare_result(claim, state.game, outcome, certain=certain), case)
    return _unfinished(claim, case)


def _compare_result(
    claim: Statement, game: Game, outcome: Outcome, *, how: str = "", certain: bool
) -> Finding:
    """Compare a claimed result with an outcome.

    ``how``: how far it was played out, "" for the end of the record; ``certain``: whether the record proves
    what it leads to.
    """
    told, right = str(outcome), same_result(claim.result, str(outcome))
    facts = {"how": how, "told": told, "ending": ENDINGS[outcome.by], "claimed": claim.result}
    no_winner = _NOT_WON.get(claim.result, "")
    grounds = grounds_of_end(game, outcome)
    if not certain or not all(is_from_text(game.ruleset, ground) for ground in grounds):
        says = marked("The game ends with %(told)s (%(ending)s).", **facts)
        if how:
            says = marked("%(how)s, the game ends with %(told)s (%(ending)s).", **facts)
    elif how:
        says = (
            marked("%(how)s, it is %(told)s (%(ending)s).", **facts)
            if right or no_winner
            else marked("%(how)s, it is %(told)s (%(ending)s), not %(claimed)s.", **facts)
        )
    else:
        says = (
            marked("The record proves %(told)s (%(ending)s).", **facts)
            if right or no_winner
            else marked("The record proves %(told)s (%(ending)s), not %(claimed)s.", **facts)
        )
    answer = proved if right else refuted
    if no_winner and not right:
        says = join_marked([says, no_winner])
    clause = _clause_of_end(game, grounds)
    return answer(says, turn=game.turn, clause=clause, position=game, follows=told, grounds=grounds)


_NOT_WON = {"B+": marked("Black did not win."), "W+": marked("White did not win.")}
"""By claimed result without a score: the sentence that refutes it."""


def _clause_of_end(game: Game, grounds: tuple[Ground, ...]) -> str:
    """Return the clause on which an outcome rests; "" for a resignation, which texts take for granted."""
    return clause_of(game.ruleset, grounds[0].axis) if grounds else ""


def grounds_of_end(game: Game, outcome: Outcome) -> tuple[Ground, ...]:
    """Return the choices on which an outcome rests; none for a resignation, by the player's own word."""
    if outcome.by == SCORE:
        return _grounds_of_count(game, outcome)
    if outcome.by == "resignation":
        return ()
    if outcome.winner is not None:
        return (Ground("stopping"),)
    agreed = outcome.by in ("agreed draw", NO_RESULT)
    return (Ground("endless", "agreement" if agreed else "claim"),)


def _grounds_of_count(game: Game, outcome: Outcome) -> tuple[Ground, ...]:
    grounds = [Ground("scoring"), *([] if game.score().by_the_text else [BY_SHAPE])]
    if isinstance(game.last_action, Pass):
        grounds += grounds_of_passes(game)
    if outcome.margin == 0 or outcome.winner is None:
        grounds.append(Ground("ties"))
    if game.setting.compensation:
        grounds.append(Ground("handicap_compensation"))
    return tuple(grounds)


def grounds_of_passes(game: Game) -> list[Ground]:
    """Return the choices by which passes ended a game and every stone on the board is alive."""
    if game.ruleset.stopping is Stopping.TWO_PASSES:
        return [Ground("stopping"), Ground("settling")]
    return [Ground("stopping", "four_end")]


def _unfinished(claim: Statement, case: Case) -> Finding:
    game = case.state.game
    if game.phase is Phase.STOPPED and game.ruleset.scoring is not Scoring.NONE:
        points = game.ruleset.settling is Settling.AGREED_POINTS
        there = [at for at in claim.points if points or game.board[at]]
        worth, dead = result_with_dead(game, there), " ".join(there)
        says = (
            marked(
                "The game has stopped and was not settled; with %(dead)s dead the score is %(worth)s.",
                dead=dead,
                worth=worth,
            )
            if there
            else marked(
                "The game has stopped and was not settled; with every stone alive the score is %(worth)s.",
                worth=worth,
            )
        )
        says = join_marked([says, *marking_texts(case)])
        return undecidable(says, Missing.AGREEMENT, position=game, clause=clause_of(game.ruleset, "settling"))
    says = marked("The record breaks off after turn %(turn)s, before the end of the game.", turn=game.turn)
    return undecidable(says, Missing.END_OF_RECORD, turn=game.turn, position=game)


def repetition(claim: Statement, case: Case) -> Finding:
    """Judge whether a repetition entitles to a draw or no result, at a turn or at the end of the record."""
    game = position_of(claim, case)
    if isinstance(game, Finding):
        return game
    if game.outcome is None:
        return _finding_on_repetition(game)
    found = _finding_after_end(game, game.outcome)
    return without_doubt(found, case) if game.outcome.by == SCORE else found


def _finding_after_end(game: Game, outcome: Outcome) -> Finding:
    """Return the finding on a game that has ended, by a granted draw or no result or otherwise.

    A draw that may be agreed on at any time proves no repetition.
    """
    drawn = outcome.winner is None and outcome.by != SCORE
    repeated = outcome.by != "agreed draw" or occurrences(game) > 1
    answer = proved if drawn and repeated else refuted
    says = marked(
        "The game had ended by turn %(turn)s: %(outcome)s (%(ending)s).",
        turn=game.turn,
        outcome=outcome,
        ending=ENDINGS[outcome.by],
    )
    grounds = grounds_of_end(game, outcome)
    facts = {"clause": _clause_of_end(game, grounds), "grounds": grounds, "follows": str(outcome)}
    return answer(says, turn=game.turn, position=game, **facts)


def _finding_on_repetition(game: Game) -> Finding:
    endless = game.ruleset.endless
    times = occurrences(game, prisoners=endless is Endless.DRAW_ON_CLAIM)
    says = marked_many(
        "After turn %(turn)s this board has occurred %(n)s time with the same player to move",
        "After turn %(turn)s this board has occurred %(n)s times with the same player to move",
        times,
        turn=game.turn,
    )
    facts = {"turn": game.turn, "clause": clause_of(game.ruleset, "endless"), "position": game}
    claimed = game.apply(DeclareDraw(game.to_play))
    if isinstance(claimed, Game) and claimed.outcome:
        return proved(
            marked("%(says)s: %(rule)s.", says=says, rule=marked(endless.says)),
            follows=str(claimed.outcome),
            grounds=grounds_of_end(claimed, claimed.outcome),
            **facts,
        )
    agreed = isinstance(claimed, Game) or (
        endless is Endless.NO_RESULT_ON_AGREEMENT and isinstance(game.apply(AgreeDraw()), Game)
    )
    if not agreed:
        return refuted(marked("%(says)s: %(rule)s.", says=says, rule=marked(endless.says)), **facts)
    takes = marked(
        "%(says)s: %(rule)s. This needs both players' agreement, or a ruling.",
        says=says,
        rule=marked(endless.says),
    )
    return undecidable(
        join_marked([takes, *_ruling_texts(game)]),
        Missing.AGREEMENT,
        *_referee(game),
        follows="Void",
        **facts,
    )


def _ruling_texts(game: Game) -> list[str]:
    """Return what a text that leaves cycles to the referee says of this one."""
    since = last_occurrence(game)
    if since is None or not _referee(game):
        return []
    return [marked("%(sentence)s.", sentence=chinese_consequence(cycle_since(game, since)))]


def _referee(game: Game) -> list[Missing]:
    return [Missing.PERSON] if leaves_cycles_to_referee(game) else []


def continuation_refused(claim: Statement, case: Case) -> Finding:
    """Judge whether the stopped game may continue; whether that was refused is for people to say."""
    game = position_of(claim, case)
    if isinstance(game, Finding):
        return game
    if game.phase is not Phase.STOPPED:
        says = marked(
            "The game is not stopped after turn %(turn)s; nothing could be continued.", turn=game.turn
        )
        return refuted(says, turn=game.turn, position=game)
    return _finding_on_continuation(game)


_REFUSAL_NOT_SHOWN = marked("No record shows whether it was refused; a referee decides.")
NO_CLAUSE_FOUND = marked("No clause of the ruleset says so.")
BY_SHAPE = Ground("scoring", "shape")
LEFT_OPEN = marked(
    "Dame or connections are left open: the text counts no territory beside them, unless the players agreed"
    " on it, which a record does not show."
)


def _finding_on_continuation(game: Game) -> Finding:
    rules, turn = game.ruleset, game.turn
    first = marked("black") if game.to_play is Color.BLACK else marked("white")
    if game.setting.open_stop and game.continues:
        says = marked(
            "After turn %(turn)s %(first)s may play on at once: %(says)s.",
            turn=turn,
            first=first,
            says=marked(rules.stopping.says),
        )
        return _open_refusal(says, game, Ground("stopping", "four_end"))
    after = game.apply(Resume(game.to_play))
    if isinstance(after, Illegal):
        says = marked("No continuation is due: %(clause)s.", clause=marked_clause(after.clause))
        return refuted(says, turn=turn, clause=after.clause, position=game)
    due: str = marked(rules.resumption.says)
    if rules.resumption is Resumption.LAST_PASSER_WAITS:
        due = marked("%(due)s, %(first)s", due=due, first=first)
    says = marked("After turn %(turn)s either player may demand a continuation: %(due)s.", turn=turn, due=due)
    return _open_refusal(says, game, Ground("resumption", "first"))


def _open_refusal(says: str, game: Game, ground: Ground) -> Finding:
    """Return the finding on a continuation that is due: no record shows whether a player refused it."""
    silent = [] if is_from_text(game.ruleset, ground) else [NO_CLAUSE_FOUND]
    says = join_marked([says, *silent, _REFUSAL_NOT_SHOWN])
    clause = clause_of(game.ruleset, ground.axis)
    return undecidable(says, Missing.PERSON, turn=game.turn, clause=clause, position=game)


def continuations_exceeded(claim: Statement, case: Case) -> Finding:
    """Judge whether the game was continued more often than the cap allows."""
    if none := no_record(case):
        return none
    first, game = case.state.illegal, case.state.game
    cap = game.ruleset.limit("continuations")
    if first and not (
        isinstance(first.action, Play | Resume) and first.illegal.reason is Reason.CONTINUATIONS_USED_UP
    ):
        return undecidable_after_illegal(first, game)
    if first:
        says = marked(
            "Turn %(turn)s continues the game, although the limit of %(cap)s was reached.",
            turn=first.turn,
            cap=cap,
        )
        grounds = (Ground("continuations", "number"),)
        return proved(says, turn=first.turn, clause=first.illegal.clause, position=game, grounds=grounds)
    allowed = marked("there is no limit") if cap is None else marked("%(cap)s times are allowed", cap=cap)
    return refuted(
        marked(
            "The game was continued %(continuations)s times; %(allowed)s.",
            continuations=game.continuations,
            allowed=allowed,
        ),
        position=game,
    )
