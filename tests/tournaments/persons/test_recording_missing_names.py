"""Recording of names for entries that were made before the log recorded names."""

import json

import pytest
from django.core.management import call_command

from games.log import store
from games.log.verification import verify
from tests.builders import a_context, a_tournament
from tournaments.commands import carry_out
from tournaments.domain.entries import EnterPlayer
from tournaments.persons import recorded_names
from tournaments.persons.players import change_player
from tournaments.persons.recorded_names import stream_of
from tournaments.tables.people import Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def row(monkeypatch):
    """As the program of before stored it."""
    with monkeypatch.context() as before:
        before.setattr(recorded_names, "ENTERING", frozenset())
        return a_tournament(players=4)


def streams():
    return [store.version(stream_of(player.pk)) for player in Player.objects.all()]


def told(capsys):
    call_command("name_players", "--json")
    return json.loads(capsys.readouterr().out)


def test_records_each_name_once(row, capsys):
    assert streams() == [0] * 4
    assert list(verify()) == []
    assert (told(capsys), told(capsys)) == ({"named": 4}, {"named": 0})
    assert streams() == [1] * 4
    assert list(verify()) == []


def test_records_name_before_first_change(row, capsys):
    player = Player.objects.first()
    change_player(player, {"family_name": "Berg"}, a_context())
    [event] = store.read(stream_of(player.pk))
    assert event.event.named.family_name == "Berg"
    assert told(capsys) == {"named": 3}


def test_records_name_on_next_entry(row):
    other, player = a_tournament(players=0, slug="other"), Player.objects.first()
    command = EnterPlayer(entry_id="e", player_id=str(player.pk), rank=1, rating=2200)
    carry_out(str(other.id), command, a_context())
    assert sorted(streams()) == [0, 0, 0, 1]


def test_erased_person_is_not_recorded(row, capsys):
    Player.objects.first().erase()
    assert told(capsys) == {"named": 3}
