"""A ruling: what it changes in the tournament, shown beforehand, and its correction by a referee."""

from dataclasses import replace
from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps

from games.adjudication.kinds import ClaimKind
from games.claims import commands as claims
from games.claims.claim import Stage
from games.claims.deciding import Appeal, CorrectRuling, DecideAppeal, Evidence, Rule, Second
from games.claims.events import Remedy
from games.claims.host import RulingInForce, host
from games.claims.rows import ClaimRow
from games.log.store import VersionClash
from games.refusals import Refusal
from tests.builders import NOW, a_claim, a_context, a_tournament, claim_of, do, pair
from tournaments.competition.history import Result, Winner
from tournaments.competition.settings import ClaimSettings
from tournaments.domain.results import ClearResult, RecordResult, ReportResult
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db
BLACK, WHITE = Remedy(result="black"), Remedy(result="white", score="W+R")
TEN_MINUTES = timedelta(minutes=10)
DENIED = Rule(decision="denied", reasons="So.")
UPHELD_ON_APPEAL = DecideAppeal(decision="upheld", reasons="Plain.")
RESTORED = DecideAppeal(decision="changed", reasons="Plain.", keeps_result=True)
REFEREE, COLLEAGUE, COMMITTEE = "user:7", "user:8", "user:9"


@pytest.fixture
def row():
    row = a_tournament(players=4, criteria=("NBW",), komi=6.5)
    pair(row, 1)
    for game in PairingRow.objects.filter(tournament=row):
        do(row, RecordResult(game_id=str(game.game_id), result=Result(winner=Winner.BLACK)))
    return row


def first_game(row):
    return PairingRow.objects.filter(tournament=row).select_related("black", "white").order_by("table")[0]


def decide(claim_id, command, actor=REFEREE, by="desk", **options):
    return claims.execute(claim_id, command, by, a_context(actor=actor, **options))


def rule(claim_id, remedy=BLACK, actor=REFEREE, **options):
    command = Rule(decision="upheld", reasons="So.", remedy=remedy, keeps_result=True)
    return decide(claim_id, command, actor, **options)


def correct(claim_id, remedy=WHITE, decision="partly", actor=REFEREE, **options):
    command = CorrectRuling(decision=decision, reasons="I misread it.", remedy=remedy)
    return decide(claim_id, command, actor, **options)


def appeal(claim_id, by="b"):
    decide(claim_id, Appeal(evidence=Evidence(text="No.")), "user:1", by)


def refused(act, *args, **options):
    with pytest.raises(Refusal) as refusal:
        act(*args, **options)
    return refusal.value.code


def result(row):
    game = first_game(row)
    return game.winner, game.ruled_score, game.result_state


def effect(row, claim_id, remedy):
    game_id = str(first_game(row).game_id)
    ruling = RulingInForce(
        game_id=game_id, claim_id=claim_id, remedy=remedy, appeal_until=NOW.isoformat(), final=False
    )
    return host().effect_of_ruling(game_id, ruling)


def results(told):
    return told["before"]["result"], told["after"]["result"]


def test_effect_names_results_places_and_rounds_paired_on_it(row):
    game = first_game(row)
    claim_id = a_claim(str(game.game_id))
    told = effect(row, claim_id, WHITE)
    assert (*results(told), told["later_rounds"]) == ("black", "white", [])
    moved = {one["entry"]: (one["place_before"], one["place"]) for one in told["places"]}
    white, black = (moved[str(entry)] for entry in (game.white_id, game.black_id))
    assert (white[0] > white[1], black[0] < black[1]) == (True, True)
    pair(row, 2)
    assert effect(row, claim_id, WHITE)["later_rounds"] == [2]
    assert effect(row, claim_id, BLACK)["places"] == []
    assert (result(row)[0], effect(row, claim_id, Remedy(replay=True))["after"]["result"]) == (
        "black",
        "not_played",
    )


