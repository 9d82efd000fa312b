"""A club joins a federation: people are who they were, the log is what it was."""

import json

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.test import Client

from games.archive import making, restoring, rows
from games.game.records import GameRecord
from games.log import exchange, store
from games.log.digests import of_log
from games.log.joined import name_here
from games.log.rebuilding import rebuild
from games.log.tables import Event
from games.log.verification import verify
from tests.builders import NOW, a_context, a_tournament, an_account, an_invitation, pair
from tests.faults.club import manage
from tests.games.sample import note
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.deciding.results import ClearResult, RecordResult
from tournaments.interchange.houses.tables import COMES, STAYS
from tournaments.people.commands import change_player, take_office
from tournaments.people.erasing import erase_player
from tournaments.people.invitations import accept
from tournaments.people.named import stream_of
from tournaments.people.offices import offices_in_log
from tournaments.tables.people import Membership, Office, Organisation, Player
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    """A club's backup, how its people log in, and what its log is."""
    folder = tmp_path_factory.mktemp("club")
    lines = "migrate --verbosity 0", "demo --stage round-1 --json", f"backup {folder / 'backup'} --json"
    *_, made, written = manage(folder / "data", *lines)
    passwords = {login["user"]: login["password"] for login in json.loads(made)["logins"]}
    return folder / "backup", passwords, json.loads(written)


@pytest.fixture
def federation():
    """A house with a director of its own, who has the number that the club's had."""
    row = a_tournament(players=4)
    director = an_account("director")
    EmailAddress.objects.create(user=director, email="Director@example.org")
    return row


def test_every_table_comes_along_or_stays_for_a_reason():
    tables = {model._meta.label for model in rows.tables().values()}
    assert tables == {*COMES, *STAYS}
    assert len(COMES) + len(STAYS) == len(tables)


def test_a_club_is_in_a_federation_what_it_was(club, federation):
    backup, passwords, written = club
    before = store.head()
    call_command("join_house", str(backup), rename=["director=riverside"])

    came = Event.objects.filter(joined__isnull=False).order_by("position")
    assert of_log(came.values_list("digest", flat=True)) == written["log_digest"]
    assert (came.count(), came.first().position) == (written["events"], before + 2)
    assert list(verify()) == []
    assert [table.name for table in rebuild(check=True) if not table.same] == []

    director = get_user_model().objects.get(username="riverside")
    house = Organisation.objects.get(slug="riverside")
    assert {(one.user.username, one.office) for one in Membership.objects.filter(organisation=house)} == {
        ("riverside", "director"),
        ("referee", "referee"),
    }
    assert Player.objects.get(organisation=house, user__username="player")
    assert GameRecord.objects.count() == written["rows"]["tables/games.GameRecord.jsonl"]
    [event] = store.read_all(after=before + 1, limit=1)
    assert (came.first().actor, event.actor) == ("user:1", f"user:{director.pk}")
    assert director.pk != 1

    client = Client()
    login = {"login": "riverside", "password": passwords["director"]}
    assert client.post("/accounts/login/", login).status_code == 302
    story = client.get("/tournaments/riverside-open/story/")
    assert (story.status_code, b"(player " in story.content) == (200, False)
    assert client.get(f"/tournaments/{federation.slug}/story/").status_code in (403, 404)


def test_offices_go_on_as_they_were_there(club, federation):
    call_command("join_house", str(club[0]), same=["director"])
    house = Organisation.objects.get(slug="riverside")
    accounts = {user.username: f"user:{user.pk}" for user in get_user_model().objects.all()}
    assert {(one.account, one.office) for one in offices_in_log(house.pk)} == {
        (accounts["director"], "director"),
        (accounts["referee"], "referee"),
    }
    referee = Membership.objects.get(organisation=house, user__username="referee")
    take_office(referee, a_context())
    accept(an_invitation(house, Office.REFEREE), referee.user_id, NOW)
    assert list(verify()) == []
    Membership.objects.filter(organisation=house, user__username="director").delete()
    assert [fault.what for fault in verify()] == [
        f"{accounts['director']} is director by the log, and no row says so"
    ]


def test_whoever_has_an_account_here_is_who_they_are(club, federation):
    backup, passwords, _ = club
    theirs = get_user_model().objects.get(username="director")
    call_command("join_house", str(backup), same=["director"])
    assert [one.username for one in get_user_model().objects.filter(username="director")] == ["director"]
    assert not theirs.check_password(passwords["director"])
    assert Membership.objects.get(user=theirs, organisation__slug="riverside").office == "director"
    assert (
        name_here("user:1", Event.objects.filter(joined__isnull=False).first().joined) == f"user:{theirs.pk}"
    )


