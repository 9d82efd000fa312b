"""What a director chooses: every field goes round, and what is refused is said next to its field."""

from operator import attrgetter

import pytest

from games.log.serialisation import decode
from tests.builders import a_tournament, an_account
from tests.tournaments.web.disputed import visitors
from tests.tournaments.web.visitor import Visitor
from tournaments.competition.settings import DrawPlace, Seeding
from tournaments.competition.time_limits import Overtime
from tournaments.reading.queries import settings_of
from tournaments.state.tournament import Details
from tournaments.tables.people import Office
from tournaments.tables.rows import TournamentRow
from tournaments.web.settings.form import CHOSEN, POSTER

pytestmark = pytest.mark.django_db
PAGE = "/tournaments/open/settings/"
SAVE, SAVE_POSTER = "Change the settings", "Change the event details"
TYPED = {
    "rounds": ("6", 6),
    "board_size": ("13", 13),
    "komi": ("7.5", 7.5),
    "handicap_komi": ("0.5", 0.5),
    "floor": ("25k", -25),
    "bar": ("5D", 4),
    "categories": ("1d, 5k", (0, -5)),
    "handicap.by_score": (None, False),
    "handicap.correction": ("2", 2),
    "handicap.ceiling": ("4", 4),
    "handicap.reverse_komi": ("2.5", 2.5),
    "handicap.no_handicap_from": ("3d", 2),
    "nbw_bye2": ("1", 1),
    "nbw_absent2": ("1", 1),
    "mms_bye2": ("1", 1),
    "mms_absent2": ("2", 2),
    "round_down": (None, False),
    "not_played_counts_half": ("on", True),
    "pairing.rules": ("opengotha-3.51", "opengotha-3.51"),
    "pairing.seeding_first": ("split_and_slip", Seeding.SLIP),
    "pairing.first_seeding_until": ("3", 3),
    "pairing.seeding_second": ("split_and_random", Seeding.RANDOM),
    "pairing.country_factor": (None, 0),
    "pairing.club_factor": (None, 0),
    "pairing.at_home_above": ("40", 40),
    "pairing.draw_up": ("top", DrawPlace.TOP),
    "pairing.draw_down": ("bottom", DrawPlace.BOTTOM),
    "pairing.open_games_drawn": ("on", True),
    "claims.minutes": ("45", 45),
    "claims.per_player": ("2", 2),
    "claims.appeal_minutes": ("15", 15),
    "claims.two_person": ("on", True),
    "claims.apply_limits": ("on", True),
}
ON_THE_POSTER = {
    "name": ("Spring", "Spring"),
    "place": ("Turku", "Turku"),
    "begins": ("2026-05-01", "2026-05-01"),
    "ends": ("2026-05-03", "2026-05-03"),
    "country": ("FI", "FI"),
    "time_zone": ("Europe/Helsinki", "Europe/Helsinki"),
    "language": ("ko", "ko"),
    "online": ("on", True),
    "time.basic": ("60", 60),
    "time.overtime": ("canadian", Overtime.CANADIAN),
    "time.seconds": ("300", 300),
    "time.moves": ("15", 15),
    "time_class": ("A", "A"),
    "short_name": ("Spring", "Spring"),
}


@pytest.fixture
def row():
    return a_tournament(players=4)


@pytest.fixture
def director(row):
    visitor = visitors("director")[0]
    visitor.open(PAGE)
    return visitor


def stored():
    return settings_of(TournamentRow.objects.get())


def press(visitor, label, typed):
    """As ``Visitor.press``; None unticks a box."""
    form = next(form for form in visitor.page.forms if any(one[0] == label for one in form.buttons))
    for name in [name for name, value in typed.items() if value is None]:
        del form.fields[name]
    return visitor.press(label, **{name: value for name, value in typed.items() if value is not None})


def test_every_field_is_tried():
    paths = {path for fields in CHOSEN.values() for path in fields}
    assert paths == {*TYPED, "ruleset", "reason"}
    assert {path for fields in POSTER.values() for path in fields} == {*ON_THE_POSTER}


@pytest.mark.parametrize(
    "path", ["komi", "handicap.by_score", *(pytest.param(one, marks=pytest.mark.long) for one in TYPED)]
)
def test_changes_one_setting_and_leaves_the_others(director, path):
    before = stored()
    press(director, SAVE, {path: TYPED[path][0]})
    after = stored()
    changed = {one for one in TYPED if attrgetter(one)(before) != attrgetter(one)(after)}
    assert (changed, attrgetter(path)(after)) == ({path}, TYPED[path][1])


