"""The place of a fault that only the command can find: the member or parameter that has to change."""

from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from tests.builders import a_context, a_team_tournament, a_tournament, an_account, pair
from tournaments.loading import load
from tournaments.registration.terms import SetTerms, set_terms
from tournaments.tables.people import Office, Organisation
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow

pytestmark = pytest.mark.django_db
OPEN = "/api/v1/tournaments/open/"
ANY = {"If-Match": "*"}


@pytest.fixture
def director():
    row = a_tournament(players=4)
    pair(row, 1)
    client = APIClient()
    client.force_authenticate(an_account("director", Office.DIRECTOR))
    return client


def fault(response):
    [found] = response.json()["errors"]
    return response.status_code, found["place"], found["code"]


def test_unknown_ruleset_is_a_fault_of_the_ruleset(director):
    response = director.patch(f"{OPEN}settings/", {"ruleset": "japonese"}, format="json", headers=ANY)
    assert fault(response) == (422, "ruleset", "unknown_ruleset")


@pytest.mark.parametrize(
    ("settings", "place", "code"),
    [
        ({"rounds": 0}, "settings.rounds", "min_value"),
        ({"rounds": "5"}, "settings.rounds", "wrong_type"),
        ({"speed": 5}, "settings.speed", "unknown_member"),
        ({"system": "lottery"}, "settings.system", "invalid_choice"),
        ({"komi": 6.25}, "settings.komi", "invalid_settings"),
        ({"criteria": ["LUCK"]}, "settings.criteria", "invalid_settings"),
        ({"schedule": {"twice": True}}, "settings.schedule.twice", "invalid_settings"),
        ({"schedule": {"dates": ["soon"]}}, "settings.schedule.dates", "invalid_settings"),
    ],
)
def test_setting_is_named_by_its_path_however_it_is_refused(director, settings, place, code):
    changed = director.patch(f"{OPEN}settings/", {"settings": settings}, format="json", headers=ANY)
    assert fault(changed) == (422, place, code)
    new = {"organisation": "home", "slug": "new", "name": "New", "settings": settings}
    organisation = TournamentRow.objects.get().organisation_id
    new["organisation"] = Organisation.objects.get(pk=organisation).slug
    assert fault(director.post("/api/v1/tournaments/", new, format="json")) == (422, place, code)


def test_missing_reason_is_a_fault_of_the_reason(director):
    response = director.patch(f"{OPEN}rounds/1/", {"published": False}, format="json", headers=ANY)
    assert fault(response) == (422, "reason", "reason_required")


def test_missing_reason_of_a_request_without_body_is_a_fault_of_the_parameter(director):
    game = PairingRow.objects.first()
    response = director.delete(f"/api/v1/games/{game.game_id}/", headers=ANY)
    assert fault(response) == (422, "query:reason", "reason_required")


def test_fault_of_an_edit_has_the_place_of_the_edit(director):
    game = str(PairingRow.objects.first().game_id)
    edits = [{"do": "swap", "game": game}, {"do": "terms", "game": game, "handicap": 0, "komi": 6.3}]
    response = send(director, "post", f"{OPEN}rounds/1/pairings/cost/", {"edits": edits})
    assert fault(response) == (422, "edits.1.komi", "invalid")


def test_games_of_a_file_are_counted_from_1(director):
    response = send(director, "post", f"{the_game()}record/?game=0", {"sgf": "(;SZ[19])"})
    assert fault(response) == (422, "query:game", "invalid")


def the_game():
    return f"/api/v1/games/{PairingRow.objects.first().game_id}/"


def send(client, method, address, body, **headers):
    return getattr(client, method)(address, body, format="json", headers={**ANY, **headers})


def test_default_without_a_winner_is_a_fault_of_by_default(director):
    response = send(director, "put", f"{the_game()}result/", {"result": "not_played", "by_default": True})
    assert fault(response) == (422, "by_default", "invalid_result")


def test_limit_is_named_as_in_the_body(director):
    body = {"limits": {"komi": 7.25}, "reason": "Voted."}
    response = send(director, "put", f"{OPEN}limits/", body)
    assert fault(response) == (422, "limits.komi", "invalid_limit")


def test_seed_named_twice_is_a_fault_of_the_seeds(director):
    row = a_tournament(players=4, slug="robin", system="round_robin")
    entry = str(row.entries.first().id)
    response = send(director, "put", "/api/v1/tournaments/robin/schedule/seeds/", {"seeds": [entry, entry]})
    assert fault(response) == (422, "seeds", "invalid_seeds")


def test_member_at_two_boards_is_a_fault_of_the_players(director):
    row = a_team_tournament()
    team = next(iter(load(str(row.id))[0].teams.values()))
    address = f"/api/v1/tournaments/teams/teams/{team.id}/line-ups/1/"
    response = send(director, "put", address, {"players": [team.members[0]] * 2})
    assert fault(response) == (422, "players", "invalid_line_up")


def test_faults_of_a_registration_have_the_members(director):
    row = TournamentRow.objects.get()
    set_terms(row, SetTerms(is_open=True, consent="Yes."), a_context())
    body = {"id": str(uuid4()), "family_name": "Vos", "rank": "3d"}
    response = send(director, "post", f"{OPEN}registrations/", {**body, "consent": 1, "absent": [9]})
    assert fault(response) == (422, "absent", "invalid")
    response = send(director, "post", f"{OPEN}registrations/", body)
    assert fault(response) == (422, "consent", "invalid")
    assert "faults" not in response.json()


def test_unknown_player_is_a_fault_of_the_member_that_names_them(director):
    known = str(EntryRow.objects.first().player_id)
    for body, place in (
        ({"player": str(uuid4())}, "player"),
        ({"player": known, "partner": str(uuid4())}, "partner"),
    ):
        response = send(director, "post", f"{OPEN}entries/", body)
        assert fault(response) == (422, place, "unknown_player")


def test_player_against_themselves_is_a_fault_of_black(director):
    entry = str(EntryRow.objects.first().id)
    response = send(director, "post", f"{OPEN}rounds/1/pairs/", {"white": entry, "black": entry})
    assert fault(response) == (422, "black", "same_player_twice")


def test_record_of_another_board_and_one_that_is_too_long_are_faults_of_the_record(director):
    response = send(director, "post", f"{the_game()}record/", {"sgf": "(;SZ[9];B[aa])"})
    assert fault(response) == (422, "sgf", "wrong_size")
    response = send(director, "post", f"{the_game()}record/", {"sgf": "(;SZ[19];B[dd];W[dd])"})
    assert fault(response) == (422, "sgf", "illegal_move")
    response = send(director, "post", f"{the_game()}record/", {"sgf": "(;SZ[19]" + ";B[]" * 20_000 + ")"})
    assert fault(response) == (413, "sgf", "too_many_moves")


def test_headers_are_places_of_their_faults(director):
    key = {"Idempotency-Key": "once"}
    assert send(director, "patch", OPEN, {"name": "Once"}, **key).status_code == 200
    again = send(director, "patch", OPEN, {"name": "Twice"}, **key)
    assert fault(again) == (422, "header:Idempotency-Key", "idempotency_mismatch")
    unmatched = director.patch(OPEN, {"name": "Once"}, format="json")
    assert fault(unmatched) == (428, "header:If-Match", "precondition_required")
    unread = director.generic("PATCH", OPEN, "name: Once", "text/yaml", headers=ANY)
    assert fault(unread) == (415, "header:Content-Type", "unsupported_media_type")
