"""The positions of the sequences of a claim. Pure.

A sequence belongs to the version of the game at which it began, so that later changes of the game do not
affect it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from games.claims.claim import Claim, Sequence
from games.game.state import GameState
from rules import Accept, Action, AgreeDead, AgreeDraw, DeclareDraw, Game, Illegal, MarkDead, Phase, Resign

GamesByVersion = Mapping[int, GameState]
"""States of the game by version of its stream: of every version at which a sequence begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """The positions from a position of the game to the end of a sequence.

    ``root``: the ancestor of the sequence that begins in the game; ``positions``: in order, from that of the
    game, up to the first action that the current rules forbid; empty if the game has no such position;
    ``begin``: the index at which the sequence itself begins, after the actions of its ancestors.
    """

    sequence: Sequence
    root: Sequence
    positions: list[Game]
    begin: int

    @property
    def own(self) -> list[Game]:
        """The positions of the sequence itself, from the one before its first action."""
        return self.positions[self.begin :] if self.positions else []


def line_of(claim: Claim, number: int, games: GamesByVersion) -> Line:
    """Return the line of a sequence. Raises KeyError if no sequence has that number."""
    sequence = claim.sequences[number]
    before = line_of(claim, sequence.sequence, games) if sequence.sequence else None
    return _play_sequence(sequence, before, games)


def lines_of(claim: Claim, games: GamesByVersion) -> dict[int, Line]:
    """Return the lines of all sequences by number."""
    found: dict[int, Line] = {}
    for number, sequence in claim.sequences.items():
        found[number] = _play_sequence(sequence, found.get(sequence.sequence), games)
    return found


def lines_to_judge(claim: Claim, state: GameState, games: GamesByVersion) -> list[list[Game]]:
    """Return the positions of every sequence that goes on from the end of the record, in order."""
    return [
        settled_positions(one)
        for one in lines_of(claim, games).values()
        if not one.sequence.one_sided and continues_record(one, games[one.root.game_version], state)
    ]


def continues_record(played: Line, then: GameState, now: GameState) -> bool:
    """Return whether a line continues from the current end of the record, with all before it unchanged."""
    turn = played.root.turn
    if turn != now.game.turn or not played.positions:
        return False
    return then is now or (_terms(then) == _terms(now) and then.actions[:turn] == now.actions[:turn])


def settled_positions(played: Line) -> list[Game]:
    """Return the positions of a line up to a phase of play, between two stops, that one player alone entered.

    One player alone settles nothing, and reopens nothing.
    """
    own, entered = played.own, played.sequence.entered
    for first, end in _phases_of_play(own):
        if set(entered[first:end]) in ({"b"}, {"w"}):
            return played.positions[: played.begin + first + 1]
    return played.positions


def _phases_of_play(own: list[Game]) -> Iterator[tuple[int, int]]:
    """Yield the first action and the end of each run of actions up to a stop, without own words."""
    first = 0
    for turn in range(1, len(own)):
        if isinstance(own[turn].last_action, _OWN_WORDS):
            if first < turn - 1:
                yield first, turn - 1
            first = turn
        elif own[turn].phase is Phase.STOPPED and own[turn - 1].phase is not Phase.STOPPED:
            yield first, turn
            first = turn
    if first < len(own) - 1:
        yield first, len(own) - 1


_OWN_WORDS = (MarkDead, Accept, AgreeDead, DeclareDraw, AgreeDraw, Resign)


def _terms(game: GameState) -> object:
    return game.ruleset, game.handicap, game.set_up


def _play_sequence(sequence: Sequence, before: Line | None, games: GamesByVersion) -> Line:
    if before is None:
        start = games[sequence.game_version].at(sequence.turn)
        positions = [] if start is None else [start]
    else:
        end = before.begin + sequence.turn
        positions = before.positions[: end + 1] if end < len(before.positions) else []
    root = before.root if before else sequence
    begin = len(positions) - 1
    played = _apply_actions(positions, sequence.actions)
    return Line(sequence=sequence, root=root, positions=played, begin=begin)


def _apply_actions(positions: list[Game], actions: Iterable[Action]) -> list[Game]:
    for action in actions if positions else ():
        after = positions[-1].apply(action)
        if isinstance(after, Illegal):
            break
        positions.append(after)
    return positions
