"""An experiment of the laboratory as its page shows it: board, turns, answers, and addresses that lead on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.analysis import diagram
from games.analysis.laboratory.answers import (
    LEGAL,
    UNFIT,
    Answer,
    Comparison,
    Group,
    compare_rulesets,
    game_of,
)
from games.analysis.laboratory.experiment import MOST_MOVES, SIDE, Experiment, experiment_text
from games.analysis.laboratory.famous import CASES
from games.analysis.laboratory.notation import CHOICES
from games.analysis.positions import last_stone
from games.game.ending_words import ENDINGS
from games.speaking import translate
from rules import RULESETS, Action, Board, Color, Game, Pass, Phase, Play, Resume
from tournaments.web.games.touching import TouchBoard, touch_board
from tournaments.web.laboratory.words import (
    AXES,
    BARRED,
    BY,
    PHASES,
    SEE,
    TITLES,
    VERDICTS,
    action_words,
    value_words,
)
from tournaments.web.ruleset_titles import title_of

TOOLS = ("play", "black", "white", "dead")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """How the board is held: what a touch does, and whether its points are large."""

    tool: str = "play"
    zoom: bool = False

    def parts(self) -> dict[str, str]:
        """As an address says it."""
        tool = {} if self.tool == "play" else {"tool": self.tool}
        return {**tool, "zoom": "1"} if self.zoom else tool


def parts(tried: Experiment, hand: Hand) -> dict[str, str]:
    return {**experiment_text(tried), **hand.parts()}


def address(tried: Experiment, hand: Hand | None = None) -> str:
    return _join(parts(tried, hand or Hand()))


def turns(tried: Experiment, hand: Hand) -> Callable[[int], str]:
    """The address after each turn. The moves are written once: a long record has hundreds of turns."""
    said, last = parts(replace(tried, turn=None), hand), len(tried.actions)
    return lambda turn: _join(said | ({"turn": str(turn)} if turn < last else {}))


def _join(said: dict[str, str]) -> str:
    """An empty board says its size: an address without anything is that of a famous case."""
    return f"{reverse('web:lab')}?{urlencode(said or {'size': str(SIDE)}, safe='/')}"


def touch(tried: Experiment, game: Game | None, kept: int, tool: str, points: Sequence[str]) -> Experiment:
    """What follows from touching points. ``game``: the position that was shown, after ``kept`` actions."""
    board = game.board if game else tried.board
    inside = [at.upper() for at in points if at in board]
    if tool == "dead":
        return replace(tried, dead=tuple(sorted(set(inside))))
    if not inside:
        return tried
    if tool == "play":
        return tried.going_on(kept, Play(game.to_play if game else tried.to_play, inside[0]))
    stones = _toggle(board, inside[0], Color.BLACK if tool == "black" else Color.WHITE)
    first = game.to_play if game else tried.to_play
    return replace(tried, board=stones, to_play=first, actions=(), turn=None, dead=())


def with_action(tried: Experiment, kept: int, action: Action, hand: Hand) -> str:
    """The address after one more action."""
    return address(tried.going_on(kept, action), hand)


def _toggle(board: Board, at: str, color: Color) -> Board:
    if board[at] is color:
        return board.with_stones(empty=[at])
    return board.with_stones(**{"black" if color is Color.BLACK else "white": [at]})


OPENING = "sending-two-returning-one"
"""The famous case that an address without anything shows."""
At = Callable[[int], str]
"""The address after a turn."""
SIZES = (5, 7, 9, 13, 19)


def context_of(tried: Experiment, hand: Hand) -> dict[str, Any]:
    """ValueError for dead stones that are none."""
    found = compare_rulesets(tried)
    name = tried.under or found.best
    game = game_of(tried, name) if name else None
    board = game.board if game else tried.board
    kept = answer_of(found, name).turns if name else 0
    at = turns(tried, hand)
    refused = kept < tried.shown and game is not None
    return {
        "tried": tried,
        "hand": hand,
        "parts": parts(tried, hand),
        "kept": {
            "touch": _without(parts(tried, hand), "zoom", "dead" if hand.tool == "dead" else ""),
            "change": _without(parts(tried, hand), "change", "komi", "under"),
        },
        "touch": _touch(board, tried, hand),
        "board": _drawing(board, tried, hand, game),
        "narrow": tried.board.width < 8,
        "choosing": hand.tool == "dead",
        "mover": _mover(hand, game),
        "stands": _stands(game),
        "turns": _turns(tried, at),
        "ways": _ways(tried, hand, game, kept),
        "tools": [(tool, address(tried, Hand(tool=tool, zoom=hand.zoom))) for tool in TOOLS],
        "last": action_words(tried.actions[tried.shown - 1]) if tried.shown else "",
        "refused": refused,
        "groups": [_group(tried, at, group) for group in found.groups],
        "differing": found.differing,
        "under": (name, title_of(name)) if name else None,
        "rulesets": [(each, title_of(each)) for each in RULESETS],
        "changes": [_axis(axis, values) for axis, values in CHOICES.items()],
        "changed": _changed(tried.change),
        "case": _case_of(tried),
        "cases": cases(),
        "sizes": SIZES,
        "most": MOST_MOVES,
    }


def answer_of(found: Comparison, name: str) -> Answer:
    return next(answer for group in found.groups for answer in group.answers if answer.name == name)


def cases() -> list[dict[str, Any]]:
    return [
        {
            "name": case.name,
            "title": TITLES[case.name],
            "see": SEE[case.name],
            "address": address(case.experiment),
            "source": case.source,
        }
        for case in CASES.values()
    ]


def _case_of(tried: Experiment) -> dict[str, Any] | None:
    """Return the famous case that is shown, at whichever turn."""
    whole = replace(tried, turn=None)
    name = next((case.name for case in CASES.values() if case.experiment == whole), "")
    return {"title": TITLES[name], "see": SEE[name]} if name else None


def _without(said: dict[str, str], *names: str) -> dict[str, str]:
    return {name: value for name, value in said.items() if name not in names}


def _touch(board: Board, tried: Experiment, hand: Hand) -> TouchBoard:
    if hand.tool == "dead":
        stones = [*board.stones(Color.BLACK), *board.stones(Color.WHITE)]
        return touch_board(board, chosen=tried.dead, open_points=stones)
    return touch_board(
        board, open_points=[at for at in board if board[at] is None] if hand.tool == "play" else None
    )


def _drawing(board: Board, tried: Experiment, hand: Hand, game: Game | None) -> SafeString:
    last = last_stone(game) if game else None
    dead = () if hand.tool == "dead" else tried.dead
    drawn = diagram.svg(
        board,
        title=_("Position after turn %(turn)s") % {"turn": tried.shown},
        description=translate(diagram.describe(board, last, game.to_play if game else None)),
        last_move=last,
        marks=dict.fromkeys(dead, diagram.Mark.TRIANGLE),
    )
    # Our own drawing: every text in it is escaped by games.analysis.diagram.
    return mark_safe(drawn)  # noqa: S308


def _mover(hand: Hand, game: Game | None) -> str:
    """Return the label of a point that is touched, before its name."""
    if hand.tool != "play":
        return {"black": _("Set black"), "white": _("Set white"), "dead": _("Mark dead")}[hand.tool]
    return _("White") if game and game.to_play is Color.WHITE else _("Black")


def _stands(game: Game | None) -> dict[str, Any] | None:
    if game is None:
        return None
    return {
        "to_play": game.to_play.value,
        "phase": PHASES[game.phase.value],
        "over": game.phase is Phase.OVER,
        "black": game.prisoners[Color.BLACK],
        "white": game.prisoners[Color.WHITE],
    }


def _turns(tried: Experiment, address_at: At) -> dict[str, Any]:
    now, last = tried.shown, len(tried.actions)
    ways = {"start": 0, "back": max(now - 1, 0), "on": min(now + 1, last), "end": last}
    listed = [(number, action_words(action)) for number, action in enumerate(tried.actions, 1)]
    return {
        "now": now,
        "last": last,
        **{way: address_at(turn) for way, turn in ways.items()},
        "listed": [(number, said, address_at(number)) for number, said in listed],
    }


def _ways(tried: Experiment, hand: Hand, game: Game | None, kept: int) -> dict[str, str]:
    """What can be done beside playing a stone: the address of each."""
    if game is None or game.phase is Phase.OVER or kept >= MOST_MOVES:
        return {}
    mover = game.to_play
    ways = {"pass": with_action(tried, kept, Pass(mover), hand)}
    if game.phase is Phase.STOPPED:
        ways["resume"] = with_action(tried, kept, Resume(mover.other), hand)
    if kept and tried.turn is None:
        ways["take_back"] = address(tried.going_on(min(kept, tried.shown - 1)), hand)
    return ways


def _group(tried: Experiment, address_at: At, group: Group) -> dict[str, Any]:
    return {
        "verdict": VERDICTS[group.verdict],
        "legal": group.verdict == LEGAL,
        "unfit": group.verdict == UNFIT,
        "turn": group.turn,
        "turn_address": address_at(group.turn),
        "late": group.verdict not in (LEGAL, UNFIT) and group.turn < tried.shown,
        "count": len(group.answers),
        "answers": [_row(address_at, answer) for answer in group.answers],
    }


def _row(address_at: At, answer: Answer) -> dict[str, Any]:
    remembers = answer.remembers
    return {
        "answer": answer,
        "title": title_of(answer.name),
        "rule": value_words(remembers.rule) if remembers else "",
        "by": BY.get(answer.by) or translate(ENDINGS.get(answer.by, "")),
        "repeats": answer.refused and answer.refused.repeats_turn,
        "repeats_address": _earlier(address_at, answer),
        "barred": [(each.at, BARRED[each.reason], each.repeats_turn) for each in remembers.barred]
        if remembers
        else [],
    }


def _earlier(address_at: At, answer: Answer) -> str:
    turn = answer.refused.repeats_turn if answer.refused else None
    return "" if turn is None else address_at(turn)


def _axis(axis: str, values: tuple[str, ...]) -> tuple[str, list[tuple[str, str]]]:
    return str(AXES[axis]), [(f"{axis}={value}", value_words(value)) for value in values]


def _changed(change: str) -> str:
    axis, _, value = change.partition("=")
    return f"{AXES[axis]}: {value_words(value)}" if axis in AXES else ""
