import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from games.adjudication.kinds import REFEREES_ONLY, ClaimKind
from games.claims import commands
from games.claims.deciding import ActInSequence, Appeal, BeginSequence, Evidence, Rule
from games.claims.events import Remedy
from games.game.commands import change_record, receive_record
from games.game.deciding import WithdrawRecord
from games.log.unit_of_work import Context
from rules import AgreeDead, Color, MarkDead
from tests.builders import a_tournament, an_account, pair
from tests.games.claims.claim_builders import claiming
from tests.tournaments.web.disputed import MOVES, a_dispute, game_page, sgf, visitors
from tests.tournaments.web.test_a_dispute_by_forms import ROW
from tests.tournaments.web.visitor import Visitor
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.domain.results import RecordResult
from tournaments.tables.people import Office, Player
from tournaments.web.games.claim_words import FOLLOWS, outcome_of

pytestmark = pytest.mark.django_db
TIME = r"\d\d:\d\d UTC"
REPORTS = (("Black", "0-1"), ("White", "1-0"))
ROLES = ("public", "black", "white", "referee", "director", "committee")
WORDS = Evidence(text="He asked me to stop.", photo="IMG_7.jpg")


def by(actor="user:999", minutes=0):
    return Context(actor=actor, command_id=uuid4(), at=timezone.now() + timedelta(minutes=minutes))


@pytest.fixture
def pairing():
    pairing = a_dispute(criteria=("NBW",))
    receive_record(str(pairing.game_id), sgf(), by())
    return pairing


def a_claim(pairing, side="b", **statement):
    claim_id = str(uuid4())
    said = {"kind": ClaimKind.STRINGS, "points": ("A3",), **statement}
    commands.make_claim(claiming(claim_id, str(pairing.game_id), said, WORDS), side, by())
    return claim_id


def address(claim_id):
    return f"/tournaments/open/claims/{claim_id}/"


