"""Decisions of directors on registrations (confirm, reject, move, merge), fees and deletion of data."""

from dataclasses import replace
from datetime import timedelta
from typing import get_type_hints

import pytest
from django.core.management import call_command

from games.refusals import Refusal
from tests.builders import NOW, a_context, a_tournament, an_account, an_organisation, finish, pair
from tests.tournaments.registration.building import fresh, open_terms, registers, states
from tournaments.commands import carry_out
from tournaments.domain.entries import RemoveEntry
from tournaments.domain.presence import WithdrawEntry
from tournaments.domain.tournament import DeleteTournament
from tournaments.loading import load
from tournaments.persons.erasing import erase_player
from tournaments.reading.signups import CSV_HEAD, SignupAnswersBody
from tournaments.registration.answers import Answers
from tournaments.registration.matching import match_signups
from tournaments.registration.officers import (
    ConfirmSignups,
    MarkFee,
    MergeSignup,
    MoveSignup,
    RefuseSignup,
    RenewLink,
    confirm,
    delete_personal_data,
    mark_fee,
    merge,
    move,
    refuse_signup,
    renew_link,
)
from tournaments.registration.registering import key_of, signup_of, withdraw
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, TournamentRow
from tournaments.tables.signups import Signup

pytestmark = pytest.mark.django_db


@pytest.fixture
def row():
    return a_tournament(players=0)


def refused(code, work, *args):
    with pytest.raises(Refusal) as no:
        work(*args)
    assert no.value.code == code
    return no.value.facts


def a_player(row, family="Vos", given="Anna", **known):
    values = {"rank": 3, "rating": 2375, "country": "NL", "club": "Rive", **known}
    return Player.objects.create(
        organisation_id=row.organisation_id, family_name=family, given_name=given, **values
    )


def confirmed(row, *signups, **players):
    return confirm(row, ConfirmSignups(signups=tuple(str(one.id) for one in signups), **players), a_context())


def test_confirming_creates_the_requested_entry(row):
    open_terms(row)
    anna = registers(row, "Vos Anna", rank=2, absent=(3,), byes=(1,))
    open_terms(row, asks={"rank": "required", "rounds": "optional", "byes": "optional"})
    bert = registers(row, "Bos Bert", rank=1, absent=(3,), byes=(1,))
    confirmed(row, anna, bert)
    entries = load(str(row.id))[0].entries
    assert entries[fresh(bert).entry_id].absent == frozenset({3})
    assert entries[fresh(bert).entry_id].byes_asked == frozenset({1})
    assert states(row) == {"Vos Anna": "confirmed", "Bos Bert": "confirmed"}


def test_confirming_twice_enters_once(row):
    open_terms(row)
    anna = registers(row, "Vos Anna")
    context = a_context()
    command = ConfirmSignups(signups=(str(anna.id),))
    confirm(row, command, context)
    confirm(row, command, context)
    confirm(row, command, a_context())
    assert (EntryRow.objects.count(), Player.objects.count()) == (1, 1)


def test_confirms_all_or_none(row):
    open_terms(row, asks=dict.fromkeys(("country", "club"), "optional"))
    registers(row, "Vos Anna", rank=None)
    a_player(row)
    registers(row, "Bos Bert", rank=None)  # nobody knows how strong
    facts = refused("registration_without_rank", confirm, row, ConfirmSignups(), a_context())
    assert facts["name"] == "Bos Bert"
    assert set(states(row).values()) == {"asked"}
    assert not EntryRow.objects.exists()


def test_empty_selection_confirms_all_with_a_place(row):
    open_terms(row, places=2)
    for name in ("Aa", "Bb", "Cc"):
        registers(row, name)
    confirmed(row)
    assert states(row) == {"Aa": "confirmed", "Bb": "confirmed", "Cc": "waiting"}


def test_links_known_player_and_keeps_their_rating(row):
    known = a_player(row)
    open_terms(row)
    anna = registers(row, "Anna Vos", rank=3, egf_pin="77")
    confirmed(row, anna)
    assert (fresh(anna).player, Player.objects.count()) == (known, 1)
    assert EntryRow.objects.get().rating == 2375
    known.refresh_from_db()
    assert known.egf_pin == "77"  # it was not known yet


