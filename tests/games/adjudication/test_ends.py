"""Findings on repetitions, continuations, tokens, fines and recorded terms."""

import pytest

from games.adjudication import Missing
from rules import RULESETS, AgreeDead, AgreeDraw, Color, DeclareDraw, Penalise, Resign, Resume, UltimateDelay
from tests.games.adjudication.cases import WALLS, found, judged_by, other, recorded, told
from tests.games.game_builders import given, opened

B, W = Color
PASSES = ("b pass", "w pass")
TRIPLE_KO = [".XO.", "XO.O", ".XO.", ".XO.", "X.XO", ".XO.", ".XO.", "XO.O", ".XO."]
ROUND = ("b C8", "w B5", "b C2", "w B8", "b C5", "w B2")
SEND_TWO = ["......", "XXO..O", ".O.OO."]
RETURN_ONE = ("w A1", "b C1", "w B1", "b pass")
SUPERKO = {
    **dict.fromkeys(["tromp-taylor", "tromp-taylor-agreement", "arg", "aga", "aga-territory"], 6),
    **dict.fromkeys(["french", "new-zealand", "ing"], 6),
    "bga": 7,  # the board at the start was left by no stone
}


def test_002_draw_at_third_occurrence_with_equal_prisoners_needs_a_referee_as_the_number_is_ours():
    thrice = recorded("makrai", TRIPLE_KO, *ROUND, *ROUND)
    finding = found("repetition", thrice)
    assert (told(finding), finding.turn, finding.follows) == ((Missing.PERSON,), 12, "")
    assert finding.says.startswith(
        "After turn 12 this board has occurred 3 times with the same player to move: a draw by agreement"
    )
    assert told(found("repetition", thrice, turn=6)) == ("refuted",)
    assert told(found("repetition", thrice, turn=11)) == ("refuted",)


@pytest.mark.parametrize("rounds", range(1, 6))
def test_002_send_two_return_one_never_gives_a_right_to_a_draw(rounds):
    state = recorded("makrai", SEND_TWO, *RETURN_ONE * rounds, to_play="w")
    finding = found("repetition", state)
    assert state.illegal is None
    assert (told(finding), finding.turn) == (("refuted",), 4 * rounds)
    assert "has occurred 1 time with the same player to move:" in finding.says


@pytest.mark.parametrize(
    ("ruleset", "missing"),
    [
        ("japanese", (Missing.AGREEMENT,)),
        ("korean", (Missing.AGREEMENT,)),
        ("chinese", (Missing.AGREEMENT, Missing.PERSON)),
        ("chinese endless=no_result_on_claim", None),
    ],
)
def test_no_result_on_repetition_needs_both_players_or_a_chinese_referee(ruleset, missing):
    finding = found("repetition", recorded(ruleset, TRIPLE_KO, *ROUND))
    if missing is None:
        assert told(finding) == ("refuted",)
        return
    assert (told(finding), finding.follows) == (missing, "Void")
    assert told(found("repetition", recorded(ruleset, TRIPLE_KO, *ROUND[:-1]))) == ("refuted",)


DOUBLE_KO = [".XO.", "XO.O", ".XO.", ".XO.", "X.XO", ".XO."]  # each player holds one of the two
BY_ARTICLE_20 = {
    "a triple ko": (
        (TRIPLE_KO, *ROUND),
        (
            "It is a triple ko (B8 C8, B5 C5, B2 C2): Chinese 2002 article 20.3: no result, a draw or "
            "another game, as the competition has it; article 20.2: forbidden to the player who keeps a "
            "false life by it."
        ),
    ),
    "two stones for one": (
        (SEND_TWO, "b pass", *RETURN_ONE[:3]),
        (
            "It is an unequal cycle, in which Black takes 2 and White 1: Chinese 2002 articles 6 and 20: "
            "in principle a player may not repeat the board; the referee decides."
        ),
    ),
    "a double ko": (
        (DOUBLE_KO, "b C5", "w B2", "b pass", "w B5", "b C2", "w pass"),
        (
            "It is a double ko (B5 C5, B2 C2): Chinese 2002 article 20: "
            "repeating a board is forbidden in principle."
        ),
    ),
}


@pytest.mark.parametrize("kind", BY_ARTICLE_20)
def test_chinese_article_20_is_cited_for_the_kind_of_cycle(kind):
    (rows, *steps), says = BY_ARTICLE_20[kind]
    finding = found("repetition", recorded("chinese", rows, *steps))
    assert told(finding) == (Missing.AGREEMENT, Missing.PERSON)
    assert finding.says.endswith(says), finding.says


