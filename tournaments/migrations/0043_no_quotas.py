from django.db import migrations


class Migration(migrations.Migration):
    """Organisations have no quotas of their own; limits of requests and uploads stay."""

    dependencies = [
        ("tournaments", "0042_drop_notify_triggers"),
    ]

    operations = [migrations.DeleteModel(name="Quota")]
