"""Which tool finds what an operator with the key could forge: ``python -m tests.verifier.forgeries``."""

import pytest

from deploy.verifier.check_bundle import Note
from tests.verifier.checking import integrity, meaning
from tests.verifier.forgeries import readers
from tests.verifier.forgeries.kinds import FORGERIES, PUBLISHED, nothing
from tournaments.checking.games import UNSETTLED


@pytest.fixture(scope="module")
def told(lasting_db, tmp_path_factory):
    return readers.before(tmp_path_factory.mktemp("before"))


def test_nobody_finds_anything_in_the_log_as_it_was(db, told, tmp_path):
    assert readers.tried(told, nothing, tmp_path) == readers.Found(alone="", head="", receipt="", meaning="")


@pytest.mark.parametrize("name", FORGERIES)
def test_a_kept_head_and_a_receipt_find_every_forgery(name, db, told, tmp_path):
    """And what contradicts the rest of the log ``nigiri check`` finds without either."""
    found = readers.tried(told, FORGERIES[name].forge, tmp_path)
    assert found.head
    assert found.receipt
    assert not found.alone
    assert bool(found.meaning) == FORGERIES[name].contradicts, found


@pytest.mark.parametrize("name", PUBLISHED)
def test_what_was_published_and_does_not_follow_is_found(name, db, told, tmp_path):
    found = readers.published(told, name, tmp_path)
    assert found.meaning
    assert not found.alone


def test_a_result_against_its_record_is_named_with_round_table_and_both(db, told, tmp_path):
    found = readers.tried(told, FORGERIES["result against its record"].forge, tmp_path)
    assert found.meaning.startswith("Round 4, table 1, ")
    assert found.meaning.endswith(
        f"The record proves B+R, and the result that counts is: White won. {UNSETTLED}"
    )


class TestWithheld:
    """A true bundle from before the last round, given to somebody who knows of that round."""

    def status(self, told, **kept):
        return integrity(told.withheld, **kept).status

    def test_alone_it_is_whole_and_says_that_a_round_is_missing(self, db, told):
        assert self.status(told) == 0
        report = meaning(told.withheld)
        assert report.faults == []
        assert report.notes == ["The tournament has 4 rounds; the bundle has pairings of 3."]

    def test_a_newer_head_alone_is_never_a_pass(self, db, told):
        check = integrity(told.withheld, head=told.head)
        assert check.status == 2
        assert check.unchecked[0].startswith("This bundle is older than the head that you kept")

    def test_a_receipt_of_the_round_is_a_fault_whatever_else_is_kept(self, db, told):
        receipt = told.receipts[max(told.receipts)]
        size = max(integrity(told.withheld).roots)
        proof = readers.proof_of_consistency(size, Note.read(told.head).head[1])
        assert self.status(told, receipt=receipt) == 1
        assert self.status(told, receipt=receipt, head=told.head, proof=proof) == 1

    def test_a_proof_says_where_the_bundle_ends(self, db, told):
        size = max(integrity(told.withheld).roots)
        proof = readers.proof_of_consistency(size, Note.read(told.head).head[1])
        check = integrity(told.withheld, head=told.head, proof=proof)
        assert (check.faults, check.unchecked) == ([], [])
        assert any(f"but ends at event {size} of" in one for one in check.checked)
