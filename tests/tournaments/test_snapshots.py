"""Snapshots: a head start for whoever reads the past, and never another answer than the log's."""

import zlib
from dataclasses import replace
from hashlib import sha256
from uuid import UUID

import grimp
import pytest
from django.core.management import call_command

from games.log import openings, store, verification
from games.log.folding import fold as fold_log
from games.log.snapshots import held, making, reading
from games.log.snapshots.checking import WHAT, exactly
from games.log.snapshots.program import digest_of_sources, sources
from games.log.snapshots.tables import Snapshot, SnapshotPart
from games.log.tables import Event
from games.log.words import ERASED
from tests.builders import a_context, a_tournament
from tournaments import loading
from tournaments.commands import carry_out
from tournaments.deciding.limits import ChangeLimits
from tournaments.deciding.taking_back import can_be_taken_back, past_edit
from tournaments.events.limits import Limits
from tournaments.generating import Wish, generate
from tournaments.jobs import snapshots
from tournaments.loading import FOLDING, load_at, load_between, steps_at, steps_between, steps_of, stream_of
from tournaments.proofs.pairing_log import log_of_round, round_log
from tournaments.state import packing
from tournaments.state.evolving import fold
from tournaments.state.tournament import Tournament
from tournaments.story.reading import story_of

pytestmark = [pytest.mark.django_db, pytest.mark.both]
SOME = 9  # events from snapshot to snapshot
SEEDS = range(4)


@pytest.fixture(autouse=True)
def often(monkeypatch):
    for module in (making, loading):
        monkeypatch.setattr(module, "EVERY", SOME)


def generated(seed, *, kept=True):
    """The id of a tournament of which snapshots are kept."""
    tournament_id = generate(seed, Wish(players=8, rounds=3)).tournament_id
    if kept:
        assert making.make(stream_of(tournament_id)) == store.version(stream_of(tournament_id)) // SOME > 2
    return tournament_id


def told(tournament_id):
    return store.read(stream_of(tournament_id))


def whole(tournament_id, version):
    return fold_log(stream_of(tournament_id), Tournament(), fold, upto=version)


@pytest.mark.parametrize("seed", range(8))
def test_the_state_at_every_version_is_that_of_a_fold(seed):
    tournament_id, state = generated(seed), Tournament()
    for recorded in told(tournament_id):
        state = fold(state, recorded.event)
        found, version = load_at(tournament_id, recorded.position)
        assert version == recorded.version
        assert exactly(found) == exactly(state)
        assert exactly(packing.unpack(packing.pack(state))) == exactly(state)


def test_while_a_request_is_answered_a_part_is_read_once(monkeypatch):
    tournament_id, read = str(a_tournament(players=8, finished=3).pk), []
    stream, bodies_of = stream_of(tournament_id), reading.bodies_of
    assert making.make(stream) > 2
    monkeypatch.setattr(
        reading, "bodies_of", lambda told, parts: read.append(len(parts)) or bodies_of(told, parts)
    )
    apart = [reading.nearest(stream), reading.nearest(stream)]
    assert read[0] == read[1] > 2  # outside of a request nothing is held
    del read[:]
    held.begin()
    last, before = reading.nearest(stream), reading.nearest(stream, version=apart[0].version - 1)
    again = reading.nearest(stream)
    held.end()
    assert read[0] > read[1] > read[2] == 0
    assert exactly(last.state) == exactly(again.state) == exactly(apart[0].state)
    assert exactly(before.state) == exactly(whole(tournament_id, before.version))
    reading.nearest(stream)
    assert read[3] == read[0]


@pytest.mark.parametrize("seed", SEEDS)
def test_steps_are_those_of_the_whole_log(seed):
    tournament_id = generated(seed)
    steps = list(steps_of(told(tournament_id)))
    for step in (1, 7, 40):
        some = range(1, len(steps) + 1, step)
        assert list(steps_at(tournament_id, reversed(some))) == [steps[version - 1] for version in some]
    for first, last in ((1, 5), (SOME, SOME + 1), (SOME + 1, 3 * SOME), (len(steps) - 1, len(steps))):
        assert list(steps_between(tournament_id, first, last)) == steps[first - 1 : last]
    then, now = load_between(tournament_id, steps[3].recorded.position, steps[-2].recorded.position)
    assert (then, now) == (steps[3].known, steps[-2].known)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_story_says_of_every_line_what_can_be_taken_back(seed):
    tournament_id = generated(seed)
    steps = list(steps_of(told(tournament_id)))
    edits = {}
    for step in steps:
        edits.setdefault(step.recorded.command_id, []).append(past_edit(step.done))
    can = [can_be_taken_back(edits[step.recorded.command_id], steps[-1].done.after) for step in steps]
    for after in range(0, len(steps), 29):
        lines = story_of(tournament_id, Named(), after=after)
        assert [line["version"] for line in lines] == list(range(after + 1, len(steps) + 1))[:200]
        assert [line["can_be_taken_back"] for line in lines] == can[after : after + 200]
        assert not any(line["can_be_taken_back"] for line in story_of(tournament_id, Named(), undo=False))


