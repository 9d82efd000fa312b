"""Pairing from the desk: what is asked first, who is not here, what is done by hand."""

from dataclasses import replace

import pytest

from games.log import store
from tests.builders import a_claim, a_context, a_tournament, finish, pair
from tests.tournaments.web.disputed import visitors
from tournaments.commands import PairRound, carry_out, pair_round
from tournaments.deciding.entries import ChangeEntry, CheckIn
from tournaments.deciding.setting_up import ChangeSettings
from tournaments.events.rounds import ByeTakenBack
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

    def test_the_director_is_asked_before_a_round_is_paired_without_them(self, row, director):
        pair(row, 1)
        assert "3 results of round 1 are missing." in director.open(DESK).text
        page = director.press("Pair round 2")
        assert "Pair round 2 anyway?" in page.text
        assert "3 results of round 1 are missing." in page.text
        assert not PairingRow.objects.filter(round=2).exists()
        assert "Round 2 is paired." in director.press("Pair round 2 anyway", reason="The hall closes.").text
        assert PairingRow.objects.filter(round=2).count() == 3

    def test_nothing_is_asked_where_all_is_in(self, row, director):
        pair(row, 1)
        finish(row, 1)
        assert "missing" not in director.open(DESK).text
        assert "Round 2 is paired." in director.press("Pair round 2").text

    @pytest.mark.parametrize("address", ["/tournaments/open/", "/tournaments/open/table/"])
    def test_standings_and_cross_table_say_how_many(self, row, address):
        pair(row, 1)
        (public,) = visitors("public")
        assert "results missing" not in public.open(address).text
        finish(row, 1)
        pair(row, 2)
        assert "3 results missing up to round 2." in public.open(f"{address}?round=2").text
        assert "results missing" not in public.open(f"{address}?round=1").text

    def test_the_legend_says_what_the_question_mark_is(self, row):
        assert "? no result yet" in visitors("public")[0].open("/tournaments/open/table/").text


class TestWhoIsNotHere:
    def test_they_are_named_and_marked_absent_with_one_button(self, row, director):
        here(row, 0, 1, 2, 3)
        page = director.open(DESK)
        assert "Not here: 2 · Player0004, Player0005" in page.text
        page = director.press("The rest absent from round 1")
        assert "2 players are brought up to date." in page.text
        assert "Everybody else is here, 2 miss the round." in page.text
        absent = EntryRow.objects.filter(tournament=row, absent=[1]).order_by("number")
        assert [entry.number for entry in absent] == [5, 6]
        director.press("Pair round 1")
        assert PairingRow.objects.count() == 2

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

    def test_where_nobody_was_checked_in_nobody_is_asked(self, row, director):
        assert "Not checked in" not in director.open(DESK).text
        assert "Round 1 is paired." in director.press("Pair round 1").text


class TestByHand:
    ROUND = "/tournaments/open/rounds/1/"

    def test_nobody_waits_so_nothing_is_offered(self, row, director):
        a_draft(row)
        page = director.open(self.ROUND)
        assert "Waiting for a game" not in page.text
        assert not {"Pair those who wait", "Pair these two", "Give the bye"} & set(page.buttons)

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
        assert "before hand edits" in page.text

    @pytest.mark.parametrize(("handicap", "komi"), [("0", 7.0), ("3", -2.5)])
    def test_without_a_komi_it_is_what_the_settings_say(self, row, director, handicap, komi):
        a_draft(row)
        settings = replace(settings_of(row), komi=7.0, handicap_komi=-2.5)
        change = ChangeSettings(settings=settings, ruleset=row.ruleset, reason="voted")
        carry_out(str(row.id), change, a_context())
        old = PairingRow.objects.get(table=1)
        director.open(self.ROUND)
        page = director.press("unpair table 1")
        assert "Without a komi: 7, or -2½ with a handicap." in page.text
        director.press("Pair these two", white=old.white_id, black=old.black_id, handicap=handicap)
        assert PairingRow.objects.get(table=1).komi == komi

    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            ({"handicap": "ten"}, "Handicap: 0 to 9 stones."),
            ({"handicap": "99"}, "0 to 9 stones"),
            ({"komi": "six"}, "Komi: a number such as 6.5."),
            ({"komi": "nan"}, "Komi: a number such as 6.5."),
            ({"komi": "6.3"}, "half points"),
        ],
    )
    def test_what_does_not_fit_is_refused_in_words(self, row, director, typed, said):
        a_draft(row)
        old = PairingRow.objects.get(table=1)
        director.open(self.ROUND)
        director.press("unpair table 1")
        page = director.press("Pair these two", white=old.white_id, black=old.black_id, **typed)
        assert said in page.text
        assert PairingRow.objects.count() == 2

    def test_nobody_plays_himself(self, row, director):
        a_draft(row)
        old = PairingRow.objects.get(table=1)
        director.open(self.ROUND)
        director.press("unpair table 1")
        page = director.press("Pair these two", white=old.white_id, black=old.white_id)
        assert "Nobody plays against themselves." in page.text

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

    def test_a_computed_pairing_says_nothing_of_hand_edits(self, row, director):
        a_draft(row)
        assert "before hand edits" not in director.open(self.ROUND).text
        director.press("swap colours at table 1")
        assert "before hand edits" in director.open(self.ROUND).text
        director.press("Unpair the whole round")
        a_draft(row)
        assert "before hand edits" not in director.open(self.ROUND).text


def test_the_desk_says_how_many_are_taken_for_compatriots(row, director):
    assert "no country" not in director.open(DESK).text
    for entry in EntryRow.objects.filter(tournament=row)[:2]:
        carry_out(str(row.id), ChangeEntry(entry_id=str(entry.id), country=""), a_context())
    assert "2 players have no country. OpenGotha 3.52 keeps them apart" in director.open(DESK).text
    director.follow("Choose Nigiri's own pairing rules")
    director.press("Change the settings", **{"pairing.rules": "house-2"})
    assert "no country" not in director.open(DESK).text