def test_000_no_result_at_third_occurrence_needs_both_players():
    finding = found("repetition", recorded("nieminen", TRIPLE_KO, *ROUND, *ROUND))
    assert (told(finding), finding.follows) == ((Missing.AGREEMENT,), "Void")
    claimed = recorded("nieminen", TRIPLE_KO, *ROUND, *ROUND, DeclareDraw(W))
    assert told(found("repetition", claimed)) == (Missing.AGREEMENT,)
    assert told(found("repetition", recorded("nieminen", TRIPLE_KO, *ROUND))) == ("refuted",)


def test_agreed_no_result_is_proved():
    agreed = recorded("nieminen", TRIPLE_KO, *ROUND, *ROUND, DeclareDraw(W), AgreeDraw())
    finding = found("repetition", agreed)
    assert (told(finding), finding.follows) == (("proved",), "Void")


@pytest.mark.parametrize(
    ("ruleset", "verdict"),
    [
        ("japanese@2", ("proved",)),  # article 12: the players agree on it
        ("korean@2", (Missing.PERSON,)),  # whose text has a draw, and says nothing of agreement
        ("chinese@2", (Missing.PERSON,)),  # article 20.3 leaves it to the competition
        ("chinese@2 endless=no_result_on_claim", ("proved",)),  # by the organiser
    ],
)
def test_agreed_no_result_is_proved_only_where_agreement_is_what_the_text_asks_for(ruleset, verdict):
    claimed = (DeclareDraw(B), AgreeDraw()) if "claim" in ruleset else (AgreeDraw(),)
    rounds = ROUND * 2 if "claim" in ruleset else ROUND
    state = recorded(ruleset, TRIPLE_KO, *rounds, *claimed)
    assert state.game.outcome.by == "no result"
    assert told(found("repetition", state)) == verdict
    assert told(found("wrong_result", state, result="Void")) == verdict
    other_result = found("wrong_result", state, result="B+R")
    assert told(other_result) == (("refuted",) if verdict == ("proved",) else verdict)
    assert ("proves" in other_result.says) is (verdict == ("proved",))


def test_002_agreed_or_claimed_draw_is_open_as_the_list_of_ends_is_lost():
    for end in (AgreeDraw(), DeclareDraw(B)):
        state = recorded("makrai", TRIPLE_KO, *ROUND, *ROUND, end)
        for claim in ({"kind": "repetition"}, {"kind": "wrong_result", "result": "0"}):
            finding = found(state=state, **claim)
            assert (told(finding), finding.follows) == ((Missing.PERSON,), "")


def test_agreed_draw_proves_no_repetition():
    agreed = recorded("makrai", TRIPLE_KO, *ROUND[:2], AgreeDraw())
    finding = found("repetition", agreed)
    assert (told(finding), finding.says) == (
        ("refuted",),
        "The game had ended by turn 3: 0 (agreed draw).",
    )
    repeated = recorded("makrai", TRIPLE_KO, *ROUND, AgreeDraw())
    assert told(found("repetition", repeated)) == (Missing.PERSON,)


def test_right_not_used_before_the_end_is_lost():
    finding = found("repetition", recorded("makrai", TRIPLE_KO, *ROUND, *ROUND, Resign(B)))
    assert (told(finding), finding.says) == (
        ("refuted",),
        "The game had ended by turn 13: W+R (by resignation).",
    )


@pytest.mark.parametrize("ruleset", SUPERKO)
def test_superko_excludes_cycles(ruleset):
    state = recorded(ruleset, TRIPLE_KO, *ROUND, *ROUND)
    assert state.illegal.turn == SUPERKO[ruleset]
    assert told(found("repetition", state)) == (Missing.LEGAL_RECORD,)
    finding = found("repetition", state, turn=5)
    assert (told(finding), finding.clause) == (("refuted",), "the rules allow no endless cycle")


def test_004_second_ultimate_prisoner_gives_the_opponent_a_right_to_a_draw():
    state = recorded("ultimate", WALLS, UltimateDelay(B), UltimateDelay(W))
    finding = found("repetition", state)
    assert (told(finding), finding.follows) == (("proved",), "0")
    assert told(found("repetition", state, turn=1)) == ("refuted",)


def test_repetition_needs_its_record():
    assert told(found("repetition", given(opened()))) == (Missing.RECORD,)
    assert told(found("repetition", recorded("makrai", TRIPLE_KO, *ROUND), turn=7)) == (
        Missing.END_OF_RECORD,
    )


# Continuations

OPEN = ["tromp-taylor-agreement", "arg", "aga", "aga-territory", "bga", "french", "new-zealand", "ing"]
FIRST = {
    "nieminen": "the opponent of the player who asks moves first",
    "japanese": "the opponent of the player who asks moves first",
    "makrai": "the opponent of the last player to pass moves first, black",
    "chinese": "the opponent of the last player to pass moves first, black",
}


