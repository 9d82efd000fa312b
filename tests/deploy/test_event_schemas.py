"""Messages and events fit their schemas in the OpenAPI document: those of tournaments made at random."""

import json
from uuid import uuid4, uuid5

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from deploy.api.openapi import render_document
from deploy.format.schemas import schemas
from tests.builders import NOW, a_context, a_webhook, an_account, messages
from tests.generated import Wish, generate
from tests.generated.making import HOUSE
from tests.generated.orders import NAMESPACE
from tests.sizes import size
from tournaments.domain.declarations import News
from tournaments.outbox.rows import Job
from tournaments.tables.people import Office, Organisation
from tournaments.tables.rows import PairingRow, TournamentRow
from tournaments.webhooks import commands
from tournaments.webhooks.deliveries import write_job_deliveries
from tournaments.webhooks.news import PING

SEEDS = range(size(3, long=12))


@pytest.fixture(scope="module")
def document():
    return json.loads(render_document())


@pytest.fixture(scope="module")
def fits(document):
    """A validator of one component of the document."""

    def of(name):
        schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
        return Draft202012Validator(schema, format_checker=FormatChecker())

    return of


@pytest.fixture(scope="module")
def played(lasting_db):
    """Tournaments of a house that has an endpoint for everything; its messages."""
    house = Organisation.objects.create(id=uuid5(NAMESPACE, HOUSE), slug=HOUSE, name=HOUSE)
    endpoint = a_webhook(house, origin="https://go.example")
    for seed in SEEDS:
        generate(seed, Wish(players=8, rounds=3, system="mcmahon"))
    row = TournamentRow.objects.first()
    job = Job.objects.create(
        id=uuid4(), kind="pair_round", tournament_id=row.id, params={}, actor="tester", asked_at=NOW
    )
    write_job_deliveries(job, NOW)
    commands.ping(endpoint, a_context())
    return endpoint


def faults(validator, value):
    return [f"{fault.json_path}: {fault.message}"[:300] for fault in validator.iter_errors(value)]


@pytest.mark.django_db
def test_every_message_fits_its_schema(played, fits):
    told = [delivery.params for delivery in messages()]
    assert len(told) > 100
    assert [said for one in told if (said := faults(fits("Message"), one))] == []
    assert {one["type"] for one in told} >= {
        *(News.RESULT, News.STANDINGS, News.ROUND_PAIRED, News.ROUND_PUBLISHED, News.ROUND_CLOSED),
        *(News.ENTRY, News.REPORT, News.CLAIM_MADE, News.CLAIM_RULED, News.OPENED, News.JOB, PING),
    }


@pytest.mark.django_db
def test_deliveries_fit_as_they_are_read(played, fits, api):
    api.force_authenticate(an_account("owner", Office.OWNER, organisation=played.organisation))
    read = api.get(f"/api/v1/organisations/{HOUSE}/webhooks/{played.id}/deliveries/?page_size=200").json()
    assert len(read["results"]) > 100
    assert faults(fits("DeliveryPage"), read) == []


@pytest.mark.django_db
@pytest.mark.parametrize("office", [None, Office.OWNER])
def test_events_fit_as_they_are_read(played, fits, api, office):
    """To everybody and to officers: withheld data are null, and withheld words empty."""
    if office:
        api.force_authenticate(an_account("owner", office, organisation=played.organisation))
    kinds, found = set(), []
    for row in TournamentRow.objects.all():
        after = f"/api/v1/tournaments/{row.slug}/events/"
        while after:
            read = api.get(after).json()
            kinds |= {event["kind"] for event in read["results"]}
            found += [(one["kind"], said) for one in read["results"] if (said := faults_of_event(fits, one))]
            after = read["next"]
    assert found == []
    assert len(kinds) > 20


@pytest.mark.django_db
def test_events_of_games_fit(played, fits, api):
    api.force_authenticate(an_account("owner", Office.OWNER, organisation=played.organisation))
    kinds, found = set(), []
    for game in PairingRow.objects.exclude(game_id=None)[:40]:
        read = api.get(f"/api/v1/games/{game.game_id}/events/").json()["results"]
        kinds |= {event["kind"] for event in read}
        found += [(one["kind"], said) for one in read if (said := faults_of_event(fits, one))]
    assert found == []
    assert kinds >= {"game.opened.v1", "game.stone-played.v1", "game.ended.v1"}


def faults_of_event(fits, event):
    """Return the faults of an event, and those of its data by the published schema of its kind."""
    found = faults(fits("GameEvent" if event["kind"].startswith("game.") else "Event"), event)
    data = Draft202012Validator(schemas()[event["kind"]])
    return found if event["data"] is None else [*found, *faults(data, event["data"])]
