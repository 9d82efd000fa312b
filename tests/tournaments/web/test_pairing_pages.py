"""Pairing from the desk: what is asked first, who is not here, what is done by hand."""

from dataclasses import replace

import pytest

from games.log import store
from tests.builders import a_claim, a_context, a_tournament, finish, pair
from tests.tournaments.web.disputed import visitors
from tournaments.commands import PairRound, carry_out, pair_round
from tournaments.domain.byes import ByeTakenBack
from tournaments.domain.presence import CheckIn
from tournaments.domain.settings import ChangeSettings
from tournaments.reading.queries import settings_of
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow

pytestmark = pytest.mark.django_db
DESK = "/tournaments/open/desk/"


@pytest.fixture
def row():
    return a_tournament(players=6)


@pytest.fixture
def director():
    return visitors("director")[0]


def here(row, *places):
    entries = list(EntryRow.objects.filter(tournament=row).order_by("number"))
    for place in places:
        carry_out(str(row.id), CheckIn(entry_id=entries[place].id), a_context())
    return entries


def a_draft(row, number=1):
    pair_round(str(row.id), PairRound(round=number, seed=0), a_context())


def waiting_and_free():
    """The entries of two who have no game in round 1: who waits, and who has the bye."""
    (free,) = RoundRow.objects.get(number=1).byes
    seated = [id_ for game in PairingRow.objects.all() for id_ in (game.white_id, game.black_id)]
    return EntryRow.objects.exclude(pk__in=[*seated, free]).get().id, free


class TestMissingResults:
    def test_so_he_is_before_one_is_paired_on_results_that_a_referee_has_yet_to_decide(self, row, director):
        pair(row, 1)
        finish(row, 1)
        a_claim(PairingRow.objects.get(table=1).game_id)
        said = "Round 1, table 1 : a claim is open."
        assert said in director.open(DESK).text
        page = director.press("Pair round 2")
        assert "Pair round 2 anyway?" in page.text
        assert said in page.text
        director.press("Pair round 2 anyway")
        assert PairingRow.objects.filter(round=2).count() == 3
        assert said not in director.open(DESK).text


class TestWhoIsNotHere:
    def test_the_question_comes_up_when_pairing_too(self, row, director):
        here(row, 0, 1, 2, 3, 4)
        director.open(DESK)
        page = director.press("Pair round 1")
        assert "Not checked in: Player0005." in page.text
        director.press("Pair them too")
        assert PairingRow.objects.count() == 3

    def test_or_they_are_marked_absent_by_the_answer(self, row, director):
        *_, missing = here(row, 0, 1, 2, 3)[:5]
        director.open(DESK)
        director.press("Pair round 1")
        director.press("Mark them absent, then pair round 1")
        assert PairingRow.objects.count() == 2
        missing.refresh_from_db()
        assert missing.absent == [1]


NO_TERMS = [
    ({"handicap": "ten"}, "Handicap: 0 to 9 stones."),
    ({"handicap": "99"}, "0 to 9 stones"),
    ({"komi": "six"}, "Komi: a number such as 6.5."),
    ({"komi": "nan"}, "Komi: a number such as 6.5."),
    ({"komi": "6.3"}, "half points"),
]


class TestByHand:
    ROUND = "/tournaments/open/rounds/1/"

    def test_those_of_an_unmade_table_wait_and_are_paired_the_other_way_round(self, row, director):
        a_draft(row)
        old = PairingRow.objects.get(table=1)
        director.open(self.ROUND)
        page = director.press("unpair table 1")
        assert "Waiting for a game: " in page.text
        assert "Pair those who wait" in page.buttons
        page = director.press(
            "Pair these two", white=old.black_id, black=old.white_id, handicap="2", komi="0,5"
        )
        made = PairingRow.objects.get(table=1)
        assert (made.white_id, made.black_id) == (old.black_id, old.white_id)
        assert (made.handicap, made.komi, made.by_hand) == (2, 0.5, True)
        assert "Pairs were changed by hand after that." in page.text

    @pytest.mark.parametrize(("handicap", "komi"), [("0", 7.0), ("3", -2.5)])
    def test_without_a_komi_it_is_what_the_settings_say(self, row, director, handicap, komi):
        a_draft(row)
        settings = replace(settings_of(row), komi=7.0, handicap_komi=-2.5)
        change = ChangeSettings(settings=settings, ruleset=row.ruleset, reason="voted")
        carry_out(str(row.id), change, a_context())
        old = PairingRow.objects.get(table=1)
        director.open(self.ROUND)
        page = director.press("unpair table 1")
        assert "to use the settings: komi 7, or -2.5 with a handicap." in page.text
        director.press("Pair these two", white=old.white_id, black=old.black_id, handicap=handicap)
        assert PairingRow.objects.get(table=1).komi == komi

    def test_what_does_not_fit_is_refused_in_words(self, row, director):
        a_draft(row)
        old = PairingRow.objects.get(table=1)
        director.open(self.ROUND)
        director.press("unpair table 1")
        for typed, said in NO_TERMS:
            page = director.press(
                "Pair these two",
                white=old.white_id,
                black=old.black_id,
                **{"handicap": "0", "komi": "6.5"} | typed,
            )
            assert said in page.text
            assert PairingRow.objects.count() == 2

    def test_who_waits_alone_gets_a_bye(self, row, director):
        a_draft(row)
        director.open(self.ROUND)
        director.press("unpair table 3")
        for _ in range(2):
            director.press("Give the bye")
        assert len(RoundRow.objects.get().byes) == 2

    def test_a_bye_is_taken_back_with_the_reason_that_was_given(self, row, director):
        a_draft(row)
        director.open(self.ROUND)
        director.press("unpair table 3")
        director.press("Give the bye")
        waits, free = waiting_and_free()
        page = director.press("Take the bye back", reason="came after all")
        assert "The bye is taken back: the player waits for a game." in page.text
        assert "Take the bye back" not in page.buttons
        assert RoundRow.objects.get().byes == []
        taken = ByeTakenBack(round=1, entry_id=free, reason="came after all")
        assert store.read_all()[-1].event == taken
        director.press("Pair these two", white=waits, black=free)
        assert PairingRow.objects.count() == 3

    def test_a_bye_that_nobody_has_is_not_taken_back(self, row, director):
        a_draft(row)
        director.open(self.ROUND)
        director.press("unpair table 3")
        director.press("Give the bye")
        waits, _ = waiting_and_free()
        for entry in (waits, "nobody"):
            director.press("Take the bye back", entry=entry)
            assert len(RoundRow.objects.get().byes) == 1
