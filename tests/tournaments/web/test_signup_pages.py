"""Players register on a page of their own, without JavaScript; directors decide, the desk notes fees."""

import re
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from rest_framework.settings import api_settings

from tests.builders import a_context, a_signup, a_tournament, an_account, open_registration, pair
from tests.tournaments.web.visitor import Visitor
from tournaments.accounts.private_links import renew
from tournaments.commands import carry_out
from tournaments.domain.entries import EnterPlayer
from tournaments.registration.officers import ConfirmSignups, confirm
from tournaments.registration.registering import key_of, withdraw
from tournaments.tables.people import Office, Player
from tournaments.tables.rows import EntryRow
from tournaments.tables.signups import Signup, SignupTerms

pytestmark = pytest.mark.django_db
EVENT = "/tournaments/open/"
REGISTER, LIST, TERMS = f"{EVENT}register/", f"{EVENT}registrations/", f"{EVENT}registrations/terms/"
ANNA = {"family_name": "Vos", "given_name": "Anna", "rank": "3 dan", "country": "nl", "club": "Rive"}


@pytest.fixture
def row():
    return a_tournament(players=0)


@pytest.fixture
def director(row):
    return Visitor(an_account("director", Office.DIRECTOR))


def registered(**told):
    visitor = Visitor()
    visitor.open(REGISTER)
    visitor.press("Register", **{**ANNA, "consent": "1", **told})
    return visitor


def test_a_player_registers_and_keeps_the_link(row):
    open_registration(row, fee="25 euros")
    page = registered().page
    assert "a place is kept for you" in page.text
    assert "Fee: 25 euros due" in page.text
    link = re.search(r"http://testserver(/registrations/[^<]+/)<", page.html)[1]
    again = Visitor().open(link)
    assert "Vos Anna" in again.text
    assert "Keep this page" not in again.text
    signup = Signup.objects.get()
    assert (signup.name, signup.rank, signup.country) == ("Vos Anna", 2, "NL")


def test_every_fault_is_at_its_field_and_what_was_typed_is_kept(row):
    open_registration(row, categories=("youth", "women"))
    typed = {"family_name": "", "rank": "forty", "country": "Netherlands", "email": "nobody", "egf_pin": "x"}
    page = registered(**typed, consent="", club="Rive").page
    assert page.status == 422
    for name in ("family_name", "rank", "country", "email", "egf_pin", "category", "consent"):
        assert f'id="id_{name}_error"' in page.html, name
    kept = page.forms[-1].fields
    told = {name: kept[name] for name in ("rank", "country", "email", "egf_pin", "club", "given_name")}
    assert told == {
        **{name: typed[name] for name in typed if name in told},
        "club": "Rive",
        "given_name": "Anna",
    }
    assert not Signup.objects.exists()


def test_a_text_that_changed_meanwhile_is_agreed_to_once_more(row):
    open_registration(row)
    visitor = Visitor()
    visitor.open(REGISTER)
    open_registration(row, consent="Another text.")
    page = visitor.press("Register", **ANNA, consent="1")
    assert (page.status, "Another text." in page.text) == (422, True)
    assert "consent" not in page.forms[-1].fields  # not ticked
    visitor.press("Register", consent="2")
    assert Signup.objects.get().consent_version == 2


def own_address(signup):
    return f"/registrations/{key_of(signup)}/"


def test_a_stranger_cannot_tell_whether_somebody_is_registered(row):
    open_registration(row, at_once=True)
    secret = re.compile(r"registrations/[^<\"?]+|data:image[^\"]+")
    pages = [secret.sub("", registered(egf_pin="77").page.html) for _ in range(2)]
    tokens = re.compile(r'name="csrfmiddlewaretoken" value="[^"]+"')
    assert tokens.sub("", pages[0]) == tokens.sub("", pages[1])
    assert [one.state for one in Signup.objects.all()] == ["confirmed", "asked"]


