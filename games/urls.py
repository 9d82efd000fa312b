"""Addresses of games and rules under /api/v1/."""

from django.urls import path

from games.api import claims, reading, rules, tree
from games.rest.media import file_renderer

GAME = "games/<uuid:game_id>/"
CLAIM = "claims/<uuid:claim_id>/"
SEQUENCE = CLAIM + "sequences/<int:number>/"
SGF = (file_renderer("application/x-go-sgf", "sgf"),)
SVG = (file_renderer("image/svg+xml", "svg"),)
JPEG = (file_renderer("image/jpeg", "jpg"),)

game, claim, sequence = reading.GameViewSet, claims.ClaimViewSet, claims.SequenceViewSet

urlpatterns = [
    path(GAME, game.as_view({"get": "retrieve"}), name="game"),
    path(GAME + "events/", game.as_view({"get": "events"}), name="game-events"),
    path(GAME + "position/", game.as_view({"get": "position"}), name="game-position"),
    path(GAME + "steps/", game.as_view({"get": "steps"}), name="game-steps"),
    path(GAME + "board.svg", game.as_view({"get": "board"}, renderer_classes=SVG), name="game-board"),
    path(GAME + "record.sgf", game.as_view({"get": "sgf"}, renderer_classes=SGF), name="game-sgf"),
    path(
        GAME + "record/original",
        game.as_view({"get": "original"}, renderer_classes=SGF),
        name="game-original",
    ),
    path(GAME + "outcomes/", game.as_view({"get": "outcomes"}), name="game-outcomes"),
    path(GAME + "hints/", game.as_view({"get": "hints"}), name="game-hints"),
    path(GAME + "claims/", claims.GameClaims.as_view(), name="game-claims"),
    path(GAME + "story/", game.as_view({"get": "story"}), name="game-story"),
    path("claims/", claims.ClaimList.as_view(), name="claims"),
    path(CLAIM, claim.as_view({"get": "retrieve"}), name="claim"),
    path(
        CLAIM + "finding/",
        claim.as_view({"get": "finding"}, throttle_classes=claims.FINDING_THROTTLES),
        name="claim-finding",
    ),
    path(CLAIM + "record", claim.as_view({"get": "record"}, renderer_classes=SGF), name="claim-record"),
    path(
        CLAIM + "pictures/<slug:purpose>/",
        claim.as_view({"get": "picture"}, renderer_classes=JPEG, kept=False),
        name="claim-picture",
    ),
    path(CLAIM + "withdraw/", claim.as_view({"post": "withdraw"}), name="claim-withdraw"),
    path(CLAIM + "sequences/", sequence.as_view({"get": "list", "post": "begin"}), name="claim-sequences"),
    path(SEQUENCE, sequence.as_view({"get": "retrieve"}), name="claim-sequence"),
    path(SEQUENCE + "actions/", sequence.as_view({"post": "act"}), name="claim-sequence-act"),
    path(SEQUENCE + "actions/last/", sequence.as_view({"delete": "take_back"}), name="claim-sequence-last"),
    path(SEQUENCE + "steps/", sequence.as_view({"get": "steps"}), name="claim-sequence-steps"),
    path(
        SEQUENCE + "board.svg",
        sequence.as_view({"get": "board"}, renderer_classes=SVG),
        name="claim-sequence-board",
    ),
    path(
        CLAIM + "ruling/",
        claims.RulingViewSet.as_view({"post": "rule", "put": "correct"}),
        name="claim-ruling",
    ),
    path(CLAIM + "ruling/second/", claim.as_view({"post": "second"}), name="claim-second"),
    path(
        CLAIM + "appeal/",
        claim.as_view({"post": "appeal"}, parser_classes=claims.WITH_FILES),
        name="claim-appeal",
    ),
    path(
        CLAIM + "appeal/decision/",
        claims.RulingViewSet.as_view({"post": "decide_appeal"}),
        name="claim-appeal-decision",
    ),
    path("receipts/<str:code>/", tree.ReceiptDetail.as_view(), name="receipt"),
    path("rules/replay/", rules.RuleReplay.as_view(), name="rules-replay"),
    path("rulesets/", rules.RulesetList.as_view(), name="rulesets"),
    path("rulesets/<slug:name>/", rules.RulesetDetail.as_view(), name="ruleset"),
]
