"""Rejected operations on claims, which store nothing."""

from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from functools import reduce
from math import inf, nan
from uuid import uuid4

import pytest

from games.adjudication.kinds import MEMBER_NAMES, NEEDED, ClaimKind, Statement
from games.claims import commands
from games.claims import events as e
from games.claims.claim import fold
from games.claims.deciding import (
    ActInSequence,
    Appeal,
    BeginSequence,
    Circumstances,
    DecideAppeal,
    Evidence,
    Rule,
    Second,
    Terms,
    WithdrawClaim,
    decide,
)
from games.claims.deciding.playing_out import may_enter
from games.claims.events import Remedy
from games.colours import colour_name
from games.game import commands as games
from games.log.digests import timestamp
from games.log.store import VersionClash
from games.refusals import Refusal
from games.sgf import LIMITS
from rules import (
    Accept,
    AgreeDead,
    AgreeDraw,
    ChallengeKo,
    Claim,
    Color,
    Concede,
    Confirm,
    GiveStone,
    MarkDead,
    Pass,
    Penalise,
    Play,
    Resign,
    Resume,
)
from rules.actions import to_data
from tests.builders import claim_of
from tests.games.claims.claim_builders import (
    BLACK_WON,
    NOW,
    RESULT,
    WORDS,
    a_game,
    a_hall,
    act,
    begun,
    by,
    claiming,
    made,
    ruled,
    stored,
)
from tests.games.game_builders import ID, PASSES, given, opened

pytestmark = pytest.mark.django_db
B, W = Color
NOTHING = Remedy()


@contextmanager
def refused(code, **facts):
    """The command is refused with these facts, and nothing is stored."""
    before = stored()
    with pytest.raises(Refusal) as refusal:
        yield
    assert (refusal.value.code, refusal.value.facts | facts) == (code, refusal.value.facts)
    assert stored() == before


@pytest.fixture
def hall():
    with a_hall() as around:
        yield around


# Making


def test_rejects_claim_on_missing_game():
    with refused("not_found"):
        made()


def test_rejects_claim_on_withdrawn_game():
    a_game()
    games.withdraw_game(ID, "paired anew", by())
    with refused("game_withdrawn", game=ID):
        made()


@pytest.mark.parametrize("who", ["", "x", "black"])
def test_rejects_claim_of_a_non_player(who):
    a_game()
    with refused("not_your_game"):
        made(who)


def test_rejects_claim_after_the_deadline_except_by_an_official(hall):
    a_game()
    hall.terms = Terms(open_until=NOW + timedelta(minutes=20))
    made(minutes=20)
    with refused("claims_over", until=timestamp(NOW + timedelta(minutes=20))):
        made(minutes=21)
    made("desk", minutes=21)


def test_rejects_claims_beyond_the_limit_except_by_an_official(hall):
    a_game()
    hall.terms = Terms(per_player=2)
    commands.execute(made(), WithdrawClaim(reason="a mistake"), "b", by())
    made()
    with refused("too_many_claims", made=2, limit=2):
        made()
    made("w")
    made("desk")


def test_rejects_the_same_claim_of_a_player_while_it_is_open():
    a_game()
    first = made()
    with refused("claim_made_already", claim=first):
        made()
    made("w")
    made(evidence=Evidence(text="Another reason."))
    ruled(first)
    made()


@pytest.mark.parametrize("kind", [ClaimKind.CONDUCT])
def test_rejects_player_claim_of_a_kind_for_officials(kind):
    a_game()
    with refused("referees_only", type=kind.value):
        made(kind=kind, color="w")
    made("desk", kind=kind, color="w")


@pytest.mark.parametrize("kind", [kind for kind, needed in NEEDED.items() if needed])
def test_rejects_claim_without_required_fields(kind):
    a_game()
    with refused("incomplete_claim", missing=[MEMBER_NAMES.get(name, name) for name in NEEDED[kind]]):
        made("desk", kind=kind)


@pytest.mark.parametrize("turn", [-1, 0, 3, 10**12])
def test_rejects_claim_on_missing_turn(turn):
    a_game("b B2", "w A1")
    with refused("claim_has_no_turn", turn=turn, turns=2):
        made(kind=ClaimKind.ILLEGAL_MOVE, turn=turn)


