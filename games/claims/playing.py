"""Sequences of a claim as games: where each begins and stands. Pure.

A sequence belongs to the version of the game at which it was begun, so that nothing that happens to the game
later changes it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.claims.claim import Claim, Sequence
from games.game.state import GameState
from rules import Action, Game, Illegal, Phase

Games = Mapping[int, GameState]
"""States of the game by version of its stream: of every version at which a sequence begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What was played, from a position of the game on.

    ``sequence``: which; ``root``: the one that begins in the game; ``positions``: that of the game first, the
    last one last, up to what the rules of today allow, and none where the game has no such position;
    ``begin``: where this sequence begins among them, its ancestors' moves standing before.
    """

    sequence: Sequence
    root: Sequence
    positions: list[Game]
    begin: int

    @property
    def own(self) -> list[Game]:
        """The positions of the sequence itself, that before its first action first."""
        return self.positions[self.begin :] if self.positions else []


def line(claim: Claim, number: int, games: Games) -> Line:
    """One sequence, played out. KeyError where there is none of that number."""
    sequence = claim.sequences[number]
    before = line(claim, sequence.sequence, games) if sequence.sequence else None
    return _played(sequence, before, games)


def lines(claim: Claim, games: Games) -> dict[int, Line]:
    """Every sequence by its number; one that branches off another has the higher number."""
    found: dict[int, Line] = {}
    for number, sequence in claim.sequences.items():
        found[number] = _played(sequence, found.get(sequence.sequence), games)
    return found


def lines_to_judge(claim: Claim, state: GameState, games: Games) -> list[list[Game]]:
    """Return the positions of every sequence that goes on from the end of the record, in order."""
    return [
        agreed(one)
        for one in lines(claim, games).values()
        if not one.sequence.one_sided and continues(one, games[one.root.game_version], state)
    ]


def continues(played: Line, then: GameState, now: GameState) -> bool:
    """Whether a line goes on from the end of the record as it is now: what came before is unchanged."""
    turn = played.root.turn
    if turn != now.game.turn or not played.positions:
        return False
    return then is now or (_terms(then) == _terms(now) and then.actions[:turn] == now.actions[:turn])


def agreed(played: Line) -> list[Game]:
    """The positions of a line, up to where one player alone has left a stop and nobody has followed them.

    What both have settled by then they do not open again alone.
    """
    own, entered = played.own, played.sequence.entered
    if not own or own[-1].phase in _AT_REST:
        return played.positions
    left = next((turn for turn in range(len(own) - 1, 0, -1) if own[turn - 1].phase is Phase.STOPPED), 0)
    alone = left > 0 and set(entered[left - 1 : len(own) - 1]) in ({"b"}, {"w"})
    return played.positions[: played.begin + left] if alone else played.positions


_AT_REST = (Phase.STOPPED, Phase.OVER)


def _terms(game: GameState) -> object:
    return game.ruleset, game.handicap, game.set_up


def _played(sequence: Sequence, before: Line | None, games: Games) -> Line:
    if before is None:
        start = games[sequence.game_version].at(sequence.turn)
        positions = [] if start is None else [start]
    else:
        end = before.begin + sequence.turn
        positions = before.positions[: end + 1] if end < len(before.positions) else []
    root = before.root if before else sequence
    begin = len(positions) - 1
    played = _proceeded(positions, sequence.actions)
    return Line(sequence=sequence, root=root, positions=played, begin=begin)


def _proceeded(positions: list[Game], actions: Iterable[Action]) -> list[Game]:
    for action in actions if positions else ():
        after = positions[-1].apply(action)
        if isinstance(after, Illegal):
            break
        positions.append(after)
    return positions
