"""A whole dispute without JavaScript: reports that differ, a claim, a sequence, rulings, the standings."""

import re

import pytest

from tests.tournaments.web.disputed import a_dispute, game_page, sgf, visitors
from tournaments.tables.people import Player

pytestmark = pytest.mark.django_db
RECEIPT = re.compile(r"Receipt: [0-9A-Z-]{26,}")


ROW = re.compile(r'<th scope="row"[^>]*>\s*<a [^>]*>([^<]*)</a>.*?<td class="num"[^>]*>(\d+)</td>', re.DOTALL)


def reported(pairing, black, white):
    black.open(game_page(pairing))
    assert "not reported yet" in black.page.text
    assert RECEIPT.search(black.press("Black won").text)
    assert "reported by Black, not confirmed yet" in black.page.text
    assert "Confirm the result: 0-1" in white.open(game_page(pairing)).buttons
    white.press("White won")
    assert "the players disagree: Black says 0-1, White says 1-0" in white.page.text
    assert "The record is stored" in white.press("Send", sgf=sgf()).text


def claimed(pairing, black):
    black.open(game_page(pairing))
    black.follow("Make a claim")
    black.follow("Stones are dead, or alive")
    page = black.press("Claim this", points="a3", capturable="yes", text="It has no eye.")
    assert RECEIPT.search(page.text)
    assert "What the rules say: The rules cannot tell yet" in page.text
    assert "a confirmation sequence for the strings" in page.text


def played_out(black, white):
    """Each enters his own moves, on a page of his own."""
    black.press("Begin", turn="14")
    assert "Settle strings in sequence 1" in black.page.text
    black.press("Black: these can be captured", points="A3")
    black.press("Black begins a sequence for claim 1")
    claim = black.page.forms[1].action.split("sequences/")[0]
    for at in ("A2", "a4", "B3"):
        black.press("Play Black", points=at)
        assert "White passes" not in black.page.buttons
        white.open(claim)
        white.press("White passes")
        black.open(claim)
    page = black.press("Black passes")
    assert "What the rules say: The claim is right" in page.text
    assert "A3 is dead. " in page.text
    assert "If every other string is alive, the score is B+5.5." in page.text


def ruled(referee):
    assert "the players' reports differ" in referee.open("/tournaments/open/queue/").text
    referee.follow("Rule on the claim")
    assert "if the claim is upheld: B+5.5" in referee.page.text
    empty = referee.press("Rule", decision="upheld")
    assert (empty.status, "A ruling needs written reasons" in empty.text) == (422, True)
    page = referee.press("Rule", decision="upheld", reasons="Captured in the sequence that was played out.")
    assert RECEIPT.search(page.text)
    assert "ruled on; may be appealed until" in page.text
    assert "Result: Black wins, B+5.5." in page.text


def appealed(pairing, white, referee, committee):
    white.open(game_page(pairing))
    white.follow("Stones are dead")
    assert "appealed; the appeal is not decided yet" in white.press("Appeal", text="I was not asked.").text
    assert "a ruling was appealed" in referee.open("/tournaments/open/queue/").text
    committee.open("/tournaments/open/queue/")
    committee.follow("Decide on the appeal")
    assert "I was not asked." in committee.page.text
    page = committee.press("Decide", decision="upheld", reasons="The sequence is plain.")
    assert "The appeal: the ruling is upheld" in page.text


def test_two_reports_differ_and_end_in_the_standings():
    pairing = a_dispute(criteria=("NBW",))
    black, white, referee, committee = visitors("black", "white", "referee", "committee")
    reported(pairing, black, white)
    claimed(pairing, black)
    played_out(black, white)
    ruled(referee)
    assert "0-1 B+5.5 decided by a ruling, may be appealed until" in white.open(game_page(pairing)).text
    assert "White won" not in white.page.buttons

    standings = ROW.findall(white.open("/tournaments/open/").html)
    winner = Player.objects.get(pk=pairing.black.player_id)
    assert standings[0] == (winner.family_name, "1")
    assert [points for _, points in standings] == ["1", "0", "0", "0"]

    appealed(pairing, white, referee, committee)
    pairing.refresh_from_db()
    assert (pairing.winner, pairing.result_state, pairing.ruled_score) == ("black", "final", "B+5.5")
    assert "decided by a ruling, final" in black.open(game_page(pairing)).text
    assert "Entered by" in black.follow("History of this game").text
