"""Signed heads of the log: when they are made and where they are published."""

from base64 import b64decode

import pytest

from games.log import store
from games.log.raw import rows_at
from games.log.tables import KeptCheckpoint
from games.log.tree import signed_checkpoints
from games.log.tree.blocks import leaf_data
from games.log.tree.merkle import leaf_hash
from games.log.wire import kind_of
from tests.builders import NOW, a_context, a_family, a_tournament, finish, pair
from tournaments.commands import PairRound, carry_out, pair_round
from tournaments.domain.entries import ChangeEntry
from tournaments.domain.meetings import MeetingGroupSet
from tournaments.domain.presence import WithdrawEntry
from tournaments.domain.round_stages import CloseRound, PublishRound
from tournaments.domain.rounds import RoundPaired
from tournaments.tables.rows import EntryRow, RoundRow

pytestmark = pytest.mark.django_db


@pytest.fixture
def row():
    return a_tournament(players=8)


def sizes():
    return list(KeptCheckpoint.objects.order_by("size").values_list("size", flat=True))


def test_publishing_or_closing_a_round_signs_the_head(row, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        pair(row, 1)
    published = store.head()
    finish(row, 1)
    with django_capture_on_commit_callbacks(execute=True):
        carry_out(str(row.id), CloseRound(round=1, at=NOW), a_context())
    assert sizes() == [published, store.head()]


def test_altered_log_is_not_signed_but_round_is_published(row, django_capture_on_commit_callbacks):
    KeptCheckpoint.objects.create(size=1, root=b"another", at=NOW, note="")
    with django_capture_on_commit_callbacks(execute=True):
        pair(row, 1)
    assert sizes() == [1]
    assert RoundRow.objects.get(tournament=row, number=1).published


def test_tournament_pages_show_the_last_head(row, client):
    pair(row, 1)
    signed = signed_checkpoints.sign_checkpoint(NOW)
    for page in ("", "rounds/1/"):
        assert signed.note.split("\n")[2] in client.get(f"/tournaments/open/{page}").content.decode()


def test_embargoed_group_is_proved_only_to_officials(row, client):
    for place, entry in enumerate(EntryRow.objects.order_by("number")):
        carry_out(str(row.id), ChangeEntry(entry_id=entry.id, group="AB"[place // 4]), a_context())
    pair_round(str(row.id), PairRound(round=1, seed=0, group="A"), a_context())
    carry_out(str(row.id), PublishRound(round=1), a_context())
    pair_round(str(row.id), PairRound(round=1, seed=0, group="B"), a_context())
    shown, held = [one.position for one in store.read_all() if one.kind == kind_of(RoundPaired)]
    assert client.get(f"/log/proof/{shown}").status_code == 200
    assert client.get(f"/log/proof/{held}").status_code == 403


def test_events_for_officials_are_proved_only_to_officials(row, client, admin_client):
    a_family(row)
    [position] = [one.position for one in store.read_all() if one.kind == kind_of(MeetingGroupSet)]
    assert client.get(f"/log/proof/{position}").status_code == 403
    leaf = leaf_hash(leaf_data(next(rows_at([position])))).hex()
    assert client.get(f"/log/proof/{position}?leaf={leaf}").status_code == 200


def test_proof_does_not_reveal_typed_reasons(row, client):
    entry = EntryRow.objects.first()
    stored = carry_out(str(row.id), WithdrawEntry(entry_id=entry.id, reason="ill in bed"), a_context())
    answer = client.get(f"/log/proof/{stored[-1].position}")
    line = b64decode(answer.text.split("\nextra ")[1].split("\n")[0])
    assert (answer.status_code, b"ill in bed" in line, b'"reason":{"salted":"' in line) == (200, False, True)