def words_there(stream):
    return [one.data for one in store.read(stream)]


def test_words_and_names_come_along_and_can_be_erased_here(federation, tmp_path):
    """What is typed and what players are called: of a house of this database, taken into an emptied one."""
    pair(federation, 1)
    game = str(PairingRow.objects.filter(tournament=federation).first().game_id)
    carry_out(str(federation.id), RecordResult(game_id=game, result=Result(winner=Winner.WHITE)), a_context())
    carry_out(str(federation.id), ClearResult(game_id=game, reason="unspeakable"), a_context())
    player = Player.objects.first()
    change_player(player, {"family_name": "Renamed", "egf_pin": "12345678"}, a_context())
    streams = [f"tournament-{federation.id}", stream_of(player.pk)]
    before = [words_there(stream) for stream in streams]
    making.make(tmp_path / "house", (), NOW)
    call_command("flush", "--no-input", verbosity=0)
    note("test:own", "here")
    call_command("join_house", str(tmp_path / "house"))

    assert [words_there(stream) for stream in streams] == before
    assert "unspeakable" in str(before)
    assert "Renamed" in str(before)
    assert list(verify()) == []
    swapped = Player.objects.exclude(pk=player.pk).first()
    Player.objects.filter(pk=swapped.pk).update(family_name="Other")
    assert [fault.stream for fault in verify()] == [stream_of(swapped.pk)]
    Player.objects.filter(pk=swapped.pk).update(family_name=swapped.family_name)
    change_player(player, {"family_name": "Again"}, a_context())
    assert words_there(streams[1])[-1]["named"]["family_name"] == "Again"
    erase_player(player)
    assert list(verify()) == []
    assert not any(name in line for line in exchange.export() for name in ("Renamed", "Again", "12345678"))


def everything():
    return {name: list(rows.written(model)) for name, model in rows.tables().items()}, list(exchange.export())


def test_what_somebody_here_has_is_said_and_nothing_is_stored(club, federation):
    backup = str(club[0])
    an_account("referee2")
    before = everything()
    for options, said in (
        ({}, r"called director: --same director, or --rename director=ANOTHER"),
        ({"rename": ["director=referee2"]}, r"called referee2: --same director"),
        ({"same": ["player", "nobody"]}, r"Nobody there is called nobody\.\nNobody here is called nobody"),
    ):
        with pytest.raises(CommandError, match=said):
            call_command("join_house", backup, **options)
    Organisation.objects.create(slug="riverside", name="Another")
    with pytest.raises(CommandError, match=r"There is an organisation riverside here\.\nNothing was stored"):
        call_command("join_house", backup, same=["director"])
    Organisation.objects.get(slug="riverside").delete()
    assert everything() == before


def test_it_comes_once_and_leaves_with_the_federations_own_backup(club, federation, tmp_path):
    call_command("join_house", str(club[0]), same=["director"])
    before = everything()
    with pytest.raises(CommandError, match="Nothing was stored"):
        call_command("join_house", str(club[0]), same=["director", "referee", "player"])
    assert everything() == before

    making.make(tmp_path / "all", (), NOW)
    actors = [one.actor for one in store.read_all(limit=5000)]
    call_command("flush", "--no-input", verbosity=0)
    restoring.restore(tmp_path / "all", None)
    assert (list(verify()), [one.actor for one in store.read_all(limit=5000)]) == ([], actors)

    call_command("flush", "--no-input", verbosity=0)
    note("test:third", "here")  # and the federation goes into another one
    own = store.head() + 1
    call_command("join_house", str(tmp_path / "all"))
    assert list(verify()) == []
    there = [one.actor for one in store.read_all(after=own, limit=5000)]
    assert [name.startswith("gone:") for name in actors] == [name.startswith("gone:") for name in there]
    director = get_user_model().objects.get(username="director").pk
    assert f"user:{director}" in there


def test_an_altered_origin_is_found(club, federation):
    call_command("join_house", str(club[0]), same=["director"])
    from django.db import connection, transaction

    from games.log import append_only

    with transaction.atomic(), connection.cursor() as cursor:
        append_only.remove()
        last = store.head()
        cursor.execute("UPDATE games_event SET joined = joined - 1 WHERE position = %s", [last])
        append_only.install()
    assert [fault.position for fault in verify()] == [last]
