"""Counters of changes to public pages that have no new version of their tournament.

There is one per tournament (its games, claims, registrations and screens) and one per organisation (its name,
people and clubs). With the tournament's version they identify the state of all its public pages:
`deploy/decisions/public-answers.md`.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import ClassVar
from uuid import UUID

from django.db import models

from games.claims.queries import games_and_contexts
from games.log import statements, store
from games.log.store import StoredEvent
from games.log.unit_of_work import on_stored
from tournaments.tables.rows import PairingRow

BATCH = 500  # games in one query
_COUNT = """
INSERT INTO tournaments_changed (about, number) VALUES (%s, 1)
ON CONFLICT (about) DO UPDATE SET number = tournaments_changed.number + 1
"""


class Changed(models.Model):
    """The counter of a tournament or an organisation, whose id is ``about``. Not needed in a backup."""

    fleeting: ClassVar[bool] = True

    about = models.UUIDField(primary_key=True)
    number = models.BigIntegerField(default=0, db_default=0)

    def __str__(self) -> str:
        return f"{self.about} changed {self.number} times"


def touch(*about: UUID) -> None:
    """Count a change of these tournaments or organisations in the caller's transaction.

    Call it before the rows are written, because it acquires the write lock, which precedes locks on rows.
    """
    if about:
        store.acquire_write_lock()
    for id_ in sorted(set(about)):
        statements.write(_COUNT, [statements.column_value(Changed, "about", id_)])


def changes_of(row: models.Model) -> int:
    """Return the counters of changes of the tournament and of its organisation."""
    about = (row.pk, row.organisation_id)  # type: ignore[attr-defined]  # a TournamentRow
    return sum(Changed.objects.filter(about__in=about).values_list("number", flat=True))


@on_stored
def touch_for_games(stored: Sequence[StoredEvent]) -> None:
    """Count a change of the tournaments whose games or claims have new events.

    A tournament's own events change its version instead.
    """
    streams = {recorded.stream for recorded in stored}
    if any(stream.startswith("tournament-") for stream in streams):
        return
    touched = {*_tournaments_of(_ids(streams, "game-"))}
    touched.update(_uuids(context for _, context in games_and_contexts(stored).values()))
    touch(*touched)


def _tournaments_of(games: Sequence[UUID]) -> Collection[UUID]:
    found: set[UUID] = set()
    for start in range(0, len(games), BATCH):
        own = PairingRow.objects.filter(game_id__in=games[start : start + BATCH])
        found.update(own.values_list("tournament_id", flat=True).distinct())
    return found


def _ids(streams: Iterable[str], prefix: str) -> list[UUID]:
    """Return the UUIDs of the streams with this prefix; others belong to no tournament."""
    return list(_uuids(stream.removeprefix(prefix) for stream in streams if stream.startswith(prefix)))


def _uuids(texts: Iterable[str]) -> Iterator[UUID]:
    for text in texts:
        with suppress(ValueError):
            yield UUID(text)
