"""Every example of the OpenAPI document is sent to the service, which answers as the document says."""

import json

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from deploy.described.examples import ENTRY, EXAMPLES, GAME, HOOK, OTHER_GAME, PLAYER
from deploy.openapi import written
from tests.builders import a_ping, a_tournament, a_webhook, an_account, pair
from tournaments.tables.people import Office, Organisation, Player
from tournaments.tables.rows import EntryRow, PairingRow
from tournaments.webhooks.rows import Delivery

pytestmark = pytest.mark.django_db
SLUG = "spring-open"
CONTENT = "application/json"


@pytest.fixture(scope="module")
def document():
    return json.loads(written()[0])


@pytest.fixture(scope="module")
def operations(document):
    """Method, path and operation by id."""
    return {
        operation["operationId"]: (method, path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }


@pytest.fixture
def world(settings):
    """What stands behind the ids of the examples, the address, and who asks."""
    settings.WEBHOOK_PRIVATE = True
    row = a_tournament(players=4, slug=SLUG)
    pair(row, 1)
    games = list(PairingRow.objects.filter(tournament=row).order_by("table"))
    newcomer = Player.objects.create(
        organisation=Organisation.objects.get(), family_name="Vos", given_name="Anna", rank=1, rating=2200
    )
    black = Player.objects.get(pk=EntryRow.objects.get(pk=games[0].black_id).player_id)
    black.user = an_account("black")
    black.save()
    endpoint = a_webhook()
    for _ in range(18):
        a_ping(endpoint)
    ids = {
        PLAYER: str(newcomer.pk),
        ENTRY: str(games[0].black_id),
        GAME: str(games[0].game_id),
        OTHER_GAME: str(games[1].game_id),
        HOOK: "http://127.0.0.1:9/news",
    }
    place = {"number": 1, "game_id": ids[GAME], "webhook_id": endpoint.pk}
    return ids, place, {"report_result": black.user, "": an_account("owner", Office.OWNER)}


def sent(api, operations, world, name):
    """The answer to the example as it stands in the document, with the ids of this database."""
    method, path, operation = operations[name]
    ids, place, people = world
    [one] = operation["requestBody"]["content"][CONTENT]["examples"].values()
    body = json.dumps(one["value"])
    for example, real in ids.items():
        body = body.replace(example, real)
    slug = "home" if "/organisations/" in path else SLUG
    address = path.format(slug=slug, **place)
    api.force_authenticate(people.get(name, people[""]))
    headers = {}
    if any(one["name"] == "If-Match" and one.get("required") for one in operation["parameters"]):
        headers["If-Match"] = api.get(address)["ETag"]
    return api.generic(method.upper(), address, body, CONTENT, headers=headers)


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_it_is_answered_as_the_document_says(api, document, operations, world, name):
    answer = sent(api, operations, world, name)
    assert answer.status_code == EXAMPLES[name].status, answer.content
    promised = operations[name][2]["responses"][str(answer.status_code)]
    schema = {**promised["content"][CONTENT]["schema"], "components": document["components"]}
    faults = Draft202012Validator(schema, format_checker=FormatChecker()).iter_errors(answer.json())
    assert [f"{fault.json_path}: {fault.message}" for fault in faults] == []
    needed = {header for header, one in promised["headers"].items() if one.get("required")}
    assert needed <= set(answer.headers), name


def test_each_does_what_it_says(api, operations, world):
    ids = world[0]
    assert sent(api, operations, world, "resend_webhook_messages").json()["messages"] == 1
    assert Delivery.objects.filter(sequence=18).get().state == "waiting"
    entry = sent(api, operations, world, "enter_player").json()
    assert entry["rank"] == "2d"
    assert EntryRow.objects.filter(player_id=ids[PLAYER]).exists()
    assert sent(api, operations, world, "record_results").json()["stored"] == 2
    assert set(PairingRow.objects.values_list("winner", flat=True)) == {"black", "white"}


def test_every_example_fits_the_schema_of_its_request(document, operations):
    for name in EXAMPLES:
        content = operations[name][2]["requestBody"]["content"][CONTENT]
        schema = {**content["schema"], "components": document["components"]}
        [one] = content["examples"].values()
        assert Draft202012Validator(schema).is_valid(one["value"]), name
