from typing import Any

from django.db import migrations

from tournaments.migrations._batches import rewrite


def with_limits(apps: Any, _editor: Any) -> None:
    """What a rebuild would write: events from before limits are read with the usual values."""
    rewrite(apps.get_model("tournaments", "TournamentRow"), "settings", settings_with_limits)


def settings_with_limits(row: Any) -> Any:
    row.settings.setdefault("handicap_komi", None)
    row.settings["claims"].setdefault("apply_limits", False)
    return row.settings


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0007_job_leases"),
    ]

    operations = [
        migrations.RunPython(with_limits, migrations.RunPython.noop),
    ]
