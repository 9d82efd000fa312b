from datetime import timedelta

from tests.tournaments.build import (
    BLACK,
    NOON,
    WHITE,
    appealed,
    entered,
    given,
    lifted,
    paired,
    ruled,
    said,
    shown,
    won,
)
from tournaments.competition.history import Result
from tournaments.reading.queue import OpenClaim, QueueReason, referee_queue

FIRST = [*entered("abcdefgh"), paired(1, "ab", "cd", "ef", "gh"), shown(1)]
PLAYED = [won(1, pair) for pair in ("ab", "cd", "ef", "gh")]
SECOND = [paired(2, "ac", "bd", "eg", "fh"), shown(2)]


def disputed(number, pair):
    return [said(number, pair, pair[0], BLACK), said(number, pair, pair[1], WHITE)]


def claim(game_id, claim_id="c1", minutes=0):
    made_at = NOON + timedelta(minutes=minutes)
    return OpenClaim(claim_id=claim_id, game_id=game_id, kind="result", state="open", made_at=made_at)


def told(state, **more):
    return [(one.pair.game_id, one.why, one.before_next_round) for one in referee_queue(state, **more)]


def test_queue_is_empty_before_publication_and_after_all_results():
    assert referee_queue(given(*FIRST[:-2])) == []
    assert referee_queue(given(*FIRST[:-1])) == []
    assert referee_queue(given(*FIRST, *PLAYED)) == []


def test_games_without_result_wait_until_the_next_round_is_paired():
    state = given(*FIRST, *PLAYED[1:3])
    assert told(state) == [("1ab", QueueReason.MISSING, True), ("1gh", QueueReason.MISSING, True)]
    assert referee_queue(given(*FIRST, *PLAYED[1:3], paired(2, "ac"))) == []


def test_last_round_precedes_the_final_standings():
    state = given(*FIRST, *PLAYED[1:], rounds=1)
    assert told(state) == [("1ab", QueueReason.MISSING, True)]


def test_one_report_or_a_recorded_result_is_a_result():
    state = given(*FIRST, *PLAYED[2:], said(1, "ab", "a"), won(1, "cd", Result()))
    assert referee_queue(state) == []


def test_disputed_precedes_missing_precedes_contradicted_then_by_table():
    state = given(*FIRST, *disputed(1, "ef"), won(1, "ab"), won(1, "gh"))
    assert told(state, contradicted={"1gh", "1ab"}) == [
        ("1ef", QueueReason.DISPUTED, True),
        ("1cd", QueueReason.MISSING, True),
        ("1ab", QueueReason.CONTRADICTED, True),
        ("1gh", QueueReason.CONTRADICTED, True),
    ]


def test_current_round_precedes_earlier_ones():
    state = given(*FIRST, *disputed(1, "ab"), *PLAYED[1:], *SECOND, won(2, "ac"), won(2, "bd"), won(2, "eg"))
    assert told(state, contradicted={"2ac", "1cd"}) == [
        ("2fh", QueueReason.MISSING, True),
        ("2ac", QueueReason.CONTRADICTED, True),
        ("1ab", QueueReason.DISPUTED, False),
        ("1cd", QueueReason.CONTRADICTED, False),
    ]


def test_draft_of_the_next_round_ends_waiting():
    state = given(*FIRST, *disputed(1, "ab"), *PLAYED[1:], paired(2, "ac", "bd"))
    assert told(state) == [("1ab", QueueReason.DISPUTED, False)]


def test_appealed_ruling_waits_and_final_one_does_not():
    state = given(*FIRST, *PLAYED, ruled(1, "ab"), ruled(1, "cd"), appealed(1, "cd"))
    assert told(state) == [("1cd", QueueReason.APPEALED, True)]


def test_ruled_game_is_not_contradicted_by_its_record():
    state = given(*FIRST, *PLAYED, ruled(1, "ab"), ruled(1, "cd", final=True))
    assert referee_queue(state, contradicted={"1ab", "1cd"}) == []


def test_game_to_be_replayed_is_missing():
    state = given(*FIRST, *PLAYED, ruled(1, "ab"), lifted(1, "ab"))
    assert told(state) == [("1ab", QueueReason.MISSING, True)]


def test_open_claims_follow_disputes_oldest_first_with_their_game():
    state = given(*FIRST, *disputed(1, "cd"), won(1, "ef"), won(1, "gh"))
    young, old, other = claim("1gh", "c2", minutes=9), claim("1gh", "c1"), claim("1cd", "c3")
    waiting = referee_queue(state, claims=[young, other, old], contradicted={"1gh"})
    assert [(one.pair.game_id, one.why, one.claims) for one in waiting] == [
        ("1cd", QueueReason.DISPUTED, (other,)),
        ("1gh", QueueReason.CLAIMED, (old, young)),
        ("1ab", QueueReason.MISSING, ()),
    ]


def test_claim_on_an_earlier_round_does_not_block():
    state = given(*FIRST, *PLAYED, *SECOND, *(won(2, pair) for pair in ("ac", "bd", "eg", "fh")))
    assert told(state, claims=[claim("1ab")]) == [("1ab", QueueReason.CLAIMED, False)]


def test_claim_on_an_unpaired_game_is_not_queued():
    assert referee_queue(given(*FIRST, *PLAYED), claims=[claim("gone")]) == []
