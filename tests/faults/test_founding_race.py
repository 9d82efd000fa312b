"""Two who want the same thing at the same instant: one has it, the other is told, nothing is half done."""

from functools import partial

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone

from tests.builders import a_context, a_tournament, an_account, an_invitation, an_organisation
from tests.faults.test_two_directors import at_once, refused_as
from tests.sizes import size
from tournaments.accounts.accounts import create_account
from tournaments.organisations.commands import CreateOrganisation, create_organisation, revoke_office
from tournaments.organisations.founding import TakeService, take_service
from tournaments.organisations.invitations import accept, accept_with_new_account
from tournaments.tables.accounts import Invitation
from tournaments.tables.people import Membership, Office, Organisation, Player

pytestmark = pytest.mark.django_db(transaction=True)
TIMES = size(10, long=200)
PASSWORD = "nine-stones-and-a-bowl"


def refusals(outcomes):
    return [refused_as(outcome) for outcome in outcomes if isinstance(outcome, Exception)]


def test_two_founders_of_one_address():
    founders = [an_account(name).pk for name in ("anna", "bert")]
    for attempt in range(TIMES):
        slug = f"club-{attempt}"
        commands = [CreateOrganisation(slug=slug, name="Club", owner_id=owner) for owner in founders]
        outcomes = at_once(*(partial(create_organisation, one, a_context()) for one in commands))
        assert refusals(outcomes) == ["slug_taken"]
        assert Membership.objects.filter(organisation__slug=slug).count() == 1


def test_two_who_take_a_service_that_nobody_runs():
    commands = [TakeService(username=name, password=PASSWORD) for name in ("anna", "bert")]
    for _ in range(TIMES):
        outcomes = at_once(*(partial(take_service, one, timezone.now()) for one in commands))
        assert refusals(outcomes) == ["service_taken"]
        assert get_user_model().objects.count() == 1
        Invitation.objects.all().delete()
        get_user_model().objects.all().delete()


def test_an_invitation_taken_twice():
    house, guests = an_organisation(), [an_account(name).pk for name in ("anna", "bert")]
    for _ in range(TIMES):
        invitation = an_invitation(house, Office.REFEREE)
        outcomes = at_once(*(partial(accept, invitation, guest, timezone.now()) for guest in guests))
        assert refusals(outcomes) == ["invitation_used"]
        held = Membership.objects.get()
        assert held.user_id == Invitation.objects.get(pk=invitation.pk).used_by_id
        held.delete()


def test_an_invitation_taken_by_two_new_accounts_leaves_one():
    house = an_organisation()
    for attempt in range(TIMES):
        invitation = an_invitation(house, Office.REFEREE)
        names = [f"{name}{attempt}" for name in ("anna", "bert")]
        making = [partial(create_account, name, PASSWORD) for name in names]
        outcomes = at_once(
            *(partial(accept_with_new_account, invitation, make, timezone.now()) for make in making)
        )
        assert refusals(outcomes) == ["invitation_used"]
        assert get_user_model().objects.filter(username__in=names).count() == 1


def test_two_new_accounts_of_one_name():
    for attempt in range(TIMES):
        make = partial(create_account, f"anna{attempt}", PASSWORD)
        assert refusals(at_once(make, make)) == ["name_taken"]


def test_a_player_who_is_given_to_two_accounts():
    a_tournament(players=2)
    house, guests = an_organisation(), [an_account(name).pk for name in ("anna", "bert")]
    player = Player.objects.first()
    for _ in range(TIMES):
        Invitation.objects.all().delete()
        links = [an_invitation(house, player=player) for _ in guests]
        Invitation.objects.update(revoked_at=None)  # as if both had been made at once
        outcomes = at_once(
            *(partial(accept, link, guest, timezone.now()) for link, guest in zip(links, guests, strict=True))
        )
        assert refusals(outcomes) == ["player_has_account"]
        assert Invitation.objects.filter(used_at=None).count() == 1
        Player.objects.update(user=None)


def test_the_last_two_owners_do_not_both_leave():
    house, owners = an_organisation(), [an_account(name) for name in ("anna", "bert")]
    for _ in range(TIMES):
        Membership.objects.all().delete()
        held = [
            Membership.objects.create(organisation=house, user=user, office=Office.OWNER) for user in owners
        ]
        leaving = (partial(revoke_office, one, a_context()) for one in held)
        assert refusals(at_once(*leaving)) == ["last_owner"]
        assert Membership.objects.count() == 1
    assert Organisation.objects.count() == 1