def test_effect_foreseen_is_the_effect_of_the_ruling(row):
    claim_id = a_claim(str(first_game(row).game_id))
    foreseen = effect(row, claim_id, WHITE)
    rule(claim_id, WHITE)
    assert (result(row)[0], effect(row, claim_id, WHITE)["before"]) == ("white", foreseen["after"])


def test_referee_corrects_a_ruling_and_its_result(row):
    claim_id = a_claim(str(first_game(row).game_id))
    rule(claim_id)
    correct(claim_id)
    claim = claim_of(claim_id)
    assert result(row) == ("white", "W+R", "decided")
    assert (claim.ruling.decision, claim.ruling.corrects, claim.remedy) == ("partly", True, WHITE)
    assert [earlier.remedy for earlier, _ in claim.earlier] == [BLACK]
    assert claim.stage(NOW) is Stage.RULED


def test_ruling_after_the_next_round_was_paired_is_corrected_too(row):
    claim_id = a_claim(str(first_game(row).game_id))
    pair(row, 2)
    rule(claim_id)
    correct(claim_id)
    assert result(row)[0] == "white"


def test_correction_starts_a_new_time_to_appeal(row):
    claim_id = a_claim(str(first_game(row).game_id))
    rule(claim_id)
    before = claim_of(claim_id).appeal_until
    command = CorrectRuling(decision="partly", reasons="I misread it.", remedy=WHITE)
    claims.execute(claim_id, command, "desk", replace(a_context(actor=REFEREE), at=NOW + TEN_MINUTES))
    assert claim_of(claim_id).appeal_until == before + TEN_MINUTES


def test_rejects_correction_after_the_time_to_appeal(row):
    claim_id = a_claim(str(first_game(row).game_id))
    rule(claim_id)
    command = CorrectRuling(decision="denied", reasons="I misread it.", remedy=WHITE)
    late = replace(a_context(actor=REFEREE), at=claim_of(claim_id).appeal_until + TEN_MINUTES)
    assert refused(claims.execute, claim_id, command, "desk", late) == "too_late_to_correct"


class TestWithoutAResult:
    """A correction without a result restores what was there before the ruling."""

    @pytest.mark.parametrize("remedy", [WHITE, Remedy(replay=True)], ids=["result", "replay"])
    def test_restores_the_result_of_the_desk(self, row, remedy):
        claim_id = a_claim(str(first_game(row).game_id))
        rule(claim_id, remedy)
        correct(claim_id, Remedy())
        assert result(row) == ("black", "", "decided")
        assert claim_of(claim_id).remedy == Remedy()

    def test_restores_reports_that_differ(self, row):
        game_id = str(first_game(row).game_id)
        do(row, ClearResult(game_id=game_id, reason="read wrongly"))
        for entry, winner in (
            (first_game(row).black_id, Winner.BLACK),
            (first_game(row).white_id, Winner.WHITE),
        ):
            do(row, ReportResult(game_id=game_id, entry_id=str(entry), result=Result(winner=winner)))
        rule(claim_id := a_claim(game_id), WHITE)
        correct(claim_id, Remedy())
        assert result(row) == ("not_played", "", "disputed")

    def test_restores_the_ruling_on_an_earlier_claim(self, row):
        game_id = str(first_game(row).game_id)
        earlier, later = a_claim(game_id), a_claim(game_id)
        rule(earlier, WHITE)
        rule(later, Remedy(result="jigo"))
        correct(later, BLACK)
        correct(later, Remedy())
        assert (result(row), first_game(row).ruled_claim) == (("white", "W+R", "decided"), earlier)

    def test_effect_foreseen_is_the_result_of_before(self, row):
        claim_id = a_claim(str(first_game(row).game_id))
        rule(claim_id, WHITE)
        told = effect(row, claim_id, Remedy())
        assert results(told) == ("white", "black")
        assert len(told["places"]) > 0

    def test_upheld_claim_needs_to_be_confirmed(self, row):
        claim_id = a_claim(str(first_game(row).game_id))
        rule(claim_id, WHITE)
        assert refused(correct, claim_id, Remedy(), "upheld") == "ruling_without_effect"

    def test_committee_restores_it_too(self, row):
        claim_id = a_claim(str(first_game(row).game_id))
        rule(claim_id, WHITE)
        appeal(claim_id)
        decide(claim_id, RESTORED, COMMITTEE)
        assert result(row) == ("black", "", "final")

    def test_leaves_the_ruling_on_another_claim_in_force(self, row):
        game_id = str(first_game(row).game_id)
        earlier, later = a_claim(game_id), a_claim(game_id)
        rule(earlier, WHITE)
        decide(later, Rule(decision="denied", reasons="So."))
        assert result(row) == ("white", "W+R", "decided")


