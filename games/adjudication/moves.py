"""Findings on moves: illegal ones, records that differ, a player out of stones. Pure."""

from collections.abc import Mapping
from itertools import zip_longest

from games.adjudication.clauses import Ground, clause_of, is_from_text, marked_clause, place_of
from games.adjudication.cycles import (
    chinese_consequence,
    cycle_since,
    ing_consequence,
    last_occurrence,
    leaves_cycles_to_referee,
)
from games.adjudication.finding import (
    Case,
    Finding,
    Missing,
    no_record,
    proved,
    refuted,
    undecidable,
    undecidable_after_end,
    undecidable_after_illegal,
)
from games.adjudication.kinds import Statement
from games.adjudication.second_record import conditional, record_to_judge, start
from games.game.fitting import with_record
from games.game.state import GameState
from games.marking import join_marked, marked
from rules import (
    Action,
    Claim,
    Color,
    Confirm,
    FirstIllegal,
    Game,
    Pass,
    Penalise,
    Phase,
    Play,
    Reason,
    Ruleset,
)
from rules.actions import to_data
from rules.axes import IllegalMove, Passing, Repetition
from rules.choices import HALF_BOARD
from rules.clauses import axis_of, clause, mark_of

_CANNOT_STAND = marked("It is void: the game continues from the position before it.")
_OFFENCES = {
    Reason.OCCUPIED,
    Reason.OFF_BOARD,
    Reason.NOT_YOUR_TURN,
    Reason.SUICIDE,
    Reason.KO,
    Reason.SUPERKO,
    Reason.LOCKED_KO,
    Reason.OUT_OF_STONES,
}
"""The reasons for which a move on a board is an offence; for others it only has no place in the game."""
_IN_ANY_TEXT = {Reason.OCCUPIED, Reason.OFF_BOARD, Reason.NOT_YOUR_TURN}
"""The reasons of no choice: a play is a stone on an empty point of the board, and the players take turns."""


def illegal_move(claim: Statement, case: Case) -> Finding:
    """Judge whether the action of a turn is illegal, in the claim's own record if it has one."""
    turn = claim.turn or 0
    record = record_to_judge(case, turn)
    if isinstance(record, Finding):
        return record
    first = record.illegal
    if first and first.turn < turn:
        return undecidable_after_illegal(first, record.game)
    if turn > record.turns:
        return undecidable_after_end(record.turns, record.game)
    found = _illegal(first, record.game) if first and first.turn == turn else _legal(turn, record)
    return found if record is case.state else conditional(found, case)


def _illegal(first: FirstIllegal, position: Game) -> Finding:
    why = marked_clause(first.illegal.clause)
    if _needs_referee(first, position):
        return _finding_on_repetition(first, position)
    if _is_of_stage(first, position):
        return _finding_on_stage(first, position)
    if _is_legal_after_pass(first, position):
        return _finding_on_missing_pass(first, position)
    grounds = grounds_of_refusal(first, position)
    if not all(is_from_text(position.ruleset, ground) for ground in grounds):
        return _finding_on_own_choice(first, position)
    illegal = marked(
        "Turn %(turn)s, %(action)s, is illegal: %(why)s.",
        turn=first.turn,
        action=action_words(first.action),
        why=why,
    )
    offence = first.illegal.reason in _OFFENCES
    says = join_marked([illegal, _consequence(position) if offence else _CANNOT_STAND])
    facts = {"turn": first.turn, "clause": why, "position": position, "grounds": grounds}
    return proved(says, follows=_result_of_offence(position) if offence else "", **facts)


def grounds_of_refusal(first: FirstIllegal, position: Game) -> tuple[Ground, ...]:
    """Return the choices that make a move illegal; none if it is no move of Go under any text."""
    reason = first.illegal.reason
    if reason in _IN_ANY_TEXT:
        return ()
    match reason:
        case Reason.SUPERKO:
            ground = Ground("repetition", "immediate" if _is_immediate(first, position) else "longer")
        case Reason.OUT_OF_STONES:
            ground = ground_of_supply(position, position.to_play)
        case Reason.CONTINUATIONS_USED_UP:
            ground = Ground(_LIMITS.get(type(first.action), "continuations"), "number")
        case Reason.PASS_NOT_ALLOWED if position.ruleset.passing is not Passing.DELAY:
            ground = Ground("settling" if position.phase is Phase.CAPTURE else "handicap")
        case _:
            ground = _GROUNDS.get(reason) or Ground(axis_of(reason))
    return (ground,)


