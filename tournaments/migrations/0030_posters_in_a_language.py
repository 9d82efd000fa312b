from typing import Any

from django.db import migrations

from tournaments.migrations._batches import rewrite


def with_own_words(apps: Any, _editor: Any) -> None:
    """What a rebuild would write: events from before know neither a language nor a time zone."""
    rewrite(apps.get_model("tournaments", "TournamentRow"), "poster", poster)


def poster(row: Any) -> dict[str, Any]:
    return {"time_zone": "", "language": "", **row.poster}


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0029_screens"),
    ]

    operations = [
        migrations.RunPython(with_own_words, migrations.RunPython.noop),
    ]
