"""McMahon groups shown while bar and floor are set, tie-breaks by buttons, publishing in one step."""

import pytest

from tests.builders import a_context, a_tournament, an_account, an_organisation
from tests.tournaments.web.visitor import Visitor
from tournaments.commands import PairRound, pair_round
from tournaments.competition.national_customs import OF_COUNTRIES, OF_NO_FEDERATION, OF_THE_EGF, with_customs
from tournaments.competition.system_defaults import settings_for
from tournaments.domain.settings import SYSTEMS, check_settings
from tournaments.reading.queries import settings_of
from tournaments.tables.rows import EntryRow, RoundRow, TournamentRow
from tournaments.web.settings.tiebreaks import DOWN, REMOVE, UP, edit_criteria

pytestmark = pytest.mark.django_db
GROUPS = "/tournaments/open/score-groups/"
PLACING = "/tournaments/open/tiebreaks/"


@pytest.fixture
def row():
    return a_tournament(8, bar=3, floor=-20, criteria=("MMS", "SOSM", "SOSOSM"))


@pytest.fixture
def director():
    an_organisation()
    return Visitor(an_account("dora", "director"))


def now():
    return settings_of(TournamentRow.objects.get())


def test_the_groups_are_shown_before_they_are_set(row, director):
    page = director.open(GROUPS)  # two players each of 5, 4, 3 and 2 dan
    assert "4 33 5d to 4d top group Names" in page.text
    page = director.press("Show the groups", bar="3d", floor="3d")
    assert "8 32 5d to 2d top group Names" in page.text
    assert now().bar == 3
    director.press("Set bar and floor", bar="3d", floor="20k")
    assert (now().bar, now().floor) == (2, -20)


def test_an_empty_top_group_is_pointed_out(row, director):
    assert "Nobody is in the top group" not in director.open(GROUPS).text
    page = director.press("Show the groups", bar="9d", floor="20k")
    assert "the bar is 9d, and the strongest player is 5d" in page.text


def test_a_script_gets_the_groups_alone(row, director):
    director.open(GROUPS)
    sent = {**director.page.forms[-1].fields, "bar": "3d", "floor": "20k", "do": "show"}
    part = director.client.post(GROUPS, sent, headers={"Nigiri-Part": "1"}).content.decode()
    assert "<html" not in part
    assert "<strong>6</strong>" in part


@pytest.mark.parametrize(
    ("do", "ticked", "left"),
    [
        (UP, "CD", "ACDB"),
        (UP, "AC", "ACBD"),
        (DOWN, "AB", "CABD"),
        (DOWN, "D", "ABCD"),
        (REMOVE, "BD", "AC"),
        ("add", "XB", "ABCDX"),
        ("", "A", "ABCD"),
    ],
)
def test_buttons_move_all_that_is_ticked(do, ticked, left):
    assert "".join(edit_criteria("ABCD", do, list(ticked))) == left


def test_tie_breaks_are_chosen_without_typing(row, director):
    page = director.open(PLACING)
    assert "sum of the opponents" in page.text
    assert "only in a cup" in page.text  # of its scores
    director.press("Add the ticked ones", other=["SODOSM", "DC"])
    director.press("Move up", tick=["SODOSM", "DC"])
    page = director.press("Remove", tick=["SOSOSM"])
    assert "SODOSM" in page.text
    director.press("Use these tie-breaks")
    assert now().criteria == ("MMS", "SOSM", "SODOSM", "DC")


def test_the_tournament_and_its_round_are_published_in_one_step(director):
    row = a_tournament(4, published=False)
    pair_round(str(row.id), PairRound(round=1, seed=0), a_context())
    page = director.open("/tournaments/open/rounds/1/")
    assert "This tournament is not public yet. Publishing shows everybody" in page.text
    director.press("Publish the tournament and round 1")
    assert TournamentRow.objects.get().published
    assert RoundRow.objects.get(number=1).published
    assert Visitor().open("/tournaments/open/rounds/1/").status == 200


@pytest.mark.parametrize(
    ("system", "has", "has_not"),
    [
        ("mcmahon", {"bar", "mms_bye2", "pairing.rules"}, set()),
        ("swiss", {"nbw_bye2", "pairing.rules"}, {"bar", "mms_bye2", "handicap.by_score"}),
        ("round_robin", {"nbw_bye2", "komi"}, {"bar", "pairing.rules", "categories"}),
    ],
)
def test_settings_are_those_of_the_system(director, system, has, has_not):
    a_tournament(4, system=system, criteria=settings_for(system).criteria)
    before = now()
    page = director.open("/tournaments/open/settings/")
    fields = next(form.fields for form in page.forms if form.fields.get("sheet") == "settings")
    assert (has <= fields.keys(), has_not & fields.keys()) == (True, set())
    director.press("Change the settings", komi="7.5")
    assert now().komi == 7.5
    assert now().pairing == before.pairing


def test_every_country_begins_with_settings_that_a_tournament_can_have():
    for customs in (*OF_COUNTRIES.values(), OF_THE_EGF, OF_NO_FEDERATION):
        for system in SYSTEMS:
            check_settings(with_customs(settings_for(system), customs))


