"""The event table, its triggers, the heads of the streams and how far the projections are."""

from typing import Any

from django.db import migrations, models

from games.log import append_only
from games.log.tables import PositionField


def forbid_changes(apps: Any, editor: Any) -> None:
    append_only.install()


def allow_changes(apps: Any, editor: Any) -> None:
    append_only.remove()


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="ProjectionPosition",
            fields=[
                ("name", models.CharField(default="all", max_length=20, primary_key=True, serialize=False)),
                ("position", models.BigIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="StreamHead",
            fields=[
                ("stream", models.CharField(max_length=200, primary_key=True, serialize=False)),
                ("version", models.PositiveIntegerField()),
                ("digest", models.CharField(max_length=64)),
            ],
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                ("position", PositionField(primary_key=True, serialize=False)),
                ("stream", models.CharField(max_length=200)),
                ("version", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=100)),
                ("data", models.TextField()),
                ("actor", models.CharField(max_length=200)),
                ("command_id", models.UUIDField()),
                ("ordinal", models.PositiveIntegerField()),
                ("recorded_at", models.DateTimeField()),
                ("digest", models.CharField(max_length=64)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("stream", "version"), name="event_stream_version"),
                    models.UniqueConstraint(fields=("command_id", "ordinal"), name="event_command_ordinal"),
                ],
            },
        ),
        migrations.RunPython(forbid_changes, allow_changes),
    ]
