"""Addresses of games and rules under /api/v1/."""

from django.urls import path

from games.api import claim_sequences, claims, judging, reading, receipts, rules, rulings, writing
from games.api import stories as telling

GAME = "games/<uuid:game_id>/"
CLAIM = "claims/<uuid:claim_id>/"
SEQUENCE = CLAIM + "sequences/<int:number>/"

urlpatterns = [
    path(GAME, reading.GameDetail.as_view(), name="game"),
    path(GAME + "events/", reading.GameEvents.as_view(), name="game-events"),
    path(GAME + "position/", reading.GamePosition.as_view(), name="game-position"),
    path(GAME + "steps/", reading.GameSteps.as_view(), name="game-steps"),
    path(GAME + "board.svg", reading.GameBoard.as_view(), name="game-board"),
    path(GAME + "record.sgf", reading.GameSgf.as_view(), name="game-sgf"),
    path(GAME + "record/original", reading.GameOriginal.as_view(), name="game-original"),
    path(GAME + "outcomes/", judging.GameOutcomes.as_view(), name="game-outcomes"),
    path(GAME + "hints/", judging.GameHints.as_view(), name="game-hints"),
    path(GAME + "moves/", writing.GameMoves.as_view(), name="game-moves"),
    path(GAME + "record/", writing.GameRecordEntry.as_view(), name="game-record"),
    path(GAME + "record/withdraw/", writing.GameRecordWithdrawal.as_view(), name="game-record-withdraw"),
    path(GAME + "take-back/", writing.GameTakeBack.as_view(), name="game-take-back"),
    path(GAME + "claims/", claims.GameClaims.as_view(), name="game-claims"),
    path(GAME + "story/", telling.GameStory.as_view(), name="game-story"),
    path("claims/", claims.ClaimList.as_view(), name="claims"),
    path(CLAIM, claims.ClaimDetail.as_view(), name="claim"),
    path(CLAIM + "finding/", claims.ClaimFinding.as_view(), name="claim-finding"),
    path(CLAIM + "record", claims.ClaimRecord.as_view(), name="claim-record"),
    path(CLAIM + "pictures/<slug:purpose>/", claims.ClaimPicture.as_view(), name="claim-picture"),
    path(CLAIM + "withdraw/", claims.ClaimWithdrawal.as_view(), name="claim-withdraw"),
    path(CLAIM + "sequences/", claim_sequences.ClaimSequences.as_view(), name="claim-sequences"),
    path(SEQUENCE, claim_sequences.ClaimSequence.as_view(), name="claim-sequence"),
    path(SEQUENCE + "actions/", claim_sequences.ClaimSequenceActions.as_view(), name="claim-sequence-act"),
    path(SEQUENCE + "actions/last/", claim_sequences.ClaimSequenceLast.as_view(), name="claim-sequence-last"),
    path(SEQUENCE + "steps/", claim_sequences.ClaimSequenceSteps.as_view(), name="claim-sequence-steps"),
    path(SEQUENCE + "board.svg", claim_sequences.ClaimSequenceBoard.as_view(), name="claim-sequence-board"),
    path(CLAIM + "ruling/", rulings.ClaimRuling.as_view(), name="claim-ruling"),
    path(CLAIM + "ruling/second/", rulings.ClaimSecond.as_view(), name="claim-second"),
    path(CLAIM + "appeal/", rulings.ClaimAppeal.as_view(), name="claim-appeal"),
    path(CLAIM + "appeal/decision/", rulings.ClaimAppealDecision.as_view(), name="claim-appeal-decision"),
    path("receipts/<str:code>/", receipts.ReceiptDetail.as_view(), name="receipt"),
    path("rules/replay/", rules.RuleReplay.as_view(), name="rules-replay"),
    path("rulesets/", rules.RulesetList.as_view(), name="rulesets"),
    path("rulesets/<slug:name>/", rules.RulesetDetail.as_view(), name="ruleset"),
]
