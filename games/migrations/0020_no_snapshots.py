"""Snapshots, rebuilds in parallel parts and verification from a checkpoint are gone with their tables."""

from django.db import migrations


class Migration(migrations.Migration):
    unused_since = {
        "Delete model Snapshot": "0.2",
        "Delete model SnapshotPart": "0.2",
        "Delete model RebuiltPart": "0.2",
        "Delete model VerifiedUpTo": "0.2",
    }

    dependencies = [("games", "0019_rules_of_records")]

    operations = [
        migrations.DeleteModel(name="Snapshot"),
        migrations.DeleteModel(name="SnapshotPart"),
        migrations.DeleteModel(name="RebuiltPart"),
        migrations.DeleteModel(name="VerifiedUpTo"),
    ]
