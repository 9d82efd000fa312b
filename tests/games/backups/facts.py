"""A digest of every table's rows, the same from both databases: ``python -m tests.games.backups.facts``."""

import json
import sys
from hashlib import sha256


def facts():
    """Label -> rows, and a digest that says nothing of their order."""
    from games.backups.moving import models_to_copy
    from games.log.projections import projection_models
    from games.log.tables import Event, StreamHead

    models = (Event, StreamHead, *models_to_copy(), *projection_models())
    return {model._meta.label: _digest(model) for model in models}


def _digest(model):
    from games.log.canonical import canonical
    from games.log.statements import json_value

    names = [column.attname for column in model._meta.concrete_fields]
    rows = [dict(zip(names, row, strict=True)) for row in model._base_manager.values_list(*names)]
    told = sorted(canonical({name: json_value(value) for name, value in row.items()}) for row in rows)
    return [len(told), sha256("\n".join(told).encode()).hexdigest()]


if __name__ == "__main__":
    import django

    django.setup()
    sys.stdout.write(json.dumps(facts()))
