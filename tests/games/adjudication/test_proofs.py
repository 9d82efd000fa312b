"""Proved findings rest on a sentence of the rules, under every ruleset."""

import pytest

from games.adjudication import Verdict
from games.adjudication.kinds import ClaimKind
from games.adjudication.proofs import AGREED_OR_CAPTURED, BY_COMPARISON, RESIGNED, sentences
from rules import (
    RULESETS,
    AgreeDead,
    AgreeDraw,
    Claim,
    Color,
    Confirm,
    DeclareDraw,
    Penalise,
    Resign,
    Resume,
    UltimateDelay,
)
from rules.clauses import NOT_FOUND
from rules.sources import TEXTS
from tests.games.adjudication.cases import WALLS, found, judged_by, other, played, recorded, told
from tests.games.adjudication.test_ends import ROUND, TRIPLE_KO
from tests.games.adjudication.test_moves import CYCLE, KO, SEND_TWO, SUICIDE
from tests.games.adjudication.test_moves import TRIPLE_KO as ROW_OF_KOS

B, W = Color
STOP = ("b pass", "w pass")
EMPTY = ["...", "...", "..."]
TRIED = [(WALLS, *STOP, Claim(B, ("A3",)))]
"""The game at a stop, with what is played out from it."""
A3_CAPTURED = ("b A2", "w pass", "b A4", "w pass", "b B3", "w pass", "b pass")
RECORDS = {
    "a resignation": (WALLS, "b A2", Resign(W)),
    "an agreement": (WALLS, *STOP, AgreeDead(("A3",))),
    "an agreement on nothing": (EMPTY, *STOP, AgreeDead()),
    "four passes": (WALLS, *STOP, *STOP),
    "two passes": (EMPTY, *STOP),
    "a stop": (WALLS, *STOP),
    "a resumption": (WALLS, *STOP, Resume(B), *STOP),
    "many resumptions": (WALLS, *[step for _ in range(10) for step in (*STOP, Resume(B))], *STOP, Resume(B)),
    "an agreed draw": (TRIPLE_KO, *ROUND, *ROUND, DeclareDraw(W), AgreeDraw()),
    "an agreed draw at once": (TRIPLE_KO, *ROUND, AgreeDraw()),
    "a claimed draw": (TRIPLE_KO, *ROUND, *ROUND, DeclareDraw(B)),
    "a cycle": (TRIPLE_KO, *ROUND, *ROUND),
    "a cycle in a row of kos": (ROW_OF_KOS, *CYCLE),
    "the ultimate prisoners": (WALLS, UltimateDelay(B), UltimateDelay(W)),
    "a ko taken back": (KO, "b C2", "w B2"),
    "a suicide": (SUICIDE, "b A3"),
    "an occupied point": (KO, "b B3"),
    "a fine": (WALLS, Penalise(B), "w A4"),
    "a move after the end": (WALLS, Resign(B), "w A4"),
}
STATEMENTS = [
    *[{"kind": "wrong_result", "result": result} for result in ("B+", "W+", "0", "Void", "B+R")],
    *[{"kind": "strings", "points": ("A3",), "capturable": can} for can in (True, False)],
    *[{"kind": "illegal_move", "turn": turn} for turn in (1, 2, 6, 33)],
    *[{"kind": kind, "turn": turn} for kind in ("repetition", "continuation_refused") for turn in (None, 2)],
    {"kind": "continuations_exceeded"},
    *[{"kind": "tokens", "color": "w", "count": count} for count in (0, 1, 2)],
    *[{"kind": "fines", "color": "b", "count": count} for count in (0, 3)],
    *[{"kind": "out_of_stones", "color": "w", "turn": turn} for turn in (1, 3)],
    {"kind": "handicap_differs", "count": 2, "received": other("(;SZ[7]HA[2]AB[aa][bb])")},
    {"kind": "komi_differs", "count": 0.5, "received": other("(;SZ[7]KM[0.5])")},
    {"kind": "records_differ", "second": other("(;SZ[7:5];B[aa])")},
    *[{"kind": kind, "color": "b"} for kind in ("time", "left", "other", "conduct")],
]
PROVED = {
    ClaimKind.WRONG_RESULT: set(RULESETS),
    ClaimKind.ILLEGAL_MOVE: set(RULESETS),
    ClaimKind.STRINGS: set(RULESETS) - {"ultimate"},
    ClaimKind.REPETITION: {"nieminen", "ultimate", "japanese"},
    ClaimKind.OUT_OF_STONES: {"makrai", "makrai-territory"},
    ClaimKind.CONTINUATION_REFUSED: set(),
    ClaimKind.CONTINUATIONS_EXCEEDED: set(),  # but where the organiser set the number
    ClaimKind.TOKENS: {"arg", "aga", "aga-territory", "bga", "french"},
    ClaimKind.FINES: {"arg"},
    ClaimKind.RECORDS_DIFFER: set(RULESETS),
    ClaimKind.HANDICAP_DIFFERS: set(RULESETS),
    ClaimKind.KOMI_DIFFERS: set(RULESETS),
    **{kind: set() for kind in (ClaimKind.TIME, ClaimKind.LEFT, ClaimKind.OTHER, ClaimKind.CONDUCT)},
}
"""By kind of claim: the rulesets under which some record proves it."""