class TestDenied:
    """A claim that is denied makes the confirmed result that of the ruling."""

    @pytest.fixture
    def claim_id(self, row):
        decide(claim_id := a_claim(str(first_game(row).game_id)), DENIED)
        return claim_id

    def test_result_is_that_of_the_ruling_and_can_be_appealed(self, row, claim_id):
        game = first_game(row)
        assert (result(row), game.ruled_claim) == (("black", "", "decided"), claim_id)
        assert game.appeal_until == claim_of(claim_id).appeal_until.isoformat()
        appeal(claim_id, by="w")
        assert result(row)[2] == "appealed"

    def test_desk_cannot_turn_it_round(self, row, claim_id):
        other = RecordResult(game_id=str(first_game(row).game_id), result=Result(winner=Winner.WHITE))
        assert refused(do, row, other) == "result_ruled"

    def test_record_that_proves_another_result_is_no_contradiction_any_more(self, row, claim_id):
        PairingRow.objects.update(proved_winner="white", proved_text="W+R")
        assert not first_game(row).is_contradicted
        games = PairingRow.objects.filter(tournament=row)
        assert games.with_contradiction().count() == games.count() - 1

    def test_is_denied_again_by_a_correction(self, row, claim_id):
        late = replace(a_context(actor=REFEREE), at=NOW + TEN_MINUTES)
        claims.execute(claim_id, CorrectRuling(decision="denied", reasons="Clearer."), "desk", late)
        game = first_game(row)
        assert (result(row), game.appeal_until) == (
            ("black", "", "decided"),
            claim_of(claim_id).appeal_until.isoformat(),
        )

    def test_correction_may_give_another_result(self, row, claim_id):
        correct(claim_id)
        assert result(row) == ("white", "W+R", "decided")
        correct(claim_id, Remedy(), "denied")
        assert result(row) == ("black", "", "decided")

    def test_result_of_a_game_that_was_played_again_is_that_of_the_ruling_too(self, row):
        game_id = str(first_game(row).game_id)
        again, other = a_claim(game_id), a_claim(game_id)
        rule(again, Remedy(replay=True))
        do(row, RecordResult(game_id=game_id, result=Result(winner=Winner.WHITE)))
        decide(other, DENIED)
        assert (result(row), first_game(row).ruled_claim) == (("white", "", "decided"), other)

    def test_result_that_one_player_reported_is_that_of_the_ruling_too(self, row):
        game = first_game(row)
        game_id, entry = str(game.game_id), str(game.black_id)
        do(row, ClearResult(game_id=game_id, reason="read wrongly"))
        do(row, ReportResult(game_id=game_id, entry_id=entry, result=Result(winner=Winner.WHITE)))
        decide(a_claim(game_id, by="b"), DENIED)
        assert result(row) == ("white", "", "decided")

    def test_conduct_leaves_the_result_to_the_desk(self, row):
        decide(a_claim(str(first_game(row).game_id), kind=ClaimKind.CONDUCT, color="b"), DENIED)
        assert result(row) == ("black", "", "confirmed")

    @pytest.mark.parametrize("decision", [UPHELD_ON_APPEAL, RESTORED])
    def test_conduct_leaves_it_to_the_desk_after_an_appeal_too(self, row, decision):
        claim_id = a_claim(str(first_game(row).game_id), kind=ClaimKind.CONDUCT, color="w")
        decide(claim_id, DENIED)
        appeal(claim_id, by="w")
        decide(claim_id, decision, COMMITTEE)
        assert result(row) == ("black", "", "confirmed")

    def test_result_by_a_ruling_on_conduct_is_taken_back(self, row):
        claim_id = a_claim(str(first_game(row).game_id), kind=ClaimKind.CONDUCT, color="b")
        rule(claim_id, WHITE)
        appeal(claim_id)
        decide(claim_id, RESTORED, COMMITTEE)
        assert result(row) == ("black", "", "final")

    @pytest.mark.parametrize("remedy", [WHITE, Remedy(result="black", by_default=True), Remedy(replay=True)])
    def test_rejects_another_result_than_the_one_that_counts(self, row, remedy):
        claim_id = a_claim(str(first_game(row).game_id))
        denied = Rule(decision="denied", reasons="So.", remedy=remedy)
        assert refused(decide, claim_id, denied) == "denied_but_changed"
        assert result(row) == ("black", "", "confirmed")

    def test_may_give_a_result_to_a_game_that_has_none(self, row):
        do(row, ClearResult(game_id=(game_id := str(first_game(row).game_id)), reason="read wrongly"))
        decide(a_claim(game_id), Rule(decision="denied", reasons="So.", remedy=WHITE))
        assert result(row) == ("white", "W+R", "decided")


