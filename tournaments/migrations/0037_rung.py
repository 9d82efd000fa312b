from django.db import migrations


class Migration(migrations.Migration):
    """Nothing: it marked where triggers that notify were introduced; 0042 drops them."""

    dependencies = [
        ("tournaments", "0036_lists"),
    ]

    operations = [migrations.RunPython(migrations.RunPython.noop, migrations.RunPython.noop)]
