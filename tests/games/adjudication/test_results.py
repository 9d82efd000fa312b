"""Findings on claimed results: what the record proves, what is missing, and sequences from its end."""

import pytest

from games.adjudication import Missing
from rules import AgreeDead, Color, Phase, Resign
from tests.games.adjudication.cases import WALLS, entered, found, judged_by, played, recorded, told
from tests.games.game_builders import given, opened

EMPTY = ["...", "...", "..."]
PASSES = ("b pass", "w pass")


@pytest.mark.parametrize(
    ("claimed", "verdict"),
    [("B+2", "refuted"), ("W+0.5", "proved"), ("W+", "proved"), ("B+", "refuted"), ("W+R", "refuted")],
)
def test_record_proves_a_result(claimed, verdict):
    finding = found("wrong_result", recorded("tromp-taylor komi=0.5", EMPTY, *PASSES), result=claimed)
    assert told(finding) == (verdict,)
    assert (finding.follows, finding.turn, finding.position.phase) == ("W+0.5", 2, Phase.OVER)


@pytest.mark.parametrize(("claimed", "verdict"), [("B+R", "proved"), ("B+", "proved"), ("B+3.5", "refuted")])
def test_record_proves_a_resignation(claimed, verdict):
    state = recorded("japanese", EMPTY, "b B2", Resign(Color.WHITE))
    assert told(found("wrong_result", state, result=claimed)) == (verdict,)


@pytest.mark.parametrize(
    ("ruleset", "clause"),
    [
        ("tromp-taylor komi=0.5", "Tromp-Taylor rule 9: "),
        ("japanese@2", "Japanese 1989 articles 8 and 10: "),
        ("chinese", "Chinese 2002 article 9: "),
        ("aga", "AGA rule 12: "),
    ],
)
@pytest.mark.parametrize("claimed", ["W+", "B+"])
def test_count_cites_the_clause_on_counting(ruleset, clause, claimed):
    end = () if ruleset.startswith("tromp") else (AgreeDead(),)
    state = recorded(ruleset, EMPTY, *PASSES, *end)
    finding = found("wrong_result", state, result=claimed)
    assert (finding.verdict, finding.clause.startswith(clause)) == (
        "proved" if claimed == "W+" else "refuted",
        True,
    )


DAME = ["...X.O."] * 4 + ["...XXO."] + ["...X.O."] * 2
FILLED = ["...XXO."] * 7


@pytest.mark.parametrize("ruleset", ["japanese@2", "korean@2"])
def test_count_beside_dame_is_open_unless_the_text_gives_it(ruleset):
    """By article 8 the stones beside the dame are in seki: no territory, W+6.5."""
    state = recorded(ruleset, DAME, *PASSES, AgreeDead())
    finding = found("wrong_result", state, result="B+7.5")
    assert told(finding) == (Missing.PERSON,)
    assert "Dame or connections are left open" in finding.says
    assert finding.follows == ""
    filled = recorded(ruleset, FILLED, *PASSES, AgreeDead())
    assert told(found("wrong_result", filled, result="B+7.5")) == ("proved",)


def test_refuted_win_is_said_in_words():
    state = recorded("japanese", EMPTY, "b B2", Resign(Color.WHITE))
    says = found("wrong_result", state, result="W+").says
    assert says == "The record proves B+R (by resignation). White did not win."


def test_resignation_cites_no_clause():
    state = recorded("japanese", EMPTY, "b B2", Resign(Color.WHITE))
    assert found("wrong_result", state, result="B+R").clause == ""


def test_equal_totals_are_a_draw_or_a_win_of_black_depending_on_the_ruleset():
    for ruleset, ends in (("new-zealand komi=0", "0"), ("ing komi=0", "B+0")):
        finding = found("wrong_result", recorded(ruleset, EMPTY, *PASSES, AgreeDead()), result="0")
        assert told(finding) == (Missing.PERSON,)  # no clause on equal totals was found in these texts
        assert finding.says.startswith(f"The game ends with {ends} (counted). ")
    for ruleset in ("japanese@2 komi=0", "tromp-taylor-agreement komi=0", "ing komi=0 ties=draw"):
        finding = found("wrong_result", recorded(ruleset, EMPTY, *PASSES, AgreeDead()), result="0")
        assert (told(finding), finding.follows) == (("proved",), "0")


@pytest.mark.parametrize(
    ("ruleset", "verdict"),
    [
        *[(f"{name}@2", ("proved",)) for name in ("arg", "aga", "aga-territory", "bga")],
        ("tromp-taylor-agreement", ("proved",)),
        *[(f"{name}@2", (Missing.PERSON,)) for name in ("new-zealand", "ing", "french")],
    ],
)
def test_result_after_four_passes_is_proved_where_the_text_ends_the_game_so(ruleset, verdict):
    state = recorded(ruleset, WALLS, *PASSES, *PASSES)
    won = found("wrong_result", state, result="W+")
    lost = found("wrong_result", state, result="B+")
    assert (told(won), won.follows[:2]) == (verdict, "W+" if verdict == ("proved",) else "")
    assert told(lost) == (("refuted",) if verdict == ("proved",) else verdict)
    assert found("strings", state, points=("A3",), capturable=False).missing == won.missing