_LIMITS: Mapping[type[Action], str] = {Claim: "claims_per_player", Confirm: "sequences_per_claim"}
_GROUNDS = {
    Reason.KO: Ground("repetition", "ko"),
    Reason.LOCKED_KO: Ground("modified_ko"),
    Reason.NOT_A_RECAPTURE: Ground("modified_ko"),
    Reason.ALREADY_PREPARED: Ground("modified_ko"),
    Reason.NOTHING_TO_RETURN: Ground("passing"),
    Reason.NO_STONES: Ground("settling"),
    Reason.NO_DRAW_RIGHT: Ground("endless", "claim"),
}
"""The choices behind refusals for reasons that are more or less than an axis."""


def ground_of_supply(position: Game, color: Color) -> Ground:
    """Return the choice by which a player is out of stones.

    Makrai's half of the board is for the usual board, and smaller ones may have all its points: if a player
    has lost more than half of a smaller board and not all, then it matters which boards are small.
    """
    points, supply = len(position.board), position.ruleset.stone_supply
    unclear = supply == HALF_BOARD and points < _USUAL_POINTS and _stones_behind(position, color) <= points
    return Ground("stone_supply", "small_board" if unclear else "")


_USUAL_POINTS = 361


def _stones_behind(position: Game, color: Color) -> int:
    """Return the number of stones that a player has lost more than the opponent."""
    return position.prisoners[color.other] - position.prisoners[color]


def _result_of_offence(position: Game) -> str:
    """Return the result that an illegal move of the player to move has by itself, or ""."""
    loses = position.ruleset.illegal_move is IllegalMove.LOSS
    return f"{position.to_play.other.upper()}+F" if loses else ""


def _finding_on_own_choice(first: FirstIllegal, position: Game) -> Finding:
    """Return the finding on a move that a choice of ours forbids, where the text does not say so."""
    says = marked(
        "Turn %(turn)s, %(action)s, is refused here: %(why)s. The ruleset does not say so; a referee "
        "decides.",
        turn=first.turn,
        action=action_words(first.action),
        why=marked_clause(first.illegal.clause),
    )
    facts = {"turn": first.turn, "clause": first.illegal.clause, "position": position}
    return undecidable(says, Missing.PERSON, **facts)


def _finding_on_repetition(first: FirstIllegal, position: Game) -> Finding:
    """Return the finding on a repetition for whose text a superko rule is used.

    The superko rule decides single kos and leaves others to a referee.
    """
    why, since = marked_clause(first.illegal.clause), first.illegal.repeats_turn or 0
    told = cycle_since(position, since, first.action)
    repeats = marked(
        "Turn %(turn)s, %(action)s, repeats the board after turn %(since)s",
        turn=first.turn,
        action=action_words(first.action),
        since=since,
    )
    facts = {"turn": first.turn, "clause": why, "position": position}
    if told.single_ko:
        says = marked(
            "%(repeats)s: it takes a ko back after %(quiet)s other turns, which the text allows"
            " (hot stones). %(why)s: this replaces it and is stricter; under repetition=simple_ko"
            " the game goes on.",
            repeats=repeats,
            quiet=told.quiet,
            why=why,
        )
        return refuted(says, **facts)
    stands_in_for = marked(
        "%(why)s: this replaces the text, by which %(told)s.", why=why, told=ing_consequence(told)
    )
    says = join_marked([marked("%(repeats)s.", repeats=repeats), stands_in_for])
    return undecidable(says, Missing.PERSON, **facts)


def _needs_referee(first: FirstIllegal, position: Game) -> bool:
    """Return whether a plain superko rule replaces the text's own (Ing: fighting and disturbing kos).

    Both forbid the immediate recapture in a single ko.
    """
    illegal = first.illegal
    ours = position.ruleset.name == "ing" and mark_of(position.ruleset, "repetition", "longer") == "C"
    return ours and illegal.reason is Reason.SUPERKO and not _is_immediate(first, position)


def _is_immediate(first: FirstIllegal, position: Game) -> bool:
    """Return whether the move takes a ko back at once, which every text forbids.

    Nobody left the board at the start: only texts that compare boards alone forbid to restore it.
    """
    alone = position.ruleset.repetition is Repetition.POSITIONAL
    return first.illegal.repeats_turn == first.turn - 2 and (first.turn > 2 or alone)


