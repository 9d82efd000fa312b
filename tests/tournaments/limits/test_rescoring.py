"""Rejudging of games after a change of limits: selection, method and consequences."""

from dataclasses import replace
from uuid import UUID, uuid4

import pytest

from games.adjudication.kinds import ClaimKind, Statement
from games.claims.commands import make_claim
from games.claims.deciding import Evidence, MakeClaim
from games.claims.rows import ClaimEvidence, ClaimRow
from games.game import commands as games
from games.game.action_events import event_of
from games.game.deciding import Act, TakeBack, end_event_of
from games.game.evolving import fold
from games.game.projection import row_of
from games.game.rows import GameRow
from games.log import folding, store, unit_of_work
from games.log.store import Change
from games.refusals import Refusal
from games.rescoring import rejudging
from rules import AgreeDead, Claim, Color, Confirm, Pass, Play, Resign, Ruleset, replay
from tests.builders import a_context, a_tournament, differing_rows, do, finish, pair, state_of
from tests.tournaments.makrai_games import AFTER_THE_LOSS, great_loss
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.domain.limits import ChangeLimits
from tournaments.domain.pairs import SetHandicap
from tournaments.domain.results import RecordResult
from tournaments.domain.rulings import RuleResult
from tournaments.domain.settings import ChangeSettings
from tournaments.limits import (
    WhatIf,
    count_waiting,
    preview_body,
    rescore_some,
    rescoring,
    what_if_body,
    withdraw_findings,
)
from tournaments.loading import stream_of
from tournaments.state.limits import Limits
from tournaments.tables.rows import PairingRow, TournamentRow

pytestmark = pytest.mark.django_db
B, W = Color.BLACK, Color.WHITE
SEVEN_TO_BLACK = [
    Play(B, "B1"),
    Pass(W),
    Play(B, "B2"),
    Pass(W),
    Play(B, "B3"),
    Pass(W),
    Pass(B),
    AgreeDead(()),
]


@pytest.fixture
def row():
    """Eight players without a handicap on 3x3; the first round is shown."""
    row = a_tournament(players=8, board_size=3, bar=-20)
    pair(row, 1)
    return row


def change(row, reason="voted", **limits):
    return do(row, ChangeLimits(limits=Limits(**limits), reason=reason))


def rescore(row, **options):
    return rescore_some(str(row.id), a_context(), **options)


def ids():
    return [
        str(game_id) for game_id in PairingRow.objects.order_by("table").values_list("game_id", flat=True)
    ]


def play(game_id, *actions):
    for action in actions:
        games.change_record(game_id, Act(action=action), a_context())


def enter_great_loss(game_id):
    """All of its actions and the end that they prove, at once."""
    actions = great_loss()
    ruleset = Ruleset.parse(GameRow.objects.get(game_id=game_id).ruleset)
    events = [*map(event_of, actions), end_event_of(replay(ruleset, actions).game)]
    change = Change(stream=games.stream_of(game_id), expected=1, events=events)
    unit_of_work.execute_many(lambda: [change], a_context())


def outcomes():
    rows = GameRow.objects.in_bulk()
    return [rows[pairing.game_id].outcome for pairing in PairingRow.objects.order_by("table")]


def columns(game):
    names = [field.attname for field in GameRow._meta.concrete_fields if field.attname != "game_id"]
    return {name: getattr(game, name) for name in names}


def written(game_id):
    return columns(GameRow.objects.get(game_id=game_id))


def folded(game_id):
    """The columns of the row that the game's own stream alone would have."""
    return columns(row_of(*folding.load(games.stream_of(game_id), None, fold)))


def test_komi_change_rejudges_only_counted_games(row):
    counted, resigned, begun, _ = ids()
    play(counted, *SEVEN_TO_BLACK)
    play(resigned, Resign(B))
    play(begun, Play(B, "B2"))
    assert outcomes() == ["B+2.5", "W+R", "", ""]
    change(row, komi=9.5)
    assert (outcomes()[0], count_waiting(str(row.id))) == ("B+2.5", 1)
    assert (rescore(row), count_waiting(str(row.id)), rescore(row)) == (1, 0, 0)
    assert outcomes() == ["W+0.5", "W+R", "", ""]
    told = [recorded.kind for recorded in store.read(games.stream_of(counted))][-2:]
    assert told == ["game.terms-changed.v1", "game.ended.v1"]
    assert [game.limits for game in GameRow.objects.order_by("-limits")] == [1, 0, 0, 0]
    pairing = PairingRow.objects.get(game_id=counted)
    assert (pairing.komi, pairing.proved_text) == (9.5, "W+0.5")
    assert differing_rows() == []


