from typing import Any

from django.db import migrations


def with_limits(apps: Any, _editor: Any) -> None:
    """What a rebuild would write: events from before limits are read with the usual values."""
    for row in apps.get_model("tournaments", "TournamentRow").objects.all():
        row.settings.setdefault("handicap_komi", None)
        row.settings["claims"].setdefault("apply_limits", False)
        row.save(update_fields=["settings"])


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0007_job_leases"),
    ]

    operations = [
        migrations.RunPython(with_limits, migrations.RunPython.noop),
    ]
