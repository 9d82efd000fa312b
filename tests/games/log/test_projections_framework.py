"""Projections: writing with events, rebuilding and checking."""

import io
import json

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection, models

from games.log import projections, rebuilding, store, unit_of_work
from games.log.progress import Progress
from games.log.system_checks import check_projections
from tests.games.sample import Counted, context, count, declare_tally, keep_tally, note


@pytest.fixture
def tally(db, monkeypatch):
    """A projection table that exists for one test; each stream is a context."""
    monkeypatch.setattr(rebuilding, "TOURNAMENT_PREFIX", "")
    model = declare_tally()
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE games_tally (stream varchar(200) PRIMARY KEY, total integer NOT NULL, "
            f"seen_at {'datetime' if connection.vendor == 'sqlite' else 'timestamptz'} NOT NULL)"
        )
    handler = keep_tally(model)
    yield model
    projections._handlers[Counted].remove(handler)
    del apps.all_models["games"]["tally"]
    apps.clear_cache()


def totals(tally):
    return dict(tally.objects.values_list("stream", "total"))


def test_rows_are_written_with_the_events(tally):
    count("a", 1, 2)
    count("b", 5)
    note("a", "not counted")
    assert totals(tally) == {"a": 3, "b": 5}
    assert projections.projected_position() == store.head()


def test_rows_and_events_are_stored_atomically(tally):
    def fail():
        count("a", 1)
        raise RuntimeError

    with pytest.raises(RuntimeError):
        unit_of_work.run(fail, context=context())
    assert (totals(tally), store.version("a")) == ({}, 0)


def test_rebuilt_rows_equal_live_rows(tally):
    count("a", 1, 2), count("b", 5), count("a", 4)
    tables = {table.name: table for table in rebuilding.rebuild(check=True)}
    assert all(table.same for table in tables.values())
    assert tables["games.Tally"].rows == 2
    assert totals(tally) == {"a": 7, "b": 5}
    assert projections.projected_position() == store.head()


def test_replay_reads_in_batches(tally, monkeypatch):
    monkeypatch.setattr(rebuilding, "BATCH", 3)
    count("a", *range(10)), count("b", 1)
    tally.objects.all().delete()
    reported = []
    rebuilding.rebuild(report=reported.append)
    assert totals(tally) == {"a": 45, "b": 1}
    assert reported == [1, 2]


def damage(tally):
    count("a", 1), count("b", 2), count("c", 3)
    tally.objects.filter(pk="a").update(total=100)
    tally.objects.filter(pk="b").delete()
    tally.objects.create(stream="z", total=9, seen_at=tally.objects.get(pk="c").seen_at)


def test_check_reports_differing_rows_and_keeps_them(tally):
    damage(tally)
    (table,) = [table for table in rebuilding.rebuild(check=True) if not table.same]
    assert (table.name, table.rows, table.differing) == ("games.Tally", 3, 3)
    assert [
        (row.key, row.before and row.before["total"], row.after and row.after["total"])
        for row in table.differences
    ] == [("a", 100, 1), ("b", None, 2), ("z", 9, None)]
    assert totals(tally) == {"a": 100, "c": 3, "z": 9}
    assert projections.projected_position() == store.head()


def test_rebuild_without_check_repairs(tally):
    damage(tally)
    rebuilding.rebuild()
    assert totals(tally) == {"a": 1, "b": 2, "c": 3}
    assert all(table.same for table in rebuilding.rebuild(check=True))


def test_command_prints_json_and_sets_exit_status(tally, capsys):
    count("a", 1)
    call_command("rebuild", "--check", "--json")
    answer = json.loads(capsys.readouterr().out)
    assert (answer["identical"], answer["kept"]) == (True, False)
    row = next(table for table in answer["tables"] if table["name"] == "games.Tally")
    assert (row["rows"], row["differing"]) == (1, 0)

    damage(tally)
    with pytest.raises(SystemExit) as ended:
        call_command("rebuild", "--check")
    assert ended.value.code == 1
    text = capsys.readouterr().out
    assert "games.Tally: 3 rows, 3 differ" in text
    assert text.endswith("tables differ, old rows kept.\n")

    call_command("rebuild", "--json")
    assert json.loads(capsys.readouterr().out)["identical"] is False
    assert totals(tally) == {"a": 2, "b": 2, "c": 3}


def test_projection_handlers_are_declared_per_event_class():
    with pytest.raises(TypeError, match="event classes"):
        projections.project([])
    with pytest.raises(TypeError, match="event classes"):
        projections.project()


@pytest.fixture
def declared():
    """Declare models for one test."""
    names = []

    def declare(name, **fields):
        meta = type("Meta", (), {"app_label": "games"})
        names.append(name.lower())
        return type(name, (models.Model,), {"__module__": "games.models", "Meta": meta, **fields})

    yield declare
    for name in names:
        del apps.all_models["games"][name]
    apps.clear_cache()


def test_every_projection_can_be_rebuilt():
    assert check_projections() == []


def test_check_reports_rows_that_cannot_be_rebuilt(declared):
    numbered = declared("Numbered", projection=True)
    named = declared("Named", projection=True, key=models.CharField(primary_key=True, max_length=9))
    pointing = declared("Pointing", to=models.ForeignKey(named, models.CASCADE))
    found = {(message.id, message.obj) for message in check_projections()}
    assert found == {("games.E002", numbered), ("games.E001", pointing)}


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_progress_is_displayed_only_on_a_terminal():
    terminal, file = Terminal(), io.StringIO()
    for stream in (terminal, file):
        with Progress("events", 10, stream) as report:
            report(10)
    assert "events 10 of 10" in terminal.getvalue()
    assert file.getvalue() == ""


def test_progress_has_count_rate_and_remaining_time():
    assert Progress("events", 5000).line(1000, 2.0) == "events 1000 of 5000 · 500/s · 8 s left"
    assert Progress("events").line(1000, 2.0) == "events 1000 · 500/s"
    assert Progress("events", 5000).line(0, 0.0) == "events 0 of 5000 · 0/s"
