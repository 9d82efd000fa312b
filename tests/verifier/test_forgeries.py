"""Who finds what an operator with the key could forge: ``python -m tests.verifier.forgeries``."""

import pytest

from tests.verifier.forgeries import readers
from tests.verifier.forgeries.kinds import FORGERIES, nothing

SHOWN_BY_THE_BUNDLE = {"result altered early", "result altered late", "record and result changed"}
"""Later rounds were paired on what is another thing now."""


@pytest.fixture(scope="module")
def told(lasting_db):
    return readers.before()


def test_nobody_finds_anything_in_the_log_as_it_was(db, told, tmp_path):
    assert readers.tried(told, nothing, tmp_path).by == dict.fromkeys(("alone", "kept", "receipt"), False)


@pytest.mark.parametrize("name", FORGERIES)
def test_a_kept_head_and_a_receipt_find_every_forgery(name, db, told, tmp_path):
    found = readers.tried(told, FORGERIES[name], tmp_path)
    assert found.by["kept"], found
    assert found.by["receipt"], found
    assert found.by["alone"] == (name in SHOWN_BY_THE_BUNDLE), found
