"""Registration by players: fields, opening times, places and the waiting list, changes and withdrawals."""

from datetime import timedelta

import pytest

from games.log.tables import Event
from games.refusals import Refusal
from tests.builders import NOW, a_context, a_tournament
from tests.tournaments.registration.building import (
    fresh,
    open_terms,
    registers,
    states,
)
from tournaments.registration.places import occupied_places, place_in_line
from tournaments.registration.registering import ChangeSignup, change, key_of, signup_of, withdraw
from tournaments.registration.terms import (
    RegistrationStatus,
    SetTerms,
    consent_of,
    registration_status,
    set_terms,
    terms_of,
)
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow
from tournaments.tables.signups import ConsentText, Signup

pytestmark = pytest.mark.django_db


@pytest.fixture
def row():
    return a_tournament(players=0)


def refused(code, work, *args, **told):
    with pytest.raises(Refusal) as no:
        work(*args, **told)
    assert no.value.code == code
    return no.value.facts


def test_keeps_answers_and_consent(row):
    open_terms(row)
    signup = fresh(registers(row, "Vos Anna", egf_pin="123", email="anna@example.org", absent=(2, 1)))
    assert (signup.name, signup.rank, signup.egf_pin, signup.absent) == ("Vos Anna", 0, "123", [1, 2])
    assert (signup.state, signup.consent_version, signup.consent_at) == ("asked", 1, NOW)
    assert not EntryRow.objects.filter(tournament=row).exists()


def test_repeated_request_registers_once_and_different_content_is_rejected(row):
    open_terms(row)
    first = registers(row, "Vos Anna", id_="9a6c7f2e-1111-4222-8333-444455556666")
    again = registers(row, "Vos Anna", id_="9a6c7f2e-1111-4222-8333-444455556666")
    assert first == again
    refused("registered_otherwise", registers, row, "Bos Bert", id_=str(first.id))
    assert states(row) == {"Vos Anna": "asked"}


def test_reports_every_error_by_field_and_stores_nothing(row):
    open_terms(row, categories=("youth", "women"), asks={"rank": "required", "email": "required"})
    told = {"rank": None, "category": "men", "birth_year": 1066, "absent": (9,)}
    faults = refused("invalid_registration", registers, row, "", **told)["errors"]
    assert {fault["place"] for fault in faults} == {
        "family_name",
        "rank",
        "email",
        "category",
        "birth_year",
        "absent",
    }
    assert not Signup.objects.exists()


@pytest.mark.parametrize("consent", [None, 7])
def test_rejects_registration_without_current_consent(row, consent):
    open_terms(row)
    facts = refused("invalid_registration", registers, row, "Vos Anna", consent=consent)
    assert [fault["place"] for fault in facts["errors"]] == ["consent"]


def test_changed_consent_text_is_a_new_version_and_the_old_one_is_kept(row):
    open_terms(row)
    anna = registers(row, "Vos Anna")
    terms = open_terms(row, consent="Another text.")
    assert (terms.consent_version, consent_of(terms)) == (2, "Another text.")
    assert consent_of(terms, fresh(anna).consent_version) == "I agree that my name is published."
    open_terms(row, consent="Another text.")
    assert ConsentText.objects.count() == 2


def test_unrequested_fields_are_not_stored(row):
    open_terms(row, asks={"rank": "required"})
    signup = fresh(registers(row, "Vos Anna", egf_pin="123", email="anna@example.org", birth_year=2001))
    assert (signup.egf_pin, signup.email, signup.birth_year, signup.club) == ("", "", None, "")


def test_registration_opens_and_closes_at_its_times(row):
    terms = open_terms(row, opens_at=NOW, closes_at=NOW + timedelta(days=1))
    moments = [NOW - timedelta(seconds=1), NOW, NOW + timedelta(days=1)]
    assert [registration_status(terms, row, at) for at in moments] == [
        RegistrationStatus.NOT_YET,
        RegistrationStatus.OPEN,
        RegistrationStatus.CLOSED,
    ]
    refused("registration_closed", registers, row, "Vos Anna", at=moments[0])
    registers(row, "Vos Anna", at=moments[1])
    refused("registration_closed", registers, row, "Bos Bert", at=moments[2])


def test_tournament_without_terms_is_closed(row):
    assert registration_status(terms_of(row), row, NOW) is RegistrationStatus.CLOSED
    refused("registration_closed", registers, row, "Vos Anna")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"consent": " "}, "consent"),
        ({"zone": "Europe/Atlantis"}, "zone"),
        ({"opens_at": NOW, "closes_at": NOW}, "closes_at"),
        ({"categories": ("youth", "Youth")}, "categories"),
        ({"asks": {"shoe_size": "optional"}}, "asks.shoe_size"),
        ({"asks": {"rounds": "required"}}, "asks.rounds"),
    ],
)
def test_rejects_invalid_terms_at_their_field(row, changes, field):
    command = SetTerms(**{"is_open": True, "consent": "Yes.", **changes})
    assert refused("invalid", set_terms, row, command, a_context())["field"] == field
    assert not ConsentText.objects.exists()