def states(text):
    """The records, and one in which a player ran out of stones, under a ruleset."""
    for rows, *steps in RECORDS.values():
        state = recorded(text, rows, *steps)
        yield state, []
        legal = recorded("makrai", rows, *[step for step in steps if isinstance(step, str)])
        yield judged_by(legal, text), []
    stopped = recorded(text, WALLS, *STOP)
    if "confirmation" in stopped.game.ruleset.settling:
        yield stopped, [played(stopped, Claim(B, ("A3",)), Confirm(B), *A3_CAPTURED)]
    short = recorded("makrai stone_supply=35", SEND_TWO, "w A1", "b C1", "w B1", to_play="w")
    yield judged_by(short, f"{text} stone_supply=1" if "makrai" in text else text), []


def proved(name):
    """Every proved finding of these statements on these records."""
    for text in {name, str(RULESETS[name])}:
        for state, lines in states(text):
            for statement in STATEMENTS:
                kind, named = statement["kind"], {k: v for k, v in statement.items() if k != "kind"}
                if "points" in named and state.game.setting.grid.find("A3") is None:
                    continue
                finding = found(kind, state, *lines, **named)
                if finding.verdict is Verdict.PROVED:
                    yield ClaimKind(kind), state.game.ruleset, finding


def marks_in_sources(ruleset, grounds):
    """The marks of choices that the organiser did not change, as the declaration has them."""
    sources = TEXTS[ruleset.name][1]
    kept = [ground for ground in grounds if f"{ground.axis}=" not in str(ruleset)]
    for axis, detail in kept:
        details = sources[axis].details
        yield details[detail].mark if detail in details else sources[axis].mark


@pytest.mark.parametrize("name", RULESETS)
def test_every_proved_finding_rests_on_what_the_text_says(name):
    kinds = set()
    for kind, ruleset, finding in proved(name):
        kinds.add(kind)
        assert set(marks_in_sources(ruleset, finding.grounds)) <= {"T"}, (kind, finding)
        if kind in BY_COMPARISON:
            continue
        by_agreement = {ClaimKind.STRINGS: AGREED_OR_CAPTURED, ClaimKind.WRONG_RESULT: RESIGNED}
        sentence = finding.clause or by_agreement[kind]
        penalised = "is on record as an illegal move" in finding.says
        settled = kind is ClaimKind.STRINGS and not finding.grounds
        assert sentence in sentences(kind, ruleset) or penalised or settled, (kind, finding)
    assert kinds == {kind for kind, names in PROVED.items() if name in names}


@pytest.mark.parametrize("kind", ClaimKind)
def test_table_of_sentences_names_the_texts_that_can_prove_a_kind_of_claim(kind):
    can = {name for name, ruleset in RULESETS.items() if sentences(kind, ruleset)}
    assert can == (set() if kind in BY_COMPARISON else PROVED[kind])


@pytest.mark.parametrize("name", RULESETS)
def test_no_sentence_admits_that_the_text_has_none(name):
    said = [sentence for kind in ClaimKind for sentence in sentences(kind, RULESETS[name])]
    assert said
    assert not [sentence for sentence in said if NOT_FOUND in sentence or not sentence.strip()]


def test_what_the_organiser_changed_can_be_proved():
    ruleset = RULESETS["makrai"]
    assert sentences(ClaimKind.CONTINUATIONS_EXCEEDED, ruleset.replace(continuations=1))
    assert not sentences(ClaimKind.CONTINUATIONS_EXCEEDED, ruleset)
    state = recorded(
        "korean endless=no_result_on_claim", TRIPLE_KO, *ROUND, *ROUND, DeclareDraw(W), AgreeDraw()
    )
    assert told(found("repetition", state)) == ("proved",)