@pytest.mark.parametrize(
    ("by", "decision", "refused_to"),
    [("w", "denied", "b"), ("b", "denied", None), ("b", "upheld", "b"), ("w", "upheld", "b")],
)
def test_winner_by_a_ruling_cannot_appeal_but_against_the_denial_of_the_own_claim(
    row, by, decision, refused_to
):
    """Black has won; the ruling leaves that as it is."""
    claim_id = a_claim(str(first_game(row).game_id), by=by)
    decide(claim_id, Rule(decision=decision, reasons="So.", keeps_result=True))
    if refused_to:
        assert refused(appeal, claim_id, refused_to) == "nothing_to_appeal"
    appeal(claim_id, "b" if refused_to is None else "w")


def test_rejects_upheld_claim_with_the_result_that_counts_unless_that_is_confirmed(row):
    claim_id = a_claim(str(first_game(row).game_id))
    rule_as_it_is = Rule(decision="upheld", reasons="So.", remedy=Remedy(result="black", penalties={"w": 1}))
    assert refused(decide, claim_id, rule_as_it_is) == "ruling_without_effect"
    decide(claim_id, replace(rule_as_it_is, keeps_result=True))
    assert result(row)[0] == "black"


def test_rejects_correction_that_upholds_the_claim_with_the_result_of_before_it(row):
    claim_id = a_claim(str(first_game(row).game_id))
    rule(claim_id, WHITE)
    assert refused(correct, claim_id, BLACK, "upheld") == "ruling_without_effect"
    correct(claim_id, BLACK)
    assert result(row)[0] == "black"


@pytest.mark.parametrize("ruling", ["denied", "upheld"])
def test_rejects_appeal_changed_to_the_result_that_counts(row, ruling):
    claim_id = a_claim(str(first_game(row).game_id))
    rule(claim_id, WHITE)
    if ruling == "denied":
        correct(claim_id, Remedy())
    appeal(claim_id, by="w" if ruling == "denied" else "b")
    now = BLACK if ruling == "denied" else WHITE
    changed = DecideAppeal(decision="changed", reasons="Plain.", remedy=now)
    assert refused(decide, claim_id, changed, COMMITTEE) == "ruling_without_effect"
    other = WHITE if ruling == "denied" else BLACK
    decide(claim_id, replace(changed, remedy=other), COMMITTEE)
    assert result(row)[0] == other.result