def test_many_from_one_address_wait_and_keep_what_they_typed(row, monkeypatch):
    open_registration(row)
    cache.clear()
    monkeypatch.setitem(api_settings.DEFAULT_THROTTLE_RATES, "signup", "1/hour")
    registered()
    page = registered(given_name="Bella").page
    assert (page.status, page.forms[-1].fields["given_name"]) == (429, "Bella")
    assert "Too many registrations from here" in page.text
    cache.clear()


def test_one_changes_what_one_said(row):
    open_registration(row)
    visitor = Visitor()
    visitor.open(own_address(a_signup(row, email="old@example.org")))
    page = visitor.press("Save the changes", rank="forty")
    assert (page.status, 'value="forty"' in page.html) == (422, True)
    page = visitor.press("Save the changes", rank="2k", given_name="Anneke")
    assert "Your registration was changed." in page.text
    signup = Signup.objects.get()
    assert (signup.name, signup.rank, signup.email) == ("Vos Anneke", -2, "old@example.org")


def test_once_confirmed_it_leads_to_the_first_link_of_the_entry(row, director):
    signup = a_signup(row)
    director.open(LIST)
    director.press("Confirm the one who has a place")
    visitor = Visitor()
    visitor.open(own_address(signup))
    assert "Vos Anna" in visitor.follow("Your games in this tournament").text
    renew(EntryRow.objects.get().id, 1, timezone.now())
    assert "Your games" not in visitor.open(own_address(signup)).text


@pytest.mark.parametrize("address", ["/registrations/x/", "/registrations/x:y/"])
def test_no_link_of_ours_opens_nothing(row, address):
    page = Visitor().open(address)
    assert (page.status, "compare the link" in page.text) == (404, True)


def test_the_director_opens_registration_in_the_tournaments_zone(row, director):
    director.open(TERMS)
    page = director.press(
        "Save",
        is_open="on",
        zone="Europe/Helsinki",
        closes_at="2026-07-01T18:00",
        categories="youth\n\n women ",
        ask_email="required",
        ask_club="",
    )
    assert "The terms of registration are saved" in page.text
    terms = SignupTerms.objects.get()
    assert terms.closes_at == datetime(2026, 7, 1, 15, tzinfo=UTC)
    assert (terms.categories, terms.asks["email"], "club" in terms.asks) == (
        ["youth", "women"],
        "required",
        False,
    )
    assert page.forms[-1].fields["closes_at"] == "2026-07-01T18:00"


def test_two_directors_who_set_terms_do_not_undo_each_other_unseen(row, director):
    director.open(TERMS)
    open_registration(row, fee="30 euros")
    page = director.press("Save", is_open="on", fee="25 euros")
    assert (page.status, "Another user changed this" in page.text) == (422, True)
    assert SignupTerms.objects.get().fee == "30 euros"


def test_who_cannot_be_told_apart_is_asked_about_and_the_ticks_stay(row, director):
    Player.objects.create(
        organisation_id=row.organisation_id,
        family_name="Vos",
        given_name="Anna",
        rank=3,
        rating=2350,
        country="BE",
    )
    signup = a_signup(row)
    director.open(LIST)
    page = director.press("Confirm those ticked", signups=str(signup.id))
    assert (page.status, "Vos Anna: " in page.text) == (409, True)
    (kept,) = (form.fields for form in page.forms if "signups" in form.fields)
    assert kept["signups"] == str(signup.id)
    director.press("Confirm those ticked", **{f"is_{signup.id}": "new"})
    assert Player.objects.count() == 2


def test_the_desk_notes_fees_and_sees_no_address(row):
    open_registration(row)
    signup = a_signup(row, email="anna@example.org", birth_year=2001)
    SignupTerms.objects.update(fee="25 euros")
    desk = Visitor(an_account("desk", Office.DESK))
    desk.open(LIST)
    desk.press("due")
    assert "Vos Anna has paid." in desk.page.text
    assert "Confirm" not in " ".join(desk.page.buttons)
    assert "anna@example.org" not in desk.open(f"{LIST}{signup.id}/").html
    assert (Signup.objects.get().fee_by.username, desk.client.get(f"{LIST}table.csv").status_code) == (
        "desk",
        403,
    )


