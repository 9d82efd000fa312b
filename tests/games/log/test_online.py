"""Indexes built while others write, by migrations that may be broken off between two of them."""

import pytest
from django.apps import apps
from django.db import connection, models
from django.db.migrations.state import ModelState, ProjectState

from games.log.online import AddIndexOnline
from games.log.tables import StreamHead

INDEX = models.Index(fields=["digest"], name="heads_by_digest")


@pytest.fixture
def states(transactional_db):
    """Before and after; the index is gone in the end."""
    before = ProjectState()
    before.add_model(ModelState.from_model(apps.get_model("games", "StreamHead")))
    after = before.clone()
    AddIndexOnline("streamhead", INDEX).state_forwards("games", after)
    yield before, after
    drop()


def drop():
    with connection.cursor() as cursor:
        cursor.execute(f"DROP INDEX IF EXISTS {INDEX.name}")


def names():
    with connection.cursor() as cursor:
        return set(connection.introspection.get_constraints(cursor, StreamHead._meta.db_table))


def forwards(states):
    with connection.schema_editor(atomic=False) as editor:
        AddIndexOnline("streamhead", INDEX).database_forwards("games", editor, *states)


def test_it_is_built_once_and_taken_away_again(states):
    forwards(states)
    forwards(states)  # the migration was ended before it was noted
    assert INDEX.name in names()
    with connection.schema_editor(atomic=False) as editor:
        AddIndexOnline("streamhead", INDEX).database_backwards("games", editor, *reversed(states))
    assert INDEX.name not in names()


@pytest.mark.postgresql
def test_one_that_was_broken_off_is_built_anew(states):
    forwards(states)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE pg_index SET indisvalid = false WHERE indexrelid = %s::regclass", [INDEX.name])
        forwards(states)
        cursor.execute("SELECT indisvalid FROM pg_index WHERE indexrelid = %s::regclass", [INDEX.name])
        assert cursor.fetchone() == (True,)
