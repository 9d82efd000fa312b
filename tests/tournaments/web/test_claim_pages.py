import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from games.adjudication.kinds import ClaimKind
from games.claims import commands
from games.claims.deciding import ActInSequence, Appeal, BeginSequence, Evidence, Rule
from games.claims.events import Remedy
from games.game.commands import receive_record
from games.log.unit import Context
from rules import AgreeDead, Color, MarkDead
from tests.builders import a_tournament, an_account
from tests.games.claims.claim_builders import claiming
from tests.tournaments.web.disputed import MOVES, a_dispute, game_page, sgf, visitors
from tests.tournaments.web.visitor import Visitor
from tournaments.competition.history import ClaimSettings
from tournaments.tables.people import Office

pytestmark = pytest.mark.django_db
ROLES = ("public", "black", "white", "referee", "director", "committee")
WORDS = Evidence(text="He asked me to stop.", photo="IMG_7.jpg")


def by(actor="user:999", minutes=0):
    return Context(actor=actor, command_id=uuid4(), at=timezone.now() + timedelta(minutes=minutes))


@pytest.fixture
def pairing():
    pairing = a_dispute()
    receive_record(str(pairing.game_id), sgf(), by())
    return pairing


def a_claim(pairing, side="b", **statement):
    claim_id = str(uuid4())
    said = {"kind": ClaimKind.STRINGS, "points": ("A3",), **statement}
    commands.make(claiming(claim_id, str(pairing.game_id), said, WORDS), side, by())
    return claim_id


def address(claim_id):
    return f"/tournaments/open/claims/{claim_id}/"


def ruled(claim_id, **remedy):
    commands.carry_out(
        claim_id, Rule(decision="upheld", reasons="Rule 9.", remedy=Remedy(**remedy)), "desk", by("user:998")
    )


def seen(claim_id, buttons):
    """Which of the buttons each role sees on the claim's page."""
    pages = {role: visitor.open(address(claim_id)) for role, visitor in everybody()}
    return {role: [one for one in page.buttons if one in buttons] for role, page in pages.items()}


def everybody():
    return list(zip(ROLES, visitors(*ROLES), strict=True))


def alone(*roles, button):
    """Nobody but these sees a button, and they see this one."""
    return {role: [button] if role in roles else [] for role in ROLES}


BUTTONS = ("Begin", "Rule", "Confirm the ruling", "Appeal", "Decide", "Withdraw")


def test_triangles_are_explained_where_the_claim_names_points(pairing):
    named = {"points": ("A3",)}, {"kind": ClaimKind.WRONG_RESULT, "points": (), "result": "B+3.5"}
    claims = [a_claim(pairing, side, **each) for side, each in zip("bw", named, strict=True)]
    (referee,) = visitors("referee")
    pages = [referee.open(address(claim)) for claim in claims]
    assert ["Triangle" in page.text for page in pages] == [True, False]


