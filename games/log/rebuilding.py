"""Throw the projections away and write them again from position 0.

One transaction, holding the writers' turn: nothing is appended meanwhile, and on PostgreSQL readers go on
seeing the old rows.
"""

# ruff: noqa: SLF001 - _meta and _base_manager are Django's public face in all but spelling
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.db import models, transaction

from games.log import projections, store
from games.log.canonical import canonical
from games.log.columns import plain_column
from games.log.progress import Report, silent
from games.log.projections import projection_models
from games.log.snapshots import making as snapshots
from games.log.tables import ProjectionPosition
from games.log.tree import tiles

BATCH = 1000
SHOWN = 5  # differing rows named per table
Values = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fingerprint:
    """A table's contents: how many rows and a digest of them that no order or database changes."""

    rows: int
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A row before and after; None where there was none."""

    key: str
    before: Values | None
    after: Values | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One projection table; ``differences`` holds the first rows that a rebuild would change."""

    name: str
    before: Fingerprint
    after: Fingerprint
    differences: tuple[Difference, ...] = ()

    @property
    def same(self) -> bool:
        return self.before == self.after


def rebuild(*, check: bool = False, report: Report = silent) -> list[Table]:
    """Rebuild every projection; ``report`` is called with the number of events replayed.

    With ``check``, nothing is changed unless all tables come out the same; differing ones carry their first
    rows.
    """
    with transaction.atomic():
        store.take_turn()
        before = fingerprints()
        save = transaction.savepoint()
        tiles.forget()
        snapshots.forget()
        empty()
        replay(report)
        after = fingerprints()
        changed = [model for model in after if check and after[model] != before[model]]
        rebuilt = {model: dict(contents(model)) for model in changed}
        if changed:
            transaction.savepoint_rollback(save)
        found = {model: _differences(dict(contents(model)), rows) for model, rows in rebuilt.items()}
    snapshots.make_all()
    return [
        Table(name=label(model), before=before[model], after=after[model], differences=found.get(model, ()))
        for model in after
    ]


def empty() -> None:
    """Delete every projection row."""
    for model in projection_models():
        rows = model._base_manager.all()
        rows._raw_delete(rows.db)  # without collecting what cascades: the other end is emptied too
    ProjectionPosition.objects.all().delete()


def replay(report: Report = silent) -> None:
    """Project the whole log, in batches."""
    position = 0
    while batch := store.read_all(after=position, limit=BATCH):
        projections.apply(batch)
        position = batch[-1].position
        report(position)


def fingerprints() -> dict[type[models.Model], Fingerprint]:
    """What every projection table holds now."""
    return {model: _fingerprint(model) for model in projection_models()}


def label(model: type[models.Model]) -> str:
    return model._meta.label


def contents(model: type[models.Model]) -> Iterator[tuple[str, Values]]:
    """Primary key and plain values of every row, equal on both databases."""
    names = [field.attname for field in model._meta.concrete_fields]
    key = model._meta.pk.attname
    for row in model._base_manager.values_list(*names).iterator(chunk_size=2000):
        values = {name: plain_column(value) for name, value in zip(names, row, strict=True)}
        yield str(values[key]), values


def _fingerprint(model: type[models.Model]) -> Fingerprint:
    """The sum of the rows' digests: text sorts differently in the two databases, a sum does not care."""
    rows = total = 0
    for _, values in contents(model):
        rows += 1
        total += int.from_bytes(sha256(canonical(values).encode()).digest())
    return Fingerprint(rows=rows, digest=f"{total % 2**256:064x}")


def _differences(before: dict[str, Values], after: dict[str, Values]) -> tuple[Difference, ...]:
    keys = [key for key in sorted(before.keys() | after.keys()) if before.get(key) != after.get(key)]
    return tuple(Difference(key=key, before=before.get(key), after=after.get(key)) for key in keys[:SHOWN])
