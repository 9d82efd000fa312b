"""The conversion of the events of several streams into lines, in the order of their positions. Pure."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby

from games.claims import events as c
from games.game import action_events
from games.game import events as e
from games.marking import marked
from games.story.base import Line, RecordedEvent, describe, line_of


def story(
    game: Iterable[RecordedEvent], claims: Iterable[RecordedEvent], others: Iterable[Line] = ()
) -> list[Line]:
    """Return the lines of a game from its events, those of its claims, and further lines."""
    so_far = _State()
    own = sorted([*game, *claims], key=lambda happened: happened.position)
    lines = [so_far.entry(happened) for happened in own]
    lines += [_Entry(line=other) for other in others]
    lines.sort(key=lambda entry: entry.line.last.position)
    return [_merge_run(list(run)) for _, run in groupby(_number_runs(lines), key=lambda entry: entry.run)]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    """One event. Consecutive entries with the same ``run`` share a line; ``turn`` is the place in the run."""

    line: Line
    run: str = ""
    what: Callable[[int, int], str] | None = None
    turn: int = 0


@dataclass(slots=True)
class _State:
    """The current turn, the numbers of claims and the length of each sequence."""

    turn: int = 0
    claims: dict[str, int] = field(default_factory=dict)
    played: dict[tuple[int, int], int] = field(default_factory=dict)

    def entry(self, happened: RecordedEvent) -> _Entry:
        event = happened.event
        if isinstance(event, c.ClaimMade):
            self.claims[happened.stream] = len(self.claims) + 1
        claim = self.claims.get(happened.stream, 0)
        sentence = line_of(happened, describe(event, claim))
        if type(event) in action_events.ACTIONS:
            self.turn += 1
            return _Entry(line=sentence, run="game", what=_turns_entered_text, turn=self.turn)
        if isinstance(event, c.SequenceActed):
            return self._in_sequence(sentence, claim, event.number)
        if isinstance(event, c.SequenceTakenBack):
            self.played[claim, event.number] = event.to_turn
        if isinstance(event, e.TurnsTakenBack):
            self.turn = event.to_turn
        if isinstance(event, e.RecordWithdrawn):
            self.turn = 0
        return _Entry(line=sentence)

    def _in_sequence(self, sentence: Line, claim: int, number: int) -> _Entry:
        self.played[claim, number] = turn = self.played.get((claim, number), 0) + 1
        run = f"claim {claim}, sequence {number}"
        return _Entry(line=sentence, run=run, what=partial(_sequence_turns_text, claim, number), turn=turn)


def _turns_entered_text(first: int, last: int) -> str:
    return marked("Turns %(first)s to %(last)s were entered.", first=first, last=last)


def _sequence_turns_text(claim: int, number: int, first: int, last: int) -> str:
    return marked(
        "Claim %(claim)s, sequence %(number)s: turns %(first)s to %(last)s were played.",
        claim=claim,
        number=number,
        first=first,
        last=last,
    )


def _number_runs(entries: Iterable[_Entry]) -> Iterator[_Entry]:
    """Give each entry without a run a run of its own."""
    for number, entry in enumerate(entries):
        yield entry if entry.run else _Entry(line=entry.line, run=str(number))


def _merge_run(run: list[_Entry]) -> Line:
    last = run[-1]
    if len(run) == 1 or last.what is None:
        alone = (
            marked("Turn %(turn)s: %(text)s", turn=last.turn, text=last.line.text)
            if last.run == "game"
            else last.line.text
        )
        return Line(last=last.line.last, text=alone, actors=last.line.actors)
    actors = dict.fromkeys(actor for entry in run for actor in entry.line.actors)
    return Line(last=last.line.last, text=last.what(run[0].turn, last.turn), actors=tuple(actors))
