"""The actions entered in many games: read in one query, with each distinct action decoded once.

In a log of games on 19x19 nearly every line is one of 724: a stone of either colour on a point, or a pass.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import connection

from games.game import action_events
from games.game import events as e
from games.game.state import (
    contradicts_count,
    ends_by_one,
    exchange_turns,
    has_guesses,
    starts_differently,
)
from games.log import commitments, statements, wire
from rules import Action, Game, Pass

PREFIX = "game-"
_IGNORED_KINDS = {wire.kind_of(e.GameEnded)}
MOST_STREAMS = 200  # in one query
MOST_KNOWN_ACTIONS = 8192
# All lines of a game are read as one text: a row for each would dominate the cost.
_LINES = {
    "sqlite": """
        SELECT stream, group_concat(line, char(10)) FROM (
            SELECT stream, kind || data AS line FROM games_event WHERE stream IN ({}) ORDER BY stream, version
        ) AS lines GROUP BY stream""",
    "postgresql": """
        SELECT stream, string_agg(kind || data, chr(10) ORDER BY version)
        FROM games_event WHERE stream IN ({}) GROUP BY stream""",
}

_known_actions: dict[str, Action] = {}


@dataclass(slots=True)
class EnteredActions:
    """The set-up position, if any, and the actions that were not taken back.

    ``record``: the record that was received, if any; ``intact`` and ``turns_by_other``: as in ``GameState``;
    ``players``: Black and White.
    """

    set_up: e.PositionSetUp | None = None
    record: e.RecordReceived | None = None
    actions: list[Action] = field(default_factory=list)
    intact: int = 0
    players: tuple[str, str] = ("", "")
    turns_by_other: set[int] = field(default_factory=set)

    def ended_by_one(self, game: Game) -> bool:
        """Return whether the end may be the word of one player alone; ``game``: the last position."""
        sent = self.record is not None and self.record.by != ""
        return bool(sent or self.turns_by_other) and ends_by_one(
            game, reversed(self.actions), len(self.actions), self.turns_by_other
        )

    def proves_count(self, ruleset: str, handicap: int, game: Game) -> bool:
        """Return whether the last position proves what it leads to under these terms, as in ``GameState``."""
        record, turns = self.record, len(self.actions)
        if record is None:
            return True
        passed = turns > 0 and turns <= self.intact and isinstance(self.actions[-1], Pass)
        if passed and contradicts_count(record, game):
            return False
        return not (has_guesses(record) or starts_differently(record, self.set_up, ruleset, handicap))


def read_entered_actions(game_ids: Sequence[str]) -> dict[str, EnteredActions]:
    """Return the actions entered in each game; empty for a game that was never opened."""
    found: dict[str, EnteredActions] = {}
    for start in range(0, len(game_ids), MOST_STREAMS):
        asked = [f"{PREFIX}{game_id}" for game_id in game_ids[start : start + MOST_STREAMS]]
        rows = statements.select(_LINES[connection.vendor].format(", ".join(["%s"] * len(asked))), asked)
        found |= {stream.removeprefix(PREFIX): _parse_lines(text.split("\n")) for stream, text in rows}
    return found


def _parse_lines(lines: list[str]) -> EnteredActions:
    """Parse the lines like ``games.game.evolving.fold``, without the rules."""
    read: list[Any] = list(map(_known_actions.get, lines))
    new = [at for at, action in enumerate(read) if action is None]
    for at in new:
        read[at] = _action_or_event(lines[at])
    others = [at for at in new if type(read[at]) not in action_events.EVENTS]
    game, last = EnteredActions(), 0
    for at in [*others, len(read)]:
        game.actions += read[last:at]
        last = at + 1
        _change(game, read[at] if at < len(read) else None)
    return game


def _action_or_event(line: str) -> Any:
    """Return the action of a line, from a cache.

    Returns the event if it changes the actions otherwise, and None for other lines.
    """
    begin = line.index("{")  # the first brace begins the data
    kind = line[:begin]
    if kind in _IGNORED_KINDS:
        return None
    event = wire.decode(kind, commitments.open_commitments(line[begin:], {}))  # no texts are needed here
    by_other = getattr(event, "by", "") != ""
    if by_other or type(event) not in action_events.ACTIONS:
        return event
    action = action_events.action_of(event)
    if len(_known_actions) < MOST_KNOWN_ACTIONS:
        _known_actions[line] = action
    return action


def _change(game: EnteredActions, event: object) -> None:
    if isinstance(event, e.PositionSetUp):
        game.set_up = event
    elif isinstance(event, e.GameOpened | e.TermsChanged):
        if (event.white, event.black) == game.players:
            game.turns_by_other.update(exchange_turns(game.record, game.intact, len(game.actions)))
        game.players = event.black, event.white
    elif isinstance(event, e.RecordReceived):
        game.record, game.intact = event, event.actions
    elif type(event) in action_events.ACTIONS:
        game.actions.append(action_events.action_of(event))
        game.turns_by_other.add(len(game.actions))
    elif isinstance(event, e.TurnsTakenBack):
        del game.actions[event.to_turn :]
        game.intact = min(game.intact, event.to_turn)
        game.turns_by_other = {turn for turn in game.turns_by_other if turn <= event.to_turn}
    elif isinstance(event, e.RecordWithdrawn):
        game.set_up, game.record, game.actions, game.intact, game.turns_by_other = None, None, [], 0, set()
