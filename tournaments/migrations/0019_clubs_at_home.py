"""Rows say what a rebuild would write: events from before know no clubs at home and no consolation."""

from typing import Any

from django.db import migrations

from tournaments.migrations._batches import rewrite

NOBODY = 100  # percent of the players: no club has more


def with_clubs_at_home(apps: Any, _editor: Any) -> None:
    rewrite(apps.get_model("tournaments", "TournamentRow"), "settings", settings)


def settings(row: Any) -> Any:
    row.settings["pairing"].setdefault("at_home_above", NOBODY)
    row.settings.setdefault("schedule", {}).setdefault("consolation", False)
    return row.settings


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0018_first_visit"),
    ]

    operations = [
        migrations.RunPython(with_clubs_at_home, migrations.RunPython.noop),
    ]
