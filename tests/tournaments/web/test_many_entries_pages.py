"""Several entries at once from the list of players, a player in another's place, names, ratings of lists."""

import pytest

from tests.builders import a_context, a_tournament, an_account, finish, pair
from tests.tournaments.api.test_many_entries_over_rest import entries, listed, someone  # noqa: F401
from tests.tournaments.web.visitor import Page, Visitor
from tournaments.people.commands import add_player
from tournaments.tables.people import Organisation, Player
from tournaments.tables.rows import EntryRow

pytestmark = pytest.mark.django_db
PLAYERS = "/tournaments/open/players/"


@pytest.fixture
def row():
    return a_tournament(players=4)


@pytest.fixture
def director(row):
    visitor = Visitor(an_account("director", "director"))
    visitor.open(PLAYERS)
    return visitor


def change(director, *places, **typed):
    chosen = [str(entries()[place].id) for place in places]
    return director.press("Apply to selected", entries=chosen, **typed)


class TestMany:
    def test_ranks_follow_from_ratings(self, director):
        EntryRow.objects.filter(number=2).update(rating=1400)
        page = change(director, 2, 3, do="rank_down")
        assert "2 players are changed." in page.text
        assert [one.rank for one in entries()] == [4, 4, 2, 2]

    @pytest.mark.parametrize(
        ("typed", "fact", "value"),
        [
            ({"do": "preliminary"}, "final", False),
            ({"do": "group", "group": "Youth"}, "group", "Youth"),
            ({"do": "absent-2"}, "absent", [2]),
        ],
    )
    def test_registration_group_and_absences(self, director, typed, fact, value):
        before = getattr(entries()[1], fact)
        change(director, 0, 2, **typed)
        assert [getattr(one, fact) for one in entries()] == [value, before, value, before]

    @pytest.mark.parametrize("do", ["", "absent-", "absent-99", "nonsense"])
    def test_what_is_nothing_changes_nothing(self, row, director, do):
        before = list(EntryRow.objects.values())
        assert change(director, 0, do=do).status == 422
        assert list(EntryRow.objects.values()) == before

    def test_somebody_is_chosen(self, director):
        assert "Choose at least one player." in director.press("Apply to selected", do="rank_up").text

    def test_the_history_takes_all_back_in_one_step(self, director):
        change(director, 0, 1, do="rank_down")
        director.open("/tournaments/open/story/")
        director.press("Take back")
        assert [one.rank for one in entries()] == [4, 4, 3, 3]


class TestReplacing:
    def test_somebody_known_plays_instead(self, director):
        new, old = someone(), entries()[1]
        director.open(f"{PLAYERS}{old.id}/edit/")
        director.follow("Put another player in their place")
        page = director.press("Plays instead", player=str(new.id))
        assert "Vos Ada plays in the place of Player0001." in page.text
        assert (entries()[1].player_id, entries()[1].number) == (new.id, 2)

    def test_somebody_new_is_made_in_the_same_step(self, director):
        old = entries()[1]
        director.open(f"{PLAYERS}{old.id}/replace/")
        page = director.press("Plays instead", family_name="Kim", given_name="Bo", rank="5 kyu", country="kr")
        assert "Kim Bo plays in the place of" in page.text
        player = Player.objects.get(family_name="Kim")
        assert (entries()[1].player_id, entries()[1].rank, entries()[1].country) == (player.id, -5, "KR")

    @pytest.mark.parametrize("typed", [{}, {"family_name": "Kim", "rank": "strong"}, {"player": "x"}])
    def test_a_fault_makes_nobody_and_keeps_what_was_typed(self, director, typed):
        old, known = entries()[1], Player.objects.count()
        director.open(f"{PLAYERS}{old.id}/replace/")
        page = director.press("Plays instead", reason="ill", **typed)
        form = next(form for form in page.forms if "reason" in form.fields)
        assert form.fields["reason"] == "ill"
        assert form.fields["family_name"] == typed.get("family_name", "")
        assert (Player.objects.count(), entries()[1].player_id) == (known, old.player_id)

    def test_a_namesake_is_asked_about(self, director):
        add_player(Organisation.objects.get(), {"family_name": "Kim", "rank": 0, "rating": 2100}, a_context())
        director.open(f"{PLAYERS}{entries()[1].id}/replace/")
        page = director.press("Plays instead", family_name="Kim", rank="5k")
        assert "may be the same person" in page.text
        director.press("Plays instead", family_name="Kim", rank="5k", new="yes")
        assert Player.objects.filter(family_name="Kim").count() == 2

    def test_who_has_played_is_not_replaced(self, row, director):
        pair(row, 1)
        finish(row, 1)
        old = entries()[0]
        assert "They have played here" in director.open(f"{PLAYERS}{old.id}/edit/").text
        director.open(f"{PLAYERS}{old.id}/replace/")
        page = director.press("Plays instead", player=str(someone().id), reason="ill")
        assert "has played here" in page.text
        assert entries()[0].player_id == old.player_id


class TestName:
    def test_it_is_corrected_everywhere(self, director):
        entry = entries()[0]
        director.open(f"{PLAYERS}{entry.id}/edit/")
        page = director.press("Correct the name", family_name="Ångström", given_name="Eva")
        assert "The name is Ångström Eva now." in page.text
        assert "Ångström Eva" in director.open(PLAYERS).text

    def test_nobody_is_called_nothing(self, director):
        director.open(f"{PLAYERS}{entries()[0].id}/edit/")
        assert "Family name:" in director.press("Correct the name", family_name=" ").text


class TestStrengths:
    def test_old_and_new_are_shown_and_the_chosen_taken(self, listed, director):  # noqa: F811
        director.open(PLAYERS)
        page = director.follow("Ratings of a list")
        assert "1 player differs, 1 have the same already." in page.text
        assert "Player0001 5d 1d 2500 2077" in page.text
        assert "1 rating is up to date." in director.press("Take the chosen from the list").text
        assert (entries()[1].rank, entries()[1].rating) == (4, 2077)

    def test_nobody_chosen_is_said(self, listed, director):  # noqa: F811
        page = director.open(f"{PLAYERS}strengths/")
        form = next(form for form in page.forms if "seen" in form.fields)
        del form.fields["entries"]
        page = Page(director.client.post(form.action, form.fields))
        assert "Player0001 5d 1d" in page.text
        assert entries()[1].rating == 2500

    def test_without_a_list_it_leads_to_them(self, director):
        director.open(f"{PLAYERS}strengths/")
        assert "No federation's list has been read in." in director.page.text
        assert director.follow("Rating lists").status == 200