def test_stores_every_field_as_typed_and_shows_it_again(director):
    press(director, SAVE, {path: typed for path, (typed, _) in TYPED.items()})
    after, version = stored(), TournamentRow.objects.get().version
    assert {path: attrgetter(path)(after) for path in TYPED} == {
        path: value for path, (_, value) in TYPED.items()
    }
    director.open(PAGE)
    director.press(SAVE)
    assert (stored(), TournamentRow.objects.get().version) == (after, version)


def test_the_poster_goes_round(director):
    press(director, SAVE_POSTER, {path: typed for path, (typed, _) in ON_THE_POSTER.items()})
    poster = decode(Details, TournamentRow.objects.get().poster)
    assert {path: attrgetter(path)(poster) for path in ON_THE_POSTER} == {
        path: value for path, (_, value) in ON_THE_POSTER.items()
    }


def test_rules_of_play_are_chosen(director):
    assert "Japanese (1989)" in director.page.text
    director.press(SAVE, ruleset="japanese")
    assert TournamentRow.objects.get().ruleset == "japanese@2"


def test_the_same_club_is_avoided_again(director):
    press(director, SAVE, {"pairing.club_factor": None})
    director.open(PAGE)
    press(director, SAVE, {"pairing.club_factor": "on"})
    assert (stored().pairing.country_factor, stored().pairing.club_factor) == (1, 3)


@pytest.mark.parametrize(
    ("path", "typed", "fault"),
    [
        ("floor", "5d", "not above the bar"),
        ("komi", "nan", "Enter a number"),
        ("ruleset", "chess", "Select a valid choice"),
        ("rounds", "9" * 5000, "Enter a whole number"),
    ],
)
def test_a_bad_value_is_named_next_to_its_field(director, path, typed, fault):
    before = stored()
    page = director.press(SAVE, **{path: typed})
    behind = page.html.split(f'name="{path}"')[1].split("<p>")[0]
    assert (page.status, fault in behind, stored()) == (422, True, before)


def test_what_is_refused_far_down_is_said_at_the_top(director):
    director.open(PAGE)
    page = director.press(SAVE_POSTER, ends="2026-11-01", place="Hall B")
    assert page.text.index("Correct Last day below.") < page.text.index("Rules of play")
    assert "the last day is before the first day" in page.text
    assert 'value="Hall B"' in page.html


def test_a_country_may_be_written_small(director):
    director.open(PAGE)
    director.press(SAVE_POSTER, country="fi")
    assert decode(Details, TournamentRow.objects.get().poster).country == "FI"


def test_a_bad_date_is_named_on_the_poster(director):
    page = director.press(SAVE_POSTER, begins="1.5.2026")
    assert "not a date" in page.html.split('name="begins"')[1].split("<p>")[0]


def test_a_reason_is_needed_once_a_round_is_paired():
    a_tournament(players=4, finished=1)
    director = visitors("director")[0]
    director.open(PAGE)
    page = director.press(SAVE, komi="7.5")
    assert (page.status, stored().komi) == (422, 6.5)
    assert "errorlist" in page.html.split('name="reason"')[1]
    director.press(SAVE, komi="7.5", reason="voted")
    assert stored().komi == 7.5


def test_what_somebody_else_changed_meanwhile_is_not_overwritten(director):
    other = Visitor()
    other.client = director.client
    other.open(PAGE)
    other.press(SAVE, komi="5.5")
    page = director.press(SAVE, komi="7.5")
    assert "Changed since you looked. You at " in page.text
    assert "komi" in page.text.partition("Changed since")[2].partition("If it still holds")[0]
    assert (page.status, stored().komi) == (409, 5.5)
    director.press(SAVE)  # what was typed is still there, and now it is known what it goes over
    assert stored().komi == 7.5


def test_a_referee_may_not(row):
    assert visitors("referee")[0].open(PAGE).status == 403


def test_the_desk_leads_here(director):
    director.open("/tournaments/open/desk/")
    assert "Settings · " in director.follow("Settings and event details").html


@pytest.mark.parametrize(("zone", "asked"), [("", True), ("America/Bahia", False)])
def test_a_country_with_several_zones_asks_for_one_and_lists_its_own_first(client, row, zone, asked):
    TournamentRow.objects.update(poster={**row.poster, "country": "BR", "time_zone": zone})
    client.force_login(an_account("chooses", Office.DIRECTOR))
    warning = "Country BR has several time zones. Until you choose one, times are shown in UTC."
    for page in (PAGE, "/tournaments/open/desk/"):
        html = client.get(page).content.decode()
        assert (warning in " ".join(html.split())) == asked
    html = client.get(PAGE).content.decode()
    assert html.index("America/Sao_Paulo") < html.index("Africa/Abidjan")
