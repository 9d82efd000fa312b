"""Registrations over REST: by whoever comes, by their link, and by directors."""

from uuid import uuid4

import pytest

from games.log.idempotency import KeptAnswer
from games.rest.views import matched_tag
from tests.builders import a_signup, a_tournament, an_account, answers_kept, open_registration
from tournaments.tables.people import Office
from tournaments.tables.rows import EntryRow, TournamentRow
from tournaments.tables.signups import Signup

pytestmark = pytest.mark.django_db
EVENT = "/api/v1/tournaments/open/"
LIST = f"{EVENT}registrations/"


@pytest.fixture
def row():
    return a_tournament(players=0)


@pytest.fixture
def director(api, row):
    api.force_authenticate(an_account("director", Office.DIRECTOR))
    return api


def anna(**told):
    said = {"family_name": "Vos", "given_name": "Anna", "rank": "3d", "country": "NL", "club": "Rive"}
    return {"id": str(uuid4()), "consent": 1, **said, **told}


def test_terms_are_set_with_the_version_seen_and_read_by_all(director):
    address = f"{EVENT}registration/"
    body = {"is_open": True, "consent": "Yes.", "places": 2, "asks": {"rank": "required"}}
    assert director.put(address, body).status_code == 428
    answer = director.put(address, body, headers={"If-Match": '"0"'})
    assert (answer.status_code, matched_tag(answer["ETag"])) == (200, 1)
    assert director.put(address, body, headers={"If-Match": '"0"'}).status_code == 412
    director.force_authenticate(None)
    told = director.get(address).json()
    assert (told["state"], told["places_left"], told["consent_version"]) == ("open", 2, 1)


def test_a_player_registers_looks_changes_and_withdraws(api, row):
    open_registration(row)
    sent = anna()
    first, again = api.post(LIST, sent), api.post(LIST, sent)
    assert (first.status_code, first.json()) == (201, again.json())
    own = f"/api/v1/registrations/{first.json()['key']}/"
    assert api.get(own).json()["state"] == "asked"
    changed = api.put(own, {"family_name": "Vos", "rank": "2d"})
    assert (changed.status_code, changed.json()["rank"]) == (200, "2d")
    assert api.delete(own).json()["state"] == "withdrawn"
    assert api.delete(own).json()["state"] == "withdrawn"
    assert api.put(own, {"family_name": "Vos", "rank": "2d"}).json()["code"] == "registration_over"


def test_every_fault_has_a_place(api, row):
    open_registration(row, asks={"rank": "required", "email": "required"})
    wrong = api.post(LIST, anna(rank="forty", birth_year=3, hobby="go"))
    places = {fault["place"] for fault in wrong.json()["errors"]}
    assert (wrong.status_code, places) == (422, {"rank", "birth_year", "hobby"})
    unsaid = {name: value for name, value in anna(email="a@b.cd").items() if name != "consent"}
    assert [fault["place"] for fault in api.post(LIST, unsaid).json()["errors"]] == ["consent"]
    needed = api.post(LIST, anna())
    assert (needed.status_code, [fault["place"] for fault in needed.json()["errors"]]) == (422, ["email"])
    assert not Signup.objects.exists()


def test_another_body_under_the_same_id_is_refused(api, row):
    open_registration(row)
    sent = anna()
    api.post(LIST, sent)
    answer = api.post(LIST, sent | {"given_name": "Bella"})
    assert (answer.status_code, answer.json()["code"]) == (409, "registered_otherwise")


def test_the_answer_with_the_link_is_not_kept(director, row):
    open_registration(row)
    director.post(LIST, anna(), headers={"Idempotency-Key": "k"})
    assert (KeptAnswer.objects.count(), answers_kept()) == (1, 0)


def test_the_director_confirms_refuses_moves_and_merges(director, row):
    names = ("Aa", "Bb", "Cc", "Dd")
    ids = [str(a_signup(row, name).id) for name in names]
    listed = director.get(LIST).json()["results"]
    assert [one["family_name"] for one in listed] == list(names)
    answer = director.post(f"{LIST}confirmed/", {"signups": ids[:1]})
    assert [one["state"] for one in answer.json()["results"]] == ["confirmed"]
    assert answer.json()["results"][0]["entry"] == EntryRow.objects.get().id
    assert director.put(f"{LIST}{ids[1]}/refusal/", {"reason": "Full."}).json()["state"] == "refused"
    assert director.put(f"{LIST}{ids[2]}/waiting/").json()["state"] == "waiting"
    assert director.delete(f"{LIST}{ids[2]}/waiting/").json()["state"] == "asked"
    assert director.put(f"{LIST}{ids[3]}/merged/", {"into": ids[2]}).json()["id"] == ids[2]
    assert director.put(f"{LIST}{ids[0]}/fee/", {"amount": "20"}).json()["fee_paid"] is True
    assert director.delete(f"{LIST}{ids[0]}/fee/").json()["fee_paid"] is False
    filtered = director.get(f"{LIST}?state=merged").json()["results"]
    assert [one["id"] for one in filtered] == [ids[3]]


def test_a_new_link_closes_the_old_one(director, row):
    open_registration(row)
    made = director.post(LIST, anna()).json()
    key = director.post(f"{LIST}{made['id']}/link/").json()["key"]
    assert (
        director.get(f"/api/v1/registrations/{made['key']}/").json()["code"] == "registration_link_replaced"
    )
    assert director.get(f"/api/v1/registrations/{key}/").status_code == 200


def test_the_desk_sees_names_and_no_addresses(api, row):
    a_signup(row, email="anna@example.org", birth_year=2001)
    api.force_authenticate(an_account("desk", Office.DESK))
    told = api.get(LIST).json()["results"][0]
    assert (told["family_name"], told["email"], told["birth_year"]) == ("Vos", None, None)


def test_who_comes_is_told_to_all_where_it_is_public(api, row):
    a_signup(row)
    told = api.get(f"{LIST}public/").json()["results"]
    assert told == [{"name": "Vos Anna", "rank": "1d", "club": "Rive", "country": "NL", "state": "asked"}]
    open_registration(row, shown="nobody")
    assert api.get(f"{LIST}public/").json()["results"] == []


def test_nothing_is_forgotten_before_the_end(director, row):
    a_signup(row)
    TournamentRow.objects.update(begins="2999-01-01", ends="2999-01-02")
    assert director.delete(f"{LIST}unconfirmed/").json()["code"] == "tournament_not_over"
    TournamentRow.objects.update(begins="2001-01-01", ends="2001-01-02")
    assert director.delete(f"{LIST}unconfirmed/").status_code == 204
    assert not Signup.objects.exists()


def test_a_stranger_is_answered_alike_whether_the_player_is_known_or_not(api, row):
    open_registration(row, at_once=True)
    told = [api.post(LIST, anna(egf_pin="77")).json() for _ in range(2)]
    assert [one.state for one in Signup.objects.all()] == ["confirmed", "asked"]
    first, second = ({**one, "id": "", "key": ""} for one in told)
    assert first == second


def test_no_answer_about_a_registration_is_kept_on_the_way(api, director, row):
    open_registration(row)
    made = api.post(LIST, anna())
    own = api.get(f"/api/v1/registrations/{made.json()['key']}/")
    for answer in (made, own, director.get(LIST)):
        assert "no-store" in answer["Cache-Control"]