def _is_of_stage(first: FirstIllegal, position: Game) -> bool:
    """Return whether an action does not fit the stage of the game, which is an offence of no player.

    A record shows neither who asked for a resumption nor what the players said at a stop.
    """
    reason = first.illegal.reason
    stopped = position.phase is Phase.STOPPED and reason is Reason.NOT_YOUR_TURN
    return stopped or reason in (Reason.WRONG_PHASE, Reason.GAME_OVER)


def _finding_on_stage(first: FirstIllegal, position: Game) -> Finding:
    says = marked(
        "Turn %(turn)s, %(action)s, does not fit the stage of the game: %(why)s. This is not an "
        "offence by either player; the record does not show how the game was continued.",
        turn=first.turn,
        action=action_words(first.action),
        why=marked_clause(first.illegal.clause),
    )
    facts = {"turn": first.turn, "clause": first.illegal.clause, "position": position}
    return undecidable(says, Missing.LEGAL_RECORD, **facts)


def _is_legal_after_pass(first: FirstIllegal, position: Game) -> bool:
    """Return whether a move out of turn is legal if the other player passed before it."""
    if first.illegal.reason is not Reason.NOT_YOUR_TURN:
        return False
    passed = position.apply(Pass(position.to_play))
    return isinstance(passed, Game) and isinstance(passed.apply(first.action), Game)


def _finding_on_missing_pass(first: FirstIllegal, position: Game) -> Finding:
    """Return the finding on a move out of turn: the texts allow a pass, and records may leave it out."""
    says = marked(
        "Turn %(turn)s, %(action)s, is legal if the other player passed before it, and the record may lack"
        " that pass: %(why)s. A referee decides.",
        turn=first.turn,
        action=action_words(first.action),
        why=marked_clause(first.illegal.clause),
    )
    facts = {"turn": first.turn, "clause": first.illegal.clause, "position": position}
    return undecidable(says, Missing.PERSON, **facts)


def _consequence(position: Game) -> str:
    rules = position.ruleset
    if rules.illegal_move is IllegalMove.REFUSED:
        return join_marked([_CANNOT_STAND, marked("The ruleset has no other penalty; a referee decides.")])
    place = place_of(rules, "illegal_move")
    if not is_from_text(rules, Ground("illegal_move")):
        ours = marked("That is our reading of %(clause)s; a referee decides.", clause=place)
        return join_marked([_cost(rules), ours])
    return join_marked([_cost(rules), *([marked("(%(clause)s)", clause=place)] if place else [])])


def _cost(rules: Ruleset) -> str:
    if rules.illegal_move is IllegalMove.PASS_AND_FINE:
        return marked(
            "It is taken back, counts as a pass, and costs %(fine)s points.",
            fine=f"{rules.fine:g}",
        )
    if rules.illegal_move is IllegalMove.LOSS:
        return marked("Its player loses the game, unless both had agreed on the result before.")
    if rules.passing is Passing.TOKEN:
        return marked("It is taken back and counts as a pass, with a pass stone.")
    return marked("It is taken back and counts as a pass.")


def _legal(turn: int, record: GameState) -> Finding:
    position = record.at(turn - 1) or record.game
    if isinstance(_action(record, turn), Penalise):
        told = clause_of(position.ruleset, "illegal_move")
        return proved(
            marked(
                "Turn %(turn)s is on record as an illegal move: %(told)s.",
                turn=turn,
                told=marked_clause(told),
            ),
            turn=turn,
            clause=told,
            position=position,
            grounds=(Ground("illegal_move"),),
        )
    if repeated := _repetition_for_referee(turn, record):
        return repeated
    return refuted(marked("Turn %(turn)s is legal.", turn=turn), turn=turn, position=position)


def _repetition_for_referee(turn: int, record: GameState) -> Finding | None:
    """Return the finding on a play that repeats a whole board, if the text leaves that to a referee.

    Chinese article 6 forbids it in principle, and article 20 names the exceptions.
    """
    game = record.at(turn)
    if game is None or not isinstance(game.last_action, Play) or not leaves_cycles_to_referee(game):
        return None
    since = last_occurrence(game)
    if since is None:
        return None
    repeats = marked(
        "Turn %(turn)s, %(action)s, repeats the board after turn %(since)s",
        turn=turn,
        action=action_words(game.last_action),
        since=since,
    )
    told = chinese_consequence(cycle_since(game, since))
    says = join_marked([marked("%(repeats)s.", repeats=repeats), marked("%(sentence)s.", sentence=told)])
    return undecidable(says, Missing.PERSON, turn=turn, position=record.at(turn - 1))


