"""The board of a claim's page: the position of the finding, a turn of the game, or a turn of a sequence."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

from games.adjudication import Finding
from games.analysis import diagram
from games.analysis.hints import hints_data
from games.claims.claim import Claim
from games.claims.queries import sequence_line
from games.game.queries import game_at
from games.game.state import GameState
from games.refusals import refuse
from rules import Game, Phase

FINDING, GAME = "finding", "game"
PHASES = {
    Phase.PLAY: "in play",
    Phase.STOPPED: "stopped: to be settled, or to go on",
    Phase.CAPTURE: "a disputed string is captured on the board, or lives",
    Phase.CONFIRMATION: "a confirmation sequence, which will be undone",
    Phase.OVER: "over",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardView:
    """``line``: "finding", "game" or a sequence's number; ``turn`` of ``turns`` in it.

    ``hints``: show what lives whatever happens.
    """

    line: str
    turn: int
    turns: int
    game: Game
    hints: bool = False


def board_view(
    request: HttpRequest, claim: Claim, state: GameState, finding: Finding, number: int | None = None
) -> BoardView:
    """What was asked for; by default the sequence of that number as it stands.

    Without one: the last in which something was played, else what the finding is about.
    """
    played = [one for one, sequence in claim.sequences.items() if sequence.actions]
    number = number or max(played, default=None)
    line = request.GET.get("line", "") or (str(number) if number else FINDING)
    turns, position = _line(line, claim, state, finding)
    turn = _turn(request.GET.get("turn", ""), turns)
    return BoardView(
        line=line,
        turn=turn,
        turns=turns,
        game=position(turn),
        hints=bool(request.GET.get("hints")),
    )


def _line(line: str, claim: Claim, state: GameState, finding: Finding) -> tuple[int, Callable[[int], Game]]:
    """How many turns a line has, and its position after each."""
    if line == FINDING:
        return 0, lambda _: finding.position or state.game
    if line == GAME:
        return state.game.turn, lambda turn: game_at(state, turn)
    number = int(line) if line.isascii() and line.isdecimal() and len(line) < 4 else 0
    positions = sequence_line(claim, number)
    return len(positions) - 1, lambda turn: positions[turn]


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
    drawn = diagram.svg(
        game.board,
        title=_title(view),
        description=diagram.describe(game.board, game.last_move, game.to_play),
        last_move=game.last_move,
        marks=marks,
    )
    # Our own drawing: every text in it is escaped by games.analysis.diagram.
    return mark_safe(drawn)  # noqa: S308


def _title(view: BoardView) -> str:
    """Turns of the game count from its start, those of a sequence from where it begins."""
    names = {
        FINDING: f"The finding, after turn {view.game.turn}",
        GAME: f"The game, after turn {view.turn}",
    }
    return names.get(view.line, f"Sequence {view.line}, after turn {view.turn}")


def hinted(game: Game) -> list[str]:
    """Stones that live whatever happens."""
    alive = hints_data(game)["pass_alive"]
    return [*alive["b"]["stones"], *alive["w"]["stones"]]


def steps(page: str, view: BoardView) -> dict[str, str]:
    """Where the arrows beside the board lead to."""
    turns = {
        "first": 0,
        "back_ten": max(view.turn - 10, 0),
        "back": max(view.turn - 1, 0),
        "on": min(view.turn + 1, view.turns),
        "on_ten": min(view.turn + 10, view.turns),
        "last": view.turns,
    }
    hints = {"hints": "1"} if view.hints else {}
    return {
        name: f"{page}?" + urlencode({"line": view.line, "turn": turn} | hints)
        for name, turn in turns.items()
    }


def facts(game: Game) -> dict[str, Any]:
    """What stands beside the board."""
    return {
        "phase": PHASES[game.phase],
        "over": game.phase is Phase.OVER,
        "outcome": str(game.outcome) if game.outcome else "",
        "to_play": game.to_play.name.capitalize(),
        "prisoners": ", ".join(f"{c.name.capitalize()} {n}" for c, n in game.prisoners.items()),
        "marked": {
            c.name.capitalize(): " ".join(at) or "nothing" for c, at in game.marks.items() if at is not None
        },
        "disputed": " ".join(game.disputed),
        "settled": " ".join(game.settled),
        "proved_dead": " ".join(game.proved_dead),
        "modified_ko": game.modified_ko,
        "claims": [
            {
                "number": number,
                "by": claim.color.name.capitalize(),
                "points": " ".join(claim.points),
                "capturable": claim.capturable,
                "proved": claim.proved,
            }
            for number, claim in enumerate(game.claims, 1)
        ],
    }
