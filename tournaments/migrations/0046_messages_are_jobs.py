"""Messages to webhooks, mails and events to notify of become jobs: the columns that they need."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0045_count_in_python")]

    operations = [
        migrations.AddField(
            model_name="job",
            name="endpoint",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="messages",
                to="tournaments.endpoint",
            ),
        ),
        migrations.AddField(
            model_name="job", name="sequence", field=models.PositiveBigIntegerField(null=True)
        ),
        migrations.AlterField(
            model_name="job",
            name="actor",
            field=models.CharField(blank=True, default="", max_length=200),
        ),
        migrations.AlterField(
            model_name="job", name="tournament_id", field=models.UUIDField(db_index=True, null=True)
        ),
        migrations.AddConstraint(
            model_name="job",
            constraint=models.UniqueConstraint(fields=("endpoint", "sequence"), name="message_sequence"),
        ),
    ]
