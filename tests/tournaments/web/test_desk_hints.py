"""What the desk and a round tell a director to do next."""

import pytest

from tests.builders import a_context, a_tournament, an_account, pair
from tests.tournaments.web.visitor import Visitor
from tournaments.commands import carry_out
from tournaments.domain.presence import SetPresence, WithdrawEntry
from tournaments.reading.queries import entry_names
from tournaments.tables.rows import EntryRow, PairingRow

pytestmark = pytest.mark.django_db
EVENT = "/tournaments/open/"
DESK, ROUND = f"{EVENT}desk/", f"{EVENT}rounds/1/"


@pytest.fixture
def director():
    return Visitor(an_account("director", "director"))


def absent(row, place, number=1):
    entry = list(EntryRow.objects.filter(tournament=row).order_by("number"))[place]
    carry_out(str(row.id), SetPresence(entry_id=entry.id, round=number, present=False), a_context())
    return entry, str(entry_names(row)[str(entry.id)])


def test_who_was_marked_absent_plays_after_all(director):
    row = a_tournament(players=5)
    entry, name = absent(row, 0)
    gone, _ = absent(row, 1)
    pair(row, 1)
    carry_out(str(row.id), WithdrawEntry(entry_id=gone.id), a_context())
    page = director.open(ROUND)
    assert f"Does not play this round: {name}" in page.text
    assert [button for button in page.buttons if button.startswith("plays")] == [f"plays after all : {name}"]
    page = director.press(f"plays after all : {name}")
    assert "Does not play this round" not in page.text
    assert f"Waiting for a game: {name}" in page.text
    assert EntryRow.objects.get(pk=entry.pk).absent == []


def test_others_are_not_told_who_is_absent():
    row = a_tournament(players=5)
    absent(row, 0)
    pair(row, 1)
    assert "Does not play this round" not in Visitor().open(ROUND).text


def test_without_scripts_a_result_leads_back_to_its_line(director):
    row = a_tournament(players=4)
    pair(row, 1)
    page = director.open(ROUND)
    forms = [form for form in page.forms if "result" in form.fields]
    for form in forms:
        game = form.action.split("/games/")[1].partition("/")[0]
        answer = director.client.post(form.action, {**form.fields, "result": "white"})
        assert answer["Location"] == f"{ROUND}#g{game}"
        assert f'<tr id="g{game}"' in page.html
    assert len(forms) == 2


def test_a_round_with_results_is_undone_as_the_refusal_says(director):
    row = a_tournament(players=4, finished=1)
    director.open(ROUND)
    page = director.press("Unpair the whole round", reason="the wrong list")
    assert (
        "Clear the results of the round first. At each of its tables choose ?-? for the result." in page.text
    )
    for _ in range(2):
        form = next(form for form in page.forms if form.fields.get("result") not in (None, "not_played"))
        director.client.post(form.action, {**form.fields, "result": "not_played", "reason": "the wrong list"})
        page = director.open(ROUND)
    assert "The pairings of round 1 are undone." in director.press("Unpair the whole round", reason="so").text
    assert not PairingRow.objects.filter(tournament=row).exists()


def test_the_desk_is_led_to_no_page_that_refuses_it():
    a_tournament(players=4)
    visitor = Visitor(an_account("desk", "desk"))
    page = visitor.open("/tournaments/open/desk/")
    links = [address for _, address in page.links if address.startswith("/tournaments/open/")]
    assert links
    assert {address: visitor.open(address).status for address in links} == dict.fromkeys(links, 200)
