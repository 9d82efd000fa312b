"""A refusal cites the clause that forbids the act: by the action and the phase, under each text."""

import pytest

from rules import (
    RULESETS,
    Accept,
    AgreeDead,
    AgreeDraw,
    ChallengeKo,
    Claim,
    Color,
    Concede,
    Confirm,
    DeclareDraw,
    Delay,
    Game,
    GiveStone,
    Illegal,
    MarkDead,
    Pass,
    Penalise,
    Play,
    Reason,
    Resign,
    Resume,
    Ruleset,
    UltimateDelay,
    proceed,
)
from rules.clauses import describe, mark_of
from rules.sources import TEXTS
from tests.rules.records import action, start

B, W = Color
WALLS = ["..XO...", "..XO...", "O.XO.X.", "..XO...", "..XO..."]
STOP = ("b pass", "w pass")


def refused(text, *steps):
    """The clause against the last step."""
    *before, last = (action(step) if isinstance(step, str) else step for step in steps)
    replayed = proceed(start(Ruleset.parse(text), WALLS), before)
    assert replayed.first_illegal is None
    answer = replayed.game.apply(last)
    assert isinstance(answer, Illegal)
    return answer.clause


@pytest.mark.parametrize(
    ("text", "steps", "clause"),
    [
        ("nieminen@1", (*STOP, Play(B, "A1")), "Nieminen rule 11: a stopped game goes on when a player asks"),
        (
            "japanese@1",
            (*STOP, Pass(B)),
            "Japanese 1989 article 9.3: a stopped game goes on when a player asks",
        ),
        ("makrai", (Resume(B),), "Makrai 1.5 Ending procedure: a game is resumed when it has stopped"),
        ("tromp-taylor", (Resume(B),), "a stopped game is not resumed on demand"),
        ("chinese", (*STOP, Resume(B, modified_ko=True)), "nobody asks for modified ko"),
        (
            "makrai",
            (ChallengeKo(B, "A1"),),
            "Makrai 1.5 Modified ko rules on request: a ko is challenged in a continuation",
        ),
        (
            "japanese",
            (ChallengeKo(B, "A1"),),
            "Japanese 1989 article 7.2: a pass is made for a ko in a sequence",
        ),
        ("aga", (ChallengeKo(B, "A1"),), "these rules have no pass for a ko"),
        ("arg", (Delay(B),), "ARG rule 7: a pass hands the opponent a token"),
        ("aga", (UltimateDelay(B),), "AGA rule 7: a pass hands the opponent a token"),
        ("french", (Penalise(B),), "an illegal move is refused"),
        ("nieminen", (*STOP, DeclareDraw(B)), "Nieminen rule 12: either"),
        ("tromp-taylor", (MarkDead(B),), "Tromp-Taylor rule 8: the board is scored with every stone on it"),
        ("tromp-taylor-agreement", (AgreeDead(),), "Tromp-Taylor comment 8: points to empty are agreed on"),
        ("arg", (Accept(B),), "ARG rule 9: marks are accepted when the game has stopped"),
        ("arg", (*STOP, Claim(B, ("A3",))), "ARG rule 9: both agree which strings are dead"),
        ("nieminen", (GiveStone(B),), "Nieminen rule 14: the owner of a disputed string gives a stone"),
        ("makrai-territory", (*STOP, Confirm(B)), "Makrai 1.5 Territory scoring mode: a sequence is begun"),
        ("nieminen", (*STOP, Concede(B)), "Nieminen rule 14: only what is being played out is conceded"),
        (
            "nieminen",
            (*STOP, MarkDead(B, ("A3",)), Accept(W), Accept(B)),
            "Nieminen rules 13 and 15: the game is not counted before every string is settled",
        ),
        (
            "nieminen",
            (*STOP, Claim(B, ("A3",)), Concede(B), Claim(B, ("A3",))),
            "Nieminen rule 14: a string that was found alive is not disputed again",
        ),
        (
            "nieminen",
            (*STOP, Claim(B, ("A3",), capturable=False)),
            "Nieminen rule 14: the opponent of its owner claims that a string can be captured",
        ),
        (
            "nieminen",
            (*STOP, Claim(B, ("A3",)), "w pass", "b A2", "w pass"),
            "Nieminen rule 14: the owner of a disputed string does not pass after a play of the attacker",
        ),
        ("ultimate", (Pass(B),), "Ultimate Go rules 6 and 7: there is no pass"),
        ("ultimate", (Resign(W),), "Ultimate Go rule 9: to resign is what a player may do at a turn"),
        (
            "makrai continuations=0",
            (*STOP, Resume(B)),
            "the continuations of a stopped game are limited",
        ),
        (
            "makrai-territory claims_per_player=0",
            (*STOP, Claim(B, ("A3",))),
            "the claims of each player are limited",
        ),
    ],
)
def test_a_refusal_cites_the_clause_that_forbids_the_act(text, steps, clause):
    assert refused(text, *steps).startswith(clause)