def test_row_computed_from_the_margin_equals_the_folded_row(row):
    for game_id in ids()[:2]:
        play(game_id, *SEVEN_TO_BLACK)
    change(row, komi=9.0)
    rescore(row)
    for game_id in ids()[:2]:
        row = written(game_id)
        assert (row["outcome"], row["margin"], row["winner"]) == ("0", 0.0, "")
        assert row == folded(game_id)


def test_komi_change_replays_no_game(row, monkeypatch):
    play(ids()[0], *SEVEN_TO_BLACK)
    change(row, komi=9.5)
    monkeypatch.setattr(rejudging, "read_entered_actions", None)
    assert rescore(row) == 1


def test_pair_with_individual_komi_keeps_it(row):
    own, general = ids()[:2]
    do(row, SetHandicap(game_id=own, handicap=0, komi=3.5, reason="as agreed"))
    for game_id in (own, general):
        play(game_id, *SEVEN_TO_BLACK)
    change(row, komi=7.5)
    assert outcomes()[:2] == ["B+5.5", "B+1.5"]
    change(row, komi=9.5)
    assert rescore(row) == 1
    assert outcomes()[:2] == ["B+5.5", "W+0.5"]


def test_rejudges_in_batches_and_repeated_command_does_nothing(row):
    for game_id in ids():
        play(game_id, *SEVEN_TO_BLACK)
    change(row, komi=9.5)
    context = a_context()
    assert rescore_some(str(row.id), context, limit=3) == 3
    head = store.head()
    assert rescore_some(str(row.id), context, limit=3) == 3
    assert (store.head(), count_waiting(str(row.id))) == (head, 1)
    assert [rescore(row, limit=3), rescore(row, limit=3)] == [1, 0]


def test_older_run_applies_current_limits(row):
    game_id = ids()[0]
    play(game_id, *SEVEN_TO_BLACK)
    change(row, komi=9.5)
    change(row, komi=10.5)
    assert (rescore(row), outcomes()[0], GameRow.objects.get(game_id=game_id).limits) == (1, "W+1.5", 2)
    assert state_of(row).limits_number == 2


def test_discards_judgements_made_while_limits_changed(row, monkeypatch):
    """``unit_of_work.run`` tries again, with the writers' turn; here in the transaction of the test."""
    game_id = ids()[0]
    play(game_id, *SEVEN_TO_BLACK)
    change(row, komi=9.5)
    judge = rejudging.rejudge

    def slowly(asked):
        verdicts = judge(asked)
        change(row, komi=10.5)
        return verdicts

    monkeypatch.setattr(rescoring, "rejudge", slowly)
    with pytest.raises(store.VersionClash):
        rescore(row)
    assert (outcomes()[0], GameRow.objects.get(game_id=game_id).limits) == ("B+2.5", 0)


@pytest.mark.parametrize("komi", [7.5, 9.5])
def test_restored_komi_changes_nothing(row, komi):
    play(ids()[0], *SEVEN_TO_BLACK)
    change(row, komi=komi)
    change(row, komi=6.5)
    assert (count_waiting(str(row.id)), rescore(row), outcomes()[0]) == (0, 0, "B+2.5")


@pytest.fixture
def makrai():
    """Eight players without a handicap under Makrai's rules, supply 180; the first round is shown."""
    return under("makrai stone_supply=180")


def under(ruleset, **settings):
    row = a_tournament(players=8, bar=-20, **settings)
    now = state_of(row).settings
    do(row, ChangeSettings(settings=now, ruleset=ruleset))
    pair(row, 1)
    return TournamentRow.objects.get(pk=row.pk)


