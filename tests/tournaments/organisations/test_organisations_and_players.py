"""Organisations, players, clubs and roles; erasure of a person."""

import pytest
from django.contrib.auth import get_user_model
from django.db import models

from games.game.commands import receive_record
from games.game.records import GameRecord
from games.game.rows import GameRow
from games.log import store
from games.refusals import Refusal
from tests.builders import NOW, a_context, a_tournament, an_account, an_organisation, pair
from tournaments.access.actors import actor_of, entries_by_account, game_subject, tournament_subject
from tournaments.access.table import Actor, Office, Role
from tournaments.organisations.commands import (
    CreateOrganisation,
    add_club,
    create_organisation,
    revoke_office,
)
from tournaments.persons.erasing import erase_player
from tournaments.persons.players import add_player, change_player
from tournaments.tables.people import NOT_PERSONAL, Club, Membership, Organisation, Player
from tournaments.tables.people import Office as OfficeName
from tournaments.tables.rows import PairingRow, RoundRow

pytestmark = pytest.mark.django_db
FILLED = {
    models.CharField: "x",
    models.BooleanField: True,
    models.DateTimeField: NOW,
    models.PositiveSmallIntegerField: 2010,
}
VALUES = {"family_name": "Berg", "given_name": "Ida", "country": "NO", "rank": 1, "rating": 2200}


@pytest.fixture
def house():
    return an_organisation()


def creating(slug="club"):
    return CreateOrganisation(slug=slug, name="Club", owner_id=an_account("anna").pk)


def office_of(house, name, office):
    return Membership.objects.create(organisation=house, user=an_account(name), office=office)


def refused(call, *args, **kwargs):
    with pytest.raises(Refusal) as refusal:
        call(*args, **kwargs)
    return refusal.value.code


def test_founder_becomes_owner():
    organisation = create_organisation(creating(), a_context())
    assert list(organisation.memberships.values_list("user__username", "office", "tournament_id")) == [
        ("anna", "owner", None)
    ]


def test_rejects_duplicate_organisation_address():
    create_organisation(creating(), a_context())
    assert refused(create_organisation, creating(), a_context()) == "slug_taken"
    assert (Organisation.objects.count(), Membership.objects.count()) == (1, 1)


def test_repeated_command_adds_player_once(house):
    context = a_context()
    player = add_player(house, VALUES, context)
    assert add_player(house, VALUES, context) == player
    assert (player.name, player.key, Player.objects.count()) == ("Berg Ida", "BERGIDA", 1)
    assert add_player(house, VALUES, a_context()) != player


def test_change_of_player_keeps_unnamed_fields(house):
    player = add_player(house, VALUES, a_context())
    changed = change_player(player, {"club": "Rive", "rank": 2}, a_context())
    assert (changed.club, changed.rank, changed.family_name) == ("Rive", 2, "Berg")
    assert Player.objects.get() == changed


def test_erased_player_has_no_data_and_cannot_be_changed(house):
    user = an_account("ida")
    player = add_player(house, {**VALUES, "user": user}, a_context())
    kinds = {column.name: type(column) for column in Player._meta.concrete_fields}
    personal = {
        name: FILLED[kind] for name, kind in kinds.items() if name not in NOT_PERSONAL | {"user", "erased"}
    }
    Player.objects.filter(pk=player.pk).update(**personal)
    erase_player(player)
    erase_player(player)
    kept = Player.objects.get()
    assert (kept.name, kept.user, kept.erased) == ("(erased)", None, True)
    assert not any(getattr(kept, name) for name in personal.keys() - {"family_name"})
    assert refused(change_player, player, {"family_name": "Berg"}, a_context()) == "player_erased"
    assert get_user_model().objects.filter(pk=user.pk).exists()


def test_erasing_a_player_empties_record_files_and_keeps_moves():
    row = a_tournament(players=4, board_size=9)
    pair(row, 1)
    for pairing in PairingRow.objects.all():
        receive_record(str(pairing.game_id), b"(;SZ[9]PB[Ida Berg];B[ee]C[Ida smiles])", a_context())
    own, other = PairingRow.objects.order_by("table")
    head = store.head()
    erase_player(Player.objects.get(pk=own.white.player_id))
    kept = {record.game_id: (bytes(record.data), record.info) for record in GameRecord.objects.all()}
    assert kept[own.game_id] == (b"", {})
    assert b"Ida Berg" in kept[other.game_id][0]
    assert [game.turns for game in GameRow.objects.all()] == [1, 1]
    assert store.head() == head


def test_club_is_identified_by_its_code(house):
    add_club(house, "Rive", "Riverside", "NL")
    add_club(house, "Rive", "Riverside Go", "NL")
    assert [(club.code, club.name) for club in Club.objects.all()] == [("Rive", "Riverside Go")]


def test_rejects_removing_the_last_owner(house):
    an_account("bert"), an_account("carl")
    first = office_of(house, "bert", OfficeName.OWNER)
    assert refused(revoke_office, first, a_context()) == "last_owner"
    second = office_of(house, "carl", OfficeName.OWNER)
    revoke_office(first, a_context())
    assert refused(revoke_office, second, a_context()) == "last_owner"
    referee = office_of(house, "carl", OfficeName.REFEREE)
    revoke_office(referee, a_context())
    assert list(house.memberships.values_list("office", flat=True)) == ["owner"]


def test_owners_of_other_organisations_do_not_count(house):
    an_account("bert")
    held = office_of(house, "bert", OfficeName.OWNER)
    office_of(an_organisation("other"), "bert", OfficeName.OWNER)
    assert refused(revoke_office, held, a_context()) == "last_owner"


def test_actor_is_an_account_with_its_roles(house, django_assert_num_queries):
    row = a_tournament(players=2)
    bert = an_account("bert", "referee", house, row.id)
    office_of(an_organisation("other"), "bert", OfficeName.OWNER)
    with django_assert_num_queries(1):
        actor = actor_of(bert)
        assert actor_of(bert) == actor
    assert actor == Actor(
        user_id=bert.pk,
        offices=frozenset(
            {
                Office(role=Role.REFEREE, organisation_id=str(house.id), tournament_id=str(row.id)),
                Office(role=Role.OWNER, organisation_id=str(an_organisation("other").id)),
            }
        ),
    )


def test_game_lists_the_accounts_of_its_players():
    row = a_tournament(players=2)
    pair(row, 1)
    pairing, ida = PairingRow.objects.get(), an_account("ida")
    Player.objects.filter(pk=pairing.black.player_id).update(user=ida)
    assert entries_by_account(pairing) == {ida.pk: str(pairing.black_id)}
    subject = game_subject(row, pairing, RoundRow.objects.get())
    assert (subject.players, subject.shown) == (frozenset({ida.pk}), True)
    assert not game_subject(row, pairing, None).shown
    assert tournament_subject(row).players == frozenset()
