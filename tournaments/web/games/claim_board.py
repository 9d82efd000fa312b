"""The board of a claim's page: the position of the finding, a turn of the game, or a turn of a sequence."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, gettext_lazy

from games.adjudication import Finding
from games.analysis import diagram
from games.analysis.hints import hints_data
from games.analysis.positions import counted_dead, owned_points
from games.claims.claim import Claim
from games.claims.queries import sequence_line
from games.game.margins import SCORE
from games.game.state import GameState
from games.refusals import refuse
from games.speaking import translate
from games.story.steps import sentences
from rules import Color, Game, Phase
from tournaments.web.games.game_words import side_name, turns_around

FINDING, GAME = "finding", "game"
PHASES = {
    Phase.PLAY: gettext_lazy("in play"),
    Phase.STOPPED: gettext_lazy("stopped: to be settled, or to go on"),
    Phase.CAPTURE: gettext_lazy("a disputed string is captured on the board, or lives"),
    Phase.CONFIRMATION: gettext_lazy("a confirmation sequence, which will be undone"),
    Phase.OVER: gettext_lazy("over"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardView:
    """``line``: "finding", "game" or a sequence's number; ``turn`` of ``turns`` in it.

    ``games``: after each turn of it; ``hints``: show what lives unconditionally.
    """

    line: str
    turn: int
    turns: int
    game: Game
    games: Sequence[Game] = ()
    hints: bool = False


def board_view(
    request: HttpRequest, claim: Claim, state: GameState, finding: Finding, number: int | None = None
) -> BoardView:
    """What was asked for; by default the sequence of that number at its end.

    Without one: the last in which something was played, else what the finding is about.
    """
    played = [one for one, sequence in claim.sequences.items() if sequence.actions]
    number = number or max(played, default=None)
    line = request.GET.get("line", "") or (str(number) if number else FINDING)
    games = _line(line, claim, state, finding)
    turn = _turn(request.GET.get("turn", ""), len(games) - 1)
    return BoardView(
        line=line,
        turn=turn,
        turns=len(games) - 1,
        game=games[turn],
        games=games,
        hints=bool(request.GET.get("hints")),
    )


def _line(line: str, claim: Claim, state: GameState, finding: Finding) -> Sequence[Game]:
    """The position at the start of a line and after each of its turns."""
    if line == FINDING:
        return [finding.position or state.game]
    if line == GAME:
        return state.games
    number = int(line) if line.isascii() and line.isdecimal() and len(line) < 4 else 0
    return sequence_line(claim, number)


def _turn(text: str, last: int) -> int:
    if not text:
        return last
    if not (text.isascii() and text.isdecimal()) or len(text) > 6 or int(text) > last:
        refuse("no_such_turn", turn=text[:10], turns=last, illegal=None)
    return int(text)


def board(view: BoardView, claimed: Sequence[str]) -> SafeString:
    """The position as SVG: claimed stones with triangles, hints ringed."""
    game = view.game
    marks = dict.fromkeys((at for at in claimed if at in game.board), diagram.Mark.TRIANGLE)
    if view.hints:
        marks |= dict.fromkeys(hinted(game), diagram.Mark.DASHES)
    counted = game.outcome is not None and game.outcome.by == SCORE
    drawn = diagram.svg(
        game.board,
        title=_title(view),
        description=translate(diagram.describe(game.board, game.last_move, game.to_play)),
        last_move=game.last_move,
        marks=marks,
        owners=owned_points(game.score(), game.board) if counted else None,
        dead=counted_dead(game),
    )
    # Our own drawing: every text in it is escaped by games.analysis.diagram.
    return mark_safe(drawn)  # noqa: S308


def _title(view: BoardView) -> str:
    """Turns of the game count from its start, those of a sequence from where it begins."""
    names = {
        FINDING: gettext("The finding, after turn %(turn)d") % {"turn": view.game.turn},
        GAME: gettext("The game, after turn %(turn)d") % {"turn": view.turn},
    }
    said = {"number": view.line, "turn": view.turn}
    return names.get(view.line) or gettext("Sequence %(number)s, after turn %(turn)d") % said


def hinted(game: Game) -> list[str]:
    """Stones that live unconditionally."""
    alive = hints_data(game)["pass_alive"]
    return [*alive["black"]["stones"], *alive["white"]["stones"]]


def stepping(view: BoardView, claim: Claim) -> dict[str, Any]:
    """How the line is stepped through: in place by a script, by links without."""
    sequence = claim.sequences.get(int(view.line)) if view.line.isdecimal() else None
    steps = sentences(view.games) if view.turns else []
    return {
        "turns": turns_around(view.turn, view.turns),
        "steps": steps,
        "step_text": steps[view.turn] if steps else "",
        "line": urlencode({"line": view.line} | ({"hints": "1"} if view.hints else {})) + "&",
        "steps_at": None if view.hints or not view.turns else _steps_at(view, claim),
        "branches": {"turn": sequence.turn} if sequence and not sequence.sequence else None,
    }


def _steps_at(view: BoardView, claim: Claim) -> str:
    if view.line == GAME:
        return reverse("game-steps", args=(claim.game_id,))
    return reverse("claim-sequence-steps", args=(claim.claim_id, int(view.line)))


def facts(game: Game) -> dict[str, Any]:
    """The context of the board."""
    return {
        "phase": PHASES[game.phase],
        "over": game.phase is Phase.OVER,
        "outcome": str(game.outcome) if game.outcome else "",
        "to_play": side_name(game.to_play),
        "prisoners": gettext("Black %(black)d, White %(white)d")
        % {"black": game.prisoners[Color.BLACK], "white": game.prisoners[Color.WHITE]},
        "marked": {
            side_name(color): " ".join(at) or gettext("nothing")
            for color, at in game.marks.items()
            if at is not None
        },
        "disputed": " ".join(game.disputed),
        "settled": " ".join(game.settled),
        "proved_dead": " ".join(game.proved_dead),
        "modified_ko": game.modified_ko,
        "claims": [
            {
                "number": number,
                "by": side_name(claim.color),
                "points": " ".join(claim.points),
                "capturable": claim.capturable,
                "proved": claim.proved,
            }
            for number, claim in enumerate(game.claims, 1)
        ],
    }