class TestWhoSeesWhat:
    def test_an_open_claim_is_played_out_by_players_and_officials_and_ruled_on_by_officials(self, pairing):
        assert seen(a_claim(pairing), BUTTONS) == {
            "public": [],
            "black": ["Begin", "Withdraw"],
            "white": ["Begin"],
            "referee": ["Rule", "Begin"],
            "director": ["Rule", "Begin"],
            "committee": [],
        }

    def test_a_ruling_is_appealed_by_players(self, pairing):
        ruled(claim_id := a_claim(pairing), result="jigo")
        assert seen(claim_id, BUTTONS) == alone("black", "white", button="Appeal")

    def test_but_not_by_the_one_whom_it_makes_win(self, pairing):
        ruled(claim_id := a_claim(pairing), result="black")
        assert seen(claim_id, BUTTONS) == alone("white", button="Appeal")

    def test_what_was_ruled_stands_above_what_the_rules_say(self, pairing):
        ruled(claim_id := a_claim(pairing), result="black", score="B+3.5", penalties={"b": 2})
        (white,) = visitors("white")
        text = white.open(address(claim_id)).text
        order = ["The ruling: the claim is upheld", "What the rules say:", "Appeal the ruling until"]
        assert [text.index(one) for one in order] == sorted(text.index(one) for one in order)
        assert "Result: Black wins, B+3.5. Black is penalised by 2 points, counted in." in text

    def test_the_form_says_what_a_penalty_does(self, pairing):
        (referee,) = visitors("referee")
        page = referee.open(address(a_claim(pairing)))
        assert "nothing is computed from them" in page.text
        page = referee.press("Rule", decision="partly", reasons="Rude.", remedy_penalties_b="2")
        said = "Result: as it was. Black is penalised by 2 points, which changes no result by itself."
        assert said in page.text

    def test_an_appeal_says_why(self, pairing):
        ruled(claim_id := a_claim(pairing), result="black")
        (white,) = visitors("white")
        white.open(address(claim_id))
        page = white.press("Appeal", text=" ")
        assert (page.status, "Say why the ruling is wrong." in page.text) == (422, True)
        assert "the appeal is not decided yet" in white.press("Appeal", text="It lives.").text

    def test_a_penalty_that_is_no_number_is_named_and_nothing_is_lost(self, pairing):
        (referee,) = visitors("referee")
        referee.open(address(a_claim(pairing)))
        page = referee.press("Rule", decision="partly", reasons="Rude.", remedy_penalties_w="many")
        assert (page.status, "Points of penalty are a number such as 2 or 2.5." in page.text) == (422, True)
        fields = next(form.fields for form in page.forms if "reasons" in form.fields)
        assert (fields["decision"], fields["remedy_penalties_w"]) == ("partly", "many")

    def test_an_appeal_is_the_committees(self, pairing):
        ruled(claim_id := a_claim(pairing), result="black")
        commands.carry_out(claim_id, Appeal(evidence=WORDS), "w", by())
        assert seen(claim_id, BUTTONS) == alone("committee", button="Decide")

    def test_a_claim_is_read_by_the_players_and_the_officials(self, pairing):
        claim_id = a_claim(pairing)
        pages = [(role, visitor.open(address(claim_id))) for role, visitor in everybody()]
        readers = [role for role, page in pages if "He asked me to stop." in page.text]
        assert readers == ["black", "white", "referee", "director", "committee"]
        assert "Log in if it is yours to see" in pages[0][1].text

    def test_a_referee_who_plays_the_game_does_not_rule_on_it(self, pairing):
        white = Visitor(an_account("white", Office.REFEREE))
        page = white.open(address(a_claim(pairing)))
        assert "Rule" not in page.buttons
        assert "Begin" in page.buttons

    def test_claims_of_other_tournaments_are_not_found_here(self, pairing):
        claim_id = a_claim(pairing)
        a_tournament(players=4, slug="other")
        (director,) = visitors("director")
        assert director.open(f"/tournaments/other/claims/{claim_id}/").status == 404


class TestRuling:
    @pytest.fixture
    def referee(self, pairing):
        (referee,) = visitors("referee")
        referee.claim = a_claim(pairing)
        referee.open(address(referee.claim))
        return referee

    def test_a_player_who_goes_on_playing_does_not_put_it_off(self, referee):
        commands.carry_out(referee.claim, BeginSequence(), "w", by())
        commands.carry_out(referee.claim, ActInSequence(number=1, action=MarkDead(Color.WHITE)), "w", by())
        page = referee.press("Rule", decision="denied", reasons="It lives.", remedy_result="white")
        assert (page.status, "The ruling is stored." in page.text) == (200, True)

    def test_what_was_settled_meanwhile_is_read_first(self, referee):
        commands.carry_out(referee.claim, BeginSequence(), "desk", by())
        commands.carry_out(referee.claim, ActInSequence(number=1, action=AgreeDead(("A3",))), "desk", by())
        page = referee.press("Rule", decision="denied", reasons="It lives.", remedy_result="white")
        assert page.status == 422
        assert "What the rules say of the claim has changed since you looked." in page.text
        assert "What the rules say: The claim is right" in page.text
        page = referee.press("Rule", decision="upheld", remedy_result="black")
        assert (page.status, "It lives." in page.text) == (200, True)


