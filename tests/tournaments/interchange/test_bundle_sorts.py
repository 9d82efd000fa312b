"""Bundles of every kind of tournament, of imported logs, and under several heads."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from games.log import append_only, exchange
from games.log.tables import Event
from games.log.tree import signed_checkpoints
from tests.builders import NOW, a_context, a_team_tournament, a_tournament, an_organisation, finish, pair
from tests.games.sample import note
from tests.verifier.reading import checked, json_lines
from tournaments.commands import carry_out
from tournaments.domain.entries import ChangeEntry
from tournaments.reading.bodies import standings_body
from tournaments.tables.rows import EntryRow, TournamentRow

pytestmark = pytest.mark.django_db


def asked(slug="open", **headers):
    return Client().get(f"/tournaments/{slug}/bundle.zip", headers=headers)


def bundle(slug="open"):
    return checked(b"".join(asked(slug).streaming_content))


def played(row, *numbers):
    for number in numbers:
        pair(row, number, seed=number)
        finish(row, number)
    return TournamentRow.objects.get(pk=row.pk)


@pytest.mark.parametrize("system", ["mcmahon", "swiss", "round_robin", "knock_out", "double_elimination"])
def test_bundle_of_each_system_is_valid(system):
    row = played(a_tournament(players=6, **of(system)), 1, 2)
    read = bundle()
    assert read.leaves == {}
    told = json.loads(read.files["published/standings.json"])["rounds"][-1]
    shown = standings_body(row, told["round"])
    assert told["places"] == {each["entry"]: each["place"] for each in shown["results"]}
    assert told["criteria"] == shown["criteria"]
    assert len(json.loads(read.files["published/rounds.json"])["rounds"]) == 2


def of(system):
    return {"system": system, "rounds": 5, "criteria": ("NBW", "SOSW") if system != "mcmahon" else ("MMS",)}


def test_bundle_of_teams_is_valid():
    row = played(a_team_tournament(teams=4, boards=2), 1)
    read = bundle("teams")
    told = json.loads(read.files["published/standings.json"])
    assert [len(each["places"]) for each in told["teams"]] == [4]
    assert [len(each["places"]) for each in told["rounds"]] == [8]
    assert row.slug == read.manifest["slug"]


def test_bundle_of_groups_is_valid():
    row = a_tournament(players=8)
    for place, entry in enumerate(EntryRow.objects.order_by("number")):
        carry_out(str(row.id), ChangeEntry(entry_id=entry.id, group="AB"[place // 4]), a_context())
    played(row, 1)
    told = json.loads(bundle().files["published/standings.json"])["rounds"]
    assert [(each["group"], len(each["places"])) for each in told] == [("A", 4), ("B", 4)]


@pytest.mark.parametrize("specification", [True, False])
def test_specification_is_that_of_the_first_event(specification, monkeypatch):
    if not specification:
        monkeypatch.setattr("tournaments.domain.tournament.SPECIFICATION", "")
    a_tournament(players=4)
    assert bundle().manifest["specification"] == ("3" if specification else "")


def test_later_events_elsewhere_change_neither_bytes_nor_tag():
    row = played(a_tournament(players=4), 1)
    first = asked()
    data, tag = b"".join(first.streaming_content), first["ETag"]
    for number in range(3):
        note("test:other", f"{number}")
        signed_checkpoints.sign_checkpoint(NOW + timedelta(days=number))
    assert b"".join(asked().streaming_content) == data
    again = asked(if_none_match=tag)
    assert (again.status_code, again["ETag"], again.content) == (304, tag, b"")

    pair(row, 2)
    changed = asked(if_none_match=tag)
    assert (changed.status_code, changed["ETag"] == tag) == (200, False)
    assert checked(b"".join(changed.streaming_content)).manifest["size"] > checked(data).manifest["size"]


def test_bundle_is_the_same_over_rest_and_by_command(tmp_path):
    played(a_tournament(players=4), 1)
    data = b"".join(asked().streaming_content)
    assert b"".join(Client().get("/api/v1/tournaments/open/bundle/").streaming_content) == data
    call_command("bundle", "open", str(tmp_path / "one.zip"))
    assert (tmp_path / "one.zip").read_bytes() == data


def test_contains_only_heads_signed_during_the_tournament():
    note("test:other", "before")
    signed_checkpoints.sign_checkpoint(NOW)
    row, own = a_tournament(players=4), []
    for number in (1, 2, 3):
        pair(row, number)
        own.append(signed_checkpoints.sign_checkpoint(NOW))
        note("test:other", f"{number}")
        signed_checkpoints.sign_checkpoint(NOW)
        finish(row, number)
    read = bundle()
    told = {one.size: bytes(one.root) for one in own}
    assert {size: read.heads[size] for size in told} == told
    assert [*read.heads] == [*sorted(told), read.manifest["size"]]


def test_bundle_with_a_rotated_key_is_valid(settings):
    row = played(a_tournament(players=4), 1)
    before = signed_checkpoints.sign_checkpoint(NOW)
    new = signed_checkpoints.rotate("operator", NOW)
    settings.LOG_KEY = str(new)
    played(row, 2)
    read = bundle()
    assert len(read.files["key"].decode().splitlines()) == 2
    assert [event["kind"] for event in read.events("log.")] == ["log.key-rotated.v1"]
    assert before.size in read.heads


def test_events_of_others_are_hashes_only():
    for number in range(5):
        note("test:other", f"{number}")
        if number % 2:
            a_tournament(players=4, slug=f"other-{number}", organisation=an_organisation(f"house-{number}"))
    played(a_tournament(players=4), 1)
    note("test:other", "last")
    signed_checkpoints.sign_checkpoint(NOW)
    read = bundle()
    assert {stream.partition("-")[0] for stream in read.lines} == {"tournament", "game", "person"}
    assert len([stream for stream in read.lines if stream.startswith("tournament-")]) == 1
    assert 0 < len(json_lines(read.files["nodes.jsonl"])) < 40


def test_bundle_of_imported_log_is_valid():
    exchange.load(Path("tests/data/log_joined.jsonl").read_text().splitlines())
    row = TournamentRow.objects.get(slug="club-open")
    read = bundle(row.slug)
    assert len(read.lines[f"tournament-{row.id}"]) == row.version
    assert [event["kind"] for event in read.events("log.")] == ["log.joined.v1", "log.joined.v1"]


def test_altered_log_has_no_bundle():
    row = played(a_tournament(players=4), 1)
    append_only.remove()
    Event.objects.filter(stream=f"tournament-{row.id}", version=2).update(actor="user:\n")
    append_only.install()
    answer = Client().get("/api/v1/tournaments/open/bundle/")
    assert (answer.status_code, answer.json()["code"]) == (409, "log_damaged")