@pytest.mark.parametrize("ruleset", FIRST)
def test_stopped_game_may_be_continued_and_no_record_shows_that_it_was_refused(ruleset):
    finding = found("continuation_refused", recorded(ruleset, WALLS, *PASSES))
    assert told(finding) == (Missing.PERSON,)
    assert finding.says.endswith("No record shows whether it was refused; a referee decides.")
    assert FIRST[ruleset] in finding.says


@pytest.mark.parametrize("ruleset", OPEN)
def test_player_to_move_may_continue_where_four_passes_end_the_game(ruleset):
    finding = found("continuation_refused", recorded(ruleset, WALLS, *PASSES))
    silent = ruleset in ("french", "ing", "new-zealand")  # texts without a clause on four passes
    assert told(finding) == (Missing.PERSON,)
    assert ("No clause of the ruleset says so." in finding.says) is silent
    assert finding.says.startswith("After turn 2 black may play on at once")


def test_no_continuation_beyond_the_cap_before_a_stop_or_after_the_end():
    capped = found("continuation_refused", recorded("makrai continuations=0", WALLS, *PASSES))
    assert (told(capped), capped.says.split(":")[0]) == (("refuted",), "No continuation is due")
    assert told(found("continuation_refused", recorded("makrai", WALLS, "b pass"))) == ("refuted",)
    assert told(found("continuation_refused", recorded("tromp-taylor", WALLS, *PASSES))) == ("refuted",)


def test_refused_continuation_is_judged_at_its_turn():
    state = recorded("japanese", WALLS, *PASSES, AgreeDead())
    assert told(found("continuation_refused", state, turn=2)) == (Missing.PERSON,)
    assert told(found("continuation_refused", state)) == ("refuted",)
    assert told(found("continuation_refused", state, turn=4)) == (Missing.END_OF_RECORD,)


def test_002_continuation_beyond_the_cap_is_illegal():
    state = recorded("makrai", WALLS, *PASSES, Resume(B), *PASSES, Resume(B))
    finding = found("continuations_exceeded", judged_by(state, "makrai continuations=1"))
    assert (told(finding), finding.turn) == (("proved",), 6)
    assert finding.says == "Turn 6 continues the game, although the limit of 1 was reached."
    assert told(found("continuations_exceeded", judged_by(state, "makrai continuations=2"))) == ("refuted",)
    unlimited = found("continuations_exceeded", judged_by(state, "chinese"))
    assert told(unlimited) == ("refuted",)
    assert unlimited.says.startswith("The game was continued 2 times;")


def test_002_our_own_number_of_continuations_proves_nothing():
    stops = [step for _ in range(10) for step in (*PASSES, Resume(B))]
    state = recorded("makrai", WALLS, *stops, *PASSES, Resume(B))
    finding = found("continuations_exceeded", state)
    assert (told(finding), finding.turn) == ((Missing.PERSON,), 33)
    assert told(found("illegal_move", state, turn=33)) == (Missing.PERSON,)


@pytest.mark.parametrize("ruleset", OPEN)
def test_playing_on_at_a_stop_beyond_the_cap_exceeds_it(ruleset):
    capped = judged_by(recorded(ruleset, WALLS, *PASSES, "b A2"), f"{ruleset} continuations=0")
    finding = found("continuations_exceeded", capped)
    assert (told(finding), finding.turn) == (("proved",), 3)
    stopped = recorded(f"{ruleset} continuations=0", WALLS, *PASSES)
    assert told(found("continuation_refused", stopped)) == ("refuted",)


def test_002_other_illegal_actions_do_not_exceed_the_cap():
    state = judged_by(recorded("makrai", [".O.", "O..", "..."], "b A3"), "japanese")
    assert told(found("continuations_exceeded", state)) == (Missing.LEGAL_RECORD,)
    assert told(found("continuations_exceeded", given(opened()))) == (Missing.RECORD,)


# Tokens and fines

TOKENS = ["arg", "aga", "aga-territory", "bga", "french"]


@pytest.mark.parametrize("ruleset", TOKENS)
def test_pass_gives_the_opponent_a_token(ruleset):
    state = recorded(ruleset, WALLS, "b pass", "w A4", "b pass")
    assert told(found("tokens", state, color="w", count=2)) == ("proved",)
    assert told(found("tokens", state, color="b", count=2)) == ("refuted",)
    assert told(found("tokens", state, color="b", count=0)) == ("proved",)
    assert told(found("tokens", state, color="w", count=1, turn=2)) == ("proved",)
    assert found("tokens", state, color="w", count=1).says == "White has 2 pass tokens."


