"""One game: its board turn by turn, its record, what was reported and what is proved."""

from collections.abc import Iterator
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.analysis.positions import counted_dead
from games.claims.deciding import DESK
from games.claims.host import side
from games.claims.queries import require_no_open_sequences
from games.claims.rows import ClaimRow
from games.colours import colour_name
from games.game import queries
from games.game.commands import change_record
from games.game.deciding import AgreeOnDead, agreement_actions
from games.game.fitting import notes_on_differences
from games.game.loading import game_row, state_of
from games.game.margins import SCORE
from games.game.marked_dead import marked_dead
from games.game.rows import GameRow
from games.game.state import GameState
from games.receipts.codes import last_code
from games.refusals import refuse
from games.story.steps import sentences, to_play
from rules import Color, Game, Score, Tally
from rules.actions import to_data
from rules.axes import Scoring
from tournaments.access.actors import game_subject
from tournaments.reading.bodies import pairing_bodies, result_text
from tournaments.reading.entries import ranks_of
from tournaments.reading.queries import entry_names
from tournaments.state.tournament import ResultState
from tournaments.tables.record_proofs import outcome_of_record
from tournaments.tables.rows import PairingRow, RoundRow, TournamentRow
from tournaments.web.base import allowed, back, context_of, form_action, form_page, game_for, officer
from tournaments.web.games.beside import following_game, next_tables
from tournaments.web.games.claim_words import BY, KINDS, STAGES
from tournaments.web.games.game_words import turns_around, where_it_stands
from tournaments.web.games.report_words import other_report, record_sentence
from tournaments.web.history.receipts import with_receipt
from tournaments.web.overview.reading import frame
from tournaments.web.rounds.results import result_words

Row = tuple[str, float, float]
BY_AREA = (Scoring.AREA, Scoring.MAKRAI_AREA)


def claim_line(row: ClaimRow) -> dict[str, Any]:
    """A claim as lists show it."""
    stage = STAGES[row.stage_at(timezone.now())]
    return {"id": row.claim_id, "title": KINDS[row.kind].title, "by": BY[row.by], "stage": stage}


@require_safe
@form_page
def game_page(request: HttpRequest, slug: str, game_id: str) -> HttpResponse:
    row, pairing = game_for(request, slug, game_id, "game.read")
    judged = game_row(str(game_id))
    state = state_of(str(game_id), judged)
    turn = turn_in_address(request.GET.get("turn", ""), state.game.turn)
    game = queries.game_at(state, turn)
    steps, names, ranks = sentences(state.games), entry_names(row), ranks_of(row.id)
    other = other_report(pairing, names, request.user)
    context = {
        **frame(request, row),
        "game": pairing_bodies([pairing], names)[0],
        "ranks": {"white": ranks[str(pairing.white_id)], "black": ranks[str(pairing.black_id)]},
        "tables": next_tables(pairing, officer=officer(request, row)),
        **following_game(request, row, pairing),
        "number": pairing.round,
        # Our own drawing: every text in it is escaped by games.analysis.diagram.
        "board": mark_safe(queries.board_svg(state, turn)),  # noqa: S308
        "sides": sides(game),
        "stands": where_it_stands(game),
        "score": final_score(state.game),
        "recorded": state.turns,
        "uploaded": bool(state.record and queries.original_file_of(judged, state.record.sha256)),
        "turns": turns_around(turn, state.game.turn),
        "steps": steps,
        "step_text": steps[turn],
        "illegal": state.illegal,
        "readings": queries.reading_notes(state),
        "marked": marking(request, judged, state),
        "differences": notes_on_differences(judged),
        "standing": result_words(pairing, timezone.now()),
        "other": other,
        "other_contradicts": contradicting_record(pairing, judged, other.result) if other else "",
        "claims": [
            claim_line(claim) for claim in ClaimRow.objects.filter(game_id=game_id).order_by("made_at")
        ],
        "may": _may(request, row, pairing),
        "may_draw": state.game.ruleset.may_draw,
    }
    return render(request, "nigiri/game.html", context)


def marking(request: HttpRequest, judged: GameRow, state: GameState) -> dict[str, Any] | None:
    """Return the stones that the record marks as dead, and what the reader can do to agree on them."""
    offered = marked_dead(state)
    if offered is None:
        return None
    by = side(request.user, judged)
    steps = agreement_actions(state.game, tuple(offered["points"]), "" if by == DESK else by)
    names = [str(to_data(step)["do"]) for step in steps]
    return {**offered, "points": " ".join(offered["points"]), "step": names[-1] if names else "wait"}