def record(game_id, winner=Winner.BLACK):
    row = PairingRow.objects.get(game_id=game_id)
    result = RecordResult(game_id=game_id, result=Result(winner=winner))
    carry_out(str(row.tournament_id), result, a_context())


def claims():
    return list(ClaimRow.objects.order_by("game_id"))


def words(claim):
    return ClaimEvidence.objects.get(claim_id=claim.claim_id).text


def test_finds_game_that_a_smaller_supply_makes_illegal(makrai):
    lost, quiet, *_ = ids()
    enter_great_loss(lost)
    play(quiet, Play(B, "D4"))
    record(lost)
    told, _ = preview_body(makrai, Limits(stone_supply=60))
    (foreseen,) = told["games"]
    assert (told["judged"], foreseen["game"]) == (1, lost)
    assert (foreseen["before"], foreseen["after"]) == ("B+135.5", "")
    assert foreseen["illegal_turn"] == AFTER_THE_LOSS
    assert "out of" not in foreseen["clause"]
    assert "can only pass" in foreseen["clause"]
    change(makrai, stone_supply=60, reason="the bowls are small")
    assert (rescore(makrai), count_waiting(str(makrai.id))) == (1, 0)
    game = GameRow.objects.get(game_id=lost)
    assert (game.illegal_turn, game.outcome, game.lost_most) == (AFTER_THE_LOSS, "", 71)
    (claim,) = claims()
    assert (str(claim.game_id), claim.by, claim.kind) == (lost, "desk", "illegal_move")
    assert (claim.turn, claim.stage) == (AFTER_THE_LOSS, "open")
    for said in ("stone_supply 180 -> 60", f"turn {AFTER_THE_LOSS} (play J10)", "can only pass", "bowls"):
        assert said in words(claim)
    assert PairingRow.objects.get(game_id=lost).winner == Winner.BLACK
    assert differing_rows() == []


def test_completed_confirmation_keeps_its_effect():
    japanese = under("japanese", board_size=3)
    game_id = ids()[0]
    sequence = [Play(B, "A2"), Pass(W), Play(B, "B1"), Pass(W), Pass(B)]
    begun = [Play(B, "B2"), Play(W, "A1"), Pass(B), Pass(W), Claim(B, ("A1",)), Confirm(B)]
    play(game_id, *begun, *sequence)
    assert GameRow.objects.get(game_id=game_id).sequences == 1
    for length in (3, 90):
        change(japanese, length=length)
        assert rescore(japanese) == 1
    assert GameRow.objects.get(game_id=game_id).sequences == 1
    assert differing_rows() == []


def test_preview_writes_nothing(makrai):
    enter_great_loss(ids()[0])
    head = store.head()
    preview_body(makrai, Limits(stone_supply=60, komi=200.5))
    what_if_body(makrai, WhatIf(limits=Limits(stone_supply=60), settings={}, ruleset="chinese"))
    assert store.head() == head


def test_supply_limit_that_no_game_reached_changes_nothing(makrai):
    lost, quiet, *_ = ids()
    enter_great_loss(lost)
    play(quiet, Play(B, "D4"))
    change(makrai, stone_supply=71)
    assert count_waiting(str(makrai.id)) == 0
    change(makrai, stone_supply=70)
    assert count_waiting(str(makrai.id)) == 1


def test_larger_supply_makes_game_legal_and_proves_its_outcome(makrai):
    enter_great_loss(ids()[0])
    for supply in (60, 100):
        change(makrai, stone_supply=supply)
        assert rescore(makrai) == 1
    game = GameRow.objects.get(game_id=ids()[0])
    assert (game.illegal_turn, game.outcome, game.limits) == (None, "B+135.5", 2)
    assert len(claims()) == 1
    assert differing_rows() == []


def test_replayed_game_has_the_folded_row(makrai):
    game_id = ids()[0]
    enter_great_loss(game_id)
    change(makrai, stone_supply=60)
    rescore(makrai)
    assert written(game_id) == folded(game_id)
    change(makrai, stone_supply=90, length=100)
    rescore(makrai)
    assert written(game_id) == folded(game_id)
    assert GameRow.objects.get(game_id=game_id).illegal_turn == 101


