"""A job has one moment from which on it may be taken, in place of the end of a lease or none."""

from django.db import migrations, models
from django.utils import timezone


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0043_no_quotas")]

    operations = [
        migrations.RemoveIndex(model_name="job", name="jobs_unended"),
        migrations.RunSQL(
            "UPDATE tournaments_job SET leased_until = asked_at WHERE leased_until IS NULL",
            migrations.RunSQL.noop,
        ),
        migrations.RenameField(model_name="job", old_name="leased_until", new_name="due_at"),
        migrations.AlterField(
            model_name="job", name="due_at", field=models.DateTimeField(default=timezone.now)
        ),
        migrations.AddIndex(
            model_name="job",
            index=models.Index(
                fields=["due_at"], name="jobs_due", condition=models.Q(state__in=("queued", "running"))
            ),
        ),
        migrations.RemoveField(model_name="job", name="batches"),
    ]