@form_action
def agree_on_dead(request: HttpRequest, slug: str, game_id: str) -> HttpResponse:
    """Agree on the stones that the record marks as dead, for both or as one of the players."""
    game_for(request, slug, game_id, "game.record")
    judged = game_row(str(game_id))
    offered = marked_dead(state_of(str(game_id), judged))
    if offered is None:
        refuse("nothing_to_agree")
    by = side(request.user, judged)
    if by != DESK:
        require_no_open_sequences(str(game_id))
    command = AgreeOnDead(points=tuple(offered["points"]), side="" if by == DESK else by)
    stored = change_record(str(game_id), command, context_of(request))
    messages.success(request, with_receipt(gettext("Stored."), last_code(stored)))
    return redirect(back(request))


def contradicting_record(pairing: PairingRow, judged: GameRow, reported: str) -> str:
    """Return the record's outcome as a sentence if it is not the reported result, such as "1-0"; else ""."""
    winner, text = outcome_of_record(pairing, judged)
    if not text or result_text(winner, by_default=False) == reported:
        return ""
    return record_sentence(pairing, judged)


def sides(game: Game) -> list[dict[str, Any]]:
    """What stands above and below the board: White's captures and Black's, and whose turn it is."""
    mover = to_play(game)
    return [
        {"colour": colour_name(color), "captures": game.prisoners[color], "to_play": mover is color}
        for color in (Color.WHITE, Color.BLACK)
    ]


def final_score(end: Game) -> dict[str, Any] | None:
    """The count of a game that was counted, line by line."""
    if end.outcome is None or end.outcome.by != SCORE:
        return None
    score = end.score()
    dead = counted_dead(end)
    return {
        "rows": score_rows(score, end.ruleset.scoring),
        "black": score.black.total,
        "white": score.white.total,
        "text": where_it_stands(end),
        "dead": {side.value: [at for at, of in dead.items() if of is side] for side in Color},
    }


def turn_in_address(text: str, turns: int) -> int:
    """The turn that is named, the last one without. Refuses with ``no_such_turn``."""
    if not text:
        return turns
    if not (text.isascii() and text.isdecimal()) or len(text) > 6 or int(text) > turns:
        refuse("no_such_turn", turn=text[:10], turns=turns, illegal=None)
    return int(text)


def _may(request: HttpRequest, row: TournamentRow, pairing: PairingRow) -> dict[str, bool]:
    round_ = RoundRow.objects.filter(tournament=row, number=pairing.round).first()
    subject = game_subject(row, pairing, round_)
    actions = (
        "result.report",
        "result.record",
        "game.record",
        "game.correct",
        "claim.make",
        "claim.read",
        "story.read",
    )
    may = {action.replace(".", "_"): allowed(request, action, subject) for action in actions}
    agreed = pairing.result_state == ResultState.CONFIRMED
    reports_end = bool(round_ and round_.closed) or bool(pairing.ruled_claim) or agreed
    final = pairing.result_state == ResultState.FINAL
    return {
        **may,
        "result_report": may["result_report"] and not reports_end,
        "claim_make": may["claim_make"] and not final,
    }


def score_rows(score: Score, scoring: Scoring) -> list[Row]:
    """What counts, for Black and for White; lines on which neither has anything are left out."""
    rows = [*_points(score, scoring), *_given(score.black, score.white)]
    return [row for row in rows if row[1] or row[2]]


def _points(score: Score, scoring: Scoring) -> Iterator[Row]:
    black, white = score.black, score.white
    if scoring in BY_AREA:
        yield gettext("Living stones"), black.stones, white.stones
    yield gettext("Territory"), black.territory, white.territory
    if scoring is Scoring.TERRITORY_LESS_LOST:
        yield gettext("Own stones lost"), -black.dead - white.prisoners, -white.dead - black.prisoners
    elif scoring not in BY_AREA:
        yield gettext("Prisoners"), black.prisoners, white.prisoners
        yield gettext("Dead stones of the other side"), white.dead, black.dead


def _given(black: Tally, white: Tally) -> Iterator[Row]:
    yield gettext("Pass tokens"), black.tokens, white.tokens
    yield gettext("Button"), black.button, white.button
    yield gettext("Fines"), -black.fines, -white.fines
    yield gettext("Komi"), black.komi, white.komi
    yield gettext("For handicap stones"), black.compensation, white.compensation
