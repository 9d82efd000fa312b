from datetime import UTC, datetime
from uuid import uuid4

import pytest

from games.adjudication.kinds import ClaimKind
from games.claims import commands
from games.claims.deciding import Evidence
from games.log.store import read_all
from tests.builders import a_context, a_tournament, an_account, finish, pair
from tests.games.claims.claim_builders import claiming
from tests.tournaments.web.disputed import visitors
from tests.tournaments.web.visitor import Visitor
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.deciding.results import RecordResult
from tournaments.deciding.rulings import RuleResult
from tournaments.tables.people import Player
from tournaments.tables.rows import PairingRow, RoundRow
from tournaments.web.rounds.result_words import result_words

pytestmark = pytest.mark.django_db
ROUND = "/tournaments/open/rounds/1/"
WHITE = Result(winner=Winner.WHITE)


@pytest.fixture
def row():
    row = a_tournament(players=4)
    pair(row, 1)
    return row


@pytest.fixture
def director():
    return visitors("director")[0]


def games(number=1):
    return list(PairingRow.objects.filter(round=number).order_by("table"))


def test_a_round_closes_once_all_of_its_results_are_in(row, director):
    director.open(ROUND)
    refused = director.press("Close round 1")
    assert "Without a result, or disputed: table 1, 2." in refused.text
    finish(row, 1)
    director.open(ROUND)
    page = director.press("Close round 1")
    assert "Round 1 is closed. Receipt: " in page.text
    assert "Players may claim until " in page.text
    assert "Close round 1" not in page.buttons


def test_a_closed_round_is_opened_again_for_a_reason(row, director):
    finish(row, 1)
    director.open(ROUND)
    director.press("Close round 1")
    assert "Give a reason" in director.press("Open round 1 again", reason="").text
    assert "Round 1 is open again." in director.press("Open round 1 again", reason="A late slip.").text
    assert not RoundRow.objects.get(number=1).closed


@pytest.mark.parametrize("role", ["public", "referee", "committee"])
def test_only_directors_close_rounds(row, role):
    (visitor,) = visitors(role)
    assert "Close round 1" not in visitor.open(ROUND).buttons


def test_two_directors_who_close_at_once_are_told(row, director):
    finish(row, 1)
    director.open(ROUND)
    finish(row, 1, Winner.WHITE)
    page = director.press("Close round 1")
    assert (page.status, "Changed since you looked. Somebody at 09:30 UTC: " in page.text) == (409, True)


class TestTheQueue:
    def test_what_the_next_round_would_be_paired_on_comes_first(self, row):
        finish(row, 1)
        pair(row, 2)
        early, late = games(1)[0], games(2)[0]
        for game in (early, late):
            said = {"kind": ClaimKind.REPETITION}
            commands.make(claiming(str(uuid4()), str(game.game_id), said, Evidence()), "desk", a_context())
        page = visitors("referee")[0].open("/tournaments/open/queue/")
        order = [
            "Before the next round is paired",
            "Whoever pairs it is asked first.",
            "a claim is open Round 2, table 1",
            "The game repeats itself : open: nobody has ruled on it yet",
            "Later rounds are paired already",
            "a claim is open Round 1, table 1",
            "One result is missing",
            "Round 2, table 2",
        ]
        assert [page.text.index(one) for one in order] == sorted(page.text.index(one) for one in order)
        assert "Queue 3 waiting" in page.text

    def test_after_the_last_round_the_final_standings_rest_on_it(self):
        row = a_tournament(players=4, slug="short", rounds=1)
        pair(row, 1)
        text = visitors("referee")[0].open("/tournaments/short/queue/").text
        assert "No dispute waits." in text
        assert "2 results are missing Round 1, table 1" in text
        assert "Before the final standings" not in text
        assert "Before the next round" not in text

    def test_both_reports_are_named(self, row):
        game = games()[0]
        for side in ("black", "white"):
            Player.objects.filter(pk=getattr(game, side).player_id).update(user=an_account(side))
        for who, button in (("black", "Black won"), ("white", "White won")):
            (visitor,) = visitors(who)
            visitor.open(f"/tournaments/open/games/{game.game_id}/")
            visitor.press(button)
        text = visitors("referee")[0].open("/tournaments/open/queue/").text
        assert "says 0-1" in text
        assert "says 1-0" in text

    def test_where_nothing_waits_it_says_so(self, row):
        finish(row, 1)
        text = visitors("committee")[0].open("/tournaments/open/queue/").text
        assert "Nothing waits." in text
        assert "Queue 0 waiting" in text

    def test_the_public_does_not_hear_of_it(self, row):
        assert "waiting" not in visitors("public")[0].open(ROUND).text


