"""Check-in: found, filtered, one by one, all at once, by a number or a badge; lines for a script."""

import re

import pytest

from tests.builders import NOW, a_context, a_tournament, an_account
from tests.tournaments.web.visitor import Page, Visitor
from tournaments.accounts.private_links import revoke, token_for_serial, token_of
from tournaments.commands import carry_out
from tournaments.domain.presence import CheckIn, SetPresence, WithdrawEntry
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow

pytestmark = pytest.mark.django_db
DESK = "/tournaments/open/desk/"
SENT = "/tournaments/open/rounds/1/check-in/"
SCRIPT = {"HTTP_NIGIRI_PART": "row"}


@pytest.fixture
def row():
    return a_tournament(players=5)


@pytest.fixture
def desk(row):
    visitor = Visitor(an_account("desk", "desk"))
    visitor.open(DESK)
    return visitor


def entry(number):
    return EntryRow.objects.get(tournament__slug="open", number=number)


def here():
    return list(EntryRow.objects.filter(checked_in=True).order_by("number").values_list("number", flat=True))


def shown(page):
    return [number for number in range(1, 9) if f'<tr id="e{number}"' in page.html]


def press(desk, name, number):
    """A button of a line, as its page has it now."""
    pressed = [name, str(number)]
    form = next(form for form in desk.page.forms if pressed in [button[1:3] for button in form.buttons])
    desk.page = Page(desk.client.post(form.action, {**form.fields, name: str(number)}, follow=True))


def state(row):
    """1 is here, 2 misses round 1, 3 has left, 4 and 5 are missing."""
    carry_out(str(row.id), CheckIn(entry_id=entry(1).id), a_context())
    carry_out(str(row.id), SetPresence(entry_id=entry(2).id, round=1, present=False), a_context())
    carry_out(str(row.id), WithdrawEntry(entry_id=entry(3).id), a_context())


def test_a_line_says_who_is_here_and_takes_it_back(desk):
    press(desk, "here", 2)
    assert here() == [2]
    assert "Player0001 is here." in desk.page.text
    press(desk, "gone", 2)
    assert here() == []
    press(desk, "absent", 2)
    assert entry(2).absent == [1]
    press(desk, "plays", 2)
    assert entry(2).absent == []


def pressed(html):
    """The words of the buttons that are lit."""
    return re.findall(r'aria-pressed="true"[^>]*>(\w+)', html)


def test_here_and_absent_are_one_switch(desk):
    press(desk, "here", 2)
    press(desk, "absent", 2)
    assert pressed(desk.page.html) == ["absent"]
    assert "Here (0)" in desk.page.text
    assert "Absent from round 1 (1)" in desk.page.text
    press(desk, "here", 2)
    assert pressed(desk.page.html) == ["here"]
    assert (here(), entry(2).absent) == ([2], [])


def test_all_here_leaves_out_who_has_left_or_misses_the_round(row, desk):
    state(row)
    page = desk.press("All here")
    assert here() == [1, 4, 5]
    assert "Everybody else is here, 1 misses the round." in page.text


def test_a_badge_checks_in_and_leaves_who_misses_the_round_absent(row, desk):
    state(row)
    page = desk.press("Check in", code="2")
    assert "Player0001 is here, but misses the round." in page.text
    assert (here(), entry(2).absent) == ([1, 2], [1])


def test_the_rest_are_absent_once_somebody_is_here(row, desk):
    assert "Choose at least one player." in desk.press("Mark the rest absent in round 1").text
    state(row)
    desk.open(DESK)
    desk.press("Mark the rest absent in round 1")
    assert [one.absent for one in EntryRow.objects.order_by("number")][3:] == [[1], [1]]
    assert entry(1).absent == []


SEARCHES = [
    ("?show=away", [4, 5]),
    ("?show=here", [1]),
    ("?show=absent", [2]),
    ("?show=withdrawn", [3]),
    ("?q=MULLER", [5]),
    ("?q=4", [4]),
    ("?q=player+rive", [1]),
    ("?show=away&q=nobody", []),
]


def test_without_a_script_the_list_is_searched_by_a_form(row, desk):
    state(row)
    Player.objects.filter(pk=entry(5).player_id).update(family_name="Müller")
    for query, found in SEARCHES:
        page = desk.open(f"{DESK}{query}")
        assert shown(page) == found
        assert "Not here (2)" in page.text


@pytest.mark.parametrize("code", ["3", "#3", "003", "{id}", "https://club.example/badge/{id}/?x=1"])
def test_a_number_or_a_badge_checks_in(desk, code):
    desk.press("Check in", code=code.format(id=entry(3).id))
    assert here() == [3]


def test_the_private_link_on_a_badge_checks_in_here_and_nowhere_else(desk):
    token = token_of(entry(3))
    desk.press("Check in", code=f"http://club.example/my/{token}/")
    assert here() == [3]
    a_tournament(players=2, slug="other")
    desk.open("/tournaments/other/desk/")
    page = desk.press("Check in", code=f"http://club.example/my/{token}/")
    assert "There is no such entry" in page.text
    revoke(str(entry(4).id), NOW)
    desk.open(DESK)
    page = desk.press("Check in", code=f"http://club.example/my/{token_for_serial(entry(4), 1)}/")
    assert 'class="message error"' in page.html
    assert here() == [3]


def test_a_script_gets_the_line_and_what_the_log_holds(row, desk):
    form = next(form for form in desk.page.forms if "code" in form.fields)
    answer = desk.client.post(SENT, {**form.fields, "code": "2", "command": "c0ffee"}, **SCRIPT)
    assert (answer.status_code, answer["Nigiri-Stored"], answer["Nigiri-Part"]) == (200, "c0ffee", "rows")
    html = answer.content.decode()
    assert "".join(html.split()).startswith('<pid="away"><strong>Nothere:4</strong>')
    assert '\n<tr id="e2" data-is="here">' in html
    assert (html.count("<tr"), html.count("<form")) == (1, 0)
    row.refresh_from_db()
    assert answer["Nigiri-Versions"] == f"{row.version - 1} {row.version}"
    again = desk.client.post(SENT, {**form.fields, "code": "2", "command": "another"}, **SCRIPT)
    assert "Nigiri-Versions" not in again


def test_a_script_is_told_in_words_why_not(desk):
    form = next(form for form in desk.page.forms if "code" in form.fields)
    answer = desk.client.post(SENT, {**form.fields, "code": "77"}, **SCRIPT)
    assert (answer.status_code, answer["Content-Type"]) == (404, "text/plain; charset=utf-8")
    assert "Nigiri-Stored" not in answer


def test_the_list_of_players_says_who_is_missing_to_the_desk_alone(row, desk):
    state(row)
    players = "/tournaments/open/players/"
    assert "Not here: 2 · Player0003, Player0004" in desk.open(players).text
    assert "Not here" not in Visitor().open(players).text
