"""My game: what a player is shown and may say, by the link of their entry or from their account."""

import html
import re

import pytest
from django.test import Client
from django.urls import reverse

from games.game.commands import receive_record
from tests.builders import a_context, a_tournament, an_account, finish, pair
from tests.tournaments.web.visitor import Visitor
from tournaments.accounts.private_links import token_of
from tournaments.commands import PairRound, carry_out, pair_round
from tournaments.competition.history import Winner
from tournaments.domain.pairs import SetHandicap
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, PairingRow

pytestmark = pytest.mark.django_db
PART = {"Nigiri-Part": "row"}


@pytest.fixture
def game():
    pair(a_tournament(players=4), 1)
    return PairingRow.objects.select_related("tournament", "black", "white").get(round=1, table=1)


def phone(entry):
    client = Client()
    client.get(reverse("web:open-link", args=(token_of(entry),)))
    return client


def shown(client, address="/my/"):
    """The page's words, and the results that its buttons report."""
    text = client.get(address).content.decode()
    words = " ".join(re.sub(r"<[^>]*>", " ", text).split())
    return words, re.findall(r'name="result" value="(\w+)"', text)


def report(client, game, result, **headers):
    address = reverse("web:report", args=(game.tournament.slug, game.game_id))
    return client.post(address, {"result": result, "command": "c1", "next": "/my/"}, headers=headers)


def test_opponent_table_colour_and_terms_stand_before_two_buttons(game):
    words, buttons = shown(phone(game.black))
    assert "Table 1 · Black" in words
    assert "Even game, komi 6.5" in words
    assert buttons == ["black", "white"]
    assert words.index("Table 1") < words.index("I won") < words.index("I lost")
    assert shown(phone(game.white))[1] == ["white", "black"]


def test_jigo_is_offered_where_the_komi_allows_it_and_stones_are_said_to_each(game):
    terms = SetHandicap(game_id=str(game.pk), handicap=3, komi=7.0, reason="agreed")
    carry_out(str(game.tournament_id), terms, a_context())
    words, buttons = shown(phone(game.black))
    assert "You take 3 stones, komi 7" in words
    assert buttons == ["black", "white", "jigo"]
    assert "You give 3 stones, komi 7" in shown(phone(game.white))[0]


def test_the_other_one_confirms_or_says_that_it_is_not_so(game):
    black, white = phone(game.black), phone(game.white)
    report(black, game, "black")
    assert "You reported: you won." in shown(black)[0]
    words, buttons = shown(white)
    assert "Confirm: you lost" in words
    assert buttons == ["black", "white"]  # confirm, then the one thing else that it could be
    report(white, game, "white")
    for one in (black, white):
        words, buttons = shown(one)
        assert "You both said that you won. Go to the referee's desk together." in html.unescape(words)
        assert "Confirm: " not in words
        assert len(buttons) == 1  # behind "Correct my report"
        assert words.index("desk together") < words.index("Correct my report") < words.index("I lost")
    report(black, game, "white")
    words, _ = shown(white)
    assert "You won" in words
    assert "The result is in." in words


def test_a_script_is_told_that_it_is_stored_and_why_it_is_not(game):
    client = phone(game.black)
    for _ in range(2):
        answer = report(client, game, "black", **PART)
        assert (answer.status_code, answer["Nigiri-Stored"]) == (200, "c1")
    other = PairingRow.objects.select_related("tournament").exclude(pk=game.pk).get()
    answer = report(client, other, "black", **PART)
    assert answer.status_code == 401
    assert "Nigiri-Stored" not in answer


def test_a_player_misses_the_next_round_and_nobody_elses(game):
    client = phone(game.black)
    address = reverse("web:say-presence", args=("open", game.black_id, 2))
    client.post(address, {"present": "no"})
    assert EntryRow.objects.get(pk=game.black_id).absent == [2]
    assert "You miss this round and will not be paired. I will play after all" in shown(client)[0]
    client.post(address, {"present": "yes"})
    client.post(reverse("web:say-presence", args=("open", game.white_id, 2)), {"present": "no"})
    assert not any(entry.absent for entry in EntryRow.objects.all())