def test_rejects_claim_on_a_turn_beyond_the_longest_record():
    a_game("b B2", "w A1")
    second = Evidence(sgf=b"(;SZ[3];B[aa];W[bb];B[cc])")
    made(kind=ClaimKind.ILLEGAL_MOVE, turn=3, evidence=second)
    with refused("claim_has_no_turn"):
        made(kind=ClaimKind.ILLEGAL_MOVE, turn=LIMITS.moves + 1, evidence=second)


@pytest.mark.parametrize("points", [("A1", "D1"), ("",), ("A0",), ("ä1",)])
def test_rejects_claim_on_points_off_the_board(points):
    a_game("b B2")
    with refused("invalid", field="points"):
        made(kind=ClaimKind.STRINGS, points=points)


def test_rejects_claim_on_too_many_points():
    a_game("b B2")
    with refused("too_large", what="points"):
        made(kind=ClaimKind.STRINGS, points=("A1",) * 2705)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("count", count) for count in (nan, inf, -inf, 10_001, 10**400)),
        ("color", "x"),
        *(
            ("result", text)
            for text in ("B", "black", "B+x", "?", "B+3.5 points", "\ud800", "B+" + "9" * 4000)
        ),
    ],
    ids=repr,
)
def test_rejects_claim_with_invalid_values(field, value):
    a_game()
    named = {"result": "B+9", "color": "b", "count": 1} | {field: value}
    with refused("invalid", field=MEMBER_NAMES.get(field, field)):
        made(kind=ClaimKind.WRONG_RESULT, **named)


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        (ClaimKind.KOMI_DIFFERS, (-0.5, 0, 6.5, 400), (0.3, 6.25, 400.5, -401, nan)),
        (ClaimKind.HANDICAP_DIFFERS, (0, 1, 9, 25), (-9.5, -1, 2.5, 26, inf)),
        (ClaimKind.TOKENS, (0, 3), (-1, 0.5)),
        (ClaimKind.FINES, (0, 1.5), (-3, 0.3)),
    ],
)
def test_rejects_claim_with_impossible_number(kind, good, bad, hall):
    a_game()
    hall.terms = Terms(per_player=9)
    for count in good:
        made(kind=kind, color="b", count=count)
    for count in bad:
        with refused("invalid", field="count"):
            made(kind=kind, color="b", count=count)


def test_rejects_evidence_that_is_too_long_or_no_record_of_this_board():
    a_game()
    with refused("too_large", what="text"):
        made(evidence=Evidence(text="x" * 4001))
    with refused("too_large", what="photo"):
        made(evidence=Evidence(photo="x" * 501))
    with refused("bad_record"):
        made(evidence=Evidence(sgf=b"(;SZ[3"))
    with refused("wrong_size"):
        made(evidence=Evidence(sgf=b"(;SZ[9];B[aa])"))


def test_rejects_claim_with_existing_id():
    a_game()
    claim_id = made()
    with refused("claim_closed", claim=claim_id):
        commands.make_claim(claiming(claim_id, ID, RESULT, WORDS), "b", by())


# Withdrawing


def test_only_the_claimant_withdraws_a_claim_while_it_is_open():
    a_game()
    claim_id, desk = made(), made("desk")
    for taken, who in ((claim_id, "w"), (claim_id, ""), (desk, "b")):
        with refused("not_your_claim"):
            commands.execute(taken, WithdrawClaim(reason="no"), who, by())
    with refused("invalid", field="reason"):
        commands.execute(claim_id, WithdrawClaim(reason="x" * 2001), "b", by())
    commands.execute(claim_id, WithdrawClaim(reason="a mistake"), "b", by())
    with refused("claim_closed"):
        commands.execute(claim_id, WithdrawClaim(reason="again"), "b", by())
    ruled(desk)
    with refused("ruled_already"):
        commands.execute(desk, WithdrawClaim(reason="no"), "desk", by())


def test_rejects_commands_on_missing_claim():
    none = str(uuid4())
    for command in (
        lambda: commands.execute(none, WithdrawClaim(reason=""), "b", by()),
        lambda: commands.execute(none, BeginSequence(), "desk", by()),
        lambda: commands.execute(none, ActInSequence(number=1, action=Pass(B)), "desk", by()),
        lambda: ruled(none),
        lambda: commands.execute(none, Second(agrees=True), "desk", by()),
        lambda: commands.execute(none, Appeal(evidence=WORDS), "b", by()),
        lambda: commands.execute(
            none, DecideAppeal(decision="upheld", reasons="So.", remedy=NOTHING), "desk", by()
        ),
    ):
        with refused("not_found"):
            command()


