"""Attempts belong to jobs; the tables of deliveries, letters and happenings go."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0047_carry_messages_over")]

    operations = [
        migrations.RenameField(model_name="attempt", old_name="delivery", new_name="message"),
        migrations.AlterField(
            model_name="attempt",
            name="message",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="tries", to="tournaments.job"
            ),
        ),
        migrations.DeleteModel(name="Letter"),
        migrations.DeleteModel(name="Happening"),
        migrations.DeleteModel(name="Delivery"),
    ]
