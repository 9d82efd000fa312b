"""The page of a game: where it stands in words, and a record that officials correct."""

from uuid import uuid4

import pytest
from django.test import Client

from games.adjudication import Missing
from games.adjudication.kinds import ClaimKind
from games.claims.queries import finding_of
from games.game.commands import change_record, receive_record
from games.game.deciding import Act, TakeBack, WithdrawRecord
from games.game.loading import state_of
from games.log.rebuilding import rebuild
from rules import RULESETS, Accept, AgreeDead, Color, Game, MarkDead, Pass, Play
from tests.builders import a_claim, a_context, a_tournament, claim_of, pair
from tests.tournaments.web.disputed import a_dispute, game_page, sgf, visitors
from tournaments.commands import carry_out
from tournaments.domain.pairs import SetHandicap
from tournaments.tables.rows import PairingRow, RoundRow
from tournaments.web.games.game_words import where_it_stands

SLIP = b"(;GM[1]FF[4]SZ[5]KM[7.5]HA[2]AB[bb][dd];W[cc])"
MARKED = (
    b"(;SZ[5]RU[Japanese]KM[0.5]RE[B+6.5];B[cc];W[dc];B[cb];W[db];B[cd];W[dd];B[ca];W[da];B[ce];W[ba];B[];W[de]"
    b";B[];W[]TB[aa:be]TW[ea:ee])"
)
STOPPED = "C1 D1 C2 D2 C3 D3 C4 D4 C5 D5 pass pass"


def after(ruleset, *actions, size=5):
    game = Game.start(RULESETS[ruleset].replace(komi=0.5), width=size, height=size)
    for action in actions:
        game = game.apply(action)
    return game


class TestWhereItStands:
    def test_two_passes_stop_the_game_and_the_score_as_it_stands_is_told(self):
        game = after("tromp-taylor-agreement", Play(Color.BLACK, "C3"), Pass(Color.WHITE), Pass(Color.BLACK))
        assert (
            where_it_stands(game) == "Both passed: agree on the dead stones. Score of the position: B+24.5."
        )

    @pytest.mark.parametrize("ruleset", sorted(set(RULESETS) - {"ultimate"}))
    def test_under_every_ruleset_with_passes_a_stopped_game_is_put_in_words(self, ruleset):
        game = after(ruleset)
        for side in (Color.BLACK, Color.WHITE) * 2:
            passed = game.apply(Pass(side))
            game = passed if isinstance(passed, Game) else game
        assert where_it_stands(game).startswith(("Both passed: ", "Over: "))


@pytest.mark.django_db
class TestTheRecord:
    @pytest.fixture
    def game(self):
        pairing = a_dispute("tromp-taylor-agreement")
        receive_record(str(pairing.game_id), sgf(STOPPED), a_context())
        return pairing

    def test_a_referee_takes_turns_back_for_a_reason(self, game):
        (referee,) = visitors("referee")
        referee.open(f"{game_page(game)}?turn=10")
        page = referee.press("Take back", reason="Mistyped.")
        assert "The record now ends at turn 10. Receipt: " in page.text
        assert "of 10" in page.text
        assert state_of(str(game.game_id)).turns == 10

    def test_a_referee_withdraws_it_and_another_one_may_come(self, game):
        (referee,) = visitors("referee")
        referee.open(game_page(game))
        page = referee.press("Withdraw the record", reason="Another game's.")
        assert "The record was withdrawn. Receipt: " in page.text
        assert "Withdraw the record" not in page.buttons
        assert "Move 2: White D1." in referee.press("Send", sgf=sgf("C1 D1")).text


