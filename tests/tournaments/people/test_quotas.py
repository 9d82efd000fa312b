"""An organisation takes no more than it may, two of its people at once no more either."""

import json
from datetime import timedelta
from io import BytesIO
from uuid import uuid4

import pytest
from django.core.management import call_command

from games.game.commands import receive_record
from games.refusals import Refusal
from tests.builders import (
    NOW,
    a_claim,
    a_context,
    a_tournament,
    an_account,
    an_entrant,
    an_organisation,
    imported,
    pair,
)
from tests.faults.test_two_directors import at_once
from tests.tournaments.people.lists.files import egd, egd_row
from tournaments.formats.player_lists import ListKind
from tournaments.interchange.importing import import_tournament
from tournaments.jobs.commands import ask
from tournaments.jobs.rows import Job, JobState
from tournaments.people.erasing import erase_player
from tournaments.people.lists.entering import enter_table, know_table, table_of
from tournaments.people.lists.storing import read_list, store_list
from tournaments.people.quotas.counting import count_again
from tournaments.people.quotas.limits import MB, Limit, count_import, quota_of, raise_limits
from tournaments.tables.people import Player
from tournaments.tables.quotas import Quota
from tournaments.tables.rows import PairingRow, TournamentRow

SGF = b"(;GM[1]FF[4]SZ[19]KM[6.5];B[pd];W[dp])"


def refused(work):
    with pytest.raises(Refusal) as error:
        work()
    assert (error.value.code, error.value.status) == ("quota_exceeded", 409)
    return error.value.facts


def another(size=0):
    """One more tournament from a file; its slug is its own."""
    slug, context = f"t-{uuid4().hex[:8]}", a_context()
    return import_tournament(imported([an_entrant(0)]), an_organisation(), slug, context, size=size)


def a_record(row):
    game = PairingRow.objects.filter(tournament=row).order_by("table").first()
    return receive_record(str(game.game_id), SGF, a_context())


def a_job(row):
    return ask("pair_round", row.id, {"round": 1}, a_context())


@pytest.fixture
def row(db):
    row = a_tournament(players=4)
    pair(row, 1)
    return row


def allow(**limits):
    return raise_limits(an_organisation(), limits)


def nearly_full():
    allow(storage_mb=1)
    Quota.objects.update(stored_bytes=MB - len(SGF) + 1)


def test_tournaments(row):
    allow(tournaments=2)
    another()
    facts = refused(another)
    assert (facts["limit_of"], facts["limit"]) == ("tournaments", 2)
    assert facts["message"] == "Tournaments: 2 of 2."
    assert TournamentRow.objects.count() == 2


def test_files_of_a_day(row):
    allow(imports=2)
    another()
    assert refused(another)["limit_of"] == "imports"
    house = an_organisation()
    count_import(house.pk, 1, NOW + timedelta(days=1))
    assert quota_of(house.pk).day_imports == 1


def test_bytes_of_a_day(row):
    allow(import_mb=3)
    another(size=2 * MB)
    assert refused(lambda: another(size=MB + 1))["limit_of"] == "import_mb"
    another(size=MB)


def test_records_and_pictures(row):
    game = PairingRow.objects.filter(tournament=row).order_by("table").last()
    a_claim(game.game_id, picture=bytes(100))
    assert quota_of(row.organisation_id).stored_bytes == 100
    nearly_full()
    assert refused(lambda: a_record(row))["limit_of"] == "storage_mb"
    refused(lambda: a_claim(game.game_id, picture=bytes(100)))
    allow(storage_mb=2)
    a_record(row)


def test_what_was_erased_is_room_again(row):
    a_record(row)
    allow(storage_mb=1)
    Quota.objects.update(stored_bytes=5 * MB)
    count_again(NOW)
    assert quota_of(row.organisation_id).stored_bytes == len(SGF)
    for player in Player.objects.all():
        erase_player(player)
    assert count_again(NOW) == 0
    assert count_again(NOW + timedelta(days=1)) == 1
    assert quota_of(row.organisation_id).stored_bytes == 0


