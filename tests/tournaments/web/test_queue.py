import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.game.commands import change_record
from games.game.deciding import Act
from rules import Color, Resign
from tests.builders import a_claim, a_context, a_tournament, pair
from tests.tournaments.web.disputed import a_dispute, game_page, visitors
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.domain.results import RecordResult
from tournaments.tables.rows import PairingRow
from tournaments.templatetags.nigiri import left

pytestmark = pytest.mark.django_db
QUEUE = "/tournaments/open/queue/"
TIME = r"\d\d:\d\d UTC"


def test_a_long_queue_has_pages_and_disputes_come_first():
    row = a_tournament(players=120, slug="open")
    pair(row, 1)
    last = PairingRow.objects.order_by("table").last()
    claim_id = a_claim(last.game_id, "b")
    (referee,) = visitors("referee")
    first, second = (referee.open(f"/tournaments/open/queue/?page={number}") for number in (1, 2))
    assert first.html.index(f"/claims/{claim_id}/") < first.html.index("59 results are missing")
    assert [page.html.count('<ol class="cards">') for page in (first, second)] == [1, 0]
    assert [page.html.count("/games/") for page in (first, second)] == [50, 10]
    assert "59 results are missing" in second.text
    assert "No dispute is waiting." not in second.text


def test_badge_counts_what_waits_for_a_decision_and_no_missing_result():
    row = a_tournament(players=8)
    pair(row, 1)
    (referee,) = visitors("referee")
    badge = '<span id="waiting">{}</span>'
    assert badge.format(0) in referee.open("/tournaments/open/").html
    a_claim(PairingRow.objects.first().game_id, "b")
    page = referee.open(QUEUE)
    assert badge.format(1) in page.html
    assert "3 results are missing" in page.text


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(-1, ""), (0, "0 min left"), (25, "25 min left"), (179, "179 min left"), (180, "3 h left")],
)
def test_time_left_is_in_minutes_for_three_hours_and_ends_with_the_deadline(minutes, words):
    assert left(timezone.now() + timedelta(minutes=minutes, seconds=30)) == words


def test_no_time_is_left_without_a_deadline():
    assert left(None) == ""


class TestButtonsOfACard:
    @pytest.fixture
    def pairing(self):
        pairing = a_dispute("japanese")
        for player, won in zip(visitors("black", "white"), ("Black won", "White won"), strict=True):
            player.open(game_page(pairing))
            player.press(won)
        return pairing

    def test_referee_confirms_one_of_two_reports(self, pairing):
        (referee,) = visitors("referee")
        page = referee.open(QUEUE)
        assert re.search(rf"\S+ \(Black\) reported: 0-1 \({TIME}\)\. \S+ \(White\) reported: 1-0", page.text)
        referee.press("Confirm 1-0")
        pairing.refresh_from_db()
        assert (pairing.winner, pairing.result_state) == ("white", "confirmed")
        assert "the players' reports differ" not in referee.page.text

    def test_referee_asks_the_players_again(self, pairing):
        (referee,) = visitors("referee")
        referee.open(QUEUE)
        referee.press("Ask the players again")
        pairing.refresh_from_db()
        assert (pairing.reports, pairing.result_state) == ({}, "missing")

    def test_result_of_the_record_is_confirmed(self, pairing):
        won = RecordResult(game_id=str(pairing.pk), result=Result(winner=Winner.BLACK))
        carry_out(str(pairing.tournament_id), won, a_context())
        change_record(str(pairing.pk), Act(action=Resign(Color.BLACK)), a_context())
        (referee,) = visitors("referee")
        assert "The record ends with W+R." in referee.open(QUEUE).text
        assert "Confirm 0-1" not in referee.page.buttons
        referee.press("Confirm 1-0")
        pairing.refresh_from_db()
        assert pairing.winner == "white"

    def test_ruling_begins_on_the_card(self, pairing):
        (referee,) = visitors("referee")
        referee.open(QUEUE)
        assert "The result is wrong" in referee.follow("Rule on the result").text
        a_claim(pairing.pk, "b")
        referee.open(QUEUE)
        assert "Rule" in referee.follow("Rule on the claim").buttons