class TestALateRuling:
    @pytest.fixture
    def row(self, row):
        """Round 2 is paired, then a result of round 1 is turned round."""
        finish(row, 1)
        pair(row, 2)
        game = str(games(1)[0].game_id)
        rule = RuleResult(game_id=game, result=WHITE, claim_id=str(uuid4()), reason="The record.", final=True)
        carry_out(str(row.id), rule, a_context())
        return row

    def test_the_standings_name_the_round_that_was_paired_before(self, row):
        (public,) = visitors("public")
        assert "Round 2 was paired before a result" in public.open("/tournaments/open/").text
        page = public.follow("Changes in placing since the last pairing")
        assert "Paired before a result was entered or corrected: round 2." in page.text
        assert page.html.count('<th scope="row">') >= 2
        assert "MMS " in page.text

    def test_between_two_positions_without_change_nobody_moved(self, row):
        last = read_all()[-1].position
        text = visitors("public")[0].open(f"/tournaments/open/changes/?since={last}").text
        assert "Nobody moved, and no score changed." in text

    @pytest.mark.parametrize("query", ["since=0", "since=x", "since=9&until=2", "round=99", "since=-1"])
    def test_what_the_log_does_not_hold_is_not_found(self, row, query):
        assert visitors("public")[0].open(f"/tournaments/open/changes/?{query}").status == 404


def test_a_ruling_is_final_in_words_once_nobody_appealed_in_time(row):
    game = games()[0]
    rule = RuleResult(
        game_id=str(game.game_id),
        result=WHITE,
        claim_id=str(uuid4()),
        appeal_until="2026-11-21T10:30:00+00:00",
    )
    carry_out(str(row.id), rule, a_context())
    game.refresh_from_db()
    words = [
        result_words(game, datetime(2026, 11, day, hour, 30, tzinfo=UTC))
        for day, hour in ((20, 9), (21, 9), (21, 11))
    ]
    assert words == [
        "decided by a ruling, may be appealed until 21 November, 10:30 UTC",
        "decided by a ruling, may be appealed until 10:30 UTC",
        "decided by a ruling, final: nobody appealed in time",
    ]


def test_what_the_desk_recorded_says_so(row):
    game = games()[0]
    carry_out(str(row.id), RecordResult(game_id=str(game.game_id), result=WHITE), a_context())
    game.refresh_from_db()
    assert result_words(game, datetime(2026, 11, 21, tzinfo=UTC)) == "recorded by the desk"


def test_a_round_that_there_is_not_says_which_there_are(client):
    a_tournament(4, rounds=3)
    response = client.get("/tournaments/open/rounds/9/")
    assert response.status_code == 404
    assert "There are rounds 1 to 3." in response.content.decode()


def test_a_wrong_password_is_said_plainly():
    visitor, user = Visitor(), an_account("dora")
    user.set_password("nine-stones-and-a-bowl")
    user.save()
    visitor.open("/accounts/login/")
    page = visitor.press("Log in", login="dora", password="ten-stones")
    assert "The name or the password is wrong." in page.text
    typed = next(form.fields for form in page.forms if "login" in form.fields)
    assert typed["login"] == "dora"
