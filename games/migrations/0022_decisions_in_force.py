from json import loads
from typing import Any

from django.db import migrations


def name_changed_rulings(apps: Any, _editor: Any) -> None:
    """Write what a rebuild would: the rows of rulings that an appeal changed say so."""
    events = apps.get_model("games", "Event").objects.filter(kind="claim.appeal-decided.v1")
    changed = [
        one.stream.removeprefix("claim-")
        for one in events.iterator()
        if loads(one.data)["decision"] == "changed"
    ]
    apps.get_model("games", "ClaimRow").objects.filter(claim_id__in=changed).update(decision="changed")


class Migration(migrations.Migration):
    dependencies = [("games", "0021_no_witnesses")]

    operations = [migrations.RunPython(name_changed_rulings, migrations.RunPython.noop)]