@pytest.mark.parametrize(
    ("known", "told", "likely"),
    [
        ({}, {}, True),
        ({"club": "Hill"}, {}, True),  # clubs are written in many ways, the country agrees
        ({"country": "BE"}, {}, False),
        ({"birth_year": 1990}, {"birth_year": 1991}, False),
        ({"birth_year": 1990}, {"birth_year": 1990}, True),
        ({"egf_pin": "1"}, {"egf_pin": "1", "country": "", "club": ""}, True),
        ({"club": "Hill"}, {"country": ""}, False),
    ],
)
def test_matching_name_alone_identifies_nobody(row, known, told, likely):
    a_player(row, **known)
    terms = open_terms(row, asks=dict.fromkeys(("country", "club", "egf_pin", "birth_year"), "optional"))
    anna = fresh(registers(row, "Vos Anna", rank=None, **told))
    match = match_signups(terms, [anna])[anna.id]
    assert (len(match.candidates), match.likely is not None) == (1, likely)


def test_director_decides_on_possible_match(row):
    a_player(row, country="BE")
    open_terms(row)
    anna = registers(row, "Vos Anna")
    command = ConfirmSignups(signups=(str(anna.id),))
    assert refused("registration_unclear", confirm, row, command, a_context())["names"] == ["Vos Anna"]
    confirmed(row, anna, players={str(anna.id): "new"})
    assert Player.objects.count() == 2


def test_player_of_another_organisation_is_not_matched(row):
    other = a_tournament(players=0, slug="other")
    other.organisation_id = Player.objects.create(
        organisation=an_organisation("elsewhere"), family_name="Vos", rank=1, rating=2150
    ).organisation_id
    stranger = Player.objects.get()
    open_terms(row)
    anna = registers(row, "Vos Anna")
    command = ConfirmSignups(signups=(str(anna.id),), players={str(anna.id): str(stranger.id)})
    refused("unknown_player", confirm, row, command, a_context())


def test_merges_duplicate_registrations(row):
    open_terms(row, places=1)
    first = registers(row, "Vos Anna", egf_pin="1")
    again = registers(row, "Anna Vos", egf_pin="1", email="anna@example.org")
    terms = fresh(first).terms
    assert match_signups(terms, [again])[again.id].twins == (first,)
    kept = merge(row, MergeSignup(signup_id=str(again.id), into=str(first.id)), a_context())
    assert (kept, kept.email) == (first, "anna@example.org")
    assert states(row) == {"Vos Anna": "asked", "Anna Vos": "merged"}


def test_rejects_confirming_unreviewed_duplicates(row):
    open_terms(row)
    for _ in range(2):
        registers(row, "Vos Anna", egf_pin="1")
    refused("registered_twice", confirm, row, ConfirmSignups(), a_context())
    assert not EntryRow.objects.exists()


def test_rejects_merging_away_a_confirmed_registration(row):
    open_terms(row)
    first, second = registers(row, "Vos Anna"), registers(row, "Bos Bert")
    confirmed(row, first)
    command = MergeSignup(signup_id=str(first.id), into=str(second.id))
    refused("not_mergeable", merge, row, command, a_context())


def test_rejection_has_a_reason_and_frees_the_place(row):
    open_terms(row, places=1)
    anna, _ = registers(row, "Aa"), registers(row, "Bb")
    confirmed(row, anna)
    command = RefuseSignup(signup_id=str(anna.id), reason="")
    assert refused("reason_required", refuse_signup, row, command, a_context())["field"] == "reason"
    refuse_signup(row, replace(command, reason="Only members."), a_context())
    assert (fresh(anna).reason, states(row)) == ("Only members.", {"Aa": "refused", "Bb": "asked"})
    assert not EntryRow.objects.exists()


def test_rejects_withdrawing_confirmation_of_entry_with_games(row):
    open_terms(row)
    signups = [registers(row, name) for name in ("Aa", "Bb")]
    confirmed(row)
    pair(row, 1)
    finish(row, 1)
    command = RefuseSignup(signup_id=str(signups[0].id), reason="No.")
    refused("entry_has_games", refuse_signup, row, command, a_context())
    assert states(row)["Aa"] == "confirmed"


def test_moving_to_waiting_list_appends_and_promotes_nobody(row):
    open_terms(row, places=1)
    anna, bert = registers(row, "Aa"), registers(row, "Bb")
    confirmed(row, anna)
    move(row, MoveSignup(signup_id=str(anna.id), waiting=True), a_context())
    assert states(row) == {"Bb": "waiting", "Aa": "waiting"}
    move(row, MoveSignup(signup_id=str(bert.id), waiting=False), a_context())
    refused("no_place_free", move, row, MoveSignup(signup_id=str(anna.id), waiting=False), a_context())
    refused("no_place_free", confirm, row, ConfirmSignups(signups=(str(anna.id),)), a_context())
    assert states(row) == {"Bb": "asked", "Aa": "waiting"}


