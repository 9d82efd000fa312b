"""The log holds a commitment to each player's name, so that changes outside the log are detected."""

import json
from uuid import uuid4

import pytest
from django.db import connection

from games.log import commitments, exchange, folding, openings, store
from games.log.rebuilding import rebuild
from games.log.tables import DamagedStream, Event
from games.log.verification import record_damage, verify
from tests.builders import a_context, a_tournament, an_organisation
from tournaments.commands import carry_out
from tournaments.domain.entries import EnterPlayer, ReplacePlayer
from tournaments.persons.erasing import erase_player
from tournaments.persons.players import add_player, change_player
from tournaments.persons.recorded_names import COLUMNS, naming_of, stream_of
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow

pytestmark = pytest.mark.django_db
VALUES = {"family_name": "Berg", "given_name": "Ida", "country": "NO", "rank": 1, "rating": 2200}


@pytest.fixture
def row():
    return a_tournament(players=4)


def somebody(**values):
    return add_player(an_organisation(), VALUES | values, a_context())


def enter(row, player, entry_id="e", context=None, **more):
    command = EnterPlayer(entry_id=entry_id, player_id=str(player.pk), rank=1, rating=2200, **more)
    carry_out(str(row.id), command, context or a_context())


def namings(player):
    """Return the namings of a player in the log, the oldest first."""
    return [one.event for one in store.read(stream_of(player.pk))]


def families(player):
    return [one.named.family_name for one in namings(player)]


def test_import_records_each_player_once(row):
    players = Player.objects.all()
    assert [namings(one) for one in players] == [[naming_of(one)] for one in players]
    assert len(players) == 4


def test_player_without_tournament_is_not_in_the_log():
    player = somebody()
    change_player(player, {"family_name": "Berge"}, a_context())
    assert namings(player) == []


def test_entry_and_name_share_one_command_and_actor(row):
    player, context = somebody(), a_context(actor="user:7")
    enter(row, player, context=context)
    [named] = store.read(stream_of(player.pk))
    entered, same = store.events_of_command(context.command_id)
    assert (entered.kind, same) == ("tournament.player-entered.v1", named)
    assert (named.actor, named.ordinal, named.recorded_at) == ("user:7", 1, context.at)
    assert named.event == naming_of(player)


def test_log_has_commitment_but_no_name(row):
    player = somebody(egf_pin="12345678")
    enter(row, player)
    stored = Event.objects.get(stream=stream_of(player.pk)).data
    named, numbers = commitments.commitments_in(stored)
    assert json.loads(stored) == {
        "named": {"salted": named},
        "numbers": {"salted": numbers},
        "person_id": str(player.pk),
    }
    kept = openings.Opening.objects.in_bulk([named, numbers])
    assert all(opening.opened.fits for opening in kept.values())
    name = {"family_name": "Berg", "given_name": "Ida", "native_name": "", "given_first": False}
    assert json.loads(kept[named].said) == name
    assert json.loads(kept[numbers].said) == {"egf_pin": "12345678", "ffg_licence": "", "aga_id": ""}


def test_missing_number_has_no_commitment(row):
    [named] = namings(Player.objects.first())
    assert named.numbers == ""


def test_second_tournament_records_nothing_new(row):
    player, other = somebody(), a_tournament(players=0, slug="other")
    enter(row, player)
    enter(other, player, "f")
    assert len(namings(player)) == 1
    change_player(player, {"family_name": "Berge"}, a_context())
    assert families(player) == ["Berg", "Berge"]


def test_records_each_change_of_name_or_number(row):
    first = Player.objects.first().pk
    for number, column in enumerate(COLUMNS, start=2):
        player = Player.objects.get(pk=first)
        change_player(player, {column: True if column == "given_first" else "7"}, a_context())
        assert len(namings(player)) == number
        assert namings(player)[-1] == naming_of(Player.objects.get(pk=first))


def test_other_changes_are_not_recorded(row):
    player = Player.objects.first()
    change_player(player, {"rank": 3, "club": "Lake", "family_name": player.family_name}, a_context())
    assert len(namings(player)) == 1