class TestTwoOfficials:
    @pytest.fixture
    def pairing(self):
        return a_dispute(claims=ClaimSettings(two_person=True))

    def test_a_colleague_confirms_what_is_then_in_force(self, pairing):
        claim_id = a_claim(pairing, kind=ClaimKind.REPETITION, points=())
        referee, director = visitors("referee", "director")
        referee.open(address(claim_id))
        page = referee.press("Rule", decision="denied", reasons="It never repeated.", remedy_result="white")
        assert "a second official has to confirm it" in page.text
        assert "appeal" not in page.text.lower()
        assert "Confirm the ruling" not in page.buttons
        director.open(address(claim_id))
        refused = director.press("Disagree: the claim is open again")
        assert (refused.status, "needs written reasons" in refused.text) == (422, True)
        assert "may be appealed until" in director.press("Confirm the ruling").text
        pairing.refresh_from_db()
        assert (pairing.winner, pairing.result_state) == ("white", "decided")


class TestMakingAClaim:
    def test_kinds_that_the_rules_do_not_have_come_last(self, pairing):
        (black,) = visitors("black")
        text = black.open(f"{game_page(pairing)}claims/new/").text
        order = [
            "The result is wrong",
            "Stones are dead, or alive",
            "Not usual under Makrai, territory",
            "Pass tokens are miscounted",
        ]
        assert [text.index(one) for one in order] == sorted(text.index(one) for one in order)
        assert "A clock ran out" not in text
        (referee,) = visitors("referee")
        assert "A clock ran out" in referee.open(f"{game_page(pairing)}claims/new/").text

    def test_a_form_asks_only_for_what_its_kind_needs(self, pairing):
        (black,) = visitors("black")
        fields = {}
        for kind in ("wrong_result", "illegal_move", "strings", "tokens", "records_differ"):
            page = black.open(f"{game_page(pairing)}claims/new/?kind={kind}")
            named = set(re.findall(r'name="(\w+)"', page.html))
            fields[kind] = sorted(named & {"result", "turn", "points", "capturable", "color", "count"})
        assert fields == {
            "wrong_result": ["points", "result"],
            "illegal_move": ["turn"],
            "strings": ["capturable", "points"],
            "tokens": ["color", "count"],
            "records_differ": [],
        }

    @pytest.mark.parametrize(
        ("kind", "typed", "said"),
        [
            ("strings", {"points": "Z9"}, "not a point of this board: Z9"),
            ("illegal_move", {"turn": "99"}, "The last turn is 14."),
            ("illegal_move", {"turn": "many"}, "Turn: a whole number."),
            ("tokens", {"color": "b", "count": "nan"}, "Count: a number such as 6.5."),
            ("wrong_result", {"result": "we won"}, "not of the form"),
            ("records_differ", {"sgf": b"no record"}, "The game record cannot be read."),
        ],
    )
    def test_what_is_refused_says_why_and_loses_no_word(self, pairing, kind, typed, said):
        (black,) = visitors("black")
        black.open(f"{game_page(pairing)}claims/new/?kind={kind}")
        page = black.press("Claim this", text="It <was> so.", **typed)
        assert page.status == 422
        assert said in page.text
        assert page.forms[-1].fields["text"] == "It <was> so."
        kept = {name: value for name, value in typed.items() if isinstance(value, str)}
        assert page.forms[-1].fields | kept == page.forms[-1].fields

    def test_pressed_twice_it_is_one_claim(self, pairing):
        (black,) = visitors("black")
        page = black.open(f"{game_page(pairing)}claims/new/?kind=strings")
        for _ in range(2):
            black.page = page
            black.press("Claim this", points="A3")
        assert black.open(game_page(pairing)).text.count("claimed by Black · open") == 1

    def test_it_says_how_many_claims_are_left_and_that_withdrawn_ones_count(self, pairing):
        black, referee = visitors("black", "referee")
        black.open(address(a_claim(pairing)))
        assert "It counts as made all the same." in black.page.text
        black.press("Withdraw")
        new = f"{game_page(pairing)}claims/new/"
        said = "Claims that you have made on this game: 1 of 3, withdrawn ones included."
        assert said in black.open(new).text
        assert "Claims that you have made" not in referee.open(new).text

    def test_an_unknown_kind_shows_the_choice_again(self, pairing):
        (black,) = visitors("black")
        black.open(f"{game_page(pairing)}claims/new/?kind=strings")
        page = black.press("Claim this", kind="luck")
        assert (page.status, "What do you claim?" in page.text) == (422, True)


