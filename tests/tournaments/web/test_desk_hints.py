"""What the desk and a round tell a director to do next."""

import pytest

from tests.builders import a_context, a_tournament, an_account, finish, pair
from tests.tournaments.web.visitor import Visitor
from tournaments.commands import carry_out
from tournaments.deciding.entries import SetPresence, WithdrawEntry
from tournaments.deciding.setting_up import Unpublish
from tournaments.reading.queries import entry_names
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow

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


def test_an_empty_tournament_leads_to_entering_players(director):
    a_tournament(players=0)
    page = director.open(DESK)
    assert "Nobody is entered yet." in page.text
    assert "Pair round 1" not in page.buttons
    assert ["Enter players", f"{EVENT}players/enter/"] in page.links
    assert ["Enter players", f"{EVENT}players/enter/"] in director.open(f"{EVENT}players/").links


def test_once_every_round_is_paired_there_is_nothing_to_pair(director):
    row = a_tournament(players=4, rounds=2)
    pair(row, 1)
    finish(row, 1)
    assert "Pair round 2" in director.open(DESK).buttons
    pair(row, 2)
    page = director.open(DESK)
    assert not [button for button in page.buttons if button.startswith("Pair round")]
    assert "Every round is paired." in page.text
    assert ["Prizes", f"{EVENT}prizes/"] in page.links


def test_buttons_of_the_desk_say_whom_they_are_about(director):
    a_tournament(players=2)
    html = director.open(DESK).html
    for number, name in ((1, "Player0000"), (2, "Player0001")):
        assert f'<th id="n{number}">{name}' in html
        assert html.count(f'aria-describedby="n{number}"') == 2


def test_a_round_that_is_shown_in_a_hidden_tournament_says_so(director):
    row = a_tournament(players=4)
    pair(row, 1)
    assert "Only officers see this round" not in director.open(ROUND).text
    carry_out(str(row.id), Unpublish(), a_context())
    assert "Only officers see this round" in director.open(ROUND).text
    assert director.follow("Publish it at the desk").status == 200


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


def test_a_tournament_without_a_place_has_no_lone_dot(director):
    row = a_tournament(players=2)
    TournamentRow.objects.filter(pk=row.pk).update(place="")
    page = director.open(DESK)
    assert "The Open 21\N{EN DASH}22 November 2026" in page.text


def test_a_button_of_the_desk_leads_back_to_its_line_and_what_was_looked_for(director):
    a_tournament(players=3)
    page = director.open(f"{DESK}?q=player")
    form = next(one for one in page.forms if ["here", "3"] in [button[1:3] for button in one.buttons])
    for name in ("here", "absent"):
        answer = director.client.post(form.action, {**form.fields, name: "3"})
        assert answer["Location"] == f"{DESK}?q=player#e3"
    assert '<tr id="e3"' in page.html


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
