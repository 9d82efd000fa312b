"""The Merkle tree over a log in the database: stored roots, signed heads, detection of a rewritten log."""

from datetime import timedelta

import pytest

from games.log import append_only
from games.log.digests import digest_of, line
from games.log.rebuilding import rebuild
from games.log.tables import Event, KeptCheckpoint, StreamHead, TreeBlock
from games.log.tree import blocks, checkpoints, signed_checkpoints
from games.log.tree.blocks import Tree
from games.log.tree.checkpoints import read_checkpoint
from games.log.tree.merkle import (
    consistency_proof,
    inclusion_proof,
    leaf_hash,
    verify_inclusion,
)
from games.log.verification import verify
from games.refusals import Refusal
from tests.games.log.tree.consistency import verify_consistency
from tests.games.log.tree.test_proofs import mth
from tests.games.sample import AT, count, note

pytestmark = pytest.mark.django_db
LATER = AT + timedelta(seconds=2)


@pytest.fixture
def log():
    """601 events: two full blocks and 89 events more."""
    note("game:7f3a", "naïve")
    count("game:7f3b", *range(600))


def leaves():
    """As ``deploy/format`` says them: the line that an event's digest covers."""
    return [line(row, row.position).encode() for row in Event.objects.order_by("position")]


def rewritten(position):
    """By somebody who knows the log: one event's data, all digests after it, the head."""
    append_only.remove()
    changed = Event.objects.get(pk=position)
    Event.objects.filter(pk=position).update(data='{"by":9999}')
    digest = ""
    for row in Event.objects.filter(stream=changed.stream).order_by("version"):
        digest = digest_of(digest, row)
        Event.objects.filter(pk=row.pk).update(digest=digest)
    StreamHead.objects.filter(stream=changed.stream).update(digest=digest)


def faults():
    return [str(fault) for fault in verify()]


def test_root_matches_the_rfc_over_the_log_lines(log):
    lines = leaves()
    assert Tree().root() == mth(lines)
    assert [Tree(size).root() for size in (1, 255, 256, 257, 512)] == [
        mth(lines[:size]) for size in (1, 255, 256, 257, 512)
    ]


def test_stores_roots_of_full_blocks(log):
    lines = leaves()
    Tree()
    assert [(row.number, bytes(row.root)) for row in TreeBlock.objects.order_by("number")] == [
        (0, mth(lines[:256])), (1, mth(lines[256:512]))
    ]  # fmt: skip


def test_proofs_verify_at_every_position(monkeypatch):
    """With blocks of four events."""
    monkeypatch.setattr(blocks, "HEIGHT", 2)
    monkeypatch.setattr(blocks, "BLOCK_SIZE", 4)
    count("game:7f3b", *range(70))
    whole = leaves()
    assert Tree().root() == mth(whole)
    assert set(TreeBlock.objects.values_list("number", flat=True)) == set(range(17))
    tree = Tree()
    for index in range(70):
        path = inclusion_proof(index, 70, tree.node)
        assert verify_inclusion(leaf_hash(whole[index]), index, 70, path, mth(whole))
    assert all(
        verify_consistency(old, mth(whole[:old]), 70, mth(whole), consistency_proof(old, 70, tree.node))
        for old in range(1, 71)
    )


def test_signs_one_head_per_size(log):
    first = signed_checkpoints.sign_checkpoint(AT)
    assert signed_checkpoints.sign_checkpoint(LATER) == first
    count("game:7f3b", 1)
    assert signed_checkpoints.current_checkpoint(AT) == first  # at most one a second
    second = signed_checkpoints.current_checkpoint(LATER)
    assert (first.size, second.size) == (601, 602)
    for kept in (first, second):
        note_ = checkpoints.read_note(kept.note)
        assert checkpoints.verify_note(note_, [signed_checkpoints.log_signer().verifier])
        head = read_checkpoint(note_.text)
        assert (head.origin, head.size, head.root) == (
            signed_checkpoints.log_signer().name, kept.size, mth(leaves()[: kept.size])
        )  # fmt: skip


def test_signs_nothing_without_key_or_events(settings):
    assert signed_checkpoints.sign_checkpoint(AT) is None
    note("game:7f3a", "naïve")
    settings.LOG_KEY = ""
    assert signed_checkpoints.sign_checkpoint(AT) is None


def test_heads_reveal_a_fully_rewritten_log(log):
    signed_checkpoints.sign_checkpoint(AT)
    assert faults() == []
    rewritten(600)
    assert faults() == [
        "the log: the log does not begin with the 601 events that its checkpoint of that size was signed for"
    ]
    count("game:7f3b", 1)
    with pytest.raises(Refusal, match="log"):
        signed_checkpoints.sign_checkpoint(LATER)
    assert KeptCheckpoint.objects.count() == 1


def test_reports_wrong_root(log):
    Tree()
    rewritten(300)
    assert faults() == ["the log: block 1 of the tree is not what the events say"]
    rebuild()
    assert faults() == []


def test_reports_root_beyond_the_last_event(log):
    TreeBlock.objects.create(number=7, root=b"")
    assert faults() == ["the log: block 7 of the tree is not what the events say"]


def test_reports_head_beyond_the_last_event():
    note("game:7f3a", "naïve")
    KeptCheckpoint.objects.create(size=2, root=b"", at=AT, note="")
    assert len(faults()) == 1
    with pytest.raises(Refusal):
        signed_checkpoints.sign_checkpoint(LATER)