@pytest.mark.django_db
class TestDeadStonesMarkedByTheRecord:
    """Black has 11 points and White 5.5: B+5.5 by hand, although the record claims B+6.5.

    Black: 10 points of territory, one of them below the stone at B5, which is a prisoner as well.
    White: 5 points of territory and komi.
    """

    SAID = "With B5 dead, as the record marks, the game counts B+5.5. The record claims B+6.5."

    @pytest.fixture
    def game(self):
        pairing = a_dispute("japanese")
        receive_record(str(pairing.game_id), MARKED, a_context())
        return pairing

    def outcome(self, game):
        return str(state_of(str(game.game_id)).game.outcome or "")

    def test_everybody_reads_the_count_beside_the_claimed_result(self, game):
        (public,) = visitors("public")
        page = public.open(game_page(game))
        assert self.SAID in page.text
        assert not [label for label in page.buttons if "B5" in label or "agreed" in label]
        position = public.client.get(f"/api/v1/games/{game.game_id}/position/").json()
        assert position["marked_dead"] == {"points": ["B5"], "result": "B+5.5", "claimed": "B+6.5"}
        earlier = public.client.get(f"/api/v1/games/{game.game_id}/position/?turn=3").json()
        assert earlier["marked_dead"] is None

    def test_an_official_enters_the_agreement(self, game):
        (referee,) = visitors("referee")
        referee.open(game_page(game))
        page = referee.press("Enter as agreed: B+5.5")
        assert "Receipt: " in page.text
        assert self.outcome(game) == "B+5.5"
        assert self.SAID not in page.text
        assert [type(step) for step in state_of(str(game.game_id)).actions][-1] is AgreeDead

    def test_both_players_mark_and_accept(self, game):
        black, white = visitors("black", "white")
        black.open(game_page(game))
        page = black.press("Mark B5 as dead")
        assert "Now the other player has to agree." in page.text
        white.open(game_page(game))
        page = white.press("Accept these dead stones: B+5.5")
        assert "Now the other player has to agree." in page.text
        assert self.outcome(game) == ""
        black.open(game_page(game))
        black.press("Accept these dead stones: B+5.5")
        assert self.outcome(game) == "B+5.5"
        kinds = [type(step) for step in state_of(str(game.game_id)).actions]
        assert kinds[-4:] == [MarkDead, MarkDead, Accept, Accept]

    def test_other_marks_of_the_opponent_are_no_agreement(self, game):
        black, _ = visitors("black", "white")
        change_record(str(game.game_id), Act(action=MarkDead(Color.WHITE, ("C1",))), a_context())
        black.open(game_page(game))
        page = black.press("Mark B5 as dead")
        assert (self.outcome(game), "Now the other player has to agree." in page.text) == ("", True)

    def test_finding_counts_with_the_marked_stones(self, game):
        claim_id = a_claim(str(game.game_id), kind=ClaimKind.WRONG_RESULT, result="B+5.5")
        finding = finding_of(claim_of(claim_id))
        assert finding.missing == (Missing.AGREEMENT,)
        assert finding.says.endswith(
            "The record marks B5 as dead; with these dead it counts B+5.5. The record claims B+6.5."
        )

    def test_nothing_is_offered_once_the_record_was_changed_or_is_guessed(self, game):
        (referee,) = visitors("referee")
        address = game_page(game)
        referee.open(address)
        for action in (Play(Color.BLACK, "B1"), Pass(Color.WHITE), Pass(Color.BLACK)):
            change_record(str(game.game_id), Act(action=action), a_context())
        page = referee.press("Enter as agreed: B+5.5")
        assert "The record has no marked dead stones for the players to agree on." in page.text
        change_record(str(game.game_id), TakeBack(to_turn=13, reason="slip"), a_context())
        assert "as the record marks" not in referee.open(address).text
        change_record(str(game.game_id), WithdrawRecord(reason="again"), a_context())
        guessed = MARKED.replace(b"B[cc];W[dc]", b"B[cc]B[cc];W[dc]")
        receive_record(str(game.game_id), guessed, a_context())
        assert "as the record marks" not in referee.open(address).text


