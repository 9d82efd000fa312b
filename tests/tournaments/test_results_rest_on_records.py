"""What is said of a game names the record that it was said of, and no other can be put in its place."""

import json

import pytest

from games.claims import commands as claims
from games.claims.deciding import DecideAppeal, Evidence, Rule
from games.claims.deciding.ruling import Appeal
from games.claims.events import Remedy
from games.game import commands as games
from games.game.deciding import Act
from games.game.loading import stream_of as game_stream
from games.log import append_only, store
from games.log.canonical import canonical
from games.log.digests import digest_of
from games.log.tables import Event, StreamHead
from games.log.verification import verify
from tests.builders import a_claim, a_context
from tests.rules.records import action
from tests.tournaments.web.disputed import a_dispute
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.domain.results import RecordResult, ReportResult
from tournaments.loading import stream_of

pytestmark = pytest.mark.django_db
BLACK, WHITE = Result(winner=Winner.BLACK), Result(winner=Winner.WHITE)


@pytest.fixture(scope="module")
def pairing(lasting_db):
    return a_dispute()


def play(pairing, *steps):
    for step in steps:
        games.change_record(str(pairing.game_id), Act(action=action(step)), a_context())


def report(pairing, entry, result):
    command = ReportResult(game_id=str(pairing.game_id), entry_id=str(entry), result=result)
    (stored,) = carry_out(str(pairing.tournament_id), command, a_context())
    return stored


def record(pairing, result):
    command = RecordResult(game_id=str(pairing.game_id), result=result)
    (stored,) = carry_out(str(pairing.tournament_id), command, a_context())
    return stored


def end_of_game(pairing):
    return store.stream_end(game_stream(str(pairing.game_id)))


def pin(stored):
    return stored.data["game_version"], stored.data["game_digest"]


def rewritten(stream, version, change):
    """One event changed by somebody who makes every later digest of its stream anew, and its end."""
    link = store.read(stream, upto=version - 1)[-1].digest if version > 1 else ""
    for row in Event.objects.filter(stream=stream, version__gte=version).order_by("version"):
        if row.version == version:
            row.data = canonical(change(json.loads(row.data)))
        link = row.digest = digest_of(link, row)
        row.save()
    StreamHead.objects.filter(stream=stream).update(digest=link)


def told():
    return [str(fault) for fault in verify()]


def test_each_word_names_the_record_as_it_was_then(pairing):
    play(pairing, "b C1")
    first, end = report(pairing, pairing.black_id, BLACK), end_of_game(pairing)
    play(pairing, "w D1")
    second, later = report(pairing, pairing.white_id, WHITE), end_of_game(pairing)
    desk = record(pairing, BLACK)
    assert [pin(first), pin(second), pin(desk)] == [end, later, later]
    assert end != later
    assert pin(store.read(stream_of(str(pairing.tournament_id)))[-1]) == later
    assert told() == []


def test_a_claim_its_ruling_and_the_appeal_name_it(pairing):
    play(pairing, "b C1", "w D1")
    claim, game = a_claim(pairing.game_id, by="b"), end_of_game(pairing)
    play(pairing, "b C2")
    later = end_of_game(pairing)
    rule = Rule(decision="upheld", reasons="Rule 9.", remedy=Remedy(result="black"))
    claims.execute(claim, rule, "desk", a_context(actor="user:7"))
    claims.execute(claim, Appeal(evidence=Evidence(text="I had sente.")), "w", a_context(actor="user:8"))
    decide = DecideAppeal(decision="changed", reasons="On appeal.", remedy=Remedy(result="white"))
    claims.execute(claim, decide, "desk", a_context(actor="user:9"))
    made, *_, ruled, _, decided = store.read(f"claim-{claim}")
    results = [
        stored
        for stored in store.read(stream_of(str(pairing.tournament_id)))
        if stored.kind == "tournament.result-ruled.v1"
    ]
    assert (pin(made), pin(ruled), pin(decided)) == (game, later, later)
    assert [pin(one) for one in results] == [later, later]
    assert told() == []


