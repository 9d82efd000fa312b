"""The ko rules that remember kos: modified ko in a continuation (002), pass-for-ko in hypothetical play.

A fight is the same ko as long as the points next to its two points never change. Its record names the players
who have captured in it since the continuation began, who have prepared a recapture by a challenge, and who
are locked out.
"""

from collections.abc import Iterator
from dataclasses import replace

from rules.illegal import Reason
from rules.point import Color
from rules.position import NO_MEMORY, Fight, Memory, Position
from rules.repetition import Repeats, SimpleKo, TriedPlay, ko_of, retakes, takes_ko


class BasicKoWithLocks(SimpleKo):
    """Basic ko; under modified ko a prepared recapture locks the opponent out of that ko (002)."""

    def after_play(self, before: Position, tried: TriedPlay) -> Memory | Repeats:
        """Forbid the immediate recapture, and any capture in a ko by a player who is locked out of it."""
        memory = before.memory
        if memory.fights is None:
            return super().after_play(before, tried)
        if retakes(memory.ko, tried) and memory.ko:
            return Repeats(Reason.KO, memory.ko[2])
        same = tuple(_same(memory.fights, tried))
        if not takes_ko(tried):
            return Memory(fights=same)
        fight = _fight(memory.fights, tried)
        if tried.color in fight.locked_out:
            return Repeats(Reason.LOCKED_KO)
        kept = (other for other in same if other.points != fight.points)
        return Memory(ko=ko_of(before, tried), fights=(*kept, self._record_capture(fight, tried.color)))

    def after_pass(self, before: Position) -> Memory:
        """Clear every lock, as a regular pass of either player does."""
        fights = before.memory.fights
        if fights is None:
            return NO_MEMORY
        return Memory(fights=tuple(replace(fight, locked_out=frozenset()) for fight in fights))

    def after_button(self, before: Position) -> Memory:
        """Clear every lock, as after a regular pass."""
        return self.after_pass(before)

    def after_challenge(self, before: Position, tried: TriedPlay) -> Memory | Repeats:
        """Prepare a recapture that is possible now and was not prepared before."""
        memory = before.memory
        if memory.fights is None:
            return Repeats(Reason.WRONG_PHASE)
        fight = _fight(memory.fights, tried) if takes_ko(tried) else None
        refused = self._no_challenge(memory, fight, tried)
        if refused or not fight:
            return refused or Repeats(Reason.NOT_A_RECAPTURE)
        others = tuple(other for other in memory.fights if other.points != fight.points)
        return Memory(fights=(*others, self._record_challenge(fight, tried.color)))

    def begin(self, before: Position, *, modified: bool) -> Memory:
        """Start without remembered kos; under modified ko they are remembered from now on."""
        return Memory(fights=()) if modified else NO_MEMORY

    def _no_challenge(self, memory: Memory, fight: Fight | None, tried: TriedPlay) -> Repeats | None:
        if fight is None:
            return Repeats(Reason.NOT_A_RECAPTURE)
        if retakes(memory.ko, tried) and memory.ko:
            return Repeats(Reason.KO, memory.ko[2])
        if tried.color.other not in fight.captured_by:
            return Repeats(Reason.NOT_A_RECAPTURE)
        if tried.color in fight.locked_out:
            return Repeats(Reason.LOCKED_KO)
        return Repeats(Reason.ALREADY_PREPARED) if tried.color in fight.prepared_by else None

    def _record_capture(self, fight: Fight, color: Color) -> Fight:
        locks = {color.other} if color in fight.prepared_by else set()
        return replace(
            fight,
            captured_by=fight.captured_by | {color},
            prepared_by=fight.prepared_by - {color},
            locked_out=fight.locked_out | locks,
        )

    def _record_challenge(self, fight: Fight, color: Color) -> Fight:
        return replace(fight, prepared_by=fight.prepared_by | {color})


class PassForKo(BasicKoWithLocks):
    """A player captured in a ko may recapture only after a pass for it (Japanese, article 7.2)."""

    def after_pass(self, before: Position) -> Memory:
        """Leave all kos closed: a pass that is not for a ko opens none."""
        return Memory(fights=before.memory.fights)

    def begin(self, before: Position, *, modified: bool) -> Memory:
        """Return an empty memory, in which every later ko is recorded."""
        return Memory(fights=())

    def _no_challenge(self, memory: Memory, fight: Fight | None, tried: TriedPlay) -> Repeats | None:
        if fight is None or tried.color.other not in fight.captured_by:
            return Repeats(Reason.NOT_A_RECAPTURE)
        return None if tried.color in fight.locked_out else Repeats(Reason.ALREADY_PREPARED)

    def _record_capture(self, fight: Fight, color: Color) -> Fight:
        both = fight.captured_by | {color}
        return replace(fight, captured_by=both, locked_out=frozenset({color.other}))

    def _record_challenge(self, fight: Fight, color: Color) -> Fight:
        return replace(fight, locked_out=fight.locked_out - {color})


def _fight(fights: tuple[Fight, ...], tried: TriedPlay) -> Fight:
    """Return the fight that a ko capture belongs to, or a new one."""
    points = tried.spot[0] | tried.taken
    known = next((fight for fight in fights if fight.points == points), None)
    return known or Fight(
        points=points,
        beside=(beside := _beside(tried)),
        black=tried.black & beside,
        white=tried.white & beside,
    )


def _beside(tried: TriedPlay) -> int:
    """Return the points next to the two points of a ko: the sides of the spot and of the captured point."""
    bit, near, sides = tried.spot
    beyond = next(near_side for side, near_side in sides if side == tried.taken)
    return (near | beyond) & ~(bit | tried.taken)


def _same(fights: tuple[Fight, ...], tried: TriedPlay) -> Iterator[Fight]:
    """Return the fights whose surroundings are unchanged."""
    for fight in fights:
        if tried.black & fight.beside == fight.black and tried.white & fight.beside == fight.white:
            yield fight
