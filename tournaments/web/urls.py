"""Addresses of pages."""

from django.urls import path

from tournaments.web import (
    by_hand,
    chronicle,
    claim_playing,
    claiming,
    claims,
    correcting,
    desk,
    jobs,
    playing,
    queue,
    reading,
    receipts,
    results,
    rounds,
    ruling,
    schedule,
    stories,
    tiebreaks,
)

app_name = "web"

EVENT = "tournaments/<slug:slug>/"
ROUND = EVENT + "rounds/<int:number>/"
GAME = EVENT + "games/<uuid:game_id>/"
CLAIM = EVENT + "claims/<uuid:claim_id>/"
ENTRY = EVENT + "players/<uuid:entry_id>/"

urlpatterns = [
    path("", reading.home, name="home"),
    path("receipts/", receipts.receipts, name="receipts"),
    path("receipts/<str:code>/", receipts.receipt_page, name="receipt"),
    path("tiebreaks/", tiebreaks.tiebreaks_page, name="tiebreaks"),
    path(EVENT, reading.standings_page, name="standings"),
    path(EVENT + "tiebreaks/", tiebreaks.placing_page, name="placing"),
    path(EVENT + "tiebreaks/change/", tiebreaks.change_placing, name="change-placing"),
    path(EVENT + "players/", reading.players, name="players"),
    path(EVENT + "table/", reading.cross_table, name="table"),
    path(EVENT + "schedule/", schedule.schedule_page, name="schedule"),
    path(ROUND, reading.round_page, name="round"),
    path(GAME, playing.game_page, name="game"),
    path(GAME + "record/", playing.send_record, name="send-record"),
    path(GAME + "record/withdraw/", correcting.withdraw, name="withdraw-record"),
    path(GAME + "record/take-back/", correcting.take_back_to, name="take-back"),
    path(GAME + "result/", results.result, name="result"),
    path(GAME + "report/", results.report, name="report"),
    path(GAME + "confirm/", playing.confirm, name="confirm"),
    path(GAME + "story/", stories.story_page, name="story"),
    path(GAME + "claims/", claiming.make_claim, name="make-claim"),
    path(GAME + "claims/new/", claiming.new_claim, name="new-claim"),
    path(CLAIM, claims.claim_page, name="claim"),
    path(CLAIM + "withdraw/", claims.withdraw, name="withdraw-claim"),
    path(CLAIM + "sequences/", claim_playing.begin, name="begin-sequence"),
    path(CLAIM + "sequences/<int:number>/", claim_playing.act, name="act-in-sequence"),
    path(CLAIM + "ruling/", ruling.rule, name="rule"),
    path(CLAIM + "second/", ruling.second, name="second-ruling"),
    path(CLAIM + "appeal/", ruling.appeal, name="appeal"),
    path(CLAIM + "decision/", ruling.decide_appeal, name="decide-appeal"),
    path(GAME + "swap/", desk.swap, name="swap"),
    path(GAME + "unmake/", desk.unmake, name="unmake"),
    path(EVENT + "desk/", desk.desk, name="desk"),
    path(EVENT + "story/", chronicle.chronicle_page, name="chronicle"),
    path(EVENT + "story/<int:version>/undo/", chronicle.undo, name="undo"),
    path(EVENT + "queue/", queue.queue_page, name="queue"),
    path(EVENT + "jobs/", jobs.jobs_page, name="jobs"),
    path("jobs/<uuid:job_id>/", jobs.job_page, name="job"),
    path("jobs/<uuid:job_id>/cancel/", jobs.cancel_job, name="cancel-job"),
    path("jobs/<uuid:job_id>/retry/", jobs.retry_job, name="retry-job"),
    path(EVENT + "changes/", rounds.changes, name="changes"),
    path(EVENT + "public/", desk.public, name="public"),
    path(ENTRY + "check-in/", desk.check_in, name="check-in"),
    path(ENTRY + "presence/<int:number>/", desk.presence, name="presence"),
    path(ROUND + "pair/", desk.pair, name="pair"),
    path(ROUND + "absent/", by_hand.mark_absent, name="mark-absent"),
    path(ROUND + "pairs/", by_hand.make_pair, name="make-pair"),
    path(ROUND + "byes/", by_hand.give_bye, name="give-bye"),
    path(ROUND + "byes/taken/", by_hand.take_bye, name="take-bye"),
    path(ROUND + "unpair/", desk.unpair, name="unpair"),
    path(ROUND + "publish/", desk.publish_round, name="publish-round"),
    path(ROUND + "close/", rounds.close, name="close-round"),
    path(ROUND + "reopen/", rounds.reopen, name="reopen-round"),
]