# Sequences


def test_rejects_sequence_from_a_turn_without_position():
    a_game("b B2")
    claim_id = made()
    for turn in (-1, 2, 10**12):
        with refused("no_such_turn", turn=turn, turns=1):
            commands.execute(claim_id, BeginSequence(turn=turn), "desk", by())
    with refused("not_found", sequence=1):
        commands.execute(claim_id, BeginSequence(sequence=1), "desk", by())
    first = begun(claim_id, "w A1")
    for turn in (-1, 2):
        with refused("no_such_turn", turn=turn, turns=1):
            commands.execute(claim_id, BeginSequence(turn=turn, sequence=first), "desk", by())
    with refused("not_found", sequence=2):
        commands.execute(claim_id, ActInSequence(number=2, action=Pass(B)), "desk", by())


def test_sequence_limit_of_one_player_does_not_affect_others():
    a_game("b B2")
    claim_id = made()
    for _ in range(25):
        begun(claim_id, "b pass", turn=0, who="b")
    with refused("too_large", what="sequences", limit=25):
        begun(claim_id, who="b")
    for _ in range(26):
        begun(claim_id)
    assert begun(claim_id, "w A1", who="w") == 52


def test_rejects_new_sequence_while_the_players_last_one_is_empty():
    a_game("b B2")
    claim_id = made()
    first = begun(claim_id, who="w")
    with refused("sequence_empty", sequence=first):
        begun(claim_id, who="w")
    begun(claim_id, who="b")
    begun(claim_id), begun(claim_id)
    act(claim_id, first, "w A1", who="w")
    assert begun(claim_id, who="w") == 5


def test_rejects_more_than_a_thousand_actions():
    game = given(opened(ruleset="japanese"), *PASSES)
    statement = Statement(kind=ClaimKind.WRONG_RESULT, result="B+9")
    names = {"claim_id": "1", "game_id": ID, "context": "", "by": "b", "actor": "user:1"}
    mark = MarkDead(B)
    events = [
        e.ClaimMade(**names, statement=statement, game_version=3, at=NOW.isoformat()),
        e.SequenceBegun(number=1, game_version=3, turn=2),
        *[e.SequenceActed(number=1, action=to_data(mark))] * 999,
    ]
    claim = reduce(fold, events, None)
    command = ActInSequence(number=1, action=mark)
    circumstances = Circumstances(by="desk", actor="user:1", games={3: game}, at=NOW)
    (last,) = decide(command, claim, circumstances)
    with pytest.raises(Refusal) as refusal:
        decide(command, fold(claim, last), circumstances)
    assert (refusal.value.code, refusal.value.facts) == ("too_large", {"limit": 1000, "what": "actions"})


def test_rejects_illegal_action_with_its_clause():
    a_game("b B2")
    claim_id = made()
    begun(claim_id, "w A1")
    with refused("illegal_move", turn=2, reason="occupied", repeats_turn=None):
        act(claim_id, 1, "b A1")
    with refused("illegal_move", turn=2, reason="off_board"):
        commands.execute(claim_id, ActInSequence(number=1, action=Play(B, "Z9")), "desk", by())
    with refused("illegal_move", turn=2, reason="not_your_turn"):
        act(claim_id, 1, "w pass")
    with refused("illegal_move", turn=2, reason="wrong_phase"):
        commands.execute(claim_id, ActInSequence(number=1, action=AgreeDead(("A1",))), "desk", by())


def test_clause_names_the_repeated_position():
    a_game(width=2, height=1)
    claim_id = made()
    begun(claim_id, "b A1", "w B1")
    with refused("illegal_move", turn=3, reason="superko", repeats_turn=1):
        act(claim_id, 1, "b A1")


def test_rejects_action_with_more_points_than_any_board_has():
    a_game("b pass", "w pass")
    claim_id = made()
    begun(claim_id)
    with refused("too_large", what="points"):
        commands.execute(claim_id, ActInSequence(number=1, action=AgreeDead(("A1",) * 2705)), "desk", by())


