"""The report of a check, in sentences that name round, table and game."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from itertools import zip_longest
from typing import Any

from games.refusals import Refusal
from tournaments.competition.history import Result, Winner
from tournaments.state.tournament import Tournament

MALFORMED = (KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError, RecursionError)
MAX_LENGTH = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The subject of a sentence. ``title``: in words; ``position``: of an event, 0 for none."""

    title: str
    round: int = 0
    table: int = 0
    game: str = ""
    position: int = 0

    def __str__(self) -> str:
        return f"{self.title} (event {self.position})" if self.position else self.title


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A statement of the bundle that does not follow from its events."""

    place: Place
    sentence: str

    def __str__(self) -> str:
        return f"{self.place}: {self.sentence}"


@dataclass(slots=True)
class Report:
    """The faults and notes of a check, and how often each subject was checked or could not be."""

    faults: list[Fault] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    unchecked: Counter[str] = field(default_factory=Counter)
    checked: Counter[str] = field(default_factory=Counter)

    def fault(self, place: Place, sentence: str) -> None:
        self.faults.append(Fault(place=place, sentence=sentence))

    def compare(self, place: Place, what: str, stated: Any, expected: Any) -> None:
        """Count a comparison; add a fault if the stated value differs from the one that follows."""
        self.checked[what] += 1
        if stated == expected:
            return
        if isinstance(stated, Mapping) and isinstance(expected, Mapping):
            differ = [name for name in {**stated, **expected} if stated.get(name) != expected.get(name)]
            for name in differ:
                self._differ(place, f"{what}, {name}", stated.get(name), expected.get(name))
        elif isinstance(stated, list) and isinstance(expected, list):
            at = next(i for i, two in enumerate(zip_longest(stated, expected)) if two[0] != two[1])
            one, other = (found[at] if at < len(found) else None for found in (stated, expected))
            self._differ(place, f"{what}, no. {at + 1}", one, other)
        else:
            self._differ(place, what, stated, expected)

    def _differ(self, place: Place, what: str, stated: object, expected: object) -> None:
        self.fault(place, f"{what}: {_short(stated)} is stated, but {_short(expected)} follows.")

    @contextmanager
    def reading(self, place: Place) -> Iterator[None]:
        """Record events that cannot follow each other as a fault."""
        try:
            yield
        except Refusal as refusal:
            self.fault(place, f"This could not have been done then: {refusal}")
        except MALFORMED as error:
            self.fault(place, f"This cannot follow from the events before ({error!r})."[:MAX_LENGTH])

    def as_data(self) -> dict[str, Any]:
        """Return the report as plain data, for programs."""
        return {
            "faults": [asdict(one.place) | {"sentence": one.sentence} for one in self.faults],
            "notes": self.notes,
            "unchecked": dict(self.unchecked),
            "checked": dict(self.checked),
        }


def _short(value: object) -> str:
    text = "nothing" if value is None or value == "" else str(value)
    return text if len(text) <= MAX_LENGTH else f"{text[:MAX_LENGTH]} ..."


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Names for sentences. ``names``: of players by id, as far as the bundle opens them."""

    names: Mapping[str, str]

    def player(self, state: Tournament, entry_id: str) -> str:
        """Return the name of an entry or a team; the number of an entry whose name is not public."""
        if entry_id in state.teams:
            return state.teams[entry_id].name
        entry = state.entries.get(entry_id) or state.removed.get(entry_id)
        if entry is None:
            return f"entry {entry_id}"
        return self.names.get(entry.player_id, f"player no. {entry.number}")

    def game(self, state: Tournament, game_id: str, position: int = 0) -> Place:
        found = state.pair_of(game_id)
        if found is None:
            return Place(title=f"Game {game_id}", game=game_id, position=position)
        round_, pair = found
        black, white = (self.player(state, one) for one in pair.players)
        title = f"Round {round_.number}, table {pair.table}, {black} (Black) and {white} (White)"
        return Place(title=title, round=round_.number, table=pair.table, game=game_id, position=position)

    def result(self, result: Result) -> str:
        return f"{RESULTS[result.winner]}{' by default' if result.by_default else ''}"


RESULTS = {
    Winner.BLACK: "Black won",
    Winner.WHITE: "White won",
    Winner.JIGO: "jigo",
    Winner.BOTH: "both won",
    Winner.NEITHER: "both lost",
    Winner.NOBODY_YET: "no result",
}


def round_title(number: int, position: int = 0, group: str = "") -> Place:
    title = f"Round {number}, group {group}" if group else f"Round {number}"
    return Place(title=title, round=number, position=position)