def test_jobs_at_a_time(row):
    allow(jobs=1)
    context = a_context()
    job = ask("pair_round", row.id, {"round": 1}, context)
    assert ask("pair_round", row.id, {"round": 1}, context) == job
    assert refused(lambda: a_job(row))["limit_of"] == "jobs"
    ask("prove", row.id, {}, a_context(), counts=False)
    Job.objects.update(state=JobState.DONE)
    a_job(row)


def test_limits_are_the_services_until_the_operator_says_otherwise(row, settings, capsys):
    settings.QUOTAS = {**settings.QUOTAS, "tournaments": 1}
    refused(another)
    call_command("quota", "home", "--tournaments", "2", "--json")
    told = json.loads(capsys.readouterr().out)["limits"]
    assert told[0] == {"limit": "tournaments", "used": 1, "most": 2, "own": True}
    another()
    call_command("quota", "home", "--tournaments", "0")
    assert "tournaments: 2 of any number" in capsys.readouterr().out
    another()
    call_command("quota", "home", "--tournaments", "usual")
    refused(another)


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("limit", Limit)
def test_of_several_at_once_no_more_pass_than_may(limit, monkeypatch):
    monkeypatch.setattr("tournaments.jobs.commands.ring_after_commit", lambda _: None)
    row = a_tournament(players=8)
    pair(row, 1)
    games = [str(id_) for id_ in PairingRow.objects.values_list("game_id", flat=True)]
    work = {
        Limit.TOURNAMENTS: [another] * 4,
        Limit.IMPORTS: [another] * 4,
        Limit.IMPORT_MB: [lambda: another(MB)] * 4,
        Limit.STORAGE_MB: [lambda id_=id_: receive_record(id_, SGF, a_context()) for id_ in games],
        Limit.JOBS: [lambda: a_job(row)] * 4,
    }
    leaving_two = {"tournaments": 3, "imports": 3, "import_mb": 2, "storage_mb": 1, "jobs": 2}
    allow(**{limit.value: leaving_two[limit]})
    if limit is Limit.STORAGE_MB:
        Quota.objects.update(stored_bytes=MB - 2 * len(SGF))
    outcomes = at_once(*work[limit])
    said = sorted(getattr(one, "code", "passed") for one in outcomes)
    assert said == ["passed", "passed", "quota_exceeded", "quota_exceeded"]


def test_what_is_taken_stands_on_the_organisations_page_for_its_officers(row, client):
    assert b"Allowed" not in client.get("/organisations/home/").content
    client.force_login(an_account("ada", "director"))
    page = client.get("/organisations/home/").content.decode()
    assert '<th scope="row">Tournaments</th><td>1</td><td>2000</td>' in page


def test_rest_says_what_to_do(row, client):
    allow(tournaments=1)
    client.force_login(an_account("ada", "director"))
    body = {"organisation": "home", "slug": "second", "name": "Second", "ruleset": "japanese"}
    response = client.post("/api/v1/tournaments/", body, content_type="application/json")
    told = response.json()
    assert (response.status_code, told["code"]) == (409, "quota_exceeded"), told
    assert told["message"] == "Tournaments: 1 of 1."
    assert "ask whoever runs the service" in told["detail"]


def test_tables_of_players_and_rating_lists_are_files_too(row):
    house = an_organisation()
    allow(imports=3)  # the first is the tournament's own
    table = table_of(b"family_name,given_name,rank\nVos,Anna,3k\n")
    enter_table(row, table, a_context())
    listed = egd(egd_row(12, "Vos Anna"))
    read = read_list(ListKind.EGD, BytesIO(listed))
    store_list(house, read, NOW)
    assert quota_of(house.pk).day_bytes == table.size + len(listed)
    refused(lambda: store_list(house, read, NOW))
    others = table_of(b"family_name,given_name,rank\nWit,Jan,3k\n")
    refused(lambda: know_table(row, others, a_context()))
