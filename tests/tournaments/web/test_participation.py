"""The participation grid: one button per player and round, past rounds with a reason."""

import pytest

from tests.builders import a_tournament, an_account, do, finish, pair, state_of
from tests.tournaments.web.visitor import Visitor
from tournaments.domain.presence import SetPresence

pytestmark = pytest.mark.django_db
GRID = "/tournaments/open/players/participation/"


@pytest.fixture
def row():
    return a_tournament(players=5, rounds=3)


@pytest.fixture
def desk(row):
    visitor = Visitor(an_account("desk", "desk"))
    visitor.open(GRID)
    return visitor


def entry(row, number):
    return next(one for one in state_of(row).entries.values() if one.number == number)


def absent(row, number):
    return sorted(entry(row, number).absent)


def press(desk, row, number, round_, plays, reason=""):
    value = f"{entry(row, number).id}/{round_}/{plays}"
    assert value in desk.page.html
    (form,) = [form for form in desk.page.forms if form.action == GRID + "change/"]
    sent = {**form.fields, "cell": value, "reason": reason}
    return desk.client.post(form.action, sent, follow=True)


def test_one_button_sets_an_absence_and_its_opposite_takes_it_back(desk, row):
    press(desk, row, 2, 3, "no")
    assert absent(row, 2) == [3]
    desk.open(GRID)
    press(desk, row, 2, 3, "yes")
    assert absent(row, 2) == []


def test_a_past_round_needs_a_reason_and_says_why(desk, row):
    do(row, SetPresence(entry_id=entry(row, 5).id, round=1, present=False))
    for number in (1, 2):
        pair(row, number)
        finish(row, number)
    desk.open(GRID)
    refused = press(desk, row, 5, 1, "yes")
    assert refused.status_code == 422
    assert absent(row, 5) == [1]
    press(desk, row, 5, 1, "yes", "He was here.")
    assert absent(row, 5) == []


def test_a_paired_round_shows_the_table_and_no_button(desk, row):
    pair(row, 1)
    desk.open(GRID)
    assert 'aria-label="table 1">1</a>' in desk.page.html
    assert "bye" in desk.page.text
    assert "/1/no" not in desk.page.html
    assert "/2/no" in desk.page.html


def test_a_cell_that_is_none_is_refused(desk, row):
    (form,) = [form for form in desk.page.forms if form.action == GRID + "change/"]
    sent = desk.client.post(form.action, {**form.fields, "cell": "everybody/1/no"})
    assert sent.status_code == 422
    assert "Choose a player and a round" in sent.content.decode()


def test_the_page_of_an_entry_has_the_same_buttons(desk, row):
    director = Visitor(an_account("dora", "director"))
    id_ = entry(row, 1).id
    director.open(f"/tournaments/open/players/{id_}/edit/")
    assert f"{id_}/2/no" in director.page.html
