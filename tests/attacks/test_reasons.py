"""Why an officer did something, as they typed it: officers read it and those it is about, nobody else."""

import io
import re
from zipfile import ZipFile, is_zipfile

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver

from games.game.commands import change_record, receive_record
from games.game.deciding import WithdrawRecord
from games.log.openings import Opening
from games.log.tables import Event
from games.receipts.codes import code_at
from tests.builders import a_context, a_tournament, a_webhook, an_account, finish, messages, pair
from tournaments.commands import carry_out, take_back
from tournaments.competition.history import Result, Winner
from tournaments.domain.entries import ChangeEntry
from tournaments.domain.limits import ChangeLimits
from tournaments.domain.pairs import MakePair, UnmakePair
from tournaments.domain.presence import WithdrawEntry
from tournaments.domain.results import ClearResult, RecordResult
from tournaments.state.limits import Limits
from tournaments.tables.people import Office, Player
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow

pytestmark = pytest.mark.django_db
SGF = b"(;GM[1]FF[4]SZ[19]KM[6.5];B[pd];W[dp])"
SECRET = "unspeakable"
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
WON = Result(winner=Winner.WHITE)


@pytest.fixture(scope="module")
def told(lasting_db):
    """A public tournament in which much was done for such a reason, all of it about its first table."""
    a_webhook()
    row = a_tournament(players=8)
    pair(row, 1)
    finish(row, 1)
    pair(row, 2)
    one, other = PairingRow.objects.filter(tournament=row, round=2).order_by("table")[:2]
    game = str(one.game_id)

    def do(command):
        carry_out(str(row.id), command, a_context())

    receive_record(game, SGF, a_context())
    change_record(game, WithdrawRecord(reason=f"{SECRET} record"), a_context())
    do(RecordResult(game_id=game, result=WON))
    do(RecordResult(game_id=game, result=Result(winner=Winner.BLACK), reason=f"{SECRET} result"))
    do(ClearResult(game_id=game, reason=f"{SECRET} clearing"))
    do(ChangeEntry(entry_id=str(one.black_id), correction=1, reason=f"{SECRET} rank"))
    version = TournamentRow.objects.get(pk=row.pk).version
    take_back(str(row.id), version, f"{SECRET} undoing", a_context())
    do(UnmakePair(game_id=game, reason=f"{SECRET} unmaking"))
    by_hand = "0d9a2f3c-0000-4000-8000-000000000001"
    sides = {"white": str(one.white_id), "black": str(one.black_id)}
    do(MakePair(round=2, game_id=by_hand, **sides, reason=f"{SECRET} pairing"))
    do(RecordResult(game_id=by_hand, result=WON))
    do(WithdrawEntry(entry_id=str(one.black_id), reason=f"{SECRET} withdrawal"))
    do(ChangeLimits(limits=Limits(komi=7.5), reason=f"{SECRET} limits"))
    assert not Event.objects.filter(data__contains=SECRET).exists()
    typed = Opening.objects.filter(said__contains=SECRET).values("position")
    reasons = list(Event.objects.filter(position__in=typed).order_by("position"))
    assert len(reasons) >= 10
    return row, by_hand, other, reasons


def asking(user=None):
    client = Client()
    if user:
        client.force_login(user)
    return client


def playing(entry_id, name):
    """The account of whoever plays this entry."""
    user = an_account(name)
    Player.objects.filter(pk=EntryRow.objects.get(pk=entry_id).player_id).update(user=user)
    return user


def routes(patterns, before=""):
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield route
        else:
            yield from routes(pattern.url_patterns, route)


def addresses(row, game, entry, events):
    """Every address whose parts can be known, and of every event its receipt."""
    player = str(EntryRow.objects.get(pk=entry).player_id)
    known = {"slug": row.slug, "number": "2", "game_id": game, "entry_id": entry, "player_id": player}
    known |= {"table": "1", "kind": "json", "form": "json", "printed": "pairings"}
    for route in sorted(set(routes(get_resolver().url_patterns))):
        if not route.startswith(("accounts/", "static/", "api/schema", "__")) and "\\" not in route:
            names = PARAMETER.findall(route)
            if set(names) <= known.keys():
                address = "/" + PARAMETER.sub(lambda found: known[found[1]], route)
                yield address.replace(f"organisations/{row.slug}/", "organisations/home/")
    for event in events:
        code = code_at(event.position, event.digest)
        yield from (f"/receipts/{code}/", f"/api/v1/receipts/{code}/")


def said_at(client, address):
    """The text of an answer, of a zip that of its files; empty where nothing is to be had."""
    response = client.get(address)
    data = response.getvalue() if response.status_code == 200 else b""
    if is_zipfile(io.BytesIO(data)):
        archive = ZipFile(io.BytesIO(data))
        data = b"".join(archive.read(name) for name in archive.namelist())
    return data.decode(errors="replace")


def doors_that_tell(client, told):
    row, game, other, events = told
    every = list(addresses(row, game, str(other.black_id), events))
    answered = {address: text for address in every if (text := said_at(client, address))}
    assert len(answered) > 60, sorted(answered)
    return {address for address, text in answered.items() if SECRET in text}


def test_the_public_is_told_by_no_door(told):
    assert doors_that_tell(asking(), told) == set()


def test_somebody_who_plays_another_game_is_told_by_no_door(told):
    _, _, other, _ = told
    assert doors_that_tell(asking(playing(other.black_id, "other")), told) == set()


def test_the_players_of_a_game_read_why_it_was_changed(told):
    _, game, _, events = told
    own = PairingRow.objects.get(game_id=game)
    doors = doors_that_tell(asking(playing(own.white_id, "own")), told)
    assert f"/api/v1/games/{game}/story/" in doors
    assert not any(address.endswith("/events/") for address in doors if "tournaments" in address)
    about = {event.position for event in events if game in event.data}
    read = {address for address in doors if address.startswith("/api/v1/receipts/")}
    assert read == {
        f"/api/v1/receipts/{code_at(event.position, event.digest)}/"
        for event in events
        if event.position in about
    }


def test_officers_are_told(told):
    row, _, _, events = told
    doors = doors_that_tell(asking(an_account("director", Office.DIRECTOR)), told)
    tell = ("events", "story", "limits", "exports/json")
    assert {f"/api/v1/tournaments/{row.slug}/{door}/" for door in tell} <= doors
    of_no_game_of_now = [event for event in events if event.stream.startswith("game-")]
    receipts = sum(address.startswith("/api/v1/receipts/") for address in doors)
    assert receipts == len(events) - len(of_no_game_of_now) == 8


def test_what_is_left_out_is_named(told):
    row, *_ = told
    log = asking().get(f"/api/v1/tournaments/{row.slug}/events/").json()["results"]
    withheld = [event for event in log if event["withheld"]]
    assert {tuple(event["withheld"]) for event in withheld} == {("reason",), ("secret",)}
    assert all(event["data"][name] == "" for event in withheld for name in event["withheld"])


def test_news_to_programs_carries_none(told):
    sent = list(messages().values_list("params", flat=True))
    assert sent
    assert SECRET not in str(sent)
