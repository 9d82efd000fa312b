"""What takes long is done one after the other, and nobody has all places in the line."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.urls import get_resolver

from deploy import turns
from deploy.turns import COSTLY, OF_ONE, PLACES, Line
from tests.builders import a_tournament, pair
from tests.conftest import wait_until


def test_one_is_worked_on_and_few_wait():
    line = Line()
    assert line.enter("hall")
    with ThreadPoolExecutor() as pool:
        waiting = [pool.submit(line.enter, address) for address in ("hall", "home", "home")]
        wait_until(lambda: line.places.total() == PLACES)
        assert not line.enter("elsewhere")
        assert not any(turn.done() for turn in waiting)
        line.leave("hall")
        for _ in waiting:
            wait_until(lambda: line.is_working)
            line.leave(next(iter(line.places)))
        assert all(turn.result() for turn in waiting)
    assert not line.places


def test_nobody_has_all_places(monkeypatch):
    monkeypatch.setattr(turns, "PATIENCE", 0)
    line = Line()
    assert line.enter("hall")
    line.places["hall"] = OF_ONE
    assert not line.enter("hall")
    assert line.places["hall"] == OF_ONE
    assert not line.enter("home")  # it waited in vain
    assert "home" not in line.places


@pytest.mark.django_db
def test_who_asks_for_too_much_is_told_when_to_come_again(client, monkeypatch):
    monkeypatch.setattr(turns, "LINE", line := Line())
    row = a_tournament(8)
    pair(row, 1)
    pages = (f"/tournaments/{row.slug}/rounds/1/proof/", f"/api/v1/tournaments/{row.slug}/rounds/1/proof/")
    assert [client.get(page).status_code for page in (*pages, pages[0] + "nothing/")] == [200, 200, 404]
    assert [client.get(page.replace("/1/", "/9/")).status_code for page in pages] == [404, 404]
    assert (line.is_working, line.places) == (False, {})
    line.places["127.0.0.1"] = OF_ONE
    page, document = (client.get(page) for page in pages)
    assert (page.status_code, page["Retry-After"]) == (429, "5")
    assert (document.json()["code"], document["Retry-After"]) == ("throttled", "5")
    assert client.get(f"/tournaments/{row.slug}/").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_what_is_kept_needs_no_turn(client, monkeypatch):
    monkeypatch.setattr(turns, "LINE", line := Line())
    row = a_tournament(8)
    pair(row, 1)
    page = f"/tournaments/{row.slug}/rounds/1/proof/"
    first = client.get(page)
    line.places["127.0.0.1"] = OF_ONE
    second = client.get(page)
    assert (second.status_code, second.content) == (200, first.content)


def test_every_costly_view_is_there():
    assert set(names(get_resolver())) >= COSTLY


def names(resolver, space=""):
    for one in resolver.url_patterns:
        if hasattr(one, "url_patterns"):
            yield from names(one, space + (f"{one.namespace}:" if one.namespace else ""))
        else:
            yield f"{space}{one.name}"