def test_a_record_rewritten_with_all_its_digests_is_betrayed_by_the_result(pairing):
    play(pairing, "b C1", "w D1")
    stored, (version, digest) = report(pairing, pairing.black_id, BLACK), end_of_game(pairing)
    append_only.remove()
    game = game_stream(str(pairing.game_id))
    rewritten(game, version - 1, lambda data: {**data, "at": "A1"})
    report_ = f"{stored.stream} version {stored.version} (tournament.result-reported.v1)"
    has = f"has digest {end_of_game(pairing)[1]}"
    assert told() == [f"{game} version {version}: {has}; {report_} rests on it with digest {digest}"]


def test_by_what_was_said_before_the_record_went_on(pairing):
    """The altered event is before the pin, the record much longer by now."""
    play(pairing, "b C1")
    report(pairing, pairing.black_id, BLACK)
    play(pairing, "w D1", "b C2")
    append_only.remove()
    rewritten(game_stream(str(pairing.game_id)), 2, lambda data: {**data, "at": "A1"})
    (fault,) = told()
    assert fault.startswith(f"{game_stream(str(pairing.game_id))} version 2: has digest ")


def test_a_claim_and_its_ruling_betray_it_too(pairing):
    play(pairing, "b C1", "w D1")
    claim = a_claim(pairing.game_id, by="b")
    rule = Rule(decision="denied", reasons="Rule 9.")
    claims.execute(claim, rule, "desk", a_context(actor="user:7"))
    append_only.remove()
    rewritten(game_stream(str(pairing.game_id)), 3, lambda data: {**data, "at": "A1"})
    assert [fault.partition("(")[2].partition(")")[0] for fault in told()] == [
        "claim.made.v1",
        "claim.ruled.v1",
    ]


def test_a_record_cut_off_below_a_result_is_named(pairing):
    play(pairing, "b C1", "w D1")
    report(pairing, pairing.black_id, BLACK)
    game, (version, _) = game_stream(str(pairing.game_id)), end_of_game(pairing)
    append_only.remove()
    Event.objects.filter(stream=game, version=version).delete()
    last = store.stream_end(game)
    StreamHead.objects.filter(stream=game).update(version=last[0], digest=last[1])
    assert any(fault.startswith(f"{game} version {version}: is not there; ") for fault in told())


def test_only_who_rewrites_the_tournament_as_well_is_not_seen_by_this(pairing):
    """That is what kept checkpoints are for."""
    play(pairing, "b C1", "w D1")
    stored = report(pairing, pairing.black_id, BLACK)
    append_only.remove()
    rewritten(game_stream(str(pairing.game_id)), 3, lambda data: {**data, "at": "A1"})
    new = end_of_game(pairing)[1]
    rewritten(stored.stream, stored.version, lambda data: {**data, "game_digest": new})
    assert told() == []


def test_a_pin_that_was_made_unreadable_is_no_crash(pairing):
    stored = report(pairing, pairing.black_id, BLACK)
    append_only.remove()
    for change in ({"game_version": "one"}, {"game_version": None}, {"game_id": ["x"]}, {"game_digest": 5}):
        rewritten(stored.stream, stored.version, lambda data, change=change: {**data, **change})
        assert told() == [f"{stored.stream} version {stored.version}: what it rests on cannot be read"], (
            change
        )


def test_events_of_before_rest_on_nothing_and_are_no_fault(pairing):
    stored = report(pairing, pairing.black_id, BLACK)
    append_only.remove()

    def of_before(data):
        return {name: value for name, value in data.items() if name not in ("game_version", "game_digest")}

    rewritten(stored.stream, stored.version, of_before)
    assert told() == []
    assert store.read(stored.stream)[-1].event.game_digest == ""


def test_a_record_that_is_damaged_does_not_keep_a_result_out(pairing):
    play(pairing, "b C1")
    append_only.remove()
    Event.objects.filter(stream=game_stream(str(pairing.game_id)), version=2).update(digest="0" * 64)
    assert pin(record(pairing, BLACK))[0] == 2