def test_results_so_far_a_bye_and_a_round_that_is_not_published(game):
    finish(game.tournament, 1, Winner.BLACK)
    assert "Black you won" in shown(phone(game.black))[0]
    assert "White you lost" in shown(phone(game.white))[0]
    hidden = a_tournament(players=3, slug="hidden", published=False)
    pair(hidden, 1)
    words, buttons = shown(phone(EntryRow.objects.filter(tournament=hidden).first()))
    assert "not public yet" in words
    assert buttons == []


def test_a_report_counts_but_is_not_shown_as_confirmed(game):
    white = phone(game.white)
    report(phone(game.black), game, "black")
    assert "you lost (reported, not confirmed)" in shown(white)[0]
    standings = reverse("web:standings", args=("open",))
    assert "1 result counts as one player reported it" in shown(Client(), standings)[0]
    report(white, game, "black")
    assert "not confirmed" not in shown(white)[0]
    assert "not confirmed" not in shown(Client(), standings)[0]


def test_a_pairing_that_is_not_published_changes_nothing(game):
    finish(game.tournament, 1, Winner.BLACK)
    client = phone(game.black)
    address = reverse("web:say-presence", args=("open", game.black_id, 2))
    client.post(address, {"present": "no"})
    before = shown(client)
    pair_round(str(game.tournament_id), PairRound(round=2), a_context())
    assert "Round 2" in before[0]
    assert "I will play after all" in before[0]
    assert shown(client) == before


def test_from_an_account_the_page_is_the_same(game):
    user = an_account("black")
    Player.objects.filter(pk=game.black.player_id).update(user=user)
    client = Client()
    client.force_login(user)
    assert shown(client)[1] == ["black", "white"]
    assert report(client, game, "black").status_code == 302
    assert shown(Client())[0].count("Scan the code on your badge") == 1


class TestResultThatTheRecordContradicts:
    SHOWN = "The file states W+R: you lost. That is not what was reported."

    @pytest.fixture
    def game(self, game):
        record = b"(;GM[1]SZ[19]RE[W+R];B[dd];W[pp])"
        receive_record(str(game.game_id), record, a_context())
        report(phone(game.black), game, "black")
        return game

    def test_both_players_are_told_before_anybody_confirms(self, game):
        assert self.SHOWN in shown(phone(game.black))[0]
        words, _ = shown(phone(game.white))
        assert self.SHOWN.replace("you lost", "you won") in words

    def test_contradiction_stands_before_what_is_reported_and_asked(self, game):
        for entry, said in ((game.black, "You reported"), (game.white, "(Black) reported: ")):
            words, _ = shown(phone(entry))
            before = words.partition("That is not what was reported.")[0]
            assert said not in before
            assert "confirm" not in before.lower()

    def test_it_is_confirmed_by_a_second_tap_alone(self, game):
        white = Visitor()
        white.client = phone(game.white)
        page = white.open("/my/")
        assert "Confirm against the record" in page.text
        assert "Confirm: you lost" not in page.buttons
        plain = report(white.client, game, "black")
        game.refresh_from_db()
        assert (plain.status_code, game.result_state) == (409, "reported")
        white.open("/my/")
        white.press("Confirm against the record: you lost")
        game.refresh_from_db()
        assert (game.result_state, game.winner) == ("confirmed", "black")

    def test_page_of_the_game_asks_for_the_second_tap_too(self, game):
        white = Visitor()
        white.client = phone(game.white)
        page = white.open(f"/tournaments/open/games/{game.game_id}/")
        assert not [label for label in page.buttons if label.startswith("Confirm the result:")]
        white.press("Confirm 0-1 against the record")
        game.refresh_from_db()
        assert game.result_state == "confirmed"

    def test_the_result_of_the_record_is_reported_as_ever(self, game):
        report(phone(game.black), game, "white")
        report(phone(game.white), game, "white")
        game.refresh_from_db()
        assert (game.result_state, game.winner) == ("confirmed", "white")