def test_rejects_correction_without_a_ruling_after_an_appeal_and_after_its_decision(row):
    claim_id = a_claim(str(first_game(row).game_id))
    assert refused(correct, claim_id) == "no_such_ruling"
    rule(claim_id)
    appeal(claim_id, by="w")
    assert refused(correct, claim_id) == "too_late_to_correct"
    decide(claim_id, DecideAppeal(decision="upheld", reasons="Plain."), COMMITTEE)
    assert refused(correct, claim_id) == "too_late_to_correct"
    assert result(row)[0] == "black"


def test_rejects_correction_by_a_player_and_without_reasons(row):
    claim_id = a_claim(str(first_game(row).game_id))
    rule(claim_id)
    assert refused(correct, claim_id, by="w") == "own_game"
    silent = CorrectRuling(decision="denied", reasons=" ", remedy=WHITE)
    assert refused(decide, claim_id, silent) == "reasons_missing"


def test_rejects_correction_of_a_ruling_that_a_later_one_replaced(row):
    game_id = str(first_game(row).game_id)
    earlier, later = a_claim(game_id), a_claim(game_id)
    rule(earlier)
    rule(later, WHITE)
    assert refused(correct, earlier, remedy=BLACK) == "ruling_replaced"


def test_second_of_two_rulings_at_once_is_rejected(row):
    claim_id = a_claim(str(first_game(row).game_id))
    rule(claim_id, actor=COLLEAGUE)
    assert refused(rule, claim_id, WHITE) == "ruled_already"
    assert result(row)[0] == "black"


def test_second_of_two_corrections_at_once_is_rejected(row):
    claim_id = a_claim(str(first_game(row).game_id))
    rule(claim_id)
    correct(claim_id, expected=3)
    with pytest.raises(VersionClash):
        correct(claim_id, remedy=BLACK, actor=COLLEAGUE, expected=3)
    assert result(row)[0] == "white"


def test_nobody_decides_the_appeal_who_ruled_before_the_correction(row):
    claim_id = a_claim(str(first_game(row).game_id))
    rule(claim_id, actor=COMMITTEE)
    correct(claim_id)
    appeal(claim_id)
    upheld = DecideAppeal(decision="upheld", reasons="Plain.")
    assert refused(decide, claim_id, upheld, COMMITTEE) == "same_official"


def test_migration_names_the_rulings_that_an_appeal_changed(row):
    changed, upheld = [a_claim(str(game.game_id)) for game in PairingRow.objects.filter(tournament=row)]
    decide(upheld, DENIED)
    appeal(upheld, by="w")
    rule(changed, WHITE)
    appeal(changed)
    decide(changed, DecideAppeal(decision="changed", reasons="Plain.", remedy=BLACK), COMMITTEE)
    decide(upheld, UPHELD_ON_APPEAL, COMMITTEE)
    before = dict(ClaimRow.objects.values_list("claim_id", "decision"))
    ClaimRow.objects.update(decision="denied")
    import_module("games.migrations.0022_decisions_in_force").name_changed_rulings(apps, None)
    assert dict(ClaimRow.objects.values_list("claim_id", "decision")) == before
    assert sorted(before.values()) == ["changed", "denied"]


