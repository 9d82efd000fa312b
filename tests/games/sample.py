"""Small events and a projection of them, for the tests of the ground they stand on."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from uuid import UUID, uuid4

from django.db import models

from games.log import projections, unit_of_work
from games.log.store import StoredEvent
from games.log.wire import upcaster, wire

AT = datetime(2025, 3, 1, 9, 30, 0, 120_000, tzinfo=UTC)


class Mood(StrEnum):
    GOOD = "good"
    BAD = "bad"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    hall: str
    table: int | None = None


@wire("sample.noted.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    text: str
    number: int | float = 0
    mood: Mood = Mood.GOOD
    place: Place | None = None
    tags: frozenset[str] = frozenset()
    pairs: tuple[tuple[int, str], ...] = ()
    places: dict[str, Place] = field(default_factory=dict)


@wire("sample.counted.v2")
@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    by: int


@upcaster("sample.added.v1", to="sample.counted.v1")
def _in_words(data: dict) -> dict:
    return {"amount": int(data["words"])}


@upcaster("sample.counted.v1", to="sample.counted.v2")
def _renamed(data: dict) -> dict:
    return {"by": data["amount"]}


def total(state: int, event: object) -> int:
    return state + event.by if isinstance(event, Counted) else state


def context(
    command_id: UUID | None = None, *, expected: int | None = None, at: datetime = AT
) -> unit_of_work.Context:
    return unit_of_work.Context(actor="user:1", command_id=command_id or uuid4(), at=at, expected=expected)


def unchanged(state: int, event: object) -> int:
    return state


def note(stream: str, *texts: str, given: unit_of_work.Context | None = None) -> list[StoredEvent]:
    """Append one Noted for each text."""
    notes = [Noted(text=text) for text in texts]
    return unit_of_work.execute(stream, 0, unchanged, lambda _: notes, given or context())


def count(stream: str, *numbers: int, given: unit_of_work.Context | None = None) -> list[StoredEvent]:
    """Append one Counted for each number."""
    counts = [Counted(by=number) for number in numbers]
    return unit_of_work.execute(stream, 0, total, lambda _: counts, given or context())


def declare_tally() -> type[models.Model]:
    """A projection table outside any app's migrations; the fixture that calls this takes it back."""

    class Tally(models.Model):
        projection = True
        belongs = "stream"
        stream = models.CharField(max_length=200, primary_key=True)
        total = models.IntegerField()
        seen_at = models.DateTimeField()

        class Meta:
            app_label = "games"
            db_table = "games_tally"

    return Tally


def keep_tally(tally: type[models.Model]):
    """Project Counted onto the table; returns the handler."""

    def handler(event: Counted, recorded: StoredEvent) -> None:
        row = tally.objects.filter(pk=recorded.stream).first() or tally(stream=recorded.stream, total=0)
        row.total, row.seen_at = row.total + event.by, recorded.recorded_at
        row.save()

    return projections.project(Counted)(handler)
