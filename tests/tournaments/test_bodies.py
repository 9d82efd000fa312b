"""Bodies of REST: nothing is null, never "", and every body is what the OpenAPI document promises."""

import json
import re
from itertools import product

import pytest
from django.contrib.auth import get_user_model
from jsonschema import Draft202012Validator
from rest_framework.test import APIClient

from deploy.api.openapi import render_document
from games.claims.rows import ClaimRow
from tests.builders import NOW, a_founder, a_tournament
from tests.tournaments.public.walking import a_walked_house
from tournaments.demo.making import make_demo
from tournaments.demo.stages import Stage
from tournaments.tables.people import Membership, Office, Organisation
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow

pytestmark = pytest.mark.django_db
DOCUMENT = json.loads(render_document())
STORED = {"data"}
"""Members with the data of stored events, which nothing changes."""


@pytest.fixture(scope="module")
def bodies(lasting_db):
    """Return (operation, schema, body) of all reads of REST, as an owner and as the public."""
    make_demo("riverside", Stage.DISPUTE, 1, NOW)
    house = a_walked_house()
    account = a_founder(house.accounts["owner"])
    for organisation in Organisation.objects.exclude(pk=house.organisation.pk):
        Membership.objects.create(organisation=organisation, user=account, office=Office.OWNER)
    owner = APIClient()
    owner.force_authenticate(account)
    return [
        (operation["operationId"], schema, answer.json())
        for path, operation, schema in reads()
        for address in addresses(path, house)
        for client in (owner, APIClient())
        if (answer := client.get(address)).get("Content-Type") == "application/json"
    ]


def reads():
    for path, methods in DOCUMENT["paths"].items():
        operation = methods.get("get", {"responses": {}})
        content = operation["responses"].get("200", {}).get("content", {})
        if "application/json" in content:
            yield path, operation, content["application/json"]["schema"]


def addresses(path, house):
    """Return the addresses of one path, for each tournament, entry, game and claim that there is."""
    names = re.findall(r"{(\w+)}", path)
    slugs = TournamentRow.objects.values_list("slug", flat=True) if "/tournaments/" in path else ["home"]
    for slug in slugs:
        own = PairingRow.objects.filter(tournament__slug=slug)
        known = {
            "slug": [slug],
            "number": [1, 2, 3],
            "entry_id": EntryRow.objects.filter(tournament__slug=slug).values_list("id", flat=True)[:3],
            "game_id": (own or PairingRow.objects).values_list("game_id", flat=True)[:12],
            "claim_id": ClaimRow.objects.values_list("claim_id", flat=True),
        }
        choices = [known.get(name, [house.known.get(name, "none")]) for name in names]
        for chosen in product(*choices):
            yield path.format(**dict(zip(names, chosen, strict=True)))


def empty_texts(value, place=""):
    """Return the places of empty texts in a body."""
    if value == "":
        return [place]
    named = value.items() if isinstance(value, dict) else enumerate(value if isinstance(value, list) else ())
    inner = [one for name, one in named if name not in STORED for one in empty_texts(one, f"{place}.{name}")]
    return [re.sub(r"\.\d+", "", one) for one in inner]


def test_walks_most_reads(bodies):
    assert len({name for name, _, _ in bodies}) > 70


def test_nothing_is_null_and_never_an_empty_text(bodies):
    assert sorted({(name, place) for name, _, body in bodies for place in empty_texts(body)}) == []


def members(value, place=""):
    """Yield the place and the value of everything in a body but the data of stored events."""
    named = value.items() if isinstance(value, dict) else enumerate(value if isinstance(value, list) else ())
    for name, one in named:
        if name not in STORED:
            at = f"{place}.{name}" if isinstance(value, dict) else place
            yield at, one
            yield from members(one, at)


def test_every_time_ends_in_z(bodies):
    times = {
        (name, place, value)
        for name, _, body in bodies
        for place, value in members(body)
        if isinstance(value, str) and re.match(r"\d{4}-\d\d-\d\dT\d\d", value)
    }
    assert len(times) > 20
    assert sorted(one for one in times if not one[-1].endswith("Z")) == []


def test_colours_are_called_black_and_white(bodies):
    """No member is ``color``, but in the facts of a receipt, which are those of the stored event."""
    places = {(name, place) for name, _, body in bodies for place, _ in members(body)}
    letters = {one for one in places if one[1].endswith((".color", ".b", ".w"))}
    assert letters <= {("get_receipt", ".event.facts.color")}


def test_every_body_fits_the_document(bodies):
    components = {"components": DOCUMENT["components"]}
    faults = {
        (name, re.sub(r"\[\d+\]", "[*]", fault.json_path), fault.message[:200])
        for name, schema, body in bodies
        for fault in Draft202012Validator({**schema, **components}).iter_errors(body)
    }
    assert sorted(faults) == []


def test_no_schema_names_an_empty_text():
    schemas = DOCUMENT["components"]["schemas"]
    assert [name for name, schema in schemas.items() if "" in schema.get("enum", ())] == []


def test_an_empty_text_is_refused_and_null_taken_where_nothing_is_meant(api, bodies):
    row = a_tournament(players=2, slug="plain")
    api.force_authenticate(get_user_model().objects.get(username="owner"))
    entry = EntryRow.objects.filter(tournament=row).first()
    for address, member in (("", "place"), (f"entries/{entry.id}/", "club")):
        for body, status in (({member: ""}, 422), ({member: "BRN"}, 200), ({member: None}, 200)):
            answer = api.patch(f"/api/v1/tournaments/plain/{address}", body, headers={"If-Match": "*"})
            assert (answer.status_code, answer.json().get(member)) == (status, body[member] or None), body