class TestDecisionOnAppealWithoutAResult:
    """It is final for the game, as one with a result is."""

    @pytest.fixture(params=["restored", "denied"])
    def game_id(self, request, row):
        game_id = str(first_game(row).game_id)
        self.open_claim, claim_id = a_claim(game_id), a_claim(game_id)
        if request.param == "restored":
            rule(claim_id, WHITE)
            appeal(claim_id)
            decide(claim_id, RESTORED, COMMITTEE)
        else:
            decide(claim_id, DENIED)
            appeal(claim_id, by="w")
            decide(claim_id, UPHELD_ON_APPEAL, COMMITTEE)
        assert result(row) == ("black", "", "final")
        return game_id

    def test_desk_cannot_change_the_result(self, row, game_id):
        other = RecordResult(game_id=game_id, result=Result(winner=Winner.WHITE), reason="seen")
        assert refused(do, row, other) == "ruling_final"

    def test_ruling_on_another_claim_cannot_change_the_result(self, row, game_id):
        assert refused(rule, self.open_claim, WHITE) == "ruling_final"
        assert result(row) == ("black", "", "final")

    @pytest.mark.parametrize("by", ["b", "desk"])
    def test_nobody_can_make_another_claim_but_on_conduct(self, row, game_id, by):
        wrong = {"kind": ClaimKind.WRONG_RESULT, "result": "W+R"}
        assert refused(a_claim, game_id, by=by, **wrong) == "ruling_final"
        a_claim(game_id, by="desk", kind=ClaimKind.CONDUCT, color="b")

    def test_claim_made_before_may_be_denied(self, row, game_id):
        decide(self.open_claim, DENIED)
        assert result(row) == ("black", "", "final")

    @pytest.mark.parametrize("reports", [0, 2])
    def test_game_without_an_agreed_result_goes_on(self, row, reports):
        game = first_game(row)
        game_id = str(game.game_id)
        do(row, ClearResult(game_id=game_id, reason="read wrongly"))
        for entry, winner in [(game.black_id, Winner.BLACK), (game.white_id, Winner.WHITE)][:reports]:
            do(row, ReportResult(game_id=game_id, entry_id=str(entry), result=Result(winner=winner)))
        decide(claim_id := a_claim(game_id), DENIED)
        appeal(claim_id)
        decide(claim_id, UPHELD_ON_APPEAL, COMMITTEE)
        assert result(row)[2] == ("disputed" if reports else "missing")
        do(row, RecordResult(game_id=game_id, result=Result(winner=Winner.WHITE), reason="seen"))

    def test_restored_ruling_on_an_earlier_claim_is_final_with_its_score(self, row):
        game_id = str(first_game(row).game_id)
        earlier, later = a_claim(game_id), a_claim(game_id)
        rule(earlier, WHITE)
        rule(later)
        appeal(later, by="w")
        decide(later, RESTORED, COMMITTEE)
        assert result(row) == ("white", "W+R", "final")

    @pytest.mark.parametrize("appealed", [False, True])
    @pytest.mark.parametrize("decision", [UPHELD_ON_APPEAL, RESTORED])
    def test_ruling_on_another_claim_may_still_be_appealed(self, row, appealed, decision):
        game_id = str(first_game(row).game_id)
        other, denied = a_claim(game_id), a_claim(game_id)
        rule(other, WHITE)
        decide(denied, DENIED)
        appeal(denied)
        if appealed:
            appeal(other)
        decide(denied, decision, COMMITTEE)
        if not appealed:
            appeal(other)
        decide(other, RESTORED, COMMITTEE)
        assert result(row) == ("black", "", "final")

    def test_appeal_is_decided_after_the_game_became_final(self, row):
        game_id = str(first_game(row).game_id)
        other, denied = a_claim(game_id), a_claim(game_id)
        rule(other, WHITE)
        decide(denied, DENIED)
        appeal(denied)
        appeal(other)
        decide(other, RESTORED, COMMITTEE)
        decide(denied, UPHELD_ON_APPEAL, COMMITTEE)
        assert (result(row), claim_of(denied).stage(NOW)) == (("black", "", "final"), Stage.FINAL)


class TestRulingThatGivesNoResult:
    """A ruling with a result, on another claim, does not replace it."""

    @pytest.fixture(params=["denied", "corrected"])
    def denied(self, request, row):
        game_id = str(first_game(row).game_id)
        other, denied = a_claim(game_id), a_claim(game_id)
        rule(other, WHITE)
        if request.param == "denied":
            decide(denied, DENIED)
        else:
            rule(denied)
            correct(denied, Remedy())
        return denied

    def test_is_appealed(self, row, denied):
        appeal(denied)
        assert claim_of(denied).stage(NOW) is Stage.APPEALED
        assert result(row) == ("white", "W+R", "decided")

    def test_is_corrected(self, row, denied):
        correct(denied, Remedy(result="jigo"), "partly")
        assert result(row)[0] == "jigo"