class TestARecordThatNamesOtherTerms:
    def test_it_is_said_whenever_the_game_is_read(self, db):
        pairing = a_dispute()
        address, (public,) = f"/api/v1/games/{pairing.game_id}/", visitors("public")
        assert public.client.get(address).json()["differences"] == []
        receive_record(str(pairing.game_id), SLIP, a_context())
        told = public.client.get(address).json()["differences"]
        assert [(one["code"], one.get("record"), one.get("game")) for one in told] == [
            ("komi_differs", 7.5, 0.5),
            ("handicap_differs", 2, 0),
            ("start_differs", None, None),
        ]
        text = public.open(game_page(pairing)).text
        assert "The record says komi 7.5; the game is judged with 0.5." in text
        assert "The record says handicap 2; the game is judged with 0." in text

    def test_other_rules_are_named_as_long_as_the_record_stands(self, db):
        pairing = a_dispute()
        address, (public,) = f"/api/v1/games/{pairing.game_id}/", visitors("public")
        said = SLIP.replace(b"(;", b"(;RU[Chinese]", 1)
        receive_record(str(pairing.game_id), said, a_context())
        codes = [one["code"] for one in public.client.get(address).json()["differences"]]
        assert codes == ["komi_differs", "handicap_differs", "ruleset_differs", "start_differs"]
        text = "The record says chinese rules; the game is judged by makrai-territory."
        assert text in public.open(game_page(pairing)).text
        in_german = public.client.get(game_page(pairing), headers={"Accept-Language": "de"}).content.decode()
        assert "judged by" not in in_german
        rebuild()
        assert text in public.open(game_page(pairing)).text
        change_record(str(pairing.game_id), WithdrawRecord(reason="another game"), a_context())
        assert text not in public.open(game_page(pairing)).text

    def test_it_follows_the_terms_of_the_pair_and_goes_with_the_record(self, db):
        pairing = a_dispute()
        game, (public,) = str(pairing.game_id), visitors("public")
        receive_record(game, SLIP, a_context())
        change = SetHandicap(game_id=game, handicap=2, komi=7.5, reason="as agreed")
        carry_out(str(pairing.tournament_id), change, a_context())
        assert "The record says" not in public.open(game_page(pairing)).text
        change = SetHandicap(game_id=game, handicap=3, komi=7.5, reason="as agreed")
        carry_out(str(pairing.tournament_id), change, a_context())
        assert (
            "The record says handicap 2; the game is judged with 3." in public.open(game_page(pairing)).text
        )
        change_record(game, WithdrawRecord(reason="another game"), a_context())
        assert "The record says" not in public.open(game_page(pairing)).text
        assert all(table.same for table in rebuild(check=True))

    def test_one_stone_is_none_and_a_record_may_say_nothing(self, db):
        pairing = a_dispute()
        game, (public,) = str(pairing.game_id), visitors("public")
        change = SetHandicap(game_id=game, handicap=1, komi=0.5, reason="as agreed")
        carry_out(str(pairing.tournament_id), change, a_context())
        receive_record(game, b"(;SZ[5];B[aa])", a_context())
        assert "The record says" not in public.open(game_page(pairing)).text


@pytest.mark.django_db
def test_a_game_that_is_gone_or_not_published_has_no_version():
    row = a_tournament(players=4)
    pair(row, 1)
    game = PairingRow.objects.first()
    address, public = f"/tournaments/open/games/{game.game_id}/live/", Client()
    assert public.get(address).status_code == 200
    RoundRow.objects.filter(tournament=row).update(published=False)
    assert public.get(address).status_code == 404
    assert public.get(f"/tournaments/open/games/{uuid4()}/live/").status_code == 404


def test_notes_on_the_reading_of_a_record_are_in_the_language_of_the_reader(db):
    pairing = a_dispute("japanese")
    receive_record(str(pairing.game_id), MARKED, a_context())
    page = Client().get(game_page(pairing), headers={"Accept-Language": "de"}).content.decode()
    assert "Die Aufzeichnung markiert B5 als tot." in page
    assert "The record marks" not in page
