"""Export and import of the log as text."""

import io
import json
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.log import append_only, exchange, projections, store, unit_of_work
from games.log.tables import Event, ProjectionPosition, StreamHead
from games.log.verification import verify
from tests.games.sample import Noted, Place, context, count, note, unchanged

ROOT = Path(__file__).resolve().parent.parent.parent.parent


@pytest.fixture
def log(db):
    note("game:é", "first", '\x00\u2028"\\')
    count("game:2", 4, 5)
    events = [
        Noted(text="x", number=1.0, place=Place(hall="B")),
        Noted(text="y", number=1, tags=frozenset("ab")),
    ]
    unit_of_work.execute("game:é", 0, unchanged, lambda _: events, context())
    return list(exchange.export())


def wipe():
    """An empty database."""
    append_only.remove()
    for model in (Event, StreamHead, ProjectionPosition):
        model.objects.all().delete()
    append_only.install()


def test_exports_a_header_and_one_event_per_line(log):
    assert json.loads(log[0]) == {
        "format": "nigiri-events", "version": 3, "after": 0, "stream": None, "count": 6, "openings": 0,
        "answers": 0,
    }  # fmt: skip
    last = json.loads(log[-1])
    assert (last["position"], last["stream"], last["version"]) == (store.head(), "game:é", 4)
    assert last["digest"] == store.read("game:é")[-1].digest
    assert last["data"]["tags"] == ["a", "b"]


def test_exports_one_stream_or_the_end_of_the_log(log):
    assert [json.loads(line)["stream"] for line in exchange.export("game:2")][1:] == ["game:2"] * 2
    assert list(exchange.export(after=store.head() - 2))[1:] == log[-2:]


def test_empty_log_imports_a_complete_export(log):
    before = Event.objects.order_by("position").values_list()[::1]
    heads = set(StreamHead.objects.values_list())
    wipe()
    assert exchange.load(log) == exchange.Imported(stored=6, present=0, unknown=())
    assert list(Event.objects.order_by("position").values_list()) == before
    assert set(StreamHead.objects.values_list()) == heads
    assert projections.projected_position() == store.head()
    assert list(verify()) == []
    assert list(exchange.export()) == log


def test_imports_in_batches(log, monkeypatch):
    monkeypatch.setattr(exchange, "BATCH", 2)
    wipe()
    assert exchange.load(list(exchange.export()) and log).stored == 6
    assert list(exchange.export()) == log


def test_import_skips_known_events_and_appends_new_ones(log):
    assert exchange.load(log) == exchange.Imported(stored=0, present=6, unknown=())
    note("new", "a", "b")
    longer = list(exchange.export())
    wipe()
    exchange.load(log)
    assert exchange.load(longer) == exchange.Imported(stored=2, present=6, unknown=())
    assert list(exchange.export()) == longer


def test_imports_the_end_of_a_log_after_its_beginning(log):
    wipe()
    exchange.load([log[0].replace('"count":6', '"count":4'), *log[1:5]])
    rest = [log[0].replace('"count":6', '"count":2'), *log[5:]]
    assert exchange.load(rest).stored == 2
    assert list(exchange.export()) == log


def test_rejects_a_diverging_history(log):
    wipe()
    note("game:é", "something else")
    mine = list(exchange.export())
    with pytest.raises(exchange.InvalidLine, match="line 2: another event stands at position"):
        exchange.load(log)
    assert list(exchange.export()) == mine


@pytest.mark.parametrize(
    "values", [{"actor": "user:2"}, {"data": {"text": "other"}}, {"kind": "test.other.v1"}]
)
def test_rejects_altered_event_with_old_digest_even_if_already_stored(log, values):
    altered = [*log[:2], edited(log[2], **values), *log[3:]]
    with pytest.raises(exchange.InvalidLine, match="line 3: another event stands at position"):
        exchange.load(altered)


def edited(line, **values):
    return json.dumps({**json.loads(line), **values}, ensure_ascii=False)


