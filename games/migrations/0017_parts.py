from django.db import migrations, models

import games.log.tables


class Migration(migrations.Migration):
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
        migrations.AddIndex(
            model_name="event",
            index=models.Index(
                games.log.tables.ContextOf("data"),
                condition=models.Q(("version", 1)),
                name="event_begins_in_context",
            ),
        ),
    ]
