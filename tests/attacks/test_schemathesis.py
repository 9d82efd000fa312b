"""What the OpenAPI document promises, the service keeps: no 5xx, no status and no body that it does not name.

Each operation of the document is called with what may be generated from it, good and bad, by an owner with a
token or a session; half of the calls go to things that exist. What the document forbids is never accepted.
Whatever a call does is undone.
"""

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.generation.modes import GenerationMode
from schemathesis.specs.openapi.checks import negative_data_rejection

from tests.attacks.promises import CHECKS, OPERATIONS, parameters
from tests.sizes import size

EXAMPLES = size(10, long=200)
WRONG = size(3, long=100)
CAN_BE_WRONG = sorted(label for label, one in OPERATIONS.items() if one.body or list(one.query))
"""Operations of which something beside the address can be sent otherwise than the document says."""


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


@pytest.mark.django_db
@pytest.mark.parametrize("label", sorted(OPERATIONS))
def test_an_operation_keeps_what_the_document_promises(label, real):
    operation = OPERATIONS[label]

    @some(EXAMPLES)
    @given(case=operation.as_strategy(), exists=st.booleans(), way=st.sampled_from(real.ways))
    def calls(case, exists, way):
        if exists:
            case.path_parameters = parameters(operation, real)
        undone(case, way, CHECKS)

    calls()


@pytest.mark.django_db
@pytest.mark.parametrize("label", CAN_BE_WRONG)
def test_what_the_document_forbids_is_refused(label, real):
    """Where nothing else is wrong: the address leads to something, and whoever asks may ask."""
    operation = OPERATIONS[label]
    there = parameters(operation, real)

    @some(WRONG)
    @given(
        case=operation.as_strategy(GenerationMode.NEGATIVE, path_parameters=there),
        way=st.sampled_from(real.ways),
    )
    def calls(case, way):
        undone(case, way, [*CHECKS, negative_data_rejection])

    calls()
