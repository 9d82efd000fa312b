"""The next step of a claim, who decides an appeal, and what a referee has at hand."""

import re

import pytest
from django.test import Client

from games.adjudication.kinds import ClaimKind
from games.claims.claim import Stage
from games.claims.rows import ClaimRow
from games.game.commands import receive_record
from tests.builders import a_claim, a_context, a_tournament, finish, pair
from tests.games.claims.pictures import photo
from tests.tournaments.web.disputed import a_dispute, game_page, sgf, visitors
from tests.tournaments.web.visitor import Page, Visitor
from tournaments.accounts.private_links import token_of
from tournaments.commands import PairRound, pair_round
from tournaments.tables.people import Membership

pytestmark = pytest.mark.django_db
NOBODY_CAN = "Nobody can decide an appeal at present"
WARNED = "There is no appeals committee."


def address(claim_id):
    return f"/tournaments/open/claims/{claim_id}/"


@pytest.fixture
def pairing():
    return a_dispute()


def ruled(claim_id):
    """By a referee, who is the answer."""
    (referee,) = visitors("referee")
    referee.open(address(claim_id))
    referee.press("Rule", decision="upheld", reasons="Rule 9.", remedy_result="black", remedy_score="B+3.5")
    return referee


def test_an_appeal_that_reaches_nobody_is_said_before_it_is_made(pairing):
    referee = ruled(claim_id := a_claim(pairing.game_id, "b"))
    white, _owner = visitors("white", "owner")
    text = white.open(address(claim_id)).text
    assert "No committee is named: an owner of the organisation would decide the appeal." in text
    Membership.objects.filter(office="owner").delete()
    assert NOBODY_CAN in white.open(address(claim_id)).text
    white.press("Appeal", text="No.")
    assert (
        "Nobody can decide the appeal yet: an owner of the organisation has to name a committee."
        in white.page.text
    )
    assert "the committee decides" not in white.page.text
    assert WARNED in referee.open("/tournaments/open/queue/").text


@pytest.mark.parametrize(
    ("result", "says"),
    [
        ("B+", "Claimed Black won."),
        ("W+R", "Claimed White won by resignation."),
        ("0", "Claimed The game was a jigo."),
        ("B+3.5", "Claimed The result is B+3.5."),
    ],
)
def test_claimed_result_is_a_sentence(pairing, result, says):
    (white,) = visitors("white")
    claim_id = a_claim(pairing.game_id, "b", kind=ClaimKind.WRONG_RESULT, result=result)
    assert says in white.open(address(claim_id)).text


class TestRoundThatIsPairedMeanwhile:
    STAYS = "Round 2 is already paired, and its pairings stay."
    UNDO = "As long as round 2 has no result, you can undo its pairing and pair it again."

    def test_before_it_is_paired_the_claim_comes_first(self, pairing):
        white, director = visitors("white", "director")
        claim_id = a_claim(pairing.game_id, "b")
        for reader in (white, director):
            text = reader.open(address(claim_id)).text
            assert "A referee rules on it, if possible before the next round is paired." in text
            assert "is already paired" not in text

    @pytest.fixture
    def claim_id(self, pairing):
        finish(pairing.tournament, 1)
        claim_id = a_claim(pairing.game_id, "b")
        pair(pairing.tournament, 2)
        return claim_id

    def test_its_pairings_stay_and_the_director_can_pair_it_again(self, claim_id):
        white, director = visitors("white", "director")
        text = white.open(address(claim_id)).text
        assert self.STAYS in text
        assert "if possible" not in text
        assert self.UNDO not in text
        assert self.UNDO in director.open(address(claim_id)).text
        ruled(claim_id)
        assert self.STAYS in white.open(address(claim_id)).text

    def test_nobody_can_pair_it_again_once_it_has_a_result(self, pairing, claim_id):
        finish(pairing.tournament, 2)
        (director,) = visitors("director")
        text = director.open(address(claim_id)).text
        assert (self.STAYS in text, self.UNDO in text) == (True, False)

    def test_players_learn_nothing_of_a_pairing_that_is_not_published(self, pairing):
        finish(pairing.tournament, 1)
        claim_id = a_claim(pairing.game_id, "b")
        pair_round(str(pairing.tournament_id), PairRound(round=2, seed=0, reason="rain"), a_context())
        white, director = visitors("white", "director")
        assert self.STAYS not in white.open(address(claim_id)).text
        assert self.STAYS in director.open(address(claim_id)).text


def test_who_ruled_decides_no_appeal(pairing):
    """The only owner is the referee too."""
    claim_id = a_claim(pairing.game_id, "b")
    (owner, white) = visitors("owner", "white")
    owner.open(address(claim_id))
    owner.press("Rule", decision="upheld", reasons="Rule 9.", remedy_result="black")
    assert NOBODY_CAN in white.open(address(claim_id)).text


