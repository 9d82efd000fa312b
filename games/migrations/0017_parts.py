from django.db import migrations, models

import games.log.tables
from games.log.online import AddIndexOnline


class Migration(migrations.Migration):
    atomic = False  # the index is built while others write

    dependencies = [
        ("games", "0016_snapshots"),
    ]

    operations = [
        migrations.CreateModel(
            name="RebuiltPart",
            fields=[
                ("context", models.CharField(max_length=200, primary_key=True, serialize=False)),
            ],
        ),
        AddIndexOnline(
            model_name="event",
            index=models.Index(games.log.tables.ContextOf("data"), condition=models.Q(("version", 1)), name="event_begins_in_context"),
        ),
    ]
