"""The tables of the event log: events, heads of their streams, damage, the position of projections."""

from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper


class PositionField(models.BigIntegerField):  # type: ignore[type-arg]  # not subscriptable at run time
    """A bigint that is SQLite's row id: the log is stored in its own order, without an index."""

    def db_type(self, connection: BaseDatabaseWrapper) -> str:
        return "integer" if connection.vendor == "sqlite" else "bigint"


class ContextOf(models.Func):
    """The ``context`` in an event's data: the tournament to which a new game or claim belongs."""

    output_field = models.TextField()

    def as_postgresql(self, compiler: Any, connection: Any, **more: Any) -> Any:
        return self.as_sql(compiler, connection, template=_CONTEXT["postgresql"], **more)

    def as_sqlite(self, compiler: Any, connection: Any, **more: Any) -> Any:
        return self.as_sql(compiler, connection, template=_CONTEXT["sqlite"], **more)


_CONTEXT = {
    "postgresql": """substring(%(expressions)s FROM '"context":"([^"]*)"')""",
    "sqlite": "CASE WHEN json_valid(%(expressions)s) THEN json_extract(%(expressions)s, '$.context') END",
}  # neither fails on invalid JSON, so that an altered event can still be read


class Event(models.Model):
    """An event. Written only by ``games.log.store.append``; never changed.

    ``position`` counts all events in commit order from 1, without gaps. ``data`` is canonical JSON as text
    and not jsonb: the digest covers exactly these characters, 1 and 1.0 stay distinct, both databases store
    the same. ``joined``: see ``games.log.joined_logs``; null in events of this installation.
    """

    position = PositionField(primary_key=True)
    stream = models.CharField(max_length=200)
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=100)
    data = models.TextField()
    actor = models.CharField(max_length=200)
    command_id = models.UUIDField()
    ordinal = models.PositiveIntegerField()
    recorded_at = models.DateTimeField()
    digest = models.CharField(max_length=64)
    joined = models.BigIntegerField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("stream", "version"), name="event_stream_version"),
            models.UniqueConstraint(fields=("command_id", "ordinal"), name="event_command_ordinal"),
        )
        indexes = (
            models.Index(ContextOf("data"), condition=models.Q(version=1), name="event_begins_in_context"),
        )

    def __str__(self) -> str:
        return f"{self.position} {self.stream}@{self.version} {self.kind}"


class StreamHead(models.Model):
    """The last version and digest of a stream, by which ``verify`` detects missing events at its end.

    Not a projection: rebuilding it from the log would hide the loss.
    """

    stream = models.CharField(max_length=200, primary_key=True)
    version = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"{self.stream}@{self.version}"


class DamagedStream(models.Model):
    """A stream of which ``verify`` has found an event altered or missing; see ``games.log.damage``."""

    stream = models.CharField(max_length=200, primary_key=True)
    version = models.PositiveIntegerField()
    what = models.TextField()

    def __str__(self) -> str:
        return f"{self.stream}@{self.version}: {self.what}"


class ProjectionPosition(models.Model):
    """The position of the log that the projections have reached (one row)."""

    ONLY = "all"

    name = models.CharField(max_length=20, primary_key=True, default=ONLY)
    position = models.BigIntegerField()

    def __str__(self) -> str:
        return f"projected up to {self.position}"


class Upkeep(models.Model):
    """A maintenance task, by name: its last complete run, and whether that succeeded.

    ``at``: the moment whose data it covered; ``begun_at``: when a run last started; null for never.
    """

    name = models.CharField(max_length=20, primary_key=True)
    begun_at = models.DateTimeField(null=True)
    at = models.DateTimeField(null=True)
    good = models.BooleanField(null=True)
    said = models.TextField(db_default="")

    def __str__(self) -> str:
        return f"{self.name} at {self.at}: {self.said}"


class TreeBlock(models.Model):
    """The root over the ``number``th block of 256 events, from 0: computed when it is first needed."""

    number = models.BigIntegerField(primary_key=True)
    root = models.BinaryField()

    def __str__(self) -> str:
        return f"block {self.number}"


class KeptCheckpoint(models.Model):
    """A signed head of the tree: ``note`` as it was published."""

    size = models.BigIntegerField(primary_key=True)
    root = models.BinaryField()
    at = models.DateTimeField()
    note = models.TextField()

    def __str__(self) -> str:
        return f"checkpoint of {self.size}"
