"""Two players change places on the page of a round; a late player meets the one with the bye."""

import pytest

from tests.builders import a_tournament, an_account, do, pair, state_of
from tests.tournaments.web.visitor import Visitor
from tournaments.domain.presence import SetPresence

pytestmark = pytest.mark.django_db
ROUND = "/tournaments/open/rounds/1/"


@pytest.fixture
def visitor():
    return Visitor(an_account("dora", "director"))


def games(row):
    return [(one.white, one.black) for one in state_of(row).round(1).by_table()]


def test_a_script_shows_the_comparison_on_the_page_of_the_round(visitor):
    row = a_tournament(players=4)
    pair(row, 1)
    (white, _), (_, other) = games(row)
    visitor.open(f"{ROUND}?exchange=yes")
    sent = {
        **form_to(visitor, f"{ROUND}exchange/").fields,
        "first": white,
        "second": other,
        "reason": "asked",
    }
    part = visitor.client.post(f"{ROUND}exchange/weigh/", sent, headers={"Nigiri-Part": "1"}).content.decode()
    assert "<html" not in part
    assert (part.count("Before"), part.count("After")) == (2, 2)
    assert games(row)[0][0] == white


def form_to(visitor, address):
    return next(form for form in visitor.page.forms if form.action == address)


def test_opponents_are_compared_and_then_exchanged(visitor):
    row = a_tournament(players=4)
    pair(row, 1)
    (white, black), (other_white, other_black) = games(row)
    visitor.open(f"{ROUND}?exchange=yes")
    sent = {
        **form_to(visitor, ROUND + "exchange/").fields,
        "first": black,
        "second": other_black,
        "reason": "Brothers.",
    }
    page = visitor.client.post(ROUND + "exchange/weigh/", sent).content.decode()
    assert page.count(">Before<") == page.count(">After<") == 2
    assert games(row) == [(white, black), (other_white, other_black)]
    visitor.client.post(ROUND + "exchange/", sent)
    assert {frozenset(seats) for seats in games(row)} == {
        frozenset((white, other_black)),
        frozenset((other_white, black)),
    }


def test_a_late_player_meets_the_one_with_the_bye(visitor):
    row = a_tournament(players=4)
    late = next(one for one in state_of(row).entries.values() if one.number == 4)
    do(row, SetPresence(entry_id=late.id, round=1, present=False))
    pair(row, 1)
    (bye,) = state_of(row).round(1).byes
    do(row, SetPresence(entry_id=late.id, round=1, present=True))
    visitor.open(ROUND)
    form = form_to(visitor, ROUND + "byes/paired/")
    visitor.client.post(form.action, {**form.fields, "reason": "The train was late."})
    assert {late.id, bye} in [{*seats} for seats in games(row)]
    assert not state_of(row).round(1).byes


def test_an_exchange_with_oneself_is_refused_and_keeps_the_choice(visitor):
    row = a_tournament(players=4)
    pair(row, 1)
    visitor.open(f"{ROUND}?exchange=yes")
    one = games(row)[0][0]
    sent = {**form_to(visitor, ROUND + "exchange/").fields, "first": one, "second": one, "reason": "A try."}
    refused = visitor.client.post(ROUND + "exchange/", sent)
    assert refused.status_code == 422
    assert "Nobody plays against themselves" in refused.content.decode()
