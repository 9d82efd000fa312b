"""Rows say what their events say: two criteria have other names (``events.setting_up.OWN_NAMES``)."""

from typing import Any

from django.db import migrations

from tournaments.domain.tournament import with_current_criteria
from tournaments.migrations._batches import rewrite


def name_anew(apps: Any, schema_editor: Any) -> None:
    rewrite(apps.get_model("tournaments", "TournamentRow"), "settings", lambda row: with_current_criteria(row.settings))


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0013_kept_for_files"),
    ]

    operations = [
        migrations.RunPython(name_anew, migrations.RunPython.noop),
    ]