@pytest.mark.parametrize("leaving", [WithdrawEntry, RemoveEntry])
def test_withdrawn_entry_frees_its_place(row, leaving, django_capture_on_commit_callbacks):
    open_terms(row, places=1)
    anna, _ = registers(row, "Aa"), registers(row, "Bb")
    confirmed(row, anna)
    with django_capture_on_commit_callbacks(execute=True):
        carry_out(str(row.id), leaving(entry_id=fresh(anna).entry_id), a_context())
    assert states(row) == {"Aa": "withdrawn", "Bb": "asked"}


def test_player_may_register_again_after_withdrawal(row):
    open_terms(row)
    anna = registers(row, "Vos Anna")
    confirmed(row, anna)
    withdraw(anna.id, a_context())
    assert EntryRow.objects.get().withdrawn
    again = registers(row, "Vos Anna")
    confirmed(row, again)
    assert fresh(again).entry_id == fresh(anna).entry_id
    assert not EntryRow.objects.get().withdrawn


def test_fee_payment_records_actor_and_time(row):
    open_terms(row)
    anna, desk = registers(row, "Aa"), an_account("desk")
    context = a_context(actor=f"user:{desk.pk}")
    mark_fee(row, MarkFee(signup_id=str(anna.id), paid=True, amount="20 euros"), context)
    later = replace(context, at=NOW + timedelta(hours=1), command_id=a_context().command_id)
    mark_fee(row, MarkFee(signup_id=str(anna.id), paid=True), later)
    assert (fresh(anna).fee, fresh(anna).fee_paid_at, fresh(anna).fee_by) == ("20 euros", NOW, desk)
    mark_fee(row, MarkFee(signup_id=str(anna.id), paid=False), later)
    assert (fresh(anna).fee_paid_at, fresh(anna).fee_by) == (None, desk)


def test_new_link_replaces_the_old_one(row):
    open_terms(row)
    anna = registers(row, "Aa")
    old = key_of(anna)
    new = key_of(renew_link(row, RenewLink(signup_id=str(anna.id)), a_context()))
    refused("registration_link_replaced", signup_of, old)
    assert signup_of(new) == anna


def test_keeps_only_confirmed_data_without_address_after_tournament(row):
    open_terms(row)
    anna = registers(row, "Aa", email="a@b.cd")
    registers(row, "Bb")
    confirmed(row, anna)
    over = NOW + timedelta(days=2)  # its last day is the one after NOW
    refused("tournament_not_over", delete_personal_data, row, NOW)
    assert delete_personal_data(row, over) == 1
    assert (states(row), fresh(anna).email) == ({"Aa": "confirmed"}, "")


def test_erasing_a_person_erases_their_registration(row):
    open_terms(row)
    anna = registers(row, "Aa", egf_pin="1")
    registers(row, "Aa", egf_pin="1")
    merge(row, MergeSignup(signup_id=str(Signup.objects.last().id), into=str(anna.id)), a_context())
    confirmed(row, anna)
    erase_player(fresh(anna).player)
    assert not Signup.objects.exists()
    assert EntryRow.objects.count() == 1


def test_pair_go_confirmation_creates_players_but_no_entry():
    row = a_tournament(players=0, players_per_side=2)
    open_terms(row, places=1)
    anna, bert = registers(row, "Aa"), registers(row, "Bb")
    confirmed(row, anna)
    assert (Player.objects.count(), EntryRow.objects.count()) == (1, 0)
    assert (fresh(anna).state, fresh(bert).state) == ("confirmed", "waiting")


def test_deleting_a_tournament_deletes_its_registrations(row):
    open_terms(row)
    registers(row, "Aa")
    carry_out(str(row.id), DeleteTournament(), a_context())
    assert not Signup.objects.exists()


def test_command_deletes_the_same_data_as_the_button(row, capsys):
    open_terms(row)
    registers(row, "Aa")
    TournamentRow.objects.update(begins="2001-01-01", ends="2001-01-02")
    call_command("forget_registrations", row.slug)
    assert "1 deleted." in capsys.readouterr().out
    assert not Signup.objects.exists()


def test_officers_see_every_answer_over_rest_and_as_csv():
    answers = set(Answers.__dataclass_fields__) - {"grade"}  # shown with the rank
    assert answers <= set(get_type_hints(SignupAnswersBody))
    assert answers - {"hidden"} <= set(CSV_HEAD)
