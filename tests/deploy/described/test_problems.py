"""Which refusals the document names for an operation, and how they are found in the program."""

import json
from dataclasses import dataclass
from functools import partial, singledispatch

import pytest

from deploy.described import reaching
from deploy.described.problems import of_view, with_status
from deploy.described.reaching import Reach
from deploy.openapi import written
from games.refusals import CODES
from tests.refusals import hold
from tournaments.api.tiebreaks import TournamentTiebreaks
from tournaments.api.webhooks import WebhookList


@pytest.fixture(autouse=True)
def _of_tests_too(monkeypatch):
    monkeypatch.setattr(reaching, "OURS", reaching.OURS | {"tests"})


@pytest.fixture(scope="module")
def document():
    return json.loads(written()[0])


@dataclass
class Left:
    def go(self):
        return "left"


@dataclass
class Right:
    def go(self):
        return "right"


@singledispatch
def decide(command):
    return "nothing decides"


@decide.register
def _(command: Left):
    return "decided left"


@decide.register
def _(command: Right):
    return "decided right"


def told(*, wrong=False):
    return "wrong" if wrong else TABLE["way"]


def by_table():
    return "reached by a table"


TABLE = {"way": by_table}


def goes(one):
    return one.go()


def makes():
    return goes(Left())


def only_asks(one):
    return isinstance(one, Right) and decide(one)


def decides():
    return decide(Right())


def later():
    return partial(told, wrong=True)


def texts(function):
    return Reach().reach(function).texts


def test_it_follows_calls_tables_and_what_is_handed_on():
    assert {"wrong", "reached by a table"} <= texts(told)
    assert {"wrong", "reached by a table"} <= texts(later)


def test_a_method_is_that_of_what_is_made():
    assert "left" in texts(makes)
    assert "right" not in texts(makes)


def test_a_generic_function_goes_the_way_of_what_is_made_alone():
    assert "decided right" in texts(decides)
    assert "decided left" not in texts(decides)
    assert not {"decided left", "decided right"} & texts(only_asks)


def test_what_is_reached_before_is_not_changed_by_what_comes_after():
    before = Reach().reach(makes)
    after = before.copy().reach(decides)
    assert "decided right" in after.texts - before.texts


def test_operations_name_their_own_and_not_those_of_others():
    made = of_view(WebhookList, "POST")
    assert {"webhook_address", "too_many_webhooks", "validation_error", "throttled"} <= made
    assert "webhook_address" not in of_view(WebhookList, "GET")
    assert "moves_not_seen" in of_view(TournamentTiebreaks, "PUT")
    assert "moves_not_seen" not in made


def test_where_nothing_is_found_for_a_status_every_code_of_it_is_named():
    assert with_status(404, {"not_found", "webhook_address"}) == ["not_found"]
    assert with_status(404, ()) == sorted(code for code, row in CODES.items() if row.status == 404)


def test_every_refusal_of_the_document_is_closed(document):
    seen = set()
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            for status, response in operation["responses"].items():
                if status < "4":
                    continue
                general, own = response["content"]["application/problem+json"]["schema"]["allOf"]
                codes = own["properties"]["code"]["enum"]
                assert general == {"$ref": "#/components/schemas/Problem"}
                assert codes, (path, method, status)
                assert {CODES[code].status for code in codes} == {int(status)}
                assert response["description"] == f"Refused; `code` is {', '.join(codes)}."
                seen.update(codes)
    assert len(seen) > 150
    assert document["components"]["schemas"]["ProblemCode"]["enum"] == sorted(CODES)


def test_most_codes_are_of_few_operations(document):
    """Else the lists would say nothing."""
    conflicts = [
        operation["responses"]["409"]["content"]["application/problem+json"]["schema"]["allOf"][1]
        for methods in document["paths"].values()
        for operation in methods.values()
        if "409" in operation["responses"]
    ]
    sizes = sorted(len(one["properties"]["code"]["enum"]) for one in conflicts)
    assert sizes[len(sizes) // 2] < 25 < sum(row.status == 409 for row in CODES.values())


@pytest.mark.django_db
def test_a_refusal_that_is_not_named_is_found(api):
    answer = api.get("/api/v1/tournaments/nowhere/standings/")
    hold(answer, "GET")
    answer.json = lambda: {"code": "not_your_word"}
    with pytest.raises(AssertionError, match="not_your_word"):
        hold(answer, "GET")