@pytest.mark.parametrize("ruleset", [name for name in RULESETS if name not in TOKENS])
def test_other_rulesets_have_no_tokens(ruleset):
    finding = found("tokens", recorded(ruleset, WALLS, "b A2"), color="w", count=0)
    assert (told(finding), finding.says) == (
        ("refuted",),
        f"Under {ruleset} a pass does not hand over a token.",
    )


def test_003_illegal_move_costs_three_points_and_a_token():
    state = recorded("arg", WALLS, Penalise(B), "w A4", Penalise(B))
    assert told(found("fines", state, color="b", count=6)) == ("proved",)
    assert told(found("fines", state, color="b", count=3)) == ("refuted",)
    assert told(found("fines", state, color="b", count=3, turn=1)) == ("proved",)
    assert told(found("fines", state, color="w", count=0)) == ("proved",)
    assert told(found("tokens", state, color="w", count=2)) == ("proved",)


@pytest.mark.parametrize("ruleset", [name for name in RULESETS if name != "arg"])
def test_other_rulesets_have_no_fines(ruleset):
    assert told(found("fines", recorded(ruleset, WALLS, "b A2"), color="b", count=0)) == ("refuted",)


def test_tokens_and_fines_need_a_legal_record():
    state = judged_by(recorded("makrai", [".O.", "O..", "..."], "b A3"), "arg")
    assert told(found("tokens", state, color="w", count=0)) == (Missing.LEGAL_RECORD,)
    assert told(found("fines", state, color="w", count=0)) == (Missing.LEGAL_RECORD,)
    assert told(found("fines", given(opened(ruleset="arg")), color="w", count=0)) == (Missing.RECORD,)


# What was paired, and what only people judge


@pytest.mark.parametrize(
    ("paired", "given_stones", "claimed", "verdict"),
    [
        (2, 3, 3, "proved"),
        (2, 2, 3, "refuted"),
        (2, 4, 3, "refuted"),
        (0, 2, 2, "proved"),
        (1, 0, 0, "refuted"),
    ],
)
def test_handicap_of_the_record_is_compared_with_the_pairing(paired, given_stones, claimed, verdict):
    stones = "".join(f"[{at}]" for at in ("aa", "ba", "ca", "ab")[:given_stones])
    record = other(f"(;SZ[3]HA[{given_stones}]{f'AB{stones};W' if stones else ';B'}[cc])")
    state = recorded("japanese", WALLS, "b A2")
    finding = found("handicap_differs", state, handicap=paired, count=claimed, received=record)
    assert told(finding) == (verdict,)
    conditional = found("handicap_differs", state, handicap=paired, count=claimed, second=record)
    assert told(conditional) == (Missing.PERSON,)


@pytest.mark.parametrize(
    ("paired", "said", "claimed", "verdict"),
    [(6.5, "0.5", 0.5, "proved"), (6.5, "6.5", 0.5, "refuted"), (6.5, "7.5", 0.5, "refuted")],
)
def test_komi_of_the_record_is_compared_with_the_pairing(paired, said, claimed, verdict):
    state = recorded("japanese", WALLS, "b A2")
    record = other(f"(;SZ[3]KM[{said}];B[aa])")
    assert told(found("komi_differs", state, komi=paired, count=claimed, received=record)) == (verdict,)


def test_terms_missing_in_the_record_need_a_referee():
    state = recorded("japanese", WALLS, "b A2")
    needed = (Missing.RECORD, Missing.PERSON)
    assert told(found("handicap_differs", state, count=3)) == needed
    assert told(found("komi_differs", state, count=0.5)) == needed
    assert told(found("komi_differs", state, count=0.5, second=other("(;SZ[3];B[aa])"))) == needed


@pytest.mark.parametrize("kind", ["time", "left", "other", "conduct"])
def test_clock_and_conduct_claims_need_a_referee(kind):
    assert told(found(kind, recorded("japanese", WALLS, "b A2"), color="b")) == (Missing.PERSON,)


def test_evidence_of_one_player_does_not_override_the_stored_record():
    state = recorded("japanese", ["..", ".."], "b A1")
    brought, filed = other("(;SZ[2]KM[0.5]HA[0])"), other("(;SZ[2]KM[6.5]HA[2]AB[aa][bb])")
    finding = found("komi_differs", state, komi=6.5, count=0.5, second=brought, received=filed)
    assert told(finding) == (Missing.PERSON,)
    assert finding.says == "The record that came with the claim says komi 0.5, the one on file 6.5."
    finding = found("handicap_differs", state, handicap=0, count=2, second=brought, received=filed)
    assert told(finding) == (Missing.PERSON,)
    alone = found("komi_differs", state, komi=6.5, count=0.5, second=brought)
    assert told(alone) == (Missing.PERSON,)
    assert "the record that came with the claim 0.5" in alone.says