def test_rejects_action_after_the_end_of_a_sequence():
    a_game()
    claim_id = made()
    begun(claim_id, Resign(B))
    for step in ("b A1", "w pass", Resign(W)):
        with refused("nothing_to_play", sequence=1):
            act(claim_id, 1, step)
    branch = begun(claim_id, sequence=1)
    with refused("nothing_to_play", sequence=branch):
        act(claim_id, branch, "b A1")


def test_rejects_confirmation_sequences_beyond_the_ruleset_limit():
    a_game("b B2", "w pass", "b pass", ruleset="makrai-territory sequences_per_claim=2")
    claim_id = made()
    claim = Claim(W, ("B2",))
    begun(claim_id, claim, Confirm(W), Concede(W), who="w")
    begun(claim_id, claim, Confirm(W), Concede(W), who="w")
    third = begun(claim_id, claim, who="w")
    with refused("sequences_used_up", limit=2):
        act(claim_id, third, Confirm(W), who="w")
    act(claim_id, third, Confirm(B), who="b")
    begun(claim_id, claim, Confirm(W))


def test_rejects_playing_after_ruling_or_withdrawal():
    a_game()
    claim_id, taken_back = made(), made("w")
    for claim in (claim_id, taken_back):
        begun(claim)
    ruled(claim_id)
    commands.execute(taken_back, WithdrawClaim(reason="a mistake"), "w", by())
    for claim, code in ((claim_id, "ruled_already"), (taken_back, "claim_closed")):
        with refused(code):
            commands.execute(claim, BeginSequence(), "desk", by())
        with refused(code):
            act(claim, 1, "b A1")


# Rulings


@pytest.mark.parametrize("reasons", ["", " \n "])
def test_rejects_ruling_without_reasons(reasons):
    a_game()
    claim_id = made()
    with refused("reasons_missing"):
        commands.execute(
            claim_id, Rule(decision="upheld", reasons=reasons, remedy=NOTHING), "desk", by("user:7")
        )
    with refused("invalid", field="reason"):
        commands.execute(
            claim_id, Rule(decision="upheld", reasons="x" * 2001, remedy=NOTHING), "desk", by("user:7")
        )


@pytest.mark.parametrize(
    ("decision", "remedy", "field"),
    [
        ("perhaps", NOTHING, "decision"),
        ("upheld", Remedy(result="blue"), "remedy.result"),
        ("upheld", Remedy(result="black", replay=True), "remedy.replay"),
        ("upheld", Remedy(score="B+3", replay=True), "remedy.replay"),
        ("upheld", Remedy(score="B+" + "3" * 11), "remedy.score"),
        ("upheld", Remedy(result="black", score="W+5.5"), "remedy.score"),
        ("upheld", Remedy(result="black", score="B+9 <b>"), "remedy.score"),
        ("denied", Remedy(by_default=True), "remedy.by_default"),
        *(
            ("upheld", Remedy(penalties={"b": points}), "remedy.penalties")
            for points in (-1, 1001, 0.3, nan, inf)
        ),
        ("upheld", Remedy(penalties={"x": 1}), "remedy.penalties"),
    ],
    ids=repr,
)
def test_rejects_invalid_ruling(decision, remedy, field):
    a_game()
    claim_id = made()
    with refused("invalid", field=field):
        ruled(claim_id, remedy, decision)


def test_rejects_upheld_claim_that_changes_nothing_unless_that_is_confirmed():
    a_game()
    claim_id = made()
    for remedy in (NOTHING, Remedy(penalties={"b": 1})):
        rule = Rule(decision="upheld", reasons="Rule 9.", remedy=remedy)
        with refused("ruling_without_effect"):
            commands.execute(claim_id, rule, "desk", by("user:7"))
    commands.execute(claim_id, replace(rule, keeps_result=True), "desk", by("user:7"))


@pytest.mark.parametrize("ruled_on", [NOTHING, BLACK_WON], ids=["no result", "a result"])
def test_rejects_changed_ruling_without_another_result_unless_that_is_confirmed(ruled_on):
    a_game()
    claim_id = ruled(made("w"), ruled_on, "upheld" if ruled_on.result else "denied")
    commands.execute(claim_id, Appeal(evidence=WORDS), "w", by())
    for remedy in (NOTHING, ruled_on, Remedy(penalties={"b": 1})):
        changed = DecideAppeal(decision="changed", reasons="So.", remedy=remedy)
        with refused("ruling_without_effect"):
            commands.execute(claim_id, changed, "desk", by("user:9"))
    commands.execute(claim_id, replace(changed, keeps_result=True), "desk", by("user:9"))
    assert claim_of(claim_id).remedy == Remedy(penalties={"b": 1})


