"""Grants and revocations of roles in the log, with their actors."""

from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import call_command
from django.db import connection, transaction

from games.log import exchange, folding, store
from games.log.tables import DamagedStream
from games.log.verification import record_damage, verify
from games.refusals import Refusal
from tests.builders import NOW, a_context, a_tournament, an_account, an_invitation, an_organisation
from tournaments.organisations.commands import CreateOrganisation, create_organisation, revoke_office
from tournaments.organisations.invitations import accept
from tournaments.organisations.offices import offices_in_log, stream_of
from tournaments.reading.receipt_rights import may_read_offices
from tournaments.tables.people import Membership, Office

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna():
    return an_account("anna")


@pytest.fixture
def house(anna):
    return create_organisation(CreateOrganisation(slug="club", name="Club", owner_id=anna.pk), a_context())


def office_events(house):
    """Return the events of the organisation: kind, account, office, way and actor."""
    return [
        (
            one.kind.split("-")[-1].removesuffix(".v1"),
            one.data["account"],
            one.data["office"],
            one.data.get("way", ""),
            one.actor,
        )
        for one in store.read(stream_of(house.pk))
    ]


def name(user):
    return f"user:{user.pk}"


def invited(house, user, office=Office.REFEREE, **more):
    accept(an_invitation(house, office, **more), user.pk, NOW)


def test_founding_grants_the_first_role(house, anna):
    assert office_events(house) == [("granted", name(anna), "owner", "founding", "tester")]
    assert list(verify()) == []


def test_repeated_founding_command_records_nothing_more(anna):
    context, command = a_context(), CreateOrganisation(slug="club", name="Club", owner_id=anna.pk)
    create_organisation(command, context)
    assert len(office_events(create_organisation(command, context))) == 1


def test_role_is_granted_by_the_inviter(house):
    bert, row = an_account("bert"), a_tournament(players=0, organisation=house)
    invited(house, bert, tournament_id=row.id)
    assert office_events(house)[1] == (
        "granted",
        name(bert),
        "referee",
        "invitation",
        name(an_account("inviter")),
    )
    assert store.read(stream_of(house.pk))[1].data["tournament_id"] == str(row.id)
    assert list(verify()) == []


def test_accepting_twice_or_a_held_role_records_nothing(house):
    bert, invitation = an_account("bert"), an_invitation(house, Office.DESK)
    for _ in range(2):
        accept(invitation, bert.pk, NOW)
    invited(house, bert, Office.DESK)
    assert len(office_events(house)) == 2


def test_revocation_records_its_actor(house, anna):
    bert = an_account("bert")
    invited(house, bert)
    revoke_office(Membership.objects.get(user=bert), a_context(actor=name(anna)))
    assert office_events(house)[2:] == [("taken", name(bert), "referee", "", name(anna))]
    assert {one.account for one in offices_in_log(house.pk)} == {name(anna)}
    invited(house, bert)
    assert [what for what, *_ in office_events(house)] == ["granted", "granted", "taken", "granted"]
    assert list(verify()) == []


def test_rejected_command_records_nothing(house, anna):
    with pytest.raises(Refusal):
        revoke_office(Membership.objects.get(user=anna), a_context())
    assert len(office_events(house)) == 1


def test_rolled_back_grant_is_in_neither_log_nor_table(house):
    with transaction.atomic():
        invited(house, an_account("bert"))
        transaction.set_rollback(True)
    assert (len(office_events(house)), Membership.objects.count()) == (1, 1)


@pytest.mark.parametrize("how", ["row", "rows"])
def test_deleting_an_account_revokes_its_roles(house, how):
    bert = an_account("bert")
    number = name(bert)
    invited(house, bert)
    invited(house, bert, Office.DESK)
    (type(bert).objects.filter(pk=bert.pk) if how == "rows" else bert).delete()
    assert sorted(office_events(house)[3:]) == [
        ("taken", number, "desk", "", "manage.py"),
        ("taken", number, "referee", "", "manage.py"),
    ]
    assert list(verify()) == []


def test_deleting_an_organisation_revokes_its_roles(house):
    bert = an_account("bert")
    invited(house, bert)
    id_ = house.pk
    house.delete()
    assert offices_in_log(id_) == frozenset()
    assert list(verify()) == []


@pytest.mark.django_db(transaction=True)
def test_log_imported_without_people_has_no_fault(house):
    lines = list(exchange.export())
    call_command("flush", "--no-input", verbosity=0)
    exchange.load(lines)
    assert (len(offices_in_log(house.pk)), Membership.objects.count()) == (1, 0)
    assert list(verify()) == []


def test_detects_role_granted_outside_the_log(house):
    bert, end = an_account("bert"), store.version(stream_of(house.pk))
    Membership.objects.create(organisation=house, user=bert, office=Office.DIRECTOR)
    what = f"{name(bert)} is director, and the log tells of nobody who granted it"
    assert [str(fault) for fault in verify()] == [f"{stream_of(house.pk)} version {end}: {what}"]


def test_detects_role_revoked_outside_the_log(house):
    bert, row = an_account("bert"), a_tournament(players=0, organisation=house)
    invited(house, bert, tournament_id=row.id)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM tournaments_membership WHERE user_id = %s", [bert.pk])
    [fault] = verify()
    assert fault.what == f"{name(bert)} is referee of tournament {row.id} by the log, and no row says so"


def test_role_changed_outside_the_log_is_reported_twice_and_blocks_nobody(house):
    bert = an_account("bert")
    invited(house, bert)
    Membership.objects.filter(user=bert).update(office=Office.OWNER)
    faults = list(verify())
    assert len(faults) == 2
    record_damage(faults)
    assert not DamagedStream.objects.exists(), "the log is whole"


def test_roles_older_than_the_log_are_recorded_first():
    house = an_organisation()
    old, bert = an_account("old", Office.OWNER, house), an_account("bert")
    assert list(verify()) == [], "the log says nothing of this house"
    invited(house, bert)
    assert [(what, who, how) for what, who, _, how, _ in office_events(house)] == [
        ("granted", name(old), "before"),
        ("granted", name(bert), "invitation"),
    ]
    assert list(verify()) == []


def test_state_is_read_from_the_log_alone(house):
    invited(house, an_account("bert"))
    folding.clear_cache()
    assert len(offices_in_log(house.pk)) == 2
    assert offices_in_log(uuid4()) == frozenset()


def test_tournament_readers_see_its_roles_and_owners_see_all(house, anna):
    shown = a_tournament(players=0, organisation=house)
    hidden = a_tournament(players=0, slug="hidden", organisation=house, published=False)
    stream, anybody = stream_of(house.pk), AnonymousUser()

    def reads(user, tournament_id=""):
        return may_read_offices(user, stream, "", {"tournament_id": tournament_id})

    asked = ("", str(shown.pk), str(hidden.pk))
    assert [reads(anybody, one) for one in asked] == [True, True, False]
    assert [reads(anna, one) for one in asked] == [True, True, True]
    other = create_organisation(CreateOrganisation(slug="x", name="X", owner_id=anna.pk), a_context())
    assert not may_read_offices(anybody, stream_of(other.pk), "", {}), "it has no tournament to be seen"
    assert not may_read_offices(anybody, "organisation-x", "", {})
