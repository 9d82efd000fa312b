"""Web push is gone: its devices, and the letters that waited for one."""

from typing import Any

from django.db import migrations


def delete_letters_to_devices(apps: Any, _editor: Any) -> None:
    apps.get_model("tournaments", "Letter").objects.exclude(device=None).delete()


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0040_news_in_order")]

    operations = [
        migrations.RunPython(delete_letters_to_devices, migrations.RunPython.noop),
        migrations.RemoveField(model_name="letter", name="device"),
        migrations.DeleteModel(name="Device"),
    ]