def test_a_referee_has_the_earlier_rulings_on_such_claims_at_hand(pairing):
    referee = ruled(a_claim(pairing.game_id, "b"))
    page = referee.open(address(a_claim(pairing.game_id, "w")))
    assert "An earlier ruling on such a claim" in page.text
    assert "the claim is upheld. Result: Black wins, B+3.5. Rule 9." in page.text
    (black,) = visitors("black")
    for row in ClaimRow.objects.all():
        assert "earlier ruling" not in black.open(address(row.claim_id)).text


@pytest.mark.parametrize(
    ("typed", "field", "step", "said"),
    [
        ({}, "decision", "1", "Choose what you decide."),
        (
            {"remedy_result": "white", "remedy_score": "B+3.5"},
            "score",
            "2",
            "B+3.5 is not a score for the result",
        ),
        (
            {"remedy_result": "black", "remedy_score": "B+99"},
            "score",
            "2",
            "more than a board of 5 by 5 holds",
        ),
        ({"remedy_result": "black", "reasons": ""}, "reasons", "3", "A ruling needs written reasons."),
    ],
)
def test_a_ruling_that_is_refused_says_it_in_its_step_and_keeps_all(pairing, typed, field, step, said):
    (referee,) = visitors("referee")
    referee.open(address(a_claim(pairing.game_id, "b")))
    whole = {"reasons": "Rule 9.", **typed} | ({"decision": "partly"} if typed else {})
    page = referee.press("Rule", **whole)
    assert page.status == 422
    assert f'id="step-{step}" value="{step}" checked' in page.html
    section = page.html.split(f'class="s{step}"')[1].split("</fieldset>")[0]
    assert said in section.split('class="alarm"')[1]
    form = next(form for form in page.forms if form.action.endswith("ruling/"))
    assert {name: form.fields[name] for name in whole} == whole
    assert ClaimRow.objects.get().stage == Stage.OPEN


def test_another_turn_of_the_board_keeps_what_was_typed(pairing):
    (black,) = visitors("black")
    receive_record(str(pairing.game_id), sgf(), a_context())
    black.open(f"{game_page(pairing)}claims/new/?kind=strings")
    form = next(form for form in black.page.forms if form.action.endswith("claims/"))
    data = {**form.fields, "points": ["A3", "Q9"], "text": "Look.", "show": "2"}
    page = Page(black.client.post(form.action, data))
    assert "turn 2 of 14" in page.text
    form = next(form for form in page.forms if form.action.endswith("claims/"))
    html = " ".join(page.html.split())
    assert form.fields["text"] == "Look."
    assert re.search(r'<input name="points"[^>]* value="Q9"', html)
    assert 'value="A3" aria-label="A3" checked' in html
    assert not ClaimRow.objects.exists()


def test_by_private_link_a_player_claims_with_a_picture_and_appeals(pairing):
    """Without any account."""
    players = {}
    for side in ("black", "white"):
        visitor = Visitor()
        visitor.client = Client()
        visitor.open(f"/my/{token_of(getattr(pairing, side))}/")
        players[side] = visitor
    black, white = players["black"], players["white"]
    black.open(f"{game_page(pairing)}claims/new/?kind=wrong_result")
    page = black.press("Claim this", result="B+", picture=photo())
    assert "Your claim is stored." in page.text
    claim = ClaimRow.objects.get()
    assert claim.by == "b"
    for visitor in (black, white):
        shown = visitor.client.get(f"{address(claim.claim_id)}pictures/claim/")
        assert (shown.status_code, shown["Cache-Control"]) == (200, "private, no-store")
    assert Client().get(f"{address(claim.claim_id)}pictures/claim/").status_code == 404
    ruled(str(claim.claim_id))
    assert "You may appeal until" in white.open("/my/").text
    assert "may appeal" in black.open("/my/").text
    assert "You may appeal" not in black.page.text
    assert "Either player" not in black.open(address(claim.claim_id)).text
    white.open(address(claim.claim_id))
    assert "Your appeal is stored." in white.press("Appeal", text="No.", picture=photo()).text
    assert "Erase it for good" in white.page.buttons
    claim.refresh_from_db()
    assert claim.stage == Stage.APPEALED


def test_publishing_without_a_committee_says_so_with_the_page_to_name_one():
    a_tournament(players=4, published=False)
    (owner,) = visitors("owner")
    owner.open("/tournaments/open/desk/")
    page = owner.press("Publish the tournament")
    assert page.html.count(WARNED) == 2  # the message, and the lasting one of the desk
    assert "Invite a committee" in page.text
    visitors("committee")
    owner.press("Unpublish the tournament")
    assert WARNED not in owner.press("Publish the tournament").text