def test_rejects_ruling_by_a_player_of_the_game(hall):
    a_game()
    claim_id = made()
    with refused("own_game"):
        commands.execute(claim_id, Rule(decision="upheld", reasons="So.", remedy=NOTHING), "b", by())
    hall.terms = Terms(two_person=True)
    ruled(claim_id)
    with refused("own_game"):
        commands.execute(claim_id, Second(agrees=True), "b", by("user:8"))
    commands.execute(claim_id, Second(agrees=True), "desk", by("user:8"))
    commands.execute(claim_id, Appeal(evidence=WORDS), "w", by())
    with refused("own_game"):
        commands.execute(
            claim_id, DecideAppeal(decision="upheld", reasons="So.", remedy=NOTHING), "b", by("user:9")
        )


def test_rejects_ruling_on_closed_claim(hall):
    a_game()
    claim_id = made()
    commands.execute(claim_id, WithdrawClaim(reason="a mistake"), "b", by())
    with refused("claim_closed", state="withdrawn"):
        ruled(claim_id)
    claim_id = ruled(made())
    with refused("ruled_already", state="ruled"):
        ruled(claim_id)
    with refused("ruled_already", state="final"):
        ruled(claim_id, minutes=31)
    commands.execute(claim_id, Appeal(evidence=WORDS), "w", by())
    with refused("ruled_already", state="appealed"):
        ruled(claim_id)


def test_rejects_second_official_without_proposal_reasons_or_independence(hall):
    a_game()
    hall.terms = Terms(two_person=True)
    claim_id = made()
    with refused("no_such_ruling", state="open"):
        commands.execute(claim_id, Second(agrees=True), "desk", by("user:8"))
    ruled(claim_id)
    with refused("ruled_already", state="proposed"):
        ruled(claim_id, actor="user:8")
    for agrees in (True, False):
        with refused("same_official"):
            commands.execute(claim_id, Second(agrees=agrees, reasons="No."), "desk", by("user:7"))
    with refused("reasons_missing"):
        commands.execute(claim_id, Second(agrees=False), "desk", by("user:8"))
    with refused("no_such_ruling", state="proposed"):
        commands.execute(claim_id, Appeal(evidence=WORDS), "w", by())
    commands.execute(claim_id, Second(agrees=True), "desk", by("user:8"))
    with refused("no_such_ruling", state="ruled"):
        commands.execute(claim_id, Second(agrees=True), "desk", by("user:9"))


# Appeals


def test_rejects_late_duplicate_or_third_party_appeal():
    a_game()
    claim_id = made()
    with refused("no_such_ruling", state="open"):
        commands.execute(claim_id, Appeal(evidence=WORDS), "w", by())
    ruled(claim_id)
    for who in ("", "desk"):
        with refused("not_your_game"):
            commands.execute(claim_id, Appeal(evidence=WORDS), who, by())
    with refused("appeal_too_late", until=timestamp(NOW + timedelta(minutes=30))):
        commands.execute(claim_id, Appeal(evidence=WORDS), "w", by(minutes=31))
    with refused("too_large", what="text"):
        commands.execute(claim_id, Appeal(evidence=Evidence(text="x" * 4001)), "w", by())
    commands.execute(claim_id, Appeal(evidence=WORDS), "w", by(minutes=30))
    for who in ("b", "w"):
        with refused("appealed_already"):
            commands.execute(claim_id, Appeal(evidence=WORDS), who, by())
    commands.execute(
        claim_id, DecideAppeal(decision="upheld", reasons="So.", remedy=NOTHING), "desk", by("user:8")
    )
    with refused("appealed_already"):
        commands.execute(claim_id, Appeal(evidence=WORDS), "w", by())