def test_points_for_handicap_stones_prove_nothing_where_no_clause_names_them():
    for ruleset, verdict in (("aga@2", ("proved",)), ("chinese@2", (Missing.PERSON,))):
        opening = opened(ruleset=ruleset, width=9, height=9, handicap=2)
        state = entered(given(opening), "b C3", "b G7", "w E5", "b pass", "w pass", AgreeDead())
        assert state.game.outcome, ruleset
        assert told(found("wrong_result", state, result=str(state.game.outcome))) == verdict


STOPPED = {
    # Black 10 points and A3, White 15 and komi; with A3 alive Black has nothing.
    "japanese": ("W+10.5", "W+21.5"),
    "nieminen": ("W+10.5", "W+21.5"),
    "makrai-territory": ("W+10.5", "W+21.5"),
    # Black 15 and White 20; with A3 alive Black has his 5 stones, White 21.
    "chinese": ("W+12.5", "W+23.5"),
    "makrai": ("W+12.5", "W+23.5"),
    "tromp-taylor-agreement": ("W+5", "W+16"),
    "new-zealand": ("W+12", "W+23"),
}


@pytest.mark.parametrize("ruleset", STOPPED)
@pytest.mark.parametrize("dead", [True, False], ids=["A3 dead", "all alive"])
def test_stopped_game_without_agreement_names_the_score_but_proves_nothing(ruleset, dead):
    state = recorded(ruleset, WALLS, *PASSES)
    finding = found("wrong_result", state, result="B+1", points=("A3",) if dead else ())
    assert told(finding) == (Missing.AGREEMENT,)
    worth = STOPPED[ruleset][0 if dead else 1]
    assert finding.says == (
        f"The game has stopped and was not settled; with "
        f"{'A3 dead' if dead else 'every stone alive'} the score is {worth}."
    )
    assert finding.follows == ""


def test_tromp_taylor_finding_names_points_instead_of_strings():
    finding = found(
        "wrong_result",
        recorded("tromp-taylor-agreement", [".XX"], *PASSES),
        result="B+3",
        points=("A1", "B1"),
    )
    assert finding.says.endswith("with A1 B1 dead the score is B+3.")


def test_incomplete_record_proves_nothing():
    finding = found("wrong_result", recorded("japanese", WALLS, "b A2", "w A4"), result="B+1")
    assert told(finding) == (Missing.END_OF_RECORD,)
    assert (finding.turn, finding.says) == (
        2,
        "The record breaks off after turn 2, before the end of the game.",
    )


def test_missing_record_proves_nothing():
    assert told(found("wrong_result", given(opened()), result="B+1")) == (Missing.RECORD,)


def illegal_now():
    """A lone suicide under Makrai, then Japanese rules."""
    return judged_by(recorded("makrai", [".O.", "O..", "..."], "b A3", "w pass", "b pass"), "japanese")


def test_record_made_illegal_by_its_terms_proves_nothing():
    finding = found("wrong_result", illegal_now(), result="B+1")
    assert told(finding) == (Missing.LEGAL_RECORD,)
    assert (finding.turn, finding.position.turn) == (1, 0)
    assert finding.clause in finding.says


def test_sequence_from_the_last_legal_turn_decides_instead():
    state = illegal_now()
    finding = found("wrong_result", state, played(state, Resign(Color.BLACK)), result="W+R")
    assert told(finding) == ("proved",)
    assert (finding.follows, finding.says) == ("W+R", "Played out for 1 turn, it is W+R (by resignation).")


def test_last_completed_sequence_decides():
    state = recorded("japanese@2", WALLS, *PASSES)
    dead, alive = played(state, AgreeDead(("A3",))), played(state, AgreeDead())
    assert found("wrong_result", state, dead, result="B+1").follows == "W+10.5"
    assert found("wrong_result", state, dead, alive, result="B+1").follows == "W+21.5"
    assert told(found("wrong_result", state, alive, dead, [state.game], result="W+10.5")) == ("proved",)
    open_again = played(state)
    assert told(found("wrong_result", state, open_again, result="W+10.5")) == (Missing.AGREEMENT,)


def test_continued_game_is_rejudged():
    state = recorded("japanese@2", WALLS, *PASSES)
    assert found("wrong_result", entered(state, AgreeDead(("A3",))), result="W+10.5").verdict == "proved"


@pytest.mark.parametrize("name", ["japanese", "korean"])
def test_count_of_a_first_edition_that_overlooks_connections_is_not_proved(name):
    first, second = (recorded(f"{name}{edition}", WALLS, *PASSES) for edition in ("", "@2"))
    verdicts = [
        found("wrong_result", entered(one, AgreeDead(())), result="W+21.5") for one in (first, second)
    ]
    assert [told(verdict) for verdict in verdicts] == [(Missing.PERSON,), ("proved",)]
