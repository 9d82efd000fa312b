"""Every command that changes what public pages show changes the public version of the tournament."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction
from django.test import Client

from games.game import commands as games
from games.game.deciding import TakeBack
from tests.builders import (
    NOW,
    a_claim,
    a_context,
    a_signup,
    a_tournament,
    an_account,
    an_entrant,
    imported,
    open_registration,
    pair,
)
from tests.test_permission_matrix import SGF
from tournaments import hall
from tournaments.domain.offices import Way
from tournaments.interchange.importing import import_tournament
from tournaments.organisations import commands, founding, offices
from tournaments.persons.erasing import erase_player
from tournaments.persons.lists.entering import add_table_to_players, enter_table, table_of
from tournaments.persons.players import SetPrivacy, change_player, set_privacy
from tournaments.public import version_of
from tournaments.registration import officers, registering
from tournaments.registration.officers import delete_personal_data
from tournaments.tables.changed import touch
from tournaments.tables.people import Membership, Office, Organisation, Player
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]
LONG_AFTER = NOW.replace(year=NOW.year + 9)


@pytest.fixture
def row():
    row = a_tournament(players=4)
    pair(row, 1)
    return row


def house(row):
    return Organisation.objects.get(pk=row.organisation_id)


def player(row):
    return Player.objects.get(pk=EntryRow.objects.filter(tournament=row).first().player_id)


def game(row):
    return str(PairingRow.objects.filter(tournament=row).first().pk)


def table(row):
    """A player who is known, with a number that was not, and who it is."""
    known = player(row)
    data = f"name,rank,egf pin\n{known.family_name} {known.given_name},1k,10213786\n"
    return table_of(data.encode()), a_context(), {2: str(known.pk)}


def named_to_committee(organisation):
    """Whether there is one, the tournament says over REST."""
    member = Membership(organisation=organisation, user=an_account("judge"), office=Office.COMMITTEE)
    offices.grant(member, Way.INVITATION, a_context())


def decided(work):
    """A command of the director on a registration that waits for one."""

    def on(row):
        signup = a_signup(row)
        return lambda: work(row, str(signup.id))

    return on


def at_once(work):
    return lambda row: lambda: work(row)


def record(row):
    games.receive_record(game(row), SGF, a_context())


def with_record(row):
    record(row)
    return lambda: games.change_record(game(row), TakeBack(to_turn=1, reason="typo"), a_context())


COMMANDS = {
    "change_player": at_once(lambda row: change_player(player(row), {"club": "Rive"}, a_context())),
    "say_privacy": at_once(
        lambda row: set_privacy([player(row)], SetPrivacy(hidden="initials", career=True), a_context())
    ),
    "erase_player": at_once(lambda row: erase_player(player(row))),
    "add_club": at_once(lambda row: commands.add_club(house(row), "Rive", "Riverside", "NL")),
    "grant_office": at_once(lambda row: named_to_committee(house(row))),
    "rename_organisation": at_once(lambda row: founding.rename_organisation(house(row), "Weiqi Society")),
    "write_notes": at_once(
        lambda row: hall.write_notes(row, hall.WriteNotes(sponsor="A bakery"), a_context())
    ),
    "set_terms": at_once(lambda row: open_registration(row, places=9)),
    "register": at_once(a_signup),
    "confirm": decided(
        lambda row, id_: officers.confirm(row, officers.ConfirmSignups(players={id_: "new"}), a_context())
    ),
    "refuse_signup": decided(
        lambda row, id_: officers.refuse_signup(
            row, officers.RefuseSignup(signup_id=id_, reason="full"), a_context()
        )
    ),
    "move": decided(
        lambda row, id_: officers.move(row, officers.MoveSignup(signup_id=id_, waiting=True), a_context())
    ),
    "merge": decided(
        lambda row, id_: officers.merge(
            row, officers.MergeSignup(signup_id=id_, into=str(a_signup(row, "Vos A").id)), a_context()
        )
    ),
    "withdraw": decided(lambda _, id_: registering.withdraw(id_, a_context())),
    "forget": decided(lambda row, _: delete_personal_data(row, LONG_AFTER)),
    "enter_table": at_once(lambda row: enter_table(row, *table(row))),
    "know_table": at_once(lambda row: add_table_to_players(row, *table(row))),
    "import_tournament": at_once(
        lambda row: import_tournament(imported([an_entrant(50)]), house(row), "other", a_context())
    ),
    "receive_record": at_once(record),
    "change_record": with_record,
    "make_claim": at_once(lambda row: a_claim(game(row))),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_command_changes_the_public_version(row, command):
    work = COMMANDS[command](row)
    before = version_of("open")
    work()
    assert version_of("open") != before


def test_change_that_is_rolled_back_is_not_counted(row):
    before = version_of("open")
    with transaction.atomic():
        touch(row.pk, row.organisation_id)
        transaction.set_rollback(True)
    assert version_of("open") == before


def test_changes_at_the_same_time_are_all_counted(row):
    """Both numbers in either order, while people are changed: nobody waits in a circle."""
    before, first = version_of("open"), player(row)

    def count(*about):
        for _ in range(10):
            with transaction.atomic():
                for one in about:
                    touch(one)
            change_player(first, {"club": "Rive"}, a_context())
        connection.close()

    with ThreadPoolExecutor() as pool:
        both = row.pk, row.organisation_id
        for one in (pool.submit(count, *both), pool.submit(count, *reversed(both))):
            one.result(60)
    after = version_of("open")
    assert (after.own - before.own, after.people - before.people) == (20, 40)


def test_hidden_tournament_has_no_public_version(row):
    TournamentRow.objects.update(published=False)
    assert version_of("open") is None
    assert Client().get("/tournaments/open/").status_code == 404
