"""From what was made to what can be done with it: the links of the OpenAPI document lead there.

Each is followed after a creation that succeeds; then hypothesis goes along them as it likes, with bodies good
and bad, and every answer is held to the document.
"""

from itertools import count
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import override_settings
from hypothesis import HealthCheck, settings
from rest_framework.test import APIClient
from schemathesis.specs.openapi.checks import negative_data_rejection

from deploy.linking import MADE
from tests.attacks.promises import CHECKS, OPERATIONS, document, keep_open, parameters
from tests.builders import finish, open_registration
from tests.sizes import size
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, TournamentRow

BY_ID = {one.definition.raw["operationId"]: one for one in OPERATIONS.values()}
NUMBERS = count()
FIRST = ("create_tournament", "create_organisation", "make_claim")
"""Where every way along the links begins."""
PERSON = {"family_name": "Made", "given_name": "One", "rank": "1k"}


def bodies(game, entries, player):
    """A body with which each creation succeeds, where those are free."""
    slug = f"made-{next(NUMBERS)}"
    return {
        "create_tournament": {"slug": slug, "name": "Made", "organisation": "home"},
        "create_organisation": {"slug": slug, "name": "Made"},
        "add_player": {**PERSON, "rating": 2000},
        "add_webhook": {"url": "http://127.0.0.1:9/made", "kinds": ["result"]},
        "invite_officer": {"office": "desk"},
        "enter_player": {"player": player},
        "form_team": {"name": "Made", "members": entries},
        "make_meeting_group": {"rule": "must_not_meet", "members": entries, "reason": "ours"},
        "make_club_group": {"name": "Made", "clubs": ["Rive", "Vale"], "reason": "ours"},
        "register_for_tournament": {**PERSON, "id": str(uuid4()), "consent": 1},
        "pair_round": {"not_here": "pair"},
        "make_pair": {"white": entries[0], "black": entries[1], "reason": "ours"},
        "make_claim": {"game": game, "kind": "repetition"},
        "begin_sequence": {},
    }


class Made:
    """One creation by the owner, and its links."""

    def __init__(self, name, known):
        self.operation, self.client = BY_ID[name], APIClient(headers=known.ways[0])
        self.address = {**parameters(self.operation, known), **self._ready(name, known)}
        self.answer = self._send(self.operation, self.address, self._body(name, known), {"If-Match": "*"})

    def _ready(self, name, known):
        """What must be so before it: address parameters that are others then."""
        row = TournamentRow.objects.get(slug=known.slug)
        if name == "register_for_tournament":
            open_registration(row)
        if name == "pair_round":
            finish(row, 1)
        there = {"number": 2} if name in ("pair_round", "make_pair") else {}
        return {"slug": "teams"} if name == "form_team" else there

    def _body(self, name, known):
        organisation = TournamentRow.objects.get(slug=known.slug).organisation_id
        person = {"organisation_id": organisation, "rank": 0, "rating": 2000}
        free = [str(Player.objects.create(family_name=f"Free{n}", **person).id) for n in range(2)]
        entries = EntryRow.objects.filter(tournament__slug=known.slug).values_list("id", flat=True)[:2]
        entered = (
            [self._entered(one) for one in free] if name == "form_team" else [str(one) for one in entries]
        )
        return bodies(known.found["game_id"], entered, free[0])[name]

    def _entered(self, player):
        return self._send(BY_ID["enter_player"], {"slug": "teams"}, {"player": player}).json()["id"]

    def _send(self, operation, address, body=None, headers=None):
        path = operation.path.format(**address)
        return getattr(self.client, operation.method)(path, body, headers=headers or {})

    def follow(self, name, link):
        told = {key: self._value(expression) for key, expression in link["parameters"].items()}
        return self._send(BY_ID[name], {**told})

    def _value(self, expression):
        where, _, name = expression.removeprefix("$").replace("#/", ".").rpartition(".")
        return self.address[name] if where == "request.path" else self.answer.json()[name]


@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(MADE))
def test_each_link_leads_to_what_was_made(name, real):
    links = BY_ID[name].definition.raw["responses"]["201"]["links"]
    place = MADE[name][0]
    with transaction.atomic(), override_settings(WEBHOOK_PRIVATE=True):
        made = Made(name, real)
        assert made.answer.status_code == 201, made.answer.content
        read = {to: made.follow(to, link) for to, link in links.items() if BY_ID[to].method == "get"}
        at_it = {to: answer for to, answer in read.items() if BY_ID[to].path == place}
        transaction.set_rollback(True)
    assert {to: answer.status_code for to, answer in at_it.items()} == dict.fromkeys(at_it, 200)
    assert {to for to, answer in read.items() if answer.status_code >= 500} == set()
    assert links.keys() >= {BY_ID_OF[one] for one in BY_ID_OF if one[1] == place}


BY_ID_OF = {(one.method, one.path): name for name, one in BY_ID.items()}


@pytest.mark.django_db
@pytest.mark.parametrize("way", [0, 1], ids=["token", "session"])
def test_whoever_goes_along_the_links_meets_nothing_undocumented(real, way):
    keep_open()
    linked = {to for name in MADE for to in BY_ID[name].definition.raw["responses"]["201"]["links"]}
    schema = document().include(operation_id=sorted({*MADE, *linked}))
    player = str(Player.objects.filter(organisation__slug="home").first().id)

    class Going(schema.as_state_machine()):
        def setup(self):
            keep_open()
            self.undone = transaction.atomic()
            self.undone.__enter__()

        def teardown(self):
            transaction.set_rollback(True)
            self.undone.__exit__(None, None, None)

        def before_call(self, case):
            """What makes something does make it, the first time."""
            name = case.operation.definition.raw["operationId"]
            if name in FIRST:
                case.body = bodies(real.found["game_id"], [player, player], player)[name]
                case.media_type = "application/json"

        def get_call_kwargs(self, case):
            return {"headers": real.ways[way]}

        def validate_response(self, response, case, additional_checks=None, **options):
            case.validate_response(response, checks=[*CHECKS, negative_data_rejection])

    Going.run(
        settings=settings(
            max_examples=size(6, long=300),
            stateful_step_count=size(6, long=12),
            suppress_health_check=list(HealthCheck),
            derandomize=True,
            database=None,
            deadline=None,
        )
    )