def test_game_is_found_once_per_change(makrai):
    enter_great_loss(ids()[0])
    change(makrai, stone_supply=60)
    rescore(makrai)
    change(makrai, stone_supply=50)
    rescore(makrai)
    assert len(claims()) == 1


def test_turns_beyond_the_length_limit_are_illegal_and_rejected(row):
    long, short, *_ = ids()
    play(long, *SEVEN_TO_BLACK[:6])
    play(short, *SEVEN_TO_BLACK[:3])
    change(row, length=4)
    assert rescore(row) == 1
    assert GameRow.objects.get(game_id=long).illegal_turn == 5
    play(short, SEVEN_TO_BLACK[3])
    with pytest.raises(Refusal) as refusal:
        play(short, SEVEN_TO_BLACK[4])
    assert refusal.value.facts["turn"] == 5
    assert refusal.value.facts["clause"] == "the tournament's limit of length: at most 4 turns"


def test_reports_result_changed_by_komi_to_the_referee(row):
    turned, kept, unreported, _ = ids()
    for game_id in (turned, kept, unreported):
        play(game_id, *SEVEN_TO_BLACK)
    record(turned)
    record(kept, Winner.WHITE)
    change(row, komi=9.5)
    assert rescore(row) == 3
    (claim,) = claims()
    assert (str(claim.game_id), claim.kind) == (turned, "wrong_result")
    assert "komi 6.5 -> 9.5: the record proves W+0.5, where it proved B+2.5" in words(claim)
    assert [PairingRow.objects.get(game_id=game_id).winner for game_id in (turned, kept)] == [
        "black",
        "white",
    ]


def stages():
    return [str(one.stage) for one in ClaimRow.objects.order_by("made_at", "claim_id")]


def test_limits_taken_back_leave_no_open_claim_about_a_result(row):
    play(ids()[0], *SEVEN_TO_BLACK)
    record(ids()[0])
    for komi in (9.5, 10.5, 9.5):  # White wins by each
        change(row, komi=komi)
        rescore(row)
    assert stages() == ["open"]
    change(row, komi=6.5, reason="it was a mistake")
    rescore(row)
    assert stages() == ["withdrawn"]
    assert GameRow.objects.get(game_id=ids()[0]).outcome == "B+2.5"


def test_limits_taken_back_leave_no_open_claim_about_a_move(makrai):
    enter_great_loss(ids()[0])
    change(makrai, stone_supply=60)
    rescore(makrai)
    assert stages() == ["open"]
    change(makrai, stone_supply=180)
    rescore(makrai)
    assert stages() == ["withdrawn"]


def test_the_preview_counts_claims_before_and_after(row):
    for game_id in ids()[:3]:
        play(game_id, *SEVEN_TO_BLACK)
        record(game_id)

    def previewed(**limits):
        body, _ = preview_body(row, Limits(**limits))
        return (body["claims_before"], body["claims_after"])

    def open_now():
        return stages().count("open")

    for komi, before, after in [(9.5, 0, 3), (10.5, 3, 3), (6.5, 3, 0)]:
        assert previewed(komi=komi) == (before, after)
        change(row, komi=komi)
        rescore(row)
        assert open_now() == after


def test_findings_are_withdrawn_together_and_other_claims_stay(row):
    for game_id in ids()[:2]:
        play(game_id, *SEVEN_TO_BLACK)
        record(game_id)
    statement = Statement(kind=ClaimKind.WRONG_RESULT, result="W+0.5")
    evidence = Evidence(text="Count again.")
    by_hand = MakeClaim(claim_id=str(uuid4()), game_id=ids()[0], statement=statement, evidence=evidence)
    make_claim(by_hand, "desk", a_context())
    change(row, komi=9.5)
    rescore(row)
    context = a_context()
    for _ in range(2):  # a repeated command does nothing more
        withdraw_findings(str(row.id), "The komi was never announced.", context)
    assert sorted(stages()) == ["open", "withdrawn", "withdrawn"]
    assert ClaimRow.objects.get(stage="open").pk == UUID(by_hand.claim_id)