def test_a_new_tournament_begins_with_what_fits(director):
    page = director.open("/new-tournament/")
    page = director.press("Show the usual values", name="Århus Open", country="us", system="swiss")
    shown = next(form.fields for form in page.forms if "komi" in form.fields)
    assert "/tournaments/arhus-open/, made from the name" in page.text
    assert "Usual values: American Go Association." in page.text
    assert (shown["ruleset"], shown["komi"], shown["country"]) == ("aga", "7.5", "us")
    assert {"twice", "third_place"} & shown.keys() == set()
    assert "third_place" not in page.html
    director.press("Create the tournament", komi="6.5")
    row = TournamentRow.objects.get()
    assert (row.slug, row.ruleset, row.poster["country"]) == ("arhus-open", "aga@2", "US")
    assert (now().system, now().komi, now().criteria) == ("swiss", 6.5, ("NBW", "SOSW", "SODOSW"))
    assert now().pairing.rules == "house-3"


def test_what_was_typed_stays_until_another_country_is_chosen(director):
    director.open("/new-tournament/")
    director.press("Show the usual values", name="Open", country="FI", system="knock_out")
    page = director.press("Show the usual values", komi="5.5")
    shown = next(form.fields for form in page.forms if "komi" in form.fields)
    assert (shown["komi"], shown["basic"], shown["overtime"]) == ("5.5", "60", "canadian")
    assert "third_place" in page.html
    page = director.press("Show the usual values", country="JP")
    shown = next(form.fields for form in page.forms if "komi" in form.fields)
    assert (shown["komi"], shown["ruleset"], shown["basic"]) == ("6.5", "japanese", "0")


def test_a_refused_form_keeps_what_was_typed_with_another_country(director):
    director.open("/new-tournament/")
    typed = {"country": "JP", "system": "swiss", "slug": "no slug!", "komi": "abc", "basic": "33"}
    page = director.press("Create the tournament", name="Open", **typed)
    shown = next(form.fields for form in page.forms if "komi" in form.fields)
    assert {name: shown[name] for name in typed} == typed


def test_a_system_that_the_page_did_not_show_begins_as_usual(director):
    director.open("/new-tournament/")
    director.press("Create the tournament", name="Cup", system="double_elimination", rounds="5")
    assert now().schedule.second_final


def starts():
    return [(entry.rank, entry.correction) for entry in EntryRow.objects.order_by("number")]


def test_a_player_is_moved_into_and_out_of_the_top_group_by_name(row, director):
    bars = starts()
    entries = list(EntryRow.objects.order_by("number"))
    below = next(entry for entry in entries if entry.rank == 1)  # 2 dan, and the bar is 4 dan
    above = next(entry for entry in entries if entry.rank == 4)
    page = director.open(GROUPS)
    page = director.press("Move the player", move=f"top {below.id}")
    assert "starts in the top group." in page.text
    assert "5 33 5d to 2d top group" in page.text
    director.open(GROUPS)
    page = director.press("Move the player", move=f"out {above.id}")
    assert "starts below the top group." in page.text
    corrections = dict(EntryRow.objects.values_list("id", "correction"))
    assert (corrections[below.id], corrections[above.id]) == (2, -1)
    director.open(GROUPS)
    director.press("Move the player", move=f"out {below.id}")
    director.open(GROUPS)
    director.press("Move the player", move=f"top {above.id}")
    assert starts() == bars


def test_moving_nobody_is_refused_beside_the_field(row, director):
    director.open(GROUPS)
    page = director.press("Move the player")
    assert page.status == 422
    assert "Choose a player." in page.text


def test_moving_after_round_1_needs_a_reason(row, director):
    pair_round(str(row.id), PairRound(round=1, seed=0), a_context())
    above = EntryRow.objects.filter(rank=4).first()
    director.open(GROUPS)
    assert director.press("Move the player", move=f"out {above.id}").status == 422
    director.press("Move the player", reason="seeded by hand")
    assert EntryRow.objects.get(pk=above.pk).correction == -1


def test_the_bar_is_set_on_the_desk_without_leaving_it(row, director):
    director.open("/tournaments/open/desk/")
    page = director.press("Set bar and floor", bar="2d")
    assert page.html.count("<h2>Desk</h2>") == 1
    assert "Bar and floor were changed." in page.text


def test_the_desk_counts_the_top_group_until_round_1_is_paired(row, director):
    page = director.open("/tournaments/open/desk/")
    assert "4 players in the top group, from 4d; floor 20k" in page.text
    assert "4 33 5d to 4d top group Names" in page.text
    pair_round(str(row.id), PairRound(round=1, seed=0), a_context())
    assert "in the top group" not in director.open("/tournaments/open/desk/").text


def test_a_new_mcmahon_has_the_bar_and_floor_that_were_typed(director):
    director.open("/new-tournament/")
    page = director.press("Create the tournament", name="Open", bar="2d", floor="12k", rounds="5")
    assert page.status == 200
    assert (now().bar, now().floor) == (1, -12)
    director.open("/new-tournament/")
    page = director.press("Show the usual values", name="Swiss", system="swiss")
    assert "bar" not in {name for form in page.forms for name in form.fields}


def test_what_is_usual_in_a_country_that_was_just_typed_is_kept(director):
    director.open("/new-tournament/")
    director.press("Create the tournament", name="Open", country="FR", rounds="5")
    row = TournamentRow.objects.get()
    assert (row.ruleset.partition("@")[0], now().komi) == ("french", 7.5)
    assert row.poster["time"] == {"basic": 60, "overtime": "canadian", "seconds": 300, "moves": 15}


def test_komi_that_was_typed_stays_with_another_country(director):
    director.open("/new-tournament/")
    director.press("Create the tournament", name="Open", country="FR", rounds="5", komi="5.5")
    assert now().komi == 5.5
