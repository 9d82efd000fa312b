"""What the OpenAPI document promises, the service keeps: no 5xx, no status and no body that it does not name.

Each operation of the document is called with what may be generated from it, good and bad, by an owner with a
token or a session, or by a player with a private link; half of the calls go to things that exist. What the
document forbids is never accepted. Whatever a call does is undone.
"""

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.generation.modes import GenerationMode
from schemathesis.specs.openapi.checks import negative_data_rejection

from tests.attacks.promises import CHECKS, OPERATIONS, parameters
from tests.sizes import size

EXAMPLES = size(4, long=200)
WRONG = size(1, long=100)


def some(examples):
    return settings(
        max_examples=examples,
        suppress_health_check=list(HealthCheck),
        derandomize=True,
        database=None,
        deadline=None,
    )


def undone(case, headers, checks):
    with transaction.atomic():
        case.call_and_validate(headers=headers, checks=checks)
        transaction.set_rollback(True)


def keeps_what_the_document_promises(operation, real, there):
    @some(EXAMPLES)
    @given(case=operation.as_strategy(), exists=st.booleans(), way=st.sampled_from(real.ways))
    def calls(case, exists, way):
        if exists:
            case.path_parameters = there
        undone(case, way, CHECKS)

    calls()


def refuses_what_the_document_forbids(operation, real, there):
    """Where nothing else is wrong: the address exists, and somebody who is known sends it."""

    @some(WRONG)
    @given(
        case=operation.as_strategy(GenerationMode.NEGATIVE, path_parameters=there),
        way=st.sampled_from(real.ways),
    )
    def calls(case, way):
        undone(case, way, [*CHECKS, negative_data_rejection])

    calls()


@pytest.mark.django_db
@pytest.mark.parametrize("label", sorted(OPERATIONS))
def test_keeps_what_the_document_promises_and_refuses_what_it_forbids(label, real):
    operation = OPERATIONS[label]
    there = parameters(operation, real)
    keeps_what_the_document_promises(operation, real, there)
    if operation.body or list(operation.query):  # something beside the address can be wrong
        refuses_what_the_document_forbids(operation, real, there)
