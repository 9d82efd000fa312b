"""A player entered by mistake: gone from every list, and back again when that is undone."""

from urllib.parse import urlencode

import pytest
from rest_framework.test import APIClient

from games.log import rebuilding
from games.log.verification import verify
from tests.builders import a_context, a_tournament, an_account, pair
from tests.tournaments.web.visitor import Visitor
from tournaments.commands import carry_out
from tournaments.domain.entries import EnterPlayer
from tournaments.interchange.exporting import outgoing
from tournaments.loading import load
from tournaments.tables.rows import EntryRow, PairingRow

pytestmark = pytest.mark.django_db
OPEN = "/api/v1/tournaments/open/"
ANY = {"If-Match": "*"}


@pytest.fixture
def row():
    return a_tournament(players=4)


@pytest.fixture
def director(row):
    client = APIClient()
    client.force_authenticate(an_account("director", "director"))
    return client


def last(row):
    return EntryRow.objects.filter(tournament=row).order_by("number").last()


def removed(director, entry, reason=""):
    return director.delete(f"{OPEN}entries/{entry.id}/?{urlencode({'reason': reason})}", headers=ANY)


def names(director, path, key="results"):
    body = director.get(OPEN + path).json()
    return [each["name"] for each in body[key]]


def nothing_else_changed():
    assert list(verify()) == []
    assert [table.name for table in rebuilding.rebuild(check=True) if not table.same] == []


def test_they_are_in_no_list_any_more(director, row):
    before = names(director, "entries/")
    assert removed(director, last(row), "twice in the list").status_code == 204
    assert names(director, "entries/") == before[:-1]
    assert len(names(director, "standings/", "results")) == 3
    assert len(outgoing(row).history.entrants) == 3
    story = names_in_story(director)
    assert story[-1] == f"The entry of {before[-1]} was removed: twice in the list."
    nothing_else_changed()


def names_in_story(director):
    return [line["text"] for line in director.get(OPEN + "story/").json()["results"]]


def test_it_can_be_undone(director, row):
    entry = last(row)
    removed(director, entry)
    version = load(str(row.id))[1]
    done = director.post(OPEN + "undo/", {"version": version}, format="json", headers=ANY)
    assert done.status_code == 200, done.content
    back = last(row)
    assert (back.id, back.number, back.withdrawn) == (entry.id, entry.number, False)
    nothing_else_changed()


def test_whoever_was_removed_may_enter_again_under_a_new_number(director, row):
    entry = last(row)
    removed(director, entry)
    again = EnterPlayer(entry_id="again", player_id=str(entry.player_id), rank=0, rating=2100)
    carry_out(str(row.id), again, a_context())
    assert last(row).number == entry.number + 1
    kept = director.patch(f"{OPEN}entries/{entry.id}/presence/", {"state": "playing"}, headers=ANY)
    assert (kept.status_code, kept.json()["code"]) == (409, "already_entered")
    nothing_else_changed()


def test_whoever_has_been_paired_is_not_removed(director, row):
    pair(row, 1)
    playing = EntryRow.objects.get(pk=PairingRow.objects.first().black_id)
    answer = removed(director, playing)
    assert (answer.status_code, answer.json()["code"]) == (409, "entry_has_games")


def test_nobody_is_removed_out_of_a_group(director, row):
    first, second = EntryRow.objects.filter(tournament=row)[:2]
    group = {"rule": "must_not_meet", "of": "family", "members": [first.id, second.id]}
    assert director.post(OPEN + "meetings/", group, format="json", headers=ANY).status_code == 201
    answer = removed(director, first)
    assert (answer.status_code, answer.json()["code"]) == (409, "entry_in_group")


def test_a_removed_entry_is_not_there(director, row):
    entry = last(row)
    removed(director, entry)
    assert director.get(f"{OPEN}entries/{entry.id}/", headers=ANY).status_code == 404
    for path, body in (("", {}), ("presence/", {"checked_in": True}), ("presence/", {"state": "withdrawn"})):
        answer = director.patch(f"{OPEN}entries/{entry.id}/{path}", body, headers=ANY)
        assert answer.status_code == 404, (path, body)
    assert removed(director, entry).status_code == 204


def test_by_the_page(row):
    director = Visitor(an_account("director", "director"))
    entry = last(row)
    director.open(f"/tournaments/open/players/{entry.id}/edit/")
    page = director.press("Remove from the tournament", reason="a mistake")
    assert "was removed. You can undo this on the History page." in page.text
    assert not EntryRow.objects.filter(pk=entry.id).exists()
    pair(row, 1)
    playing = PairingRow.objects.first().black_id
    page = director.open(f"/tournaments/open/players/{playing}/edit/")
    assert "Remove from the tournament" not in page.buttons
