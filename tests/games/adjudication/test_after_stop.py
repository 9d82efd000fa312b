"""Findings on turns after a stop: a play or a pass there is an offence of no player."""

import pytest

from games.adjudication import Missing, Verdict
from rules import RULESETS, Pass
from tests.games.adjudication.cases import WALLS, found, recorded

LATEST = [str(ruleset) for name, ruleset in RULESETS.items() if name not in ("ultimate", "tromp-taylor")]
FIRST = [name for name in RULESETS if name not in ("ultimate", "tromp-taylor", "tromp-taylor-agreement")]
STOP = ("b pass", "w pass")


@pytest.mark.parametrize("ruleset", LATEST)
@pytest.mark.parametrize("step", ["b A1", "b pass"])
def test_turn_after_a_stop_is_legal(ruleset, step):
    finding = found("illegal_move", recorded(ruleset, WALLS, *STOP, step), turn=3)
    assert finding.verdict is Verdict.REFUTED


@pytest.mark.parametrize("ruleset", [*FIRST, *LATEST])
@pytest.mark.parametrize("step", ["b A1", "b pass", "w G1"])
def test_turn_after_a_stop_is_never_proved_illegal(ruleset, step):
    finding = found("illegal_move", recorded(ruleset, WALLS, *STOP, step), turn=3)
    assert finding.verdict is not Verdict.PROVED


def test_turn_that_does_not_fit_the_stage_leaves_the_claim_open():
    finding = found("illegal_move", recorded("japanese", WALLS, *STOP, "b A1"), turn=3)
    assert (finding.verdict, finding.missing, finding.turn) == (
        Verdict.UNDECIDABLE,
        (Missing.LEGAL_RECORD,),
        3,
    )


@pytest.mark.parametrize("name", ["aga@2", "french@2"])
def test_white_passes_last_and_the_stop_can_still_be_agreed_on(name):
    state = recorded(name, WALLS, "w pass", "b pass", "w pass", to_play="w")
    finding = found("wrong_result", state, result="B+1")
    assert finding.missing == (Missing.AGREEMENT,)
    agreed = found("wrong_result", recorded(name, WALLS, "w pass", "b pass", to_play="w"), result="B+1")
    assert finding.says == agreed.says


@pytest.mark.parametrize("ruleset", ["japanese@2", "chinese@2"])
@pytest.mark.parametrize("passes", [2, 3, 4])
def test_further_passes_count_the_same_position(ruleset, passes):
    steps = [Pass(color) for color in list("bwbw")[:passes]]
    finding = found("wrong_result", recorded(ruleset, WALLS, *steps), result="B+1")
    assert finding.missing == (Missing.AGREEMENT,)