BAD = [
    (3, lambda line: line[:-5], "line 3: not JSON"),
    (3, lambda _: "[]", "line 3: not a JSON object"),
    (3, lambda _: "", "line 3: not JSON"),
    (3, lambda line: line.replace("}", ',"extra":1}'), "line 3"),
    (3, lambda line: edited(line, actor="user:2"), "line 3: the digest of game:é version 2 does not match"),
    (3, lambda line: edited(line, digest="0" * 64), "line 3: the digest"),
    (3, lambda line: edited(line, version=7), "line 3: game:é is at version 1; 7 does not follow"),
    (3, lambda line: edited(line, position=900), "line 3: position 900 does not follow"),
    (3, lambda line: edited(line, version="2"), "line 3: not an event: version does not fit"),
    (3, lambda line: edited(line, position=True), "line 3: not an event: position does not fit"),
    (3, lambda line: edited(line, stream=None), "line 3: not an event"),
    (3, lambda line: edited(line, kind=5), "line 3: not an event"),
    (3, lambda line: edited(line, kind="Odd"), "line 3: not an event: data or kind"),
    (3, lambda line: edited(line, data=[]), "line 3: not an event: data or kind"),
    (3, lambda line: edited(line, command_id="{}"), "line 3: not an event"),
    (3, lambda line: edited(line, recorded_at="2025-03-01"), "line 3: not an event"),
    (3, lambda line: edited(line, recorded_at="2025-03-01T09:30:00Z"), "line 3: not an event: recorded_at"),
    (
        3,
        lambda line: edited(line, data={"text": "\ud800"}).replace("\ud800", "\\ud800"),
        "line 3: not an event",
    ),
    (1, lambda line: edited(line, version=4), "line 1: not the header"),
    (1, lambda line: edited(line, count=None), "line 1: the header has no count"),
    (1, lambda line: edited(line, count=7), "the file ends after 6 of 7 events"),
    (1, lambda line: edited(line, answers=1), "the file ends after 0 of 1 answers"),
    (1, lambda line: edited(line, count=5), "line 7: not an answer"),
    (1, lambda _: "", "line 1: not JSON"),
]


@pytest.mark.parametrize(("number", "spoil", "what"), BAD)
def test_reports_invalid_line_and_stores_nothing(log, number, spoil, what):
    wipe()
    lines = [spoil(line) if n == number else line for n, line in enumerate(log, start=1)]
    with pytest.raises(exchange.InvalidLine, match=what):
        exchange.load(lines)
    assert Event.objects.count() == StreamHead.objects.count() == 0


def test_rejects_event_that_this_version_cannot_read(log):
    wipe()
    note("a", "x")
    row = Event.objects.get()
    row.data = '{"colour":1,"text":"x"}'
    row.digest = exchange.digest_of("", row)
    lines = [
        exchange.canonical({**exchange.FORMAT, "count": 1}),
        exchange.line(row, row.position)[:-1] + f',"digest":"{row.digest}"}}',
    ]
    wipe()
    with pytest.raises(exchange.InvalidLine, match="line 2: data do not fit Noted: unknown colour"):
        exchange.load(lines)


class TestCommands:
    def test_commands_export_and_import(self, log, tmp_path, capsys, monkeypatch):
        file = tmp_path / "log.ndjson"
        call_command("export_events", "--output", str(file), "--json")
        none = {"pictures": 0, "words": 0}
        told = {"events": 6, "file": str(file), "not_in_it": none}
        assert json.loads(capsys.readouterr().out) == told
        call_command("export_events")
        assert (
            capsys.readouterr().out
            == file.read_text(encoding="utf-8")
            == "".join(f"{line}\n" for line in log)
        )
        wipe()
        call_command("import_events", str(file), "--json")
        told = {"stored": 6, "present": 0, "unknown": [], "not_here": none}
        assert json.loads(capsys.readouterr().out) == told
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(file.read_bytes())))
        call_command("import_events", "-")
        assert capsys.readouterr().out == "0 events stored, 6 were here already.\n"

    def test_command_reports_invalid_file_and_fails_on_missing_one(self, log, tmp_path, capsys):
        file = tmp_path / "log.ndjson"
        file.write_text("{}\n", encoding="utf-8")
        with pytest.raises(CommandError, match=r"line 1: .*Nothing was stored") as ended:
            call_command("import_events", str(file))
        assert ended.value.returncode == 1
        with pytest.raises(CommandError, match="No such file") as ended:
            call_command("import_events", str(tmp_path / "none"))
        assert ended.value.returncode == 2
        assert capsys.readouterr().out == ""

    def test_command_reports_digest_mismatch(self, log, tmp_path):
        file = tmp_path / "log.ndjson"
        file.write_text("\n".join([*log[:-1], log[-1].replace('"y"', '"z"')]), encoding="utf-8")
        wipe()
        with pytest.raises(CommandError, match=r"the digest of .* does not match\. Nothing") as ended:
            call_command("import_events", str(file))
        assert ended.value.returncode == 1