def test_registration_waits_in_line_when_full(row):
    open_terms(row, places=2)
    for name in ("Aa", "Bb", "Cc", "Dd"):
        last = registers(row, name)
    assert states(row) == {"Aa": "asked", "Bb": "asked", "Cc": "waiting", "Dd": "waiting"}
    assert place_in_line(fresh(last)) == 2


def test_players_entered_by_hand_take_places():
    row = a_tournament(players=2)
    open_terms(row, places=3)
    assert [registers(row, name).state for name in ("Aa", "Bb")] == ["asked", "waiting"]


def test_full_tournament_without_waiting_list_rejects_registration(row):
    open_terms(row, places=1, waiting_list=False, contact="Ask Anna.")
    registers(row, "Aa")
    assert refused("registration_full", registers, row, "Bb")["contact"] == "Ask Anna."
    assert states(row) == {"Aa": "asked"}


def test_withdrawal_promotes_first_in_waiting_list(row):
    open_terms(row, places=1)
    first, *_ = [registers(row, name) for name in ("Aa", "Bb", "Cc")]
    withdraw(first.id, a_context())
    withdraw(first.id, a_context())
    assert states(row) == {"Aa": "withdrawn", "Bb": "asked", "Cc": "waiting"}


def test_new_registrations_do_not_pass_the_waiting_list(row):
    terms = open_terms(row, places=1)
    for name in ("Aa", "Bb"):
        registers(row, name)
    open_terms(row, places=3)
    assert registers(row, "Cc").state == "waiting"
    assert occupied_places(terms) == 1


def test_immediate_mode_enters_unknown_players(row):
    open_terms(row, at_once=True)
    signup = fresh(registers(row, "Vos Anna", rank=3, absent=(2,)))
    entry = EntryRow.objects.get(tournament=row)
    assert (signup.state, signup.entry_id) == ("confirmed", entry.id)
    assert (entry.rank, entry.club, entry.absent) == (3, "Rive", [2])
    assert str(Player.objects.get(pk=entry.player_id)) == "Vos Anna"
    told = [each for each in Event.objects.all() if "Vos" in each.data]
    assert told == []  # no name in any event


def test_immediate_mode_leaves_possible_matches_to_the_director(row):
    open_terms(row, at_once=True)
    registers(row, "Vos Anna", egf_pin="1")
    twin = registers(row, "Vos Anna", egf_pin="1")
    assert (twin.state, EntryRow.objects.filter(tournament=row).count()) == ("asked", 1)


def test_immediate_mode_enters_promoted_players(row):
    open_terms(row, at_once=True, places=1)
    first = registers(row, "Aa")
    registers(row, "Bb")
    withdraw(first.id, a_context())
    assert states(row) == {"Aa": "withdrawn", "Bb": "confirmed"}
    withdrawn = EntryRow.objects.filter(tournament=row).values_list("withdrawn", flat=True)
    assert sorted(withdrawn) == [False, True]


def test_change_is_validated_like_a_registration(row):
    open_terms(row)
    signup = registers(row, "Vos Anna")
    told = {"family_name": "Vos", "given_name": "Anneke", "rank": 2}
    change(signup.id, ChangeSignup(signup_id=str(signup.id), **told), a_context())
    assert (fresh(signup).name, fresh(signup).rank) == ("Vos Anneke", 2)
    bad = ChangeSignup(signup_id=str(signup.id), family_name="Vos")
    refused("invalid_registration", change, signup.id, bad, a_context())
    assert fresh(signup).rank == 2


def test_after_entry_only_additional_fields_can_change(row):
    open_terms(row, at_once=True)
    signup = registers(row, "Vos Anna")
    command = ChangeSignup(signup_id=str(signup.id), family_name="Bos", rank=5, email="a@b.cd", hidden=True)
    change(signup.id, command, a_context())
    now = fresh(signup)
    assert (now.name, now.rank, now.email, now.hidden) == ("Vos Anna", 0, "a@b.cd", True)


def test_rejects_change_of_withdrawn_registration(row):
    open_terms(row)
    signup = registers(row, "Vos Anna")
    withdraw(signup.id, a_context())
    command = ChangeSignup(signup_id=str(signup.id), family_name="Vos", rank=1)
    refused("registration_over", change, signup.id, command, a_context())


def test_link_opens_only_its_registration(row):
    open_terms(row)
    anna, bert = registers(row, "Vos Anna"), registers(row, "Bos Bert")
    assert signup_of(key_of(anna)) == anna
    forged = key_of(anna).replace(anna.id.hex, bert.id.hex)
    for key in (forged, "", "nothing", key_of(anna)[:-1]):
        refused("no_such_registration", signup_of, key)
