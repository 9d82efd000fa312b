from django.db import migrations


class Migration(migrations.Migration):
    """PostgreSQL rings from now on: the triggers are installed after every migration (tables.rung)."""

    dependencies = [
        ("tournaments", "0036_lists"),
    ]

    operations = [migrations.RunPython(migrations.RunPython.noop, migrations.RunPython.noop)]