def form_of(page, name, value):
    """The form with this button."""
    return next(form for form in page.forms if any([*one[1:3]] == [name, value] for one in form.buttons))


class TestPlayingOut:
    @pytest.fixture
    def black(self, pairing):
        """He has begun a sequence, and it is his turn."""
        (black,) = visitors("black")
        black.claim = address(a_claim(pairing))
        black.open(black.claim)
        black.press("Begin", turn="12")
        return black

    def test_the_other_player_enters_his_own_moves(self, black):
        page = black.press("Play Black", points="A2")
        assert "It is White's turn: White enters it, or an official does." in page.text
        assert not [one for one in page.buttons if one.startswith(("Play", "White passes"))]
        assert not re.findall(r'tabindex="-1"', page.html)
        white, referee = visitors("white", "referee")
        for other in (white, referee):
            other.open(black.claim)
            assert "Play White" in other.page.buttons

    def test_what_nobody_has_played_in_is_folded_away(self, black):
        claim = black.claim
        assert "Sequence 1, from turn 12 of the game: 0 actions" in black.page.text
        assert "still empty" not in black.open(claim).text
        assert "1 sequence in which nothing was played yet" in black.page.text
        assert black.page.html.count("Sequence 1</a>") == 1
        black.follow("Sequence 1")
        assert "Play Black" in black.page.buttons
        refused = black.press("Begin", turn="14")
        assert refused.status == 422
        assert "Nothing was played yet in the sequence that you began last." in refused.text

    def test_only_what_is_legal_now_is_offered(self, black):
        assert "Black passes" in black.page.buttons
        assert not [one for one in black.page.buttons if "gives up" in one or "stone from the bowl" in one]

    def test_an_illegal_attempt_is_answered_with_reason_and_clause(self, black):
        page = black.press("Play Black", points="C1")
        assert page.status == 422
        clause = "Makrai 1.5 Gameplay: a stone is played on an empty point."
        assert f"The rules forbid this move. Occupied: {clause}" in page.text
        typed = [form.fields["points"] for form in page.forms if "points" in form.fields]
        assert typed == ["C1"]

    def test_every_legal_point_is_a_button_and_a_stone_is_one_request(self, black):
        points = re.findall(r'<button name="points" value="(\w+)" aria-label="Black (\w+)">', black.page.html)
        assert len(points) == 25 - 11
        assert all(value == said for value, said in points)
        form = form_of(black.page, "points", "A2")
        answer = black.client.post(
            form.action, {**form.fields, "points": "A2", "zoom": "1"}, headers={"Nigiri-Part": "1"}
        )
        assert answer.status_code == 200
        assert re.search(r'<td id="at-A2" class="b last"', answer.content.decode())
        page = black.open(black.claim)
        assert "Black A2 entered by Black" in page.text

    def test_without_a_script_the_last_stone_is_in_sight(self, black):
        form = form_of(black.page, "points", "A2")
        answer = black.client.post(form.action, {**form.fields, "points": "A2", "zoom": "1"})
        assert answer["Location"] == f"{black.claim}?line=1&zoom=1#at-A2"

    def test_a_slip_is_undone_by_who_made_it_until_it_is_answered(self, black):
        black.press("Play Black", points="A2")
        (white, referee) = visitors("white", "referee")
        assert "Undo the last turn" not in white.open(black.claim).buttons
        page = black.press("Undo the last turn")
        assert "Black A2" not in page.text
        assert "Sequence 1: Black to play" in page.text
        black.press("Play Black", points="B3")
        white.open(black.claim)
        white.press("White passes")
        black.open(black.claim)
        assert "Undo the last turn" not in black.page.buttons
        referee.open(black.claim)
        for said in ("White passes entered by White", "Black B3 entered by Black"):
            assert said in referee.page.text
            referee.press("Undo the last turn")
            assert said not in referee.page.text

    def test_what_only_the_other_player_can_say_is_not_taken(self, black):
        (white,) = visitors("white")
        black.press("Black passes")
        white.open(black.claim)
        white.press("White passes")
        black.open(black.claim)
        form = next(form for form in black.page.forms if "sequences/1/" in form.action)
        for action in ('{"do": "accept", "color": "w"}', '{"do": "agree_dead"}'):
            answer = black.client.post(form.action, {**form.fields, "action": action})
            assert answer.status_code == 422
            assert "Only the other player, or an official, can say this." in answer.content.decode()
        (referee,) = visitors("referee")
        referee.open(black.page.forms[1].action.split("sequences/")[0])
        page = referee.press("Both agree: these are dead, count", points="A3")
        assert "Over: B+5.5." in page.text

    @pytest.mark.parametrize(
        "action", ["", "{}", "[]", "null", '{"do": "fly"}', '{"do": "pass"}', "[" * 2000]
    )
    def test_a_made_up_action_is_refused(self, black, action):
        form = next(form for form in black.page.forms if "sequences/1/" in form.action)
        answer = black.client.post(form.action, {**form.fields, "action": action})
        assert answer.status_code == 422
        assert "Choose what to do." in answer.content.decode()

    def test_two_who_enter_moves_at_once_do_not_mix_them(self, black, pairing):
        (referee,) = visitors("referee")
        referee.open(f"{black.claim}?line=1")
        black.press("Play Black", points="A2")
        page = referee.press("Play Black", points="B3")
        assert (page.status, "at the same time" in page.text) == (422, True)
        assert "Play White" in page.buttons

    def test_a_sequence_branches_off_another(self, black):
        black.press("Play Black", points="A2")
        black.press("Begin", sequence="1", turn="0")
        assert "Sequence 2, from turn 0 of sequence 1: 0 actions" in black.page.text
        assert "It decides nothing: since it left sequence 1, nothing was played in it." in black.page.text
        assert "Play Black" in black.page.buttons