def ruled(claim_id, **remedy):
    commands.execute(
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

    def test_an_appeal_is_the_committees(self, pairing):
        ruled(claim_id := a_claim(pairing), result="black")
        commands.execute(claim_id, Appeal(evidence=WORDS), "w", by())
        assert seen(claim_id, BUTTONS) == alone("committee", button="Decide")

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
        commands.execute(referee.claim, BeginSequence(), "w", by())
        commands.execute(referee.claim, ActInSequence(number=1, action=MarkDead(Color.WHITE)), "w", by())
        page = referee.press("Rule", decision="denied", reasons="It lives.", remedy_result="white")
        assert (page.status, "The ruling is stored." in page.text) == (200, True)

    def test_what_was_settled_meanwhile_is_read_first(self, referee):
        commands.execute(referee.claim, BeginSequence(), "desk", by())
        commands.execute(referee.claim, ActInSequence(number=1, action=AgreeDead(("A3",))), "desk", by())
        page = referee.press("Rule", decision="denied", reasons="It lives.", remedy_result="white")
        assert page.status == 422
        assert "The finding on this claim has changed since you opened the page." in page.text
        assert "What the rules say: The claim is right" in page.text
        page = referee.press("Rule", decision="upheld", remedy_result="black")
        assert (page.status, "It lives." in page.text) == (200, True)


class TestRulingWithoutEffect:
    @pytest.fixture
    def referee(self, pairing):
        (referee,) = visitors("referee")
        referee.open(address(a_claim(pairing)))
        return referee

    def test_upheld_claim_that_changes_nothing_is_refused_and_can_be_confirmed(self, referee):
        page = referee.press("Rule", decision="upheld", reasons="He saw it.")
        assert page.status == 422
        assert "The decision does not change the result of the game." in page.text
        assert "He saw it." in page.text
        page = referee.press("Rule", keeps_result="yes")
        assert (page.status, "The ruling is stored." in page.text) == (200, True)

    def test_denied_claim_needs_no_result(self, referee):
        page = referee.press("Rule", decision="denied", reasons="It lives.")
        assert (page.status, "The ruling is stored." in page.text) == (200, True)


class TestCorrecting:
    """Of a ruling that Black won, where the desk had entered that White won."""

    @pytest.fixture
    def referee(self, pairing):
        won = RecordResult(game_id=str(pairing.game_id), result=Result(winner=Winner.WHITE))
        carry_out(str(pairing.tournament_id), won, by())
        (referee,) = visitors("referee")
        referee.claim = address(a_claim(pairing))
        referee.open(referee.claim)
        referee.press(
            "Rule", decision="upheld", reasons="It is dead.", remedy_result="black", remedy_score="B+5.5"
        )
        return referee

    def test_denied_restores_the_result_of_before(self, referee, pairing):
        assert "the claim is denied: 1-0" in referee.open(referee.claim).text
        page = referee.press("Show the effect", decision="denied")
        assert "The result 0-1 becomes 1-0." in page.text
        page = referee.press("Store the correction", decision="denied", reasons="It lives.")
        assert (page.status, "The ruling was corrected." in page.text) == (200, True)
        assert "Result: as it was before the ruling." in page.text
        assert (
            "Before it was corrected: the claim is upheld It is dead. Result: Black wins, B+5.5." in page.text
        )
        pairing.refresh_from_db()
        assert (pairing.winner, pairing.ruled_score) == ("white", "")

    def test_same_decision_keeps_result_and_score(self, referee, pairing):
        referee.open(referee.claim)
        page = referee.press("Store the correction", reasons="It is dead by turn 14.")
        assert (page.status, "Result: Black wins, B+5.5." in page.text) == (200, True)

    def test_another_result_carries_no_score_along(self, referee, pairing):
        referee.open(referee.claim)
        page = referee.press("Store the correction", decision="partly", remedy_result="white")
        assert (page.status, "Result: White wins." in page.text) == (200, True)

    def test_refused_correction_keeps_what_was_typed(self, referee):
        referee.open(referee.claim)
        typed = {
            "decision": "partly",
            "remedy_result": "jigo",
            "remedy_score": "W+2.5",
            "reasons": "By count.",
        }
        page = referee.press("Store the correction", **typed)
        assert page.status == 422
        assert "W+2.5 is not a score for the result: jigo." in page.text
        (form,) = page.forms_to(f"{referee.claim}ruling/correct/")
        assert form.fields | typed == form.fields
        assert page.html.index("</fieldset>\n", page.html.index("By count.")) < page.html.index(
            "Store the correction"
        )
        assert referee.press("Store the correction", remedy_score="0").status == 200


class TestDecidingAnAppeal:
    @pytest.fixture
    def committee(self, pairing):
        ruled(claim_id := a_claim(pairing), result="black")
        commands.execute(claim_id, Appeal(evidence=WORDS), "w", by())
        (committee,) = visitors("committee")
        committee.open(address(claim_id))
        return committee

    def test_effect_is_shown_before_it_is_stored(self, committee):
        page = committee.press("Show the effect", decision="changed", remedy_result="white")
        assert (page.status, "The result 0-1 becomes 1-0." in page.text) == (200, True)
        page = committee.press("Decide", reasons="It lives.")
        assert "The appeal: the ruling is changed It lives. Result: White wins." in page.text

    def test_changed_ruling_without_a_result_is_refused_and_can_be_confirmed(self, committee, pairing):
        page = committee.press("Decide", decision="changed", reasons="He saw nothing.")
        assert page.status == 422
        assert "The decision does not change the result of the game." in page.text
        page = committee.press("Decide", keeps_result="yes")
        assert "The appeal: the ruling is changed" in page.text
        pairing.refresh_from_db()
        assert (pairing.winner, pairing.result_state) == ("not_played", "missing")


@pytest.mark.parametrize(
    ("follows", "outcome"),
    [
        ("B+3.5", ("black", "B+3.5")),
        ("W+R", ("white", "W+R")),
        ("W+", ("white", "")),
        ("0", ("jigo", "0")),
        ("Void", ("", "")),
        ("", ("", "")),
    ],
)
def test_outcome_of_a_finding_gives_result_and_score_of_the_ruling(follows, outcome):
    assert outcome_of(follows) == outcome


class TestMakingAClaim:
    @pytest.mark.parametrize(
        ("kind", "typed", "said"),
        [
            ("strings", {"points": "Z9"}, "not a point of this board: Z9"),
            ("illegal_move", {"turn": "99"}, "The last turn is 14."),
            ("illegal_move", {"turn": "many"}, "Turn: a whole number."),
            ("tokens", {"colour": "black", "count": "nan"}, "Count: a number such as 6.5."),
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

    @pytest.mark.parametrize(
        ("typed", "says"),
        [
            ({"won": "W+"}, "White won."),
            ({"won": "B+", "result": "B+3.5"}, "The result is B+3.5."),
        ],
    )
    def test_result_is_chosen_and_sent_by_one_button(self, pairing, typed, says):
        (black,) = visitors("black")
        page = black.open(f"{game_page(pairing)}claims/new/?kind=wrong_result")
        assert [one for one in page.buttons if "won" in one] == []
        assert 'id="board"' not in page.html
        page = black.press("Claim this", **typed)
        assert (page.status, f"Claimed {says}" in page.text) == (200, True)

    @pytest.mark.parametrize(
        ("kind", "typed", "says"),
        [
            ("wrong_result", {"text": "I counted."}, "Choose who won."),
            (
                "wrong_result",
                {"won": "W+", "result": "B+3.5", "text": "I counted."},
                "not a score for the chosen",
            ),
            ("other", {}, "Describe what happened, or add a picture."),
            ("strings", {"text": "It is dead."}, "Touch a stone of each string, or type its point."),
        ],
    )
    def test_claim_without_result_or_words_is_refused_and_loses_nothing(self, pairing, kind, typed, says):
        (black,) = visitors("black")
        black.open(f"{game_page(pairing)}claims/new/?kind={kind}")
        page = black.press("Claim this", **typed)
        assert (page.status, says in page.text) == (422, True)
        assert page.forms[-1].fields | typed == page.forms[-1].fields

    @pytest.mark.parametrize(
        ("ruleset", "komi", "offered"),
        [("japanese", 0.5, False), ("japanese", 1, True), ("makrai-territory", 0.5, True)],
    )
    def test_jigo_is_offered_only_where_a_game_can_be_drawn(self, ruleset, komi, offered):
        pairing = a_dispute(ruleset, komi=komi)
        (black,) = visitors("black")
        assert ("Jigo" in black.open(game_page(pairing)).buttons) is offered
        page = black.open(f"{game_page(pairing)}claims/new/?kind=wrong_result")
        assert ('value="0"' in page.html) is offered
        assert "A different record of the game" not in page.text
        assert "A record of the game (SGF file)" in page.text

    @pytest.mark.parametrize(
        ("kind", "typed", "says"),
        [
            ("time", {"colour": "white"}, "The clock of White ran out."),
            ("left", {"colour": "black"}, "Black left before the end of the game."),
            ("other", {"text": "A cat sat on the board."}, "See the description below."),
        ],
    )
    def test_player_claims_what_no_record_holds(self, pairing, kind, typed, says):
        (black,) = visitors("black")
        page = black.open(f"{game_page(pairing)}claims/new/?kind={kind}")
        assert 'id="board"' not in page.html
        page = black.press("Claim this", **typed)
        assert (page.status, says in page.text) == (200, True)
        assert "The rules cannot tell yet" in page.text

    def test_claim_shows_what_was_reported_and_by_whom(self, pairing):
        (black, white) = visitors("black", "white")
        black.open(game_page(pairing))
        black.press("Black won")
        white.open(game_page(pairing))
        white.press("White won")
        text = white.open(address(a_claim(pairing))).text
        said = "".join(rf" \S+ \({side}\) reported: {won} \({TIME}\)\." for side, won in REPORTS)
        assert re.search(f"Reported{said}", text)

    def test_claim_names_result_that_the_desk_recorded_and_outcome_of_the_file(self, pairing):
        won = RecordResult(game_id=str(pairing.game_id), result=Result(winner=Winner.WHITE))
        carry_out(str(pairing.tournament_id), won, by())
        withdraw = WithdrawRecord(reason="another one follows")
        change_record(str(pairing.game_id), withdraw, by())
        receive_record(str(pairing.game_id), b"(;GM[1]SZ[5]RE[B+R];B[dd];W[bb])", by())
        (black,) = visitors("black")
        text = black.open(address(a_claim(pairing, kind=ClaimKind.OTHER, points=()))).text
        assert "Reported 1-0 recorded by the desk The file states B+R." in text

    def test_ruled_claim_expects_nothing_more_from_the_rules(self, pairing):
        ruled(claim_id := a_claim(pairing, kind=ClaimKind.OTHER, points=()), result="black")
        text = visitors("black")[0].open(address(claim_id)).text
        assert "What the rules say: The rules alone do not decide it" in text
        assert "Any one of these would decide it" not in text
        assert "Reported nobody reported a result" in text

    def test_ruled_claim_names_the_result_that_the_desk_had_recorded(self, pairing):
        won = RecordResult(game_id=str(pairing.game_id), result=Result(winner=Winner.WHITE))
        carry_out(str(pairing.tournament_id), won, by())
        other = a_claim(pairing, kind=ClaimKind.OTHER, points=())
        ruled(claim_id := a_claim(pairing), result="black")
        (black,) = visitors("black")
        for one in (claim_id, other):
            assert "Reported 1-0 recorded by the desk" in black.open(address(one)).text

    def test_three_kinds_come_first_and_the_others_are_folded_away(self, pairing):
        (black,) = visitors("black")
        html = black.open(f"{game_page(pairing)}claims/new/").html
        first, _, others = html.partition("<summary>Other kinds")
        kinds = re.compile(r"\?kind=(\w+)")
        assert kinds.findall(first) == ["wrong_result", "illegal_move", "other"]
        every = {kind.value for kind in ClaimKind if kind not in REFEREES_ONLY}
        assert {*kinds.findall(first), *kinds.findall(others)} == every

    def test_pressed_twice_it_is_one_claim(self, pairing):
        (black,) = visitors("black")
        page = black.open(f"{game_page(pairing)}claims/new/?kind=strings")
        for _ in range(2):
            black.page = page
            black.press("Claim this", points="A3")
        assert black.open(game_page(pairing)).text.count("claimed by Black · open") == 1


def form_of(page, name, value):
    """The form with this button."""
    return next(form for form in page.forms if any([*one[1:3]] == [name, value] for one in form.buttons))


MADE_UP = ["", "{}", "[]", "null", '{"do": "fly"}', '{"do": "pass"}', "[" * 2000]


class TestPlayingOut:
    @pytest.fixture
    def black(self, pairing):
        """He has begun a sequence, and it is his turn."""
        (black,) = visitors("black")
        black.claim = address(a_claim(pairing))
        black.open(black.claim)
        black.press("Begin", turn="12")
        return black

    def test_an_illegal_attempt_is_answered_with_reason_and_clause(self, black):
        page = black.press("Play Black", points="C1")
        assert page.status == 422
        clause = "Makrai 1.5 Gameplay: a stone is played on an empty point."
        assert f"The rules forbid this move. The rule: {clause}" in page.text
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
        assert re.search(r'<span id="at-A2"\s+class="b"', answer.content.decode())
        page = black.open(black.claim)
        assert "Black A2 entered by Black" in page.text

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
            assert "Only the other player, or an official, can enter this." in answer.content.decode()
        (referee,) = visitors("referee")
        referee.open(black.page.forms[1].action.split("sequences/")[0])
        page = referee.press("Both agree: these are dead, count", points="A3")
        assert "Over: B+5.5." in page.text

    def test_a_made_up_action_is_refused(self, black):
        form = next(form for form in black.page.forms if "sequences/1/" in form.action)
        for action in MADE_UP:
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


NO_POSITIONS = ["line=9", "line=x", "line=game&turn=99", "line=game&turn=-1", "turn=²"]


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

    def test_a_position_that_there_is_not_is_not_found(self, white):
        for query in NO_POSITIONS:
            assert white.open(f"{white.claim}?{query}").status == 404

    def test_a_point_off_the_board_is_no_point(self, white):
        assert "Cross: " not in white.open(f"{white.claim}?at=%22%3E%3Cscript%3E").text


class TestReplacedRuling:
    def test_nobody_is_asked_to_appeal_or_correct_it(self, pairing):
        ruled(first := a_claim(pairing), result="white")
        ruled(a_claim(pairing, "w"), result="jigo")
        people = dict(everybody())
        for visitor in people.values():
            assert {"Appeal", "Store the correction"}.isdisjoint(visitor.open(address(first)).buttons)
        referee = people["referee"]
        page = referee.open(address(first))
        assert "Nothing: a later ruling on this game has replaced this one." in page.text
        assert "It may be appealed until" not in page.text
        assert first not in referee.open("/tournaments/open/queue/").html


class TestFinalResult:
    def test_no_form_for_another_claim(self, pairing):
        ruled(claim_id := a_claim(pairing), result="white")
        commands.execute(claim_id, Appeal(evidence=WORDS), "b", by())
        (committee, black, director) = visitors("committee", "black", "director")
        committee.open(address(claim_id))
        committee.press("Decide", decision="upheld", reasons="Rule 9.")
        assert "Make a claim" not in black.open(game_page(pairing)).text
        page = black.open(f"{game_page(pairing)}claims/new/?kind=wrong_result")
        assert "was decided on an appeal and is final" in page.text
        assert "Claim this" not in page.buttons
        assert f"{game_page(pairing)}result/" not in director.open("/tournaments/open/rounds/1/").html


class TestEffectOfARuling:
    @pytest.fixture
    def referee(self, pairing):
        (referee,) = visitors("referee")
        referee.claim = address(a_claim(pairing))
        referee.open(referee.claim)
        return referee

    def test_it_is_shown_before_the_ruling_is_made(self, referee):
        page = referee.press(
            "Show the effect", decision="upheld", remedy_result="white", reasons="He saw it."
        )
        assert page.status == 200
        assert "The result ?-? becomes 1-0." in page.text
        assert "Places after round 1" in page.text
        assert "He saw it." in page.text
        assert "open: no ruling yet" in referee.open(referee.claim).text

    def test_no_effect_is_shown_before_anything_is_chosen(self, referee):
        assert "Nobody changes places." not in referee.page.text

    def test_effect_of_a_result_needs_no_decision(self, referee):
        page = referee.press("Show the effect", remedy_result="white")
        assert (page.status, "The result ?-? becomes 1-0." in page.text) == (200, True)

    def test_what_is_refused_in_a_ruling_is_refused_here(self, referee):
        page = referee.press("Show the effect", decision="upheld")
        assert (page.status, "The decision does not change the result" in page.text) == (422, True)

    def test_a_round_that_was_paired_on_the_result_is_named(self, referee, pairing):
        pair(pairing.tournament, 2)
        referee.open(referee.claim)
        page = referee.press("Show the effect", decision="upheld", remedy_result="white")
        assert "Round 2 was paired on the result before. Its pairings stay." in page.text

    def test_a_ruling_is_seen_at_once_by_everybody(self, referee, pairing):
        referee.press("Rule", decision="upheld", remedy_result="white", reasons="He saw it.")
        white, black = visitors("white", "black")
        for page in ("rounds/1/", f"games/{pairing.game_id}/"):
            assert "1-0" in white.open(f"/tournaments/open/{page}").text, page
        assert "You won" in white.open("/my/").text
        assert "You lost" in black.open("/my/").text
        assert " won " in white.open(f"/tournaments/open/players/{pairing.white_id}/").text
        winner = Player.objects.get(pk=pairing.white.player_id).family_name
        assert ROW.findall(white.open("/tournaments/open/").html)[0] == (winner, "1")


class TestCorrectingARuling:
    @pytest.fixture
    def referee(self, pairing):
        (referee,) = visitors("referee")
        referee.claim = address(a_claim(pairing))
        referee.open(referee.claim)
        referee.press("Rule", decision="upheld", remedy_result="white", reasons="He saw it.")
        return referee

    def test_the_form_holds_the_ruling_as_it_is(self, referee):
        form = next(form for form in referee.page.forms if form.action.endswith("ruling/correct/"))
        assert (form.fields["decision"], form.fields["remedy_result"]) == ("upheld", FOLLOWS)
        others = "the claim is upheld in part / the claim is denied: no result yet"
        assert f"by the decision: the claim is upheld: White wins; {others}" in referee.page.text
        assert form.fields["reasons"].strip() == "He saw it."

    def test_it_changes_the_result_and_shows_what_it_was(self, referee, pairing):
        page = referee.press("Store the correction", decision="denied", remedy_result="black", reasons="No.")
        assert (page.status, "The ruling was corrected." in page.text) == (200, True)
        assert "Before it was corrected: the claim is upheld" in page.text
        pairing.refresh_from_db()
        assert pairing.winner == "black"
        story = referee.open(f"{game_page(pairing)}story/").text
        assert "The ruling on claim 1 was corrected." in story
        assert "He saw it." in story

    def test_its_effect_is_shown_first(self, referee):
        page = referee.press("Show the effect", decision="denied", remedy_result="black")
        assert "The result 1-0 becomes 0-1." in page.text

    def test_two_officials_do_not_overwrite_each_other(self, referee):
        (director,) = visitors("director")
        director.open(referee.claim)
        referee.press("Store the correction", remedy_result="black", reasons="No.")
        page = director.press("Store the correction", remedy_result="jigo", reasons="Shared.")
        assert (page.status, "at the same time" in page.text) == (422, True)

    def test_players_and_the_committee_do_not_correct_it(self, referee):
        for visitor in visitors("black", "white", "committee"):
            assert "Store the correction" not in visitor.open(referee.claim).buttons
