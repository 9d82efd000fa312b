"""What the desk and a round tell a director to do next."""

import re

import pytest

from tests.builders import a_context, a_tournament, an_account, finish, pair
from tests.tournaments.web.visitor import Visitor
from tournaments.commands import NotHere, PairRound, carry_out, pair_round
from tournaments.domain.presence import CheckIn, SetPresence, WithdrawEntry
from tournaments.domain.round_stages import PublishRound
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
    assert (
        "The pairings of round 1 were undone." in director.press("Unpair the whole round", reason="so").text
    )
    assert not PairingRow.objects.filter(tournament=row).exists()


def test_the_desk_is_led_to_no_page_that_refuses_it():
    a_tournament(players=4)
    visitor = Visitor(an_account("desk", "desk"))
    page = visitor.open("/tournaments/open/desk/")
    links = [address for _, address in page.links if address.startswith("/tournaments/open/")]
    assert links
    assert {address: visitor.open(address).status for address in links} == dict.fromkeys(links, 200)


def filled(page):
    """The links and buttons of the page that stand out: one, the next step."""
    main = page.html.partition("<main")[2]
    found = re.findall(r'<(?:a class="button"[^>]*|button)>(.*?)</(?:a|button)>', main, re.DOTALL)
    return [" ".join(text.split()) for text in found]


def test_the_next_step_is_the_only_filled_button_of_the_desk(director):
    a_tournament(players=0, slug="empty")
    assert filled(director.open("/tournaments/empty/desk/")) == ["Enter players"]
    row = a_tournament(players=4, rounds=2)
    assert filled(director.open(DESK)) == ["Pair round 1"]
    entries = list(EntryRow.objects.order_by("number"))
    carry_out(str(row.id), CheckIn(entry_id=str(entries[0].id)), a_context())
    assert filled(director.open(DESK)) == ["Check in 3 players"]
    pair_round(str(row.id), PairRound(round=1, seed=0, not_here=NotHere.PAIR), a_context())
    assert filled(director.open(DESK)) == ["Review and publish round 1"]
    carry_out(str(row.id), PublishRound(round=1), a_context())
    assert filled(director.open(DESK)) == ["Enter 2 results of round 1: tables 1, 2"]
    finish(row, 1)
    for entry in entries[1:]:
        carry_out(str(row.id), CheckIn(entry_id=str(entry.id)), a_context())
    assert filled(director.open(DESK)) == ["Pair round 2"]
    pair(row, 2)
    finish(row, 2)
    assert filled(director.open(DESK)) == ["Prizes"]


def test_next_step_of_a_drawn_round_robin_is_its_missing_results(director):
    row = a_tournament(players=4, rounds=3, system="round_robin")
    for number in (1, 2, 3):
        pair(row, number)
    finish(row, 1)
    assert filled(director.open(DESK)) == ["Enter 2 results of round 2: tables 1, 2"]
    finish(row, 2)
    finish(row, 3)
    assert filled(director.open(DESK)) == ["Prizes"]


def test_desk_and_queue_come_first_however_many_rounds_there_are(director):
    a_tournament(players=4, rounds=10, finished=2)
    links = [text.strip() for text, _ in director.open(ROUND).links]
    at = links.index("Standings")
    assert links[at - 2 : at][0] == "Desk"
    assert links[at - 1].startswith("Queue")


@pytest.mark.parametrize("published", [False, True])
def test_a_round_of_100_tables_has_less_than_150_kilobytes(director, published):
    row = a_tournament(players=200)
    pair_round(str(row.id), PairRound(round=1, seed=0), a_context())
    if published:
        carry_out(str(row.id), PublishRound(round=1), a_context())
    assert len(director.open(ROUND).html.encode()) < 150_000