def test_repeated_change_is_recorded_once(row):
    player, context = Player.objects.first(), a_context()
    change_player(player, {"family_name": "Berge"}, context)
    change_player(player, {"family_name": "Bergen"}, a_context())
    assert change_player(player, {"family_name": "Berge"}, context).family_name == "Bergen"
    assert families(player)[1:] == ["Berge", "Bergen"]


def test_records_both_players_of_a_pair():
    row = a_tournament(players=0, players_per_side=2)
    one, other = somebody(), somebody(given_name="Per")
    enter(row, one, partner_id=str(other.pk))
    assert [namings(one), namings(other)] == [[naming_of(one)], [naming_of(other)]]


def test_records_replacement_player(row):
    player, entry = somebody(), EntryRow.objects.first()
    command = ReplacePlayer(entry_id=str(entry.pk), player_id=str(player.pk), rank=1, rating=2200)
    carry_out(str(row.id), command, a_context())
    assert namings(player) == [naming_of(player)]


def swap(one, other):
    """Swap names in the database, without the program."""
    for player, names in ((one, naming_of(other).named), (other, naming_of(one).named)):
        with connection.cursor() as cursor:
            id_ = Player._meta.pk.get_db_prep_value(player.pk, connection)
            cursor.execute(
                "UPDATE tournaments_player SET family_name = %s, given_name = %s WHERE id = %s",
                [names.family_name, names.given_name, id_],
            )


def test_detects_both_names_swapped_outside_the_log(row):
    one, other = Player.objects.all()[:2]
    swap(one, other)
    faults = {fault.stream: fault for fault in verify()}
    assert faults.keys() == {stream_of(one.pk), stream_of(other.pk)}
    assert str(faults[stream_of(one.pk)]).endswith("the player's row has another family_name than the log")
    swap(*Player.objects.all()[:2])
    assert list(verify()) == []


def test_officials_can_correct_an_altered_row(row):
    one, other = Player.objects.all()[:2]
    name = one.family_name
    swap(one, other)
    record_damage(list(verify()))
    assert not DamagedStream.objects.exists(), "the log is whole"
    change_player(one, {"family_name": name}, a_context())
    assert [fault.stream for fault in verify()] == [stream_of(other.pk)]


def test_swapping_names_by_commands_records_two_events(row):
    one, other = Player.objects.all()[:2]
    names = one.family_name, other.family_name
    change_player(one, {"family_name": names[1]}, a_context())
    change_player(other, {"family_name": names[0]}, a_context())
    assert [families(each) for each in (one, other)] == [
        list(names),
        list(reversed(names)),
    ]
    assert list(verify()) == []


def test_reports_name_without_opening(row):
    player = Player.objects.first()
    openings.erase(commitments.commitments_in(Event.objects.get(stream=stream_of(player.pk)).data))
    [fault] = verify()
    assert (fault.stream, fault.what) == (
        stream_of(player.pk),
        "what opens the name is gone, and the player was not erased",
    )


def test_erasure_keeps_commitments_and_log_valid(row):
    player = Player.objects.first()
    change_player(player, {"family_name": "Berge"}, a_context())
    lines = list(exchange.export(opened=False))
    erase_player(player)
    folding.clear_cache()
    assert [(one.named, one.numbers) for one in namings(player)] == [(commitments.ERASED, "")] * 2
    assert list(exchange.export(opened=False)) == lines
    assert not any("Berge" in line for line in exchange.export())
    assert list(verify()) == []
    assert all(table.same for table in rebuild(check=True))


def test_detects_erased_row_with_a_name(row):
    player = Player.objects.first()
    erase_player(player)
    Player.objects.filter(pk=player.pk).update(family_name="Berg")
    [fault] = verify()
    assert fault.what == "the player was erased, and the row has a family_name"


def test_unknown_player_is_entered_as_before(row):
    command = EnterPlayer(entry_id="e", player_id=str(uuid4()), rank=1, rating=2200)
    carry_out(str(row.id), command, a_context())
    assert list(verify()) == []