def test_rejects_correction_of_a_replay_that_a_later_ruling_replaced(row):
    game_id = str(first_game(row).game_id)
    earlier, later = a_claim(game_id), a_claim(game_id)
    rule(earlier, Remedy(replay=True))
    rule(later, WHITE)
    assert refused(correct, earlier, remedy=BLACK) == "ruling_replaced"


def test_rejects_correction_of_a_ruling_whose_game_a_later_one_has_replayed(row):
    game_id = str(first_game(row).game_id)
    earlier, later = a_claim(game_id), a_claim(game_id)
    rule(earlier, WHITE)
    rule(later, Remedy(replay=True))
    assert refused(correct, earlier, remedy=BLACK) == "ruling_replaced"


class TestRulingInForceAgain:
    """A new time to appeal begins for a ruling after a correction revoked the one that replaced it."""

    @pytest.mark.parametrize("remedy", [BLACK, Remedy(replay=True)], ids=["result", "replay"])
    def test_may_be_appealed(self, row, remedy):
        game_id = str(first_game(row).game_id)
        earlier, later = a_claim(game_id), a_claim(game_id)
        rule(earlier, remedy)
        rule(later, WHITE)
        period = claim_of(earlier).appeal_until - NOW
        late = replace(a_context(actor=REFEREE), at=NOW + period)
        correction = CorrectRuling(decision="denied", reasons="I misread it.")
        claims.execute(later, correction, "desk", late)
        assert claim_of(earlier).appeal_until == late.at + period
        if remedy is BLACK:
            assert first_game(row).appeal_until == (late.at + period).isoformat()
        claims.execute(
            earlier,
            Appeal(evidence=Evidence(text="No.")),
            "w",
            replace(a_context(actor="user:1"), at=late.at + TEN_MINUTES),
        )
        assert claim_of(earlier).stage(late.at) is Stage.APPEALED

    def test_confirmed_by_a_second_official_too(self):
        row = a_tournament(players=4, claims=ClaimSettings(two_person=True))
        pair(row, 1)
        game_id = str(first_game(row).game_id)
        earlier, later = a_claim(game_id), a_claim(game_id)
        for claim_id in (earlier, later):
            rule(claim_id)
            decide(claim_id, Second(agrees=True), COLLEAGUE)
        period = claim_of(earlier).appeal_until - NOW
        correct(later, Remedy())
        late = replace(a_context(actor=COLLEAGUE), at=NOW + period)
        claims.execute(later, Second(agrees=True), "desk", late)
        assert claim_of(earlier).appeal_until == late.at + period

    def test_is_final_after_a_decision_on_appeal(self, row):
        game_id = str(first_game(row).game_id)
        earlier, later = a_claim(game_id), a_claim(game_id)
        rule(earlier, WHITE)
        rule(later)
        before = claim_of(earlier).appeal_until
        appeal(later, by="w")
        decide(later, RESTORED, COMMITTEE)
        assert claim_of(earlier).appeal_until == before
        assert refused(appeal, earlier) == "ruling_replaced"


def test_ruling_confirmed_after_one_on_another_claim_restores_none_of_its_own():
    row = a_tournament(players=4, claims=ClaimSettings(two_person=True))
    pair(row, 1)
    game_id = str(first_game(row).game_id)
    do(row, RecordResult(game_id=game_id, result=Result(winner=Winner.BLACK)))
    one, other = a_claim(game_id), a_claim(game_id)
    rule(one, WHITE)
    decide(one, Second(agrees=True), COLLEAGUE)
    correct(one, Remedy(result="jigo"))
    rule(other, Remedy(result="both_lose"))
    decide(other, Second(agrees=True), COLLEAGUE)
    decide(one, Second(agrees=True), COLLEAGUE)
    assert result(row)[0] == "jigo"
    for claim_id, then in ((one, "both_lose"), (other, "black")):
        correct(claim_id, Remedy(), "denied")
        decide(claim_id, Second(agrees=True), COLLEAGUE)
        assert result(row)[0] == then


