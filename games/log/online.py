"""Indexes built while others write: what ``AddIndex`` does, without keeping writers of a large table waiting.

The migration says ``atomic = False``. PostgreSQL leaves an index behind that cannot be used where building it
was broken off: the next attempt begins by dropping that, and leaves those that are built. SQLite has one
writer, and builds it as ever.
"""

from typing import Any

from django.db import models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import AddIndex

from games.log import statements

_VALID = {
    "postgresql": "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(%s)",
    "sqlite": "SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = %s",
}


class AddIndexOnline(AddIndex):
    """The index, and afterwards statistics of it."""

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        model = to_state.apps.get_model(app_label, self.model_name)
        if not self.allow_migrate_model(schema_editor.connection.alias, model):
            return
        self._editing(schema_editor, "add", model, self.index)

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        model = from_state.apps.get_model(app_label, self.model_name)
        if not self.allow_migrate_model(schema_editor.connection.alias, model):
            return
        index = from_state.models[app_label, self.model_name_lower].get_index_by_name(self.index.name)
        self._editing(schema_editor, "remove", model, index)

    def _editing(self, editor: Any, what: str, model: type[models.Model], index: models.Index) -> None:
        online = {"concurrently": True} if editor.connection.vendor == "postgresql" else {}
        there = statements.select(_VALID[editor.connection.vendor], [index.name]) if what == "add" else []
        if there and there[0][0]:
            return
        if there:
            editor.remove_index(model, index, **online)
        getattr(editor, f"{what}_index")(model, index, **online)