def test_a_claim_of_a_player_stays_when_limits_change(row):
    game_id = ids()[0]
    play(game_id, *SEVEN_TO_BLACK)
    record(game_id)
    statement = Statement(kind=ClaimKind.WRONG_RESULT, result="W+0.5")
    made = MakeClaim(
        claim_id=str(uuid4()), game_id=game_id, statement=statement, evidence=Evidence(text="Count again.")
    )
    make_claim(made, "w", a_context())
    for komi in (9.5, 6.5):
        change(row, komi=komi)
        rescore(row)
    assert sorted(stages()) == ["open", "withdrawn"]


def apply_at_once(row):
    """Choose that another verdict changes a result without a referee."""
    state = state_of(row)
    settings = replace(state.settings, claims=replace(state.settings.claims, apply_limits=True))
    do(row, ChangeSettings(settings=settings, ruleset=state.ruleset, reason="voted"))


def test_result_changes_at_once_if_settings_say_so(row):
    apply_at_once(row)
    turned = ids()[0]
    play(turned, *SEVEN_TO_BLACK)
    record(turned)
    change(row, komi=9.0, reason="a tie is no shame")
    rescore(row)
    assert PairingRow.objects.get(game_id=turned).winner == Winner.JIGO
    assert claims() == []
    reason = store.read(stream_of(str(row.id)))[-1].data["reason"]
    assert "komi 6.5 -> 9: the record proves 0" in reason
    assert reason.endswith("a tie is no shame")


def test_ruled_result_is_reported_but_not_changed(row):
    apply_at_once(row)
    turned = ids()[0]
    play(turned, *SEVEN_TO_BLACK)
    ruled = RuleResult(game_id=turned, result=Result(winner=Winner.BLACK), claim_id="c1")
    do(row, ruled)
    change(row, komi=9.5)
    rescore(row)
    assert PairingRow.objects.get(game_id=turned).winner == Winner.BLACK
    assert [claim.kind for claim in claims()] == ["wrong_result"]


def test_untouched_game_is_updated_by_its_next_command(row):
    game_id = ids()[0]
    play(game_id, Play(B, "B2"))
    change(row, komi=7.5)
    assert rescore(row) == 0
    play(game_id, Pass(W))
    kinds = [recorded.kind for recorded in store.read(games.stream_of(game_id))]
    assert kinds == ["game.opened.v1", "game.stone-played.v1", "game.terms-changed.v1", "game.passed.v1"]
    play(game_id, Pass(B))
    games.change_record(game_id, TakeBack(to_turn=2, reason="typo"), a_context())
    assert store.version(games.stream_of(game_id)) == 6
    assert folded(game_id)["komi"] == 7.5
    assert differing_rows() == []


def test_rejected_command_keeps_the_terms(row):
    game_id = ids()[0]
    play(game_id, Play(B, "B2"))
    change(row, komi=7.5)
    with pytest.raises(Refusal):
        play(game_id, Play(W, "B2"))
    assert store.version(games.stream_of(game_id)) == 2


def test_games_opened_later_have_current_limits(row):
    change(row, komi=7.5, continuations=4, length=300)
    finish(row, 1)
    pair(row, 2)
    later = GameRow.objects.filter(limits=1)
    assert {(game.komi, game.length, "continuations=4" in game.ruleset) for game in later} == {
        (7.5, 300, True)
    }
    assert later.count() == 4
    assert count_waiting(str(row.id)) == 0


def test_previews_results_under_another_ruleset(makrai):
    lost = ids()[0]
    enter_great_loss(lost)
    record(lost, Winner.WHITE)
    body, _ = what_if_body(makrai, WhatIf(limits=Limits(), settings={}, ruleset="chinese"))
    moved = {one["entry"] for one in body["changes"]}
    pairing = PairingRow.objects.get(game_id=lost)
    assert body["results"] == 1
    assert {pairing.black_id, pairing.white_id} <= moved


def test_previews_standings_under_other_criteria(row):
    finish(row, 1)
    body, _ = what_if_body(row, WhatIf(limits=Limits(), settings={"criteria": ("NBW",)}))
    assert {"NBW", "MMS"} <= set(body["changes"][0]["scores"])
