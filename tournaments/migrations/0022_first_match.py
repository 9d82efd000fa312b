"""Rows say what a rebuild would write: events from before know no consolation for who had a bye."""

from typing import Any

from django.db import migrations

from tournaments.migrations._batches import rewrite


def with_first_match(apps: Any, _editor: Any) -> None:
    rewrite(apps.get_model("tournaments", "TournamentRow"), "settings", settings)


def settings(row: Any) -> Any:
    row.settings.setdefault("schedule", {}).setdefault("first_match", False)
    return row.settings


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0021_game_date"),
    ]

    operations = [
        migrations.RunPython(with_first_match, migrations.RunPython.noop),
    ]