def test_the_director_sees_the_rank_in_the_list_and_alone(row, director):
    signup = a_signup(row, rank=2)
    assert re.search(r"Vos Anna\s+3d\s+Rive NL", director.open(LIST).text)
    assert "Rank 3d" in director.open(f"{LIST}{signup.id}/").text


def test_search_and_state_narrow_the_list(row, director):
    for name in ("Vos Anna", "Bos Bert", "Cox Cleo"):
        a_signup(row, name)
    withdraw(Signup.objects.last().id, a_context())
    assert "Cox Cleo" not in director.open(LIST).text
    assert "Cox Cleo" in director.open(f"{LIST}?state=withdrawn").text
    text = director.open(f"{LIST}?q=bos").text
    assert ("Bos Bert" in text, "Vos Anna" in text) == (True, False)


def test_the_table_defuses_what_a_spreadsheet_would_compute(row, director):
    a_signup(row, "=HYPERLINK(1) Anna", club="+1")
    data = director.client.get(f"{LIST}table.csv").content.decode("utf-8-sig")
    head, line = data.splitlines()
    assert head.startswith("number,family_name,given_name,state,rank")
    assert ("'=HYPERLINK(1)" in line, "'+1" in line) == (True, True)


@pytest.mark.parametrize(
    ("shown", "names"),
    [("nobody", None), ("confirmed", {"Aa"}), ("everybody", {"Aa", "Bb", "Dd"})],
)
def test_who_comes_is_public_where_the_director_wants_it(row, director, shown, names):
    signups = [a_signup(row, name) for name in ("Aa", "Bb")]
    a_signup(row, "Cc", hidden=True)
    director.open(f"{LIST}{signups[0].id}/")
    director.press("Confirm")
    open_registration(row, places=3, shown="everybody")
    a_signup(row, "Dd")
    SignupTerms.objects.update(shown=shown)
    page = Visitor().open(f"{EVENT}coming/")
    if names is None:
        assert page.status == 404
    else:
        assert {name for name in ("Aa", "Bb", "Cc", "Dd") if name in page.text} == names


def known_anna(row):
    return Player.objects.create(
        organisation_id=row.organisation_id,
        family_name="Vos",
        given_name="Anna",
        rank=2,
        rating=2300,
        country="NL",
        club="Rive",
    )


def leads_to_games(row):
    pair(row, 1)
    signup = Signup.objects.get(family_name="Vos")
    assert signup.state == "confirmed"
    return "Your games" in Visitor().open(f"/registrations/{key_of(signup)}/").text


@pytest.mark.parametrize("known", [False, True])
def test_who_is_entered_at_once_has_the_link_unless_they_say_to_be_somebody_known(row, known):
    if known:
        known_anna(row)
    open_registration(row, at_once=True)
    registered()
    registered(family_name="Bos", given_name="Bert")
    assert leads_to_games(row) is not known


def test_a_registration_of_somebody_who_was_entered_before_does_not_lead_to_their_games(row, director):
    entered = EnterPlayer(
        entry_id=str(uuid4()), player_id=str(known_anna(row).pk), rank=2, rating=2300, country="NL"
    )
    carry_out(str(row.pk), entered, a_context())
    open_registration(row)
    registered()
    registered(family_name="Bos", given_name="Bert")
    confirm(row, ConfirmSignups(), a_context())
    assert EntryRow.objects.filter(tournament=row).count() == 2
    assert not leads_to_games(row)


def test_a_form_that_names_what_is_no_registration_is_refused(row):
    a_signup(row)
    client = Client()
    client.force_login(an_account("director", Office.DIRECTOR))
    answer = client.post(f"{LIST}confirm/", {"signups": "nobody", "next": LIST})
    assert (answer.status_code, Signup.objects.get().state) == (422, "asked")
