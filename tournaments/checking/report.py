"""Findings of a check, as sentences that name round, table and game."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from itertools import zip_longest
from typing import Any

from games.refusals import Refusal

MALFORMED = (KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError, RecursionError)
LONGEST = 300


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
    """Something that the bundle states and that does not follow from its events."""

    place: Place
    sentence: str

    def __str__(self) -> str:
        return f"{self.place}: {self.sentence}"


@dataclass(slots=True)
class Report:
    """Faults; notes, which are no faults; what could not be checked and what was, with how often."""

    faults: list[Fault] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    unchecked: Counter[str] = field(default_factory=Counter)
    checked: Counter[str] = field(default_factory=Counter)

    def fault(self, place: Place, sentence: str) -> None:
        self.faults.append(Fault(place=place, sentence=sentence))

    def compare(self, place: Place, what: str, stated: Any, due: Any) -> None:
        """Count a comparison; add a fault where the bundle states something else than follows."""
        self.checked[what] += 1
        if stated == due:
            return
        if isinstance(stated, Mapping) and isinstance(due, Mapping):
            differ = [name for name in {**stated, **due} if stated.get(name) != due.get(name)]
            for name in differ:
                self._differ(place, f"{what}, {name}", stated.get(name), due.get(name))
        elif isinstance(stated, list) and isinstance(due, list):
            at = next(i for i, two in enumerate(zip_longest(stated, due)) if two[0] != two[1])
            one, other = (found[at] if at < len(found) else None for found in (stated, due))
            self._differ(place, f"{what}, no. {at + 1}", one, other)
        else:
            self._differ(place, what, stated, due)

    def _differ(self, place: Place, what: str, stated: object, due: object) -> None:
        self.fault(place, f"{what}: {_short(stated)} is stated, but {_short(due)} follows.")

    @contextmanager
    def reading(self, place: Place) -> Iterator[None]:
        """Turn events that cannot follow each other into a fault."""
        try:
            yield
        except Refusal as refusal:
            self.fault(place, f"This could not have been done then: {refusal}")
        except MALFORMED as error:
            self.fault(place, f"This cannot follow from the events before ({error!r})."[:LONGEST])

    def as_data(self) -> dict[str, Any]:
        """Return plain values, for programs."""
        return {
            "faults": [asdict(one.place) | {"sentence": one.sentence} for one in self.faults],
            "notes": self.notes,
            "unchecked": dict(self.unchecked),
            "checked": dict(self.checked),
        }


def _short(value: object) -> str:
    text = "nothing" if value is None or value == "" else str(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."