@pytest.mark.parametrize(
    ("decision", "remedy", "content"),
    [
        ("upheld", Remedy(result="black"), "b"),
        ("partly", Remedy(result="white", score="W+0.5"), "w"),
        ("denied", NOTHING, "w"),
        ("upheld", NOTHING, ""),
        ("partly", NOTHING, ""),
        ("upheld", Remedy(result="jigo"), ""),
        ("upheld", Remedy(replay=True), ""),
    ],
)
def test_only_the_disadvantaged_player_can_appeal(decision, remedy, content):
    a_game()
    claim_id = ruled(made("b"), remedy, decision)
    for who in "bw":
        if who == content:
            with refused("nothing_to_appeal", claim=claim_id):
                commands.execute(claim_id, Appeal(evidence=WORDS), who, by())
    commands.execute(claim_id, Appeal(evidence=WORDS), {"b": "w", "w": "b", "": "b"}[content], by())


def test_successful_claimant_of_no_result_cannot_appeal():
    a_game()
    claim_id = ruled(made("b", kind=ClaimKind.REPETITION), NOTHING, "upheld")
    with refused("nothing_to_appeal", claim=claim_id):
        commands.execute(claim_id, Appeal(evidence=WORDS), "b", by())


def test_both_players_may_appeal_on_a_claim_of_an_official():
    a_game()
    for who in "bw":
        commands.execute(ruled(made("desk"), NOTHING, "denied"), Appeal(evidence=WORDS), who, by())


def test_rejects_decision_by_the_same_official_or_without_appeal_or_reasons(hall):
    hall.terms = Terms(two_person=True)
    a_game()
    claim_id = ruled(made())

    def on_appeal(actor="user:9", decision="upheld", reasons="So.", remedy=NOTHING):
        commands.execute(
            claim_id, DecideAppeal(decision=decision, reasons=reasons, remedy=remedy), "desk", by(actor)
        )

    with refused("no_such_ruling", state="proposed"):
        on_appeal()
    commands.execute(claim_id, Second(agrees=True), "desk", by("user:8"))
    with refused("no_such_ruling", state="ruled"):
        on_appeal()
    commands.execute(claim_id, Appeal(evidence=WORDS), "w", by())
    for actor in ("user:7", "user:8"):
        with refused("same_official"):
            on_appeal(actor)
    with refused("reasons_missing"):
        on_appeal(reasons=" ")
    with refused("invalid", field="decision"):
        on_appeal(decision="denied")
    with refused("invalid", field="remedy.result"):
        on_appeal(decision="changed", remedy=Remedy(result="blue"))
    on_appeal(decision="changed", remedy=Remedy(result="white"))
    with refused("no_such_ruling", state="final"):
        on_appeal()


def test_rejects_outdated_version():
    a_game()
    claim_id = made()
    begun(claim_id)
    before = stored()
    with pytest.raises(VersionClash):
        commands.execute(
            claim_id,
            Rule(decision="upheld", reasons="So.", remedy=BLACK_WON),
            "desk",
            by("user:7", expected=1),
        )
    assert stored() == before


@pytest.mark.parametrize(
    ("action", "who"),
    [
        (AgreeDead(("A1",)), ()),
        (AgreeDraw(), ()),
        (AgreeDraw(W), ("w",)),
        (MarkDead(W), ("w",)),
        (Accept(W), ("w",)),
        (Concede(W), ("w",)),
        (Resign(W), ("w",)),
        (Pass(W), ("w",)),
        (Play(W, "A1"), ("w",)),
        (GiveStone(W), ("w",)),
        (ChallengeKo(B, "A1"), ("b",)),
        (Resume(B), ("b",)),
        (Resume(), ()),
        (Penalise(W), ()),
    ],
    ids=str,
)
def test_players_enter_own_actions_and_officials_all(action, who):
    assert [by for by in ("b", "w", "desk") if may_enter(action, by)] == [*who, "desk"]


def test_rejects_agreement_entered_by_one_player():
    a_game("b B2", "w pass", "b pass")
    claim_id = made()
    number = begun(claim_id)
    for by_player in ("b", "w"):
        with refused("not_your_word", by=colour_name(by_player)):
            commands.execute(
                claim_id, ActInSequence(number=number, action=AgreeDead(("B2",))), by_player, by()
            )
    commands.execute(claim_id, ActInSequence(number=number, action=AgreeDead(("B2",))), "desk", by())


def test_rejects_moves_entered_for_the_opponent():
    a_game("b B2")
    claim_id = made()
    number = begun(claim_id, who="b")
    for step in ("w A1", "w pass"):
        with refused("not_your_word", by="black"):
            act(claim_id, number, step, who="b")
    act(claim_id, number, "w A1", "b A2", who="each")
