"""Events of several streams to lines, in the order of their positions. Pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby

from games.claims import events as c
from games.game import acting
from games.game import events as e
from games.story.base import Happened, Line, describe, line


def story(game: Iterable[Happened], claims: Iterable[Happened], others: Iterable[Line] = ()) -> list[Line]:
    """``game``: events of the game's stream; ``claims``: those of its claims; ``others``: further lines."""
    so_far = _SoFar()
    own = sorted([*game, *claims], key=lambda happened: happened.position)
    lines = [so_far.entry(happened) for happened in own]
    lines += [_Entry(line=other) for other in others]
    lines.sort(key=lambda entry: entry.line.last.position)
    return [_joined(list(run)) for _, run in groupby(_numbered(lines), key=lambda entry: entry.run)]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    """One event. Of entries in a row with the same ``run`` one line is made; ``turn`` is its place there."""

    line: Line
    run: str = ""
    what: str = ""
    turn: int = 0


@dataclass(slots=True)
class _SoFar:
    """How many turns stand, the numbers of claims, how far each sequence is."""

    turn: int = 0
    claims: dict[str, int] = field(default_factory=dict)
    played: dict[str, int] = field(default_factory=dict)

    def entry(self, happened: Happened) -> _Entry:
        event = happened.event
        if isinstance(event, c.ClaimMade):
            self.claims[happened.stream] = len(self.claims) + 1
        claim = self.claims.get(happened.stream, 0)
        sentence = line(happened, describe(event, claim))
        if type(event) in acting.ACTIONS:
            self.turn += 1
            return _Entry(line=sentence, run="game", what="Turns {} to {} were entered.", turn=self.turn)
        if isinstance(event, c.SequenceActed):
            return self._in_sequence(sentence, f"Claim {claim}, sequence {event.number}")
        if isinstance(event, c.SequenceTakenBack):
            self.played[f"Claim {claim}, sequence {event.number}"] = event.to_turn
        if isinstance(event, e.TurnsTakenBack):
            self.turn = event.to_turn
        if isinstance(event, e.RecordWithdrawn):
            self.turn = 0
        return _Entry(line=sentence)

    def _in_sequence(self, sentence: Line, name: str) -> _Entry:
        self.played[name] = turn = self.played.get(name, 0) + 1
        return _Entry(line=sentence, run=name, what=name + ": turns {} to {} were played.", turn=turn)


def _numbered(entries: Iterable[_Entry]) -> Iterator[_Entry]:
    """Entries that stand alone get runs of their own."""
    for number, entry in enumerate(entries):
        yield entry if entry.run else _Entry(line=entry.line, run=f"{number}")


def _joined(run: list[_Entry]) -> Line:
    last = run[-1]
    if len(run) == 1:
        alone = f"Turn {last.turn}: {last.line.text}" if last.run == "game" else last.line.text
        return Line(last=last.line.last, text=alone, actors=last.line.actors)
    actors = dict.fromkeys(actor for entry in run for actor in entry.line.actors)
    return Line(last=last.line.last, text=last.what.format(run[0].turn, last.turn), actors=tuple(actors))