class TestTwoOfficials:
    @pytest.fixture
    def claim_id(self):
        row = a_tournament(players=4, claims=ClaimSettings(two_person=True))
        pair(row, 1)
        claim_id = a_claim(str(first_game(row).game_id))
        rule(claim_id)
        decide(claim_id, Second(agrees=True), COLLEAGUE)
        self.row = row
        return claim_id

    def test_correction_counts_once_it_is_confirmed(self, claim_id):
        correct(claim_id)
        assert (claim_of(claim_id).stage(NOW), claim_of(claim_id).remedy) == (Stage.PROPOSED, BLACK)
        assert result(self.row)[0] == "black"
        decide(claim_id, Second(agrees=True), COLLEAGUE)
        assert (claim_of(claim_id).stage(NOW), result(self.row)[0]) == (Stage.RULED, "white")

    def test_rejects_confirming_a_denial_whose_result_no_longer_counts(self, claim_id):
        game_id = str(first_game(self.row).game_id)
        denied, other = a_claim(game_id), a_claim(game_id)
        decide(denied, Rule(decision="denied", reasons="So.", remedy=BLACK))
        rule(other, WHITE)
        decide(other, Second(agrees=True), COLLEAGUE)
        assert refused(decide, denied, Second(agrees=True), COLLEAGUE) == "denied_but_changed"
        assert result(self.row)[0] == "white"

    @pytest.mark.parametrize("rejected", [True, False])
    def test_nobody_decides_the_appeal_who_had_proposed_or_rejected_a_ruling(self, rejected):
        row = a_tournament(players=4, claims=ClaimSettings(two_person=True))
        pair(row, 1)
        rule(claim_id := a_claim(str(first_game(row).game_id)), WHITE)
        if rejected:
            decide(claim_id, Second(agrees=False, reasons="No."), COLLEAGUE)
            rule(claim_id, WHITE, "user:10")
        else:
            correct(claim_id, WHITE, actor="user:10")
        decide(claim_id, Second(agrees=True), "user:11")
        appeal(claim_id)
        for official in (REFEREE, *([COLLEAGUE] if rejected else []), "user:10", "user:11"):
            assert refused(decide, claim_id, UPHELD_ON_APPEAL, official) == "same_official"
        decide(claim_id, UPHELD_ON_APPEAL, COMMITTEE)

    def test_ruling_holds_if_the_second_official_disagrees_with_its_correction(self, claim_id):
        correct(claim_id)
        decide(claim_id, Second(agrees=False, reasons="It was right."), COLLEAGUE)
        claim = claim_of(claim_id)
        assert (claim.stage(NOW), claim.remedy, claim.earlier) == (Stage.RULED, BLACK, ())
        assert result(self.row)[0] == "black"

    def test_correction_that_is_rejected_late_starts_a_new_time_to_appeal(self, claim_id):
        deadline = claim_of(claim_id).appeal_until
        correct(claim_id)
        late = replace(a_context(actor=COLLEAGUE), at=deadline + TEN_MINUTES)
        claims.execute(claim_id, Second(agrees=False, reasons="It was right."), "desk", late)
        claim = claim_of(claim_id)
        assert claim.stage(late.at) is Stage.RULED
        assert claim.appeal_until == late.at + (deadline - NOW)
        assert first_game(self.row).appeal_until == claim.appeal_until.isoformat()
        appeal_late = replace(a_context(actor="user:1"), at=late.at + TEN_MINUTES)
        claims.execute(claim_id, Appeal(evidence=Evidence(text="No.")), "w", appeal_late)
        assert result(self.row) == ("black", "", "appealed")
