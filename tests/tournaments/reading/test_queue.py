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


def test_nothing_waits_before_a_round_is_shown_and_after_all_results_are_in():
    assert referee_queue(given(*FIRST[:-2])) == []
    assert referee_queue(given(*FIRST[:-1])) == []
    assert referee_queue(given(*FIRST, *PLAYED)) == []


def test_games_without_result_wait_until_the_next_round_is_paired():
    state = given(*FIRST, *PLAYED[1:3])
    assert told(state) == [("1ab", QueueReason.MISSING, True), ("1gh", QueueReason.MISSING, True)]
    assert referee_queue(given(*FIRST, *PLAYED[1:3], paired(2, "ac"))) == []


def test_the_last_round_comes_before_the_final_standings():
    state = given(*FIRST, *PLAYED[1:], rounds=1)
    assert told(state) == [("1ab", QueueReason.MISSING, True)]


def test_a_report_of_one_player_and_a_word_of_the_desk_are_results():
    state = given(*FIRST, *PLAYED[2:], said(1, "ab", "a"), won(1, "cd", Result()))
    assert referee_queue(state) == []


def test_disputed_comes_before_missing_before_contradicted_and_then_the_table():
    state = given(*FIRST, *disputed(1, "ef"), won(1, "ab"), won(1, "gh"))
    assert told(state, contradicted={"1gh", "1ab"}) == [
        ("1ef", QueueReason.DISPUTED, True),
        ("1cd", QueueReason.MISSING, True),
        ("1ab", QueueReason.CONTRADICTED, True),
        ("1gh", QueueReason.CONTRADICTED, True),
    ]


def test_what_the_next_round_would_be_paired_on_comes_before_what_is_left_of_earlier_ones():
    state = given(*FIRST, *disputed(1, "ab"), *PLAYED[1:], *SECOND, won(2, "ac"), won(2, "bd"), won(2, "eg"))
    assert told(state, contradicted={"2ac", "1cd"}) == [
        ("2fh", QueueReason.MISSING, True),
        ("2ac", QueueReason.CONTRADICTED, True),
        ("1ab", QueueReason.DISPUTED, False),
        ("1cd", QueueReason.CONTRADICTED, False),
    ]


def test_a_draft_of_the_next_round_makes_the_played_one_wait_no_more():
    state = given(*FIRST, *disputed(1, "ab"), *PLAYED[1:], paired(2, "ac", "bd"))
    assert told(state) == [("1ab", QueueReason.DISPUTED, False)]


def test_an_appealed_ruling_waits_one_that_stands_does_not():
    state = given(*FIRST, *PLAYED, ruled(1, "ab"), ruled(1, "cd"), appealed(1, "cd"))
    assert told(state) == [("1cd", QueueReason.APPEALED, True)]


def test_a_ruling_has_looked_at_the_record_already():
    state = given(*FIRST, *PLAYED, ruled(1, "ab"), ruled(1, "cd", final=True))
    assert referee_queue(state, contradicted={"1ab", "1cd"}) == []


def test_a_game_to_be_played_again_is_missing():
    state = given(*FIRST, *PLAYED, ruled(1, "ab"), lifted(1, "ab"))
    assert told(state) == [("1ab", QueueReason.MISSING, True)]


def test_open_claims_come_after_disputes_oldest_first_and_stay_with_their_game():
    state = given(*FIRST, *disputed(1, "cd"), won(1, "ef"), won(1, "gh"))
    young, old, other = claim("1gh", "c2", minutes=9), claim("1gh", "c1"), claim("1cd", "c3")
    waiting = referee_queue(state, claims=[young, other, old], contradicted={"1gh"})
    assert [(one.pair.game_id, one.why, one.claims) for one in waiting] == [
        ("1cd", QueueReason.DISPUTED, (other,)),
        ("1gh", QueueReason.CLAIMED, (old, young)),
        ("1ab", QueueReason.MISSING, ()),
    ]


def test_a_claim_on_an_earlier_round_waits_without_blocking():
    state = given(*FIRST, *PLAYED, *SECOND, *(won(2, pair) for pair in ("ac", "bd", "eg", "fh")))
    assert told(state, claims=[claim("1ab")]) == [("1ab", QueueReason.CLAIMED, False)]


def test_a_claim_on_a_game_that_was_unpaired_is_no_longer_the_tournaments():
    assert referee_queue(given(*FIRST, *PLAYED), claims=[claim("gone")]) == []
