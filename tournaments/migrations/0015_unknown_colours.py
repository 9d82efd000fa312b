from typing import Any

from django.db import migrations, models

from tournaments.migrations._batches import rewrite


def with_short_names(apps: Any, _editor: Any) -> None:
    """What a rebuild would write: events from before know nothing of a short name."""
    rewrite(apps.get_model("tournaments", "TournamentRow"), "poster", poster)


def poster(row: Any) -> dict[str, Any]:
    return {**row.poster, "short_name": row.poster.get("short_name", "")}


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0014_criteria_named_anew"),
    ]

    operations = [
        migrations.AddField(
            model_name="pairingrow",
            name="colours_known",
            field=models.BooleanField(default=True),
        ),
        migrations.RunPython(with_short_names, migrations.RunPython.noop),
    ]