class TestTheBoard:
    @pytest.fixture
    def pairing(self):
        """White lives with two eyes."""
        pairing = a_dispute()
        receive_record(str(pairing.game_id), sgf(MOVES.replace("A3", "E3")), by())
        return pairing

    @pytest.fixture
    def white(self, pairing):
        (white,) = visitors("white")
        white.claim = address(a_claim(pairing))
        return white

    def test_the_game_is_replayed_beside_the_claim(self, white):
        page = white.open(f"{white.claim}?line=game&turn=12")
        assert "Move 12: White E3." in page.text
        assert "Last move: White E3." in page.html
        assert "Claimed Move" not in page.text  # what is claimed is no turn
        assert (
            'name="turn" min="0" max="14" value="11"' in white.open(f"{white.claim}?line=game&turn=11").html
        )

    def test_what_lives_whatever_happens_is_shown_as_a_hint_and_no_more(self, white):
        page = white.open(white.claim)
        assert "stroke-dasharray" not in page.html
        white.follow("Hint:")
        assert "A hint. A hint and never a verdict" in white.page.text
        assert "stroke-dasharray" in white.page.html

    @pytest.mark.parametrize(
        "query", ["line=9", "line=x", "line=game&turn=99", "line=game&turn=-1", "turn=²"]
    )
    def test_a_position_that_there_is_not_is_not_found(self, white, query):
        assert white.open(f"{white.claim}?{query}").status == 404

    def test_a_point_off_the_board_is_no_point(self, white):
        assert "Cross: " not in white.open(f"{white.claim}?at=%22%3E%3Cscript%3E").text


def test_a_player_confirms_with_one_tap():
    pairing = a_dispute()
    black, white = visitors("black", "white")
    black.open(game_page(pairing))
    black.press("White won")
    assert not [one for one in black.page.buttons if one.startswith("Confirm")]
    white.open(game_page(pairing))
    page = white.press("Confirm the result: 1-0")
    assert "Thank you: the result is confirmed. Receipt: " in page.text
    assert "1-0 confirmed by both players" in page.text
    assert not [one for one in page.buttons if one.startswith("Confirm")]


@pytest.mark.parametrize("role", ["public", "black", "white", "referee", "director", "committee"])
def test_who_sees_which_links_on_the_game(pairing, role):
    (visitor,) = visitors(role)
    text = visitor.open(game_page(pairing)).text
    assert ("Make a claim" in text) == (role in ("black", "white", "referee", "director"))
    assert "History of this game" in text
    assert visitor.open(f"{game_page(pairing)}story/").status == 200
    assert ("Report the result" in text) == (role in ("black", "white"))
    assert ("Queue" in text) == (role in ("referee", "director", "committee"))