def _action(record: GameState, turn: int) -> Action | None:
    return record.line_at(turn).action if 0 < turn <= record.turns else None


def records_differ(claim: Statement, case: Case) -> Finding:
    """Compare two records of the game and report the first turn at which they differ."""
    if none := no_record(case):
        return none
    if case.second is None:
        return undecidable(marked("The other record is missing."), Missing.RECORD, position=case.state.game)
    other = with_record(case.state, case.second)
    if other is None or start(other) != start(case.state):
        return proved(
            marked("The records start from different positions."), turn=0, position=_on_file(case, 0)
        )
    return _compare_actions(case, case.state.actions, case.second.actions)


def _compare_actions(case: Case, own: tuple[Action, ...], others: tuple[Action, ...]) -> Finding:
    pairs = enumerate(zip_longest(own, others), 1)
    turn = next((turn for turn, (one, other) in pairs if one != other), None)
    if turn is None:
        return refuted(
            marked("Both records hold the same %(number)s actions.", number=len(own)),
            position=case.state.game,
        )
    here, there = (
        action_words(actions[turn - 1]) if turn <= len(actions) else marked("nothing more")
        for actions in (own, others)
    )
    says = marked(
        "The records first differ at turn %(turn)s: %(here)s on file, %(there)s in the other.",
        turn=turn,
        here=here,
        there=there,
    )
    return proved(says, turn=turn, position=_on_file(case, turn - 1))


def _on_file(case: Case, turn: int) -> Game:
    return case.state.at(turn) or case.state.game


def out_of_stones(claim: Statement, case: Case) -> Finding:
    """Judge whether a player played although they had lost more stones than the supply allows (002)."""
    turn = claim.turn or 0
    record = record_to_judge(case, turn)
    if isinstance(record, Finding):
        return record
    if record.illegal and record.illegal.turn < turn:
        return undecidable_after_illegal(record.illegal, record.game)
    action, position = _action(record, turn), record.at(turn - 1)
    if action is None or position is None:
        return undecidable_after_end(record.turns, record.game)
    found = _finding_on_supply(Color(claim.color), action, turn, position)
    return found if record is case.state else conditional(found, case)


def _finding_on_supply(color: Color, action: Action, turn: int, position: Game) -> Finding:
    rules = position.ruleset
    supply = rules.supply(len(position.board))
    if supply is None:
        return refuted(
            marked("Under %(name)s the supply of stones is unlimited.", name=rules.name),
            turn=turn,
            position=position,
        )
    behind = _stones_behind(position, color)
    says = marked(
        "Before turn %(turn)s %(side)s had lost %(behind)s stones more than the opponent",
        turn=turn,
        side=marked("black") if color is Color.BLACK else marked("white"),
        behind=behind,
    )
    if behind <= supply:
        return refuted(
            marked("%(says)s; %(supply)s are allowed.", says=says, supply=supply),
            turn=turn,
            position=position,
        )
    why = clause(rules, Reason.OUT_OF_STONES)
    if not isinstance(action, Play) or action.color is not color:
        return refuted(
            marked(
                "%(says)s, %(supply)s are allowed; but turn %(turn)s is %(action)s.",
                says=says,
                supply=supply,
                turn=turn,
                action=action_words(action),
            ),
            turn=turn,
            clause=why,
            position=position,
        )
    action_text = action_words(action)
    played = marked(
        "%(says)s; %(supply)s are allowed, and yet turn %(turn)s is %(action)s.",
        says=says,
        supply=supply,
        turn=turn,
        action=action_text,
    )
    says = join_marked([played, _consequence(position)])
    grounds = (ground_of_supply(position, color),)
    return proved(says, turn=turn, clause=why, position=position, grounds=grounds)


def action_words(action: Action) -> str:
    """Return an action in words: "black D4", "white pass", "agree_dead A1 B1"."""
    data = to_data(action)
    at = str(data.get("at") or " ".join(getattr(action, "points", ())))
    name = [] if data["do"] == "play" else [str(data["do"])]
    side = [SIDES[color] for color in [str(data.get("color"))] if color in SIDES]
    return join_marked([*side, *name, *([at] if at else [])])


SIDES = {"b": marked("black"), "w": marked("white")}