@pytest.mark.parametrize("seed", SEEDS)
def test_pairings_and_edits_of_a_round_are_those_of_the_whole_log(seed):
    tournament_id = generated(seed)
    steps = list(steps_of(told(tournament_id)))
    for number in steps[-1].done.after.rounds:
        since = max((at for at, step in enumerate(steps) if undone(step, number)), default=-1)
        expected = round_log(steps[since + 1 :], number, steps[-1].done.after)
        assert log_of_round(tournament_id, number) == expected
        assert expected.parts or expected.edits


def undone(step, number):
    return type(step.done.event).__name__ == "RoundUnpaired" and step.done.event.round == number


class Named(dict):
    def __missing__(self, key):
        return str(key)


class TestWords:
    @pytest.fixture
    def typed(self):
        row = a_tournament(players=SOME)
        carry_out(str(row.id), ChangeLimits(limits=Limits(komi=7.5), reason="too much drink"), a_context())
        for number in range(SOME):
            change = ChangeLimits(limits=Limits(claim_minutes=number + 1), reason="too much drink")
            carry_out(str(row.id), change, a_context())
        assert making.make_all() > 1
        return row

    def test_no_part_has_what_somebody_typed(self, typed):
        parts = [zlib.decompress(bytes(part.body)) for part in SnapshotPart.objects.all()]
        assert parts
        assert not any(b"drink" in part for part in parts)
        words = openings.Opening.objects.values_list("said", flat=True)
        secrets = [said for said in words if len(said) == 66]
        assert secrets
        assert not any(secret[1:-1].encode() in part for secret in secrets for part in parts)

    def test_what_was_erased_is_erased_in_every_state(self, typed):
        kept = Snapshot.objects.order_by("-version").first()
        assert load_at(str(typed.id), kept.position)[0].limits_reason == "too much drink"
        there = Event.objects.filter(stream=stream_of(str(typed.id)))
        openings.erase([one.commitment for one in openings.of_events(there)])
        state, version = load_at(str(typed.id), kept.position)
        assert state.limits_reason == ERASED
        assert set(state.secrets.values()) == {ERASED}
        assert exactly(state) == exactly(whole(str(typed.id), version))
        assert list(verification.verify()) == []


