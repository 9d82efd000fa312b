"""Witnesses and tiles are gone: heads keep the cosignatures they have, the tree the roots of its blocks."""

from django.db import migrations, models

LEVEL_0 = 1 << 48  # places of tiles of the lowest level, whose numbers they are


class Migration(migrations.Migration):
    unused_since = {
        "Delete model TreeTile": "0.2",
        "Delete model WitnessedCheckpoint": "0.2",
        "Remove field cosigned from keptcheckpoint": "0.2",
    }

    dependencies = [("games", "0020_no_snapshots")]

    operations = [
        migrations.CreateModel(
            name="TreeBlock",
            fields=[
                ("number", models.BigIntegerField(primary_key=True, serialize=False)),
                ("root", models.BinaryField()),
            ],
        ),
        migrations.RunSQL(
            f"INSERT INTO games_treeblock SELECT place, root FROM games_treetile WHERE place < {LEVEL_0}",  # noqa: S608
            migrations.RunSQL.noop,
        ),
        migrations.DeleteModel(name="TreeTile"),
        migrations.RunSQL(
            "UPDATE games_keptcheckpoint SET note = note || cosigned WHERE cosigned <> ''",
            migrations.RunSQL.noop,
        ),
        migrations.RemoveField(model_name="keptcheckpoint", name="cosigned"),
        migrations.DeleteModel(name="WitnessedCheckpoint"),
    ]
