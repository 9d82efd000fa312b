"""The komi of a tournament over REST: set by the director, by the ruleset's text, or the ruleset's own."""

import pytest

from tests.builders import a_tournament, an_account
from tournaments.tables.people import Organisation

pytestmark = pytest.mark.django_db
ALL = "/api/v1/tournaments/"
ANY = {"If-Match": "*"}


@pytest.fixture
def director(api):
    a_tournament(players=2)
    api.force_authenticate(an_account("director", "director"))
    return api


def made(director, **values):
    body = {"organisation": Organisation.objects.get().slug, "slug": "new", "name": "New", **values}
    answer = director.post(ALL, body, format="json")
    assert answer.status_code == 201, answer.content
    return answer.json()


@pytest.mark.parametrize(
    ("values", "komi", "says"),
    [
        ({"ruleset": "chinese"}, 7.5, "Komi 7.5 counts, the ruleset's own."),
        ({"ruleset": "chinese komi=8"}, 8.0, "Komi 8 counts, as the text of the ruleset names it."),
        (
            {"ruleset": "chinese", "settings": {"komi": 6.5}},
            6.5,
            "Komi 6.5 counts, as the settings have it; the ruleset's own is 7.5.",
        ),
        (
            {"ruleset": "tromp-taylor-agreement"},
            6.5,
            "Komi 6.5 counts, as the settings have it; the ruleset has none.",
        ),
        ({}, 6.5, "Komi 6.5 counts, the ruleset's own."),
        ({"country": "GB"}, 7.5, "Komi 7.5 counts, the ruleset's own."),
    ],
)
def test_created_tournament_says_which_komi_counts(director, values, komi, says):
    told = made(director, **values)
    assert (told["settings"]["komi"], told["komi_says"]) == (komi, says)
    assert director.get(f"{ALL}new/settings/").json()["komi_says"] == says


def test_komi_in_the_text_of_a_newly_chosen_ruleset_is_taken(director):
    made(director)
    body = {"ruleset": "japanese komi=5.5", "reason": "voted"}
    told = director.patch(f"{ALL}new/settings/", body, format="json", headers=ANY).json()
    assert (told["ruleset"], told["settings"]["komi"]) == ("japanese@2 komi=5.5", 5.5)
    body = {"ruleset": "japanese", "reason": "voted"}
    told = director.patch(f"{ALL}new/settings/", body, format="json", headers=ANY).json()
    assert told["komi_says"] == "Komi 5.5 counts, as the settings have it; the ruleset's own is 6.5."


def test_setting_that_events_omit_is_shown_and_changed(director):
    assert made(director)["settings"]["pairing"]["open_games_drawn"] is False
    body = {"settings": {"pairing": {"open_games_drawn": True}}, "reason": "voted"}
    told = director.patch(f"{ALL}new/settings/", body, format="json", headers=ANY).json()
    assert told["settings"]["pairing"]["open_games_drawn"] is True
    assert told == director.get(f"{ALL}new/settings/").json()