@pytest.mark.parametrize(
    ("name", "clause"),
    [("arg", "ARG rule 4"), ("aga", "AGA rule 4"), ("bga", "BGA rule 4"), ("chinese", None)],
)
def test_a_pass_among_handicap_stones_is_refused_by_the_clause_on_handicaps(name, clause):
    game = Game.start(RULESETS[name], 9, handicap=2)
    says = "nobody passes among handicap stones"
    assert game.apply(Pass(B)) == Illegal(Reason.PASS_NOT_ALLOWED, f"{clause}: {says}" if clause else says)


@pytest.mark.parametrize(
    ("name", "axis", "clause"),
    [
        ("korean", "suicide", "Korean 2016 article 5"),
        ("chinese", "repetition", "Chinese 2002 article 20.1"),
        ("chinese", "scoring", "Chinese 2002 article 9"),
        ("bga", "repetition", "BGA rule 6, interpretations 6.1 and 6.2"),
        ("bga", "stopping", "BGA rules 9 and 10"),
        ("new-zealand", "suicide", "New Zealand paragraph 6"),
        ("new-zealand", "komi", "New Zealand paragraph 10"),
        ("french", "handicap_compensation", "French chapter 10"),
        ("french", "repetition", "French chapter 7"),
        (
            "french",
            "illegal_move",
            (
                "no clause found: the text sets no cost, so the move is refused; on a real board a referee "
                "decides"
            ),
        ),
        ("ing", "suicide", "Ing 1991 rule 3"),
        ("nieminen", "stopping", "Nieminen rule 10"),
    ],
)
def test_choices_name_the_clauses_of_their_texts(name, axis, clause):
    (told,) = (told for told in describe(RULESETS[name]) if told.axis == axis)
    assert told.clause == clause


@pytest.mark.parametrize(
    ("name", "axis", "mark", "details"),
    [
        ("nieminen", "endless", "T", [("third occurrence and acceptance", "C")]),
        ("makrai", "endless", "I", [("third occurrence", "C")]),
        ("makrai", "stone_supply", "T", [("what a small board is", "C")]),
        ("makrai", "continuations", "T", [("the number", "C")]),
        ("arg", "illegal_move", "T", [("where software checks the moves, an illegal move is refused", "C")]),
        ("bga", "repetition", "T", [("the basic ko beside superko", "I")]),
        ("new-zealand", "stopping", "T", [("the end after four passes", "C")]),
        ("tromp-taylor", "repetition", "T", []),
    ],
)
def test_details_that_the_text_does_not_have_are_marked_apart_from_what_it_says(name, axis, mark, details):
    (told,) = (told for told in describe(RULESETS[name]) if told.axis == axis)
    assert (told.mark, [tuple(detail) for detail in told.details]) == (mark, details)
    for detail, source in TEXTS[name][1][axis].details.items():
        assert mark_of(RULESETS[name], axis, detail) == source.mark
        assert mark_of(RULESETS[name], axis) == mark


def test_choice_of_the_organiser_has_no_mark():
    assert mark_of(RULESETS["makrai"].replace(continuations=3), "continuations", "number") == ""


def test_positional_superko_is_what_the_chinese_text_says_and_does_not_mean():
    assert refused_superko("chinese repetition=positional").startswith("Chinese 2002 article 6: ")


def refused_superko(text):
    game = start(Ruleset.parse(text), [".XO.", "XO.O", ".XO."]).apply(Play(B, "C2"))
    return game.apply(Play(W, "B2")).clause


@pytest.mark.parametrize("name", RULESETS)
def test_every_preset_has_a_text_whose_clauses_are_named(name):
    assert any(told.clause for told in describe(RULESETS[name]))
    assert name in TEXTS


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("stopped", [False, True])
def test_every_action_that_is_not_of_its_phase_is_refused_in_words_on_it(name, stopped):
    game = Game.start(RULESETS[name], 3)
    if stopped and isinstance(game.apply(Pass(B)), Game):
        game = game.apply(Pass(B)).apply(Pass(W))
    kinds = (GiveStone, Delay, UltimateDelay, Accept, MarkDead, Concede, Confirm, Penalise)
    for act in (
        *(kind(B) for kind in kinds),
        AgreeDraw(),
        AgreeDead(),
        Resume(B),
        ChallengeKo(B, "A1"),
        Claim(B, ("A1",)),
    ):
        answer = game.apply(act)
        if isinstance(answer, Illegal) and answer.reason is Reason.WRONG_PHASE:
            assert "goes on when a player asks" not in answer.clause
            assert answer.clause
