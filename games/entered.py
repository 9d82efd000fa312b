"""What was entered in many games: read in one query, every action decoded once however often it was played.

Of a log of games on 19x19 nearly every line is one of 724: a stone of either colour on a point, and a pass.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from games import acting, statements, wire
from games import events as e
from rules import Action

MOST_STREAMS = 200  # in one query
MOST_KNOWN = 8192
# A stream of a game begins with the event that opens and names it, so nothing else tells one from the next.
_EVENTS = "SELECT kind, data FROM games_event WHERE stream IN ({}) ORDER BY stream, version"

Row = tuple[Any, ...]
_known: dict[Row, Action] = {}


@dataclass(slots=True)
class Entered:
    """The position that was set up, if any, and the actions that stand."""

    set_up: e.PositionSetUp | None = None
    actions: list[Action] = field(default_factory=list)


def read(game_ids: Sequence[str]) -> dict[str, Entered]:
    """What was entered in each game; nothing for one that was never opened."""
    found: dict[str, Entered] = {}
    for start in range(0, len(game_ids), MOST_STREAMS):
        asked = [f"game-{game_id}" for game_id in game_ids[start : start + MOST_STREAMS]]
        rows = statements.select(_EVENTS.format(", ".join(["%s"] * len(asked))), asked)
        found.update(_games([_known.get(row) or _meant(row) for row in rows]))
    return found


def _meant(row: Row) -> Any:
    """The action that an event records, which is remembered; the event itself where it records none."""
    kind, data = row
    event = wire.decode(kind, json.loads(data))
    if type(event) not in acting.ACTIONS:
        return event
    action = acting.action_of(event)
    if len(_known) < MOST_KNOWN:
        _known[row] = action
    return action


def _games(meant: list[Any]) -> Iterator[tuple[str, Entered]]:
    """As ``games.game.fold`` has it, without the rules."""
    last, game = 0, Entered()
    others = [at for at, one in enumerate(meant) if type(one) not in acting.EVENTS]
    for at in [*others, len(meant)]:
        game.actions += meant[last:at]
        last = at + 1
        one = meant[at] if at < len(meant) else None
        if isinstance(one, e.GameOpened):
            game = Entered()
            yield one.game_id, game
        else:
            _follow(game, one)


def _follow(game: Entered, event: object) -> None:
    if isinstance(event, e.PositionSetUp):
        game.set_up = event
    elif isinstance(event, e.TurnsTakenBack):
        del game.actions[event.to_turn :]
    elif isinstance(event, e.RecordWithdrawn):
        game.set_up, game.actions = None, []
