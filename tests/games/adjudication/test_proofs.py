"""Proved findings rest on a sentence of the rules, under every ruleset."""

import pytest

from games.adjudication import Missing
from games.adjudication.kinds import ClaimKind
from games.adjudication.proofs import BY_COMPARISON, sentences
from rules import RULESETS, Resume
from rules.clauses import NOT_FOUND
from tests.games.adjudication.cases import WALLS, entered, found, recorded, told

PASSES = ("b pass", "w pass")
FOR_PEOPLE = {ClaimKind.TIME, ClaimKind.LEFT, ClaimKind.OTHER, ClaimKind.CONDUCT}
ALWAYS = {ClaimKind.WRONG_RESULT, ClaimKind.ILLEGAL_MOVE, ClaimKind.STRINGS}
SOME = {
    ClaimKind.REPETITION: {
        "nieminen", "makrai", "makrai-territory", "ultimate", "japanese", "korean", "chinese",
    },
    ClaimKind.OUT_OF_STONES: {"makrai", "makrai-territory"},
    ClaimKind.CONTINUATION_REFUSED: set(RULESETS) - {"tromp-taylor", "ultimate", "korean", "french", "ing"},
    ClaimKind.CONTINUATIONS_EXCEEDED: {"makrai", "makrai-territory"},
    ClaimKind.TOKENS: {"arg", "aga", "aga-territory", "bga", "french"},
    ClaimKind.FINES: {"arg"},
}  # fmt: skip
"""The kinds that only some texts can prove. Korean, French and Ing: no clause found on resuming a game."""


@pytest.mark.parametrize("kind", ClaimKind)
def test_texts_that_can_prove_a_kind_of_claim(kind):
    can = {name for name, ruleset in RULESETS.items() if sentences(kind, ruleset)}
    if kind in BY_COMPARISON | FOR_PEOPLE:
        assert can == set()
    elif kind in ALWAYS:
        assert can >= set(RULESETS) - {"ultimate"}
    else:
        assert can == SOME[kind]


@pytest.mark.parametrize("name", RULESETS)
def test_no_sentence_admits_that_the_text_has_none(name):
    said = [sentence for kind in ClaimKind for sentence in sentences(kind, RULESETS[name])]
    assert said
    assert not [sentence for sentence in said if NOT_FOUND in sentence or not sentence.strip()]


@pytest.mark.parametrize(
    ("ruleset", "verdict"),
    [
        ("french", "person"),
        ("french@2", "person"),
        ("ing@2", "person"),
        ("aga", "proved"),
        ("aga@2", "proved"),
    ],
)
def test_continuation_is_proved_only_where_the_text_grants_it(ruleset, verdict):
    finding = found("continuation_refused", recorded(ruleset, WALLS, *PASSES))
    assert told(finding) == ((Missing.PERSON,) if verdict == "person" else (verdict,))
    assert ("No clause of the text was found" in finding.says) is (verdict == "person")


def test_continuation_that_the_organiser_granted_is_proved():
    state = recorded("korean resumption=last_passer_waits", WALLS, *PASSES)
    assert told(found("continuation_refused", state)) == ("proved",)
    assert told(found("continuation_refused", entered(state, Resume()))) == ("refuted",)