class TestTrust:
    @pytest.fixture
    def tournament_id(self):
        return generated(3)

    @pytest.fixture
    def kept(self, tournament_id):
        return Snapshot.objects.filter(stream=stream_of(tournament_id)).order_by("version").last()

    def faults(self):
        return [(one.stream, one.version) for one in verification.verify() if one.what == WHAT and one.beside]

    def test_sound_ones_are_found_sound(self, kept):
        assert list(verification.verify()) == []

    def test_one_with_a_player_more_is_named(self, kept):
        state = packing.unpack(reading.bodies_of(kept.stream, kept.parts.split()))
        entries = {**state.entries, "more": next(iter(state.entries.values()))}
        _, forged, *_ = packing.pack(replace(state, entries=entries))
        part = SnapshotPart.objects.get(stream=kept.stream, digest=kept.parts.split()[1])
        self.put(kept, part, zlib.compress(forged))
        assert len(load_at(kept.stream.removeprefix("tournament-"), kept.position)[0].entries) == len(entries)
        assert self.faults() == [(kept.stream, kept.version)]
        call_command("rebuild", verbosity=0)
        assert self.faults() == []

    def put(self, kept, part, body):
        """In its place, with digests that fit."""
        digest = sha256(body).hexdigest()
        SnapshotPart.objects.create(stream=kept.stream, digest=digest, body=body)
        kept.parts = kept.parts.replace(part.digest, digest)
        kept.save()

    def test_one_whose_bytes_were_changed_is_passed_over_and_named(self, tournament_id, kept):
        SnapshotPart.objects.filter(digest=kept.parts.split()[0]).update(body=b"nothing")
        assert reading.nearest(kept.stream, version=kept.version) is None
        found, version = load_at(tournament_id, kept.position)
        assert exactly(found) == exactly(whole(tournament_id, version))
        assert (kept.stream, kept.version) in self.faults()

    def test_one_of_another_log_is_passed_over_and_named(self, kept):
        Snapshot.objects.filter(pk=kept.pk).update(digest="0" * 64)
        assert reading.nearest(kept.stream).version == kept.version - SOME
        assert self.faults() == [(kept.stream, kept.version)]

    def test_those_of_another_program_are_passed_over_and_made_anew(self, kept):
        Snapshot.objects.update(made_by="0" * 64)
        SnapshotPart.objects.create(stream=kept.stream, digest="1" * 64, body=b"of nobody")
        assert reading.nearest(kept.stream) is None
        assert list(making.behind()) == [kept.stream]
        assert making.make_all() == kept.version // SOME
        assert reading.nearest(kept.stream).version == kept.version
        assert not Snapshot.objects.filter(made_by="0" * 64).exists()
        assert not SnapshotPart.objects.filter(digest="1" * 64).exists()

    def test_what_is_there_is_not_made_again(self, kept, monkeypatch):
        assert making.make(kept.stream) == 0
        Snapshot.objects.filter(pk=kept.pk).delete()
        read = []
        iterate = store.iterate
        monkeypatch.setattr(store, "iterate", lambda *a, **k: read.append(a) or iterate(*a, **k))
        assert making.make(kept.stream) == 1
        assert read == [(kept.stream, kept.version - SOME)]

    def test_a_rebuild_makes_them_anew(self, kept):
        Snapshot.objects.filter(pk=kept.pk).update(parts="")
        call_command("rebuild", verbosity=0)
        assert self.faults() == []
        assert reading.nearest(kept.stream).version == kept.version


def test_they_are_made_after_the_commit_that_makes_one_due(django_capture_on_commit_callbacks, monkeypatch):
    rung = []
    monkeypatch.setattr(snapshots, "ring", lambda stream: rung.append(making.make(stream)))
    with django_capture_on_commit_callbacks(execute=True):
        row = a_tournament(players=SOME)
        assert not Snapshot.objects.exists()
    last = store.version(stream_of(str(row.id)))
    assert rung
    assert [one.version for one in Snapshot.objects.order_by("version")] == [*range(SOME, last + 1, SOME)]


def test_a_moment_between_two_reads_no_event_before_the_first(monkeypatch):
    tournament_id = generated(2)
    position = Event.objects.get(stream=stream_of(tournament_id), version=3 * SOME + 5).position
    decoded = []
    decode = store.Recorded.event.fget
    monkeypatch.setattr(store.Recorded, "event", property(lambda one: decoded.append(one) or decode(one)))
    assert load_at(tournament_id, position)[1] == 3 * SOME + 5
    assert [one.version for one in decoded] == [3 * SOME + number for number in range(1, 6)]


class TestProgram:
    def test_all_that_a_state_depends_on_is_in_the_digest(self):
        graph = grimp.build_graph("rules", "games", "tournaments", cache_dir=None)
        states = {name for name in graph.modules if name.startswith("tournaments.state")}
        needed = states.union(*map(graph.find_upstream_modules, states))
        packages = {name for name in needed if graph.find_children(name)}
        named = {name for name, _ in sources(FOLDING)}
        assert needed - packages <= named
        assert "rules.board" in named

    def test_another_source_has_another_digest(self):
        assert digest_of_sources(FOLDING) != digest_of_sources(FOLDING[:-1])
        with pytest.raises(ModuleNotFoundError):
            digest_of_sources(("tournaments.nowhere",))


def test_a_stream_without_snapshots_is_folded_from_its_beginning():
    tournament_id = generated(1, kept=False)
    last = told(tournament_id)[-1]
    assert exactly(load_at(tournament_id, last.position)[0]) == exactly(whole(tournament_id, last.version))
    assert load_at(tournament_id, 0) == (Tournament(), 0)
    assert load_at(str(UUID(int=1)), last.position) == (Tournament(), 0)
