"""A file with several games: the page asks which of them it is, and keeps the file meanwhile."""

import pytest

from games.game.loading import state_of
from games.game.records import GameRecord
from tests.tournaments.web.disputed import a_dispute, game_page, sgf, visitors

pytestmark = pytest.mark.django_db
OTHER_SIZE = b"(;SZ[9]PB[Kuro]PW[Shiro]RE[B+R];B[ee])"
MATCH = OTHER_SIZE + sgf("C1 D1") + sgf("C3 D3 C4")


@pytest.fixture
def game():
    return a_dispute("tromp-taylor-agreement")


@pytest.fixture
def referee(game):
    (referee,) = visitors("referee")
    referee.open(game_page(game))
    return referee


def turns(game):
    return state_of(str(game.game_id)).turns


def test_the_games_of_the_file_are_listed_and_nothing_is_stored(game, referee):
    page = referee.press("Send", sgf=MATCH)
    assert page.status == 200
    assert "The file holds 3 games." in page.text
    assert "1: Shiro \u2013 Kuro, 9 \u00d7 9, 1 move, B+R" in page.text
    assert "3: 5 \u00d7 5, 3 moves" in page.text
    assert page.forms[-1].fields["game"] == "2"  # the first of the board's size
    assert not GameRecord.objects.exists()


def test_the_chosen_one_is_stored_with_the_file_as_it_came(game, referee):
    referee.press("Send", sgf=MATCH)
    page = referee.press("Send", game="3")
    assert "The record is stored and replayed." in page.text
    assert "The file holds 3 games; game 3 was taken." in page.text
    assert turns(game) == 3
    kept = GameRecord.objects.get()
    assert (bytes(kept.data), kept.game_index) == (MATCH, 2)


def test_one_that_does_not_fit_is_refused_and_another_can_be_chosen(game, referee):
    referee.press("Send", sgf=MATCH)
    page = referee.press("Send", game="1")
    assert page.status == 422
    assert page.forms[-1].fields["game"] == "1"
    assert turns(game) == 0
    referee.press("Send", game="2")
    assert turns(game) == 2


NO_GAMES = ["0", "4", "99999"]


def test_a_number_that_is_none_is_refused_and_the_file_is_still_there(game, referee):
    referee.press("Send", sgf=MATCH)
    for number in NO_GAMES:
        page = referee.press("Send", game=number)
        assert (page.status, turns(game)) == (422, 0)
        assert page.forms[-1].fields["held"]


@pytest.mark.parametrize("held", ["%%%", "QQ", "not base64 at all", "é"])
def test_what_is_no_file_is_refused(game, referee, held):
    referee.press("Send", sgf=MATCH)
    referee.press("Send", held=held)
    assert "message error" in referee.page.html
    assert turns(game) == 0


def test_a_single_game_is_stored_at_once(game, referee):
    assert "The record is stored and replayed." in referee.press("Send", sgf=sgf("C1 D1")).text
    assert turns(game) == 2


LAB = "/rules/"
GBK = "(;CA[GBK]SZ[9]PB[陈黑子]PW[王白石]RE[B+R];B[ee])(;SZ[9];B[cc];W[gg])".encode("gbk")


@pytest.mark.parametrize("sent", [{"file": GBK}, {"sgf": GBK.decode("gbk")}])
def test_the_laboratory_asks_too_and_keeps_the_text(sent):
    (public,) = visitors("public")
    public.open(LAB)
    page = public.press("Compare", **sent)
    assert (page.status, "The file holds 2 games." in page.text) == (200, True)
    assert "1: 王白石 \u2013 陈黑子, 9 \u00d7 9, 1 move, B+R" in page.text
    page = public.press("Compare", game="2")
    assert page.status == 200
    assert "turn 2 of 2" in page.text
