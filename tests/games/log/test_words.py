"""Typed texts are stored outside the log; the log has a commitment, and its opening can be erased."""

import json
from hashlib import sha256

import pytest
from django.db import DatabaseError, transaction
from hypothesis import given
from hypothesis import strategies as st

from games.log import append_only, commitments, exchange, folding, openings, store
from games.log.canonical import canonical
from games.log.openings import Opening
from games.log.rebuilding import rebuild
from games.log.tables import Event, ProjectionPosition, StreamHead
from games.log.verification import verify
from tests.builders import a_context, a_tournament, pair
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.domain.results import ClearResult, RecordResult
from tournaments.tables.rows import PairingRow

WORD = 'unspeakable {"salted":"' + "0" * 64 + '"}'


@pytest.fixture
def cleared(db):
    """A result that was cleared for a reason: the stored event."""
    row = a_tournament(players=4)
    pair(row, 1)
    game = str(PairingRow.objects.filter(tournament=row).first().game_id)
    carry_out(str(row.id), RecordResult(game_id=game, result=Result(winner=Winner.WHITE)), a_context())
    carry_out(str(row.id), ClearResult(game_id=game, reason=WORD), a_context())
    return Event.objects.order_by("-position").first()


@given(st.text(min_size=1), st.binary(min_size=32, max_size=32))
def test_commitment_is_the_digest_of_salt_and_canonical_json(text, salt):
    data, [opened] = commitments.commit_texts({"reason": text, "round": 1}, iter([salt]))
    assert data == {"reason": {"salted": sha256(salt + canonical(text).encode()).hexdigest()}, "round": 1}
    stored = canonical(data)
    assert commitments.commitments_in(stored) == [opened.commitment]
    assert opened.fits
    assert commitments.open_commitments(stored, {opened.commitment: opened.said}) == {
        "reason": text,
        "round": 1,
    }
    assert commitments.open_commitments(stored, {}) == {"reason": commitments.ERASED, "round": 1}


def test_typed_text_is_never_taken_for_a_commitment():
    text = canonical({"name": '{"salted":"' + "a" * 64 + '"}'})
    assert commitments.commitments_in(text) == []
    assert commitments.open_commitments(text, {}) == json.loads(text)
    assert commitments.commit_texts({"reason": "", "reasons": ""}, iter([])) == (
        {"reason": "", "reasons": ""},
        [],
    )


def test_text_is_stored_outside_the_log_and_read_with_it(cleared):
    assert "unspeakable" not in cleared.data
    opening = Opening.objects.get(position=cleared.position)
    assert commitments.commitments_in(cleared.data) == [opening.commitment]
    assert store.decode_row(cleared).event.reason == WORD
    assert store.events_of_command(cleared.command_id)[-1].data["reason"] == WORD
    assert [one.data.get("reason") for one in store.iterate(cleared.stream)][-1] == WORD
    assert list(verify()) == []


def test_reading_takes_one_more_query_only_if_there_are_texts(cleared, django_assert_num_queries):
    with django_assert_num_queries(2):
        store.read(cleared.stream)
    with django_assert_num_queries(1):
        store.read(cleared.stream, upto=1)


def test_erased_text_is_marked_and_log_stays_valid(cleared):
    assert openings.erase(commitments.commitments_in(cleared.data)) == 1
    folding.clear_cache()
    assert store.decode_row(cleared).event.reason == commitments.ERASED
    assert list(verify()) == []
    assert all(table.same for table in rebuild(check=True))
    assert not any("unspeakable" in line for line in exchange.export())


def test_mismatched_opening_is_damage_and_never_displayed(cleared):
    append_only.remove_openings()
    Opening.objects.filter(position=cleared.position).update(said='"drunk"')
    append_only.install_openings()
    [fault] = verify()
    assert (fault.stream, fault.version) == (cleared.stream, cleared.version)
    assert store.decode_row(cleared).event.reason == commitments.ERASED


def test_opening_without_commitment_is_damage(cleared):
    openings.store_openings([(1, commitments.commit_texts({"reason": "x"}, iter([bytes(32)]))[1][0])])
    assert [fault.position for fault in verify()] == [1]


def test_rejects_update_of_an_opening(cleared):
    with pytest.raises(DatabaseError), transaction.atomic():
        Opening.objects.update(said='"drunk"')


def wipe():
    append_only.remove()
    for model in (Event, StreamHead, ProjectionPosition, Opening):
        model.objects.all().delete()
    append_only.install()


def test_full_export_has_texts_and_public_export_does_not(cleared):
    lines = list(exchange.export())
    assert json.loads(lines[0])["openings"] == 1 + 4 + 2, "the reason, what four players are called, secrets"
    assert "unspeakable" in lines[-1]
    bare = list(exchange.export(opened=False))
    assert not any("unspeakable" in line for line in bare)
    assert [line for line in bare if line in lines] == bare[1:]
    wipe()
    exchange.load(lines)
    assert list(exchange.export()) == lines
    assert store.decode_row(cleared).event.reason == WORD
    openings.erase(commitments.commitments_in(cleared.data))
    exchange.load(lines)
    assert Opening.objects.count() == 4 + 2, "what was erased here does not come back with a copy of before"


@pytest.mark.parametrize(
    "alter",
    [
        lambda line: {**line, "said": '"drunk"'},
        lambda line: {**line, "position": 1},
        lambda line: {**line, "more": 1},
    ],
)
def test_rejects_file_with_mismatched_opening(cleared, alter):
    *lines, last = exchange.export()
    wipe()
    with pytest.raises(exchange.InvalidLine), transaction.atomic():
        exchange.load([*lines, canonical(alter(json.loads(last)))])
    assert not Event.objects.exists()
