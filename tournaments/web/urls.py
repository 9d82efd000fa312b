"""Addresses of pages."""

from django.urls import path
from django.views.generic import RedirectView

from tournaments.api.bundle import Bundle
from tournaments.public import public
from tournaments.web import help_pages, jobs, live
from tournaments.web.account import notices, page, passwords
from tournaments.web.account import page as account
from tournaments.web.account import sessions as account_sessions
from tournaments.web.games import (
    beside,
    claim_pictures,
    claim_playing,
    claiming,
    claims,
    playing,
    queue,
    record_in,
    ruling,
    stories,
)
from tournaments.web.history import page as chronicle
from tournaments.web.history import receipts
from tournaments.web.laboratory import page as laboratory
from tournaments.web.mine import giving, hall, opening, privacy, tables
from tournaments.web.mine import page as mine
from tournaments.web.organisations import first_visit, founding, invitations, organisation, register, webhooks
from tournaments.web.overview import as_data, course, exports, prizes, reading, standings
from tournaments.web.overview.parameters import or_data
from tournaments.web.people import check_in, constraints, entering, entry, importing, lists, names, teams
from tournaments.web.rounds import desk, editing, results, schedule, why
from tournaments.web.rounds import desk as by_hand
from tournaments.web.rounds import desk as rounds
from tournaments.web.screens import page as screen_notes
from tournaments.web.screens import page as screens
from tournaments.web.settings import form as settings
from tournaments.web.settings import lifecycle, limits, score_groups, setting_up, tiebreaks
from tournaments.web.sharing import embed, feeds, static_copy
from tournaments.web.sheets import page as sheets
from tournaments.web.signups import desk as signups
from tournaments.web.signups import players as own_signups
from tournaments.web.signups import players as signing_up
from tournaments.web.signups import terms as signup_terms

app_name = "web"

EVENT = "tournaments/<slug:slug>/"
ROUND = EVENT + "rounds/<int:number>/"
GAME = EVENT + "games/<uuid:game_id>/"
CLAIM = EVENT + "claims/<uuid:claim_id>/"
TEAM = EVENT + "teams/<uuid:team_id>/"
ENTRY = EVENT + "players/<uuid:entry_id>/"
SIGNUP = EVENT + "registrations/<uuid:signup_id>/"
HOUSE = "organisations/<slug:slug>/"
MEMBERS = HOUSE + "members/"
PLAYER = HOUSE + "players/<uuid:player_id>/"

urlpatterns = [
    path("", reading.home, name="home"),
    path(
        "tournaments/", RedirectView.as_view(pattern_name="web:home", query_string=True), name="guessed-home"
    ),
    path(
        EVENT + "standings/",
        RedirectView.as_view(pattern_name="web:standings", query_string=True),
        name="guessed-standings",
    ),
    path("first/", first_visit.first_page, name="first"),
    path("found/", founding.found_page, name="found"),
    path("account/", account.account_page, name="account"),
    path("account/sessions/others/", account_sessions.end_others, name="end-other-sessions"),
    path("account/sessions/<int:session_id>/end/", account_sessions.end_session, name="end-session"),
    path("account/notices/", notices.notices_page, name="notices"),
    path("account/notices/read/", notices.read_all, name="read-notices"),
    path("account/notices/wishes/", notices.choose, name="choose-notices"),
    path("account/notices/<uuid:notice_id>/", notices.follow, name="follow-notice"),
    path("account/tokens/", page.make_token, name="make-token"),
    path("account/tokens/<slug:key>/revoke/", page.revoke_token, name="revoke-token"),
    path("password-links/", passwords.links_page, name="password-links"),
    path("password-links/<int:request_id>/dismiss/", passwords.dismiss, name="dismiss-password-request"),
    path("founders/", founding.founders_page, name="founders"),
    path("founders/invite/", founding.invite_founder, name="invite-founder"),
    path("founders/<uuid:invitation_id>/revoke/", founding.revoke_founder, name="revoke-founder"),
    path("invitations/<str:token>/", invitations.invitation_page, name="invitation"),
    path("invitations/<str:token>/accept/", invitations.accept_page, name="accept-invitation"),
    path("invitations/<str:token>/join/", invitations.join_page, name="join"),
    path("my/", mine.my_page, name="my"),
    path("my/switch/", opening.switch, name="switch-link"),
    path("my/close/", opening.close, name="close-link"),
    path("my/<str:token>/", opening.open_page, name="open-link"),
    path("my/<str:token>/tie/", opening.tie_player, name="tie-player"),
    path("my/<str:token>/open/", opening.open_as, name="open-link-as"),
    path(HOUSE, organisation.organisation_page, name="organisation"),
    path(HOUSE + "name/", founding.rename_page, name="rename"),
    path(HOUSE + "remove/", founding.remove_page, name="remove-demonstration"),
    path(HOUSE + "leave/", organisation.leave, name="leave"),
    path(MEMBERS, organisation.members_page, name="members"),
    path(MEMBERS + "second-factor/", organisation.ask_for_second_factor, name="ask-second-factor"),
    path(MEMBERS + "invite/", organisation.invite_member, name="invite-member"),
    path(MEMBERS + "<int:office_id>/remove/", organisation.remove_member, name="remove-member"),
    path(
        MEMBERS + "invitations/<uuid:invitation_id>/revoke/",
        organisation.revoke_invitation,
        name="revoke-invitation",
    ),
    path(HOUSE + "players/", register.register_page, name="register"),
    path(HOUSE + "players/new/", register.new_player, name="new-player"),
    path(PLAYER, register.player_page, name="player"),
    path(PLAYER + "career/", register.career_page, name="career"),
    path(PLAYER + "career/agreed/", register.note_career, name="note-career"),
    path(PLAYER + "copy.zip", register.copy_of_player, name="copy-of-player"),
    path(PLAYER + "invite/", register.invite_player, name="invite-player"),
    path(PLAYER + "uninvite/", register.uninvite_player, name="uninvite-player"),
    path(PLAYER + "part/", register.part_player, name="part-player"),
    path("help/", help_pages.help_page, name="help"),
    path("help/<slug:page>/", help_pages.help_page, name="help-page"),
    path("rules/", laboratory.lab_page, name="lab"),
    path("rules/record/", laboratory.lab_record, name="lab-record"),
    path("rules/<slug:name>/", laboratory.lab_ruleset, name="lab-ruleset"),
    path("new-tournament/", setting_up.new_tournament, name="new-tournament"),
    path(EVENT + "system/", setting_up.system_page, name="system"),
    path(EVENT + "clone/", lifecycle.clone_page, name="clone"),
    path(EVENT + "archive/", lifecycle.archive, name="archive"),
    path(EVENT + "ending/", lifecycle.ending_page, name="ending"),
    path(EVENT + "settings/", settings.settings_page, name="settings"),
    path(EVENT + "score-groups/", score_groups.score_groups_page, name="score-groups"),
    path(ENTRY, public(course.course_page), name="entry"),
    path(ENTRY + "edit/", entry.edit_page, name="edit-entry"),
    path(ENTRY + "change/", entry.change, name="change-entry"),
    path(ENTRY + "remove/", entry.remove, name="remove-entry"),
    path(ENTRY + "take-part/", entry.take_part, name="take-part"),
    path(ENTRY + "name/", names.name_player, name="name-player"),
    path(ENTRY + "replace/", entry.replace_page, name="replace-player"),
    path(HOUSE + "import/", importing.import_page, name="import"),
    path(HOUSE + "import/preview/", importing.preview_import, name="preview-import"),
    path(HOUSE + "import/accept/", importing.accept_import, name="accept-import"),
    path(HOUSE + "webhooks/", webhooks.webhooks_page, name="webhooks"),
    path(HOUSE + "webhooks/<uuid:webhook_id>/resume/", webhooks.resume_webhook, name="resume-webhook"),
    path(HOUSE + "webhooks/<uuid:webhook_id>/pause/", webhooks.pause_webhook, name="pause-webhook"),
    path(HOUSE + "webhooks/<uuid:webhook_id>/test/", webhooks.try_webhook, name="try-webhook"),
    path(HOUSE + "webhooks/<uuid:webhook_id>/missed/", webhooks.send_missed, name="send-missed"),
    path(HOUSE + "lists/", lists.lists_page, name="lists"),
    path(HOUSE + "lists/read/", lists.read_in, name="read-list"),
    path("log/check/", receipts.check_page, name="check"),
    path("receipts/", receipts.receipts, name="receipts"),
    path("receipts/<str:code>/", receipts.receipt_page, name="receipt"),
    path("tiebreaks/", tiebreaks.tiebreaks_page, name="tiebreaks"),
    path(
        EVENT,
        public(or_data(standings.standings_page, as_data.data, data="standings")),
        name="standings",
    ),
    path(EVENT + "feed.atom", public(feeds.TournamentFeed()), name="feed"),
    path(EVENT + "calendar.ics", public(feeds.calendar_file), name="calendar"),
    path(EVENT + "embed/", public(embed.embedded_standings), name="embed"),
    path(EVENT + "copy.zip", static_copy.static_copy, name="static-copy"),
    path(EVENT + "bundle.zip", Bundle.as_view(schema=None), name="bundle"),
    path(EVENT + "live/", live.live, name="live"),
    path(EVENT + "screens/", public(screens.screens_page), name="screens"),
    path(EVENT + "screens/notes/", screen_notes.write, name="screen-notes"),
    path(EVENT + "screens/<slug:of>/", screens.screen, name="screen"),
    path(
        EVENT + "prizes/",
        public(or_data(prizes.prizes_page, as_data.data, data="prizes")),
        name="prizes",
    ),
    path(
        EVENT + "ratings/",
        public(or_data(prizes.ratings_page, as_data.data, data="ratings")),
        name="ratings",
    ),
    path(EVENT + "tiebreaks/", public(tiebreaks.placing_page), name="placing"),
    path(EVENT + "tiebreaks/change/", tiebreaks.change_placing, name="change-placing"),
    path(
        EVENT + "<slug:data>.<slug:form>",
        public(as_data.data),
        name="data",
    ),
    path(EVENT + "rounds/<int:number>.<slug:form>", public(as_data.round_data), name="round-data"),
    path(
        EVENT + "players/",
        public(or_data(reading.players, as_data.data, data="players")),
        name="players",
    ),
    path(EVENT + "register/", signing_up.register_page, name="signup"),
    path(EVENT + "coming/", public(signing_up.coming_page), name="coming"),
    path("registrations/<str:signup_key>/", own_signups.own_page, name="own-signup"),
    path("registrations/<str:signup_key>/change/", own_signups.change_own, name="change-own-signup"),
    path("registrations/<str:signup_key>/withdraw/", own_signups.withdraw_own, name="withdraw-own-signup"),
    path(EVENT + "registrations/", signups.signups_page, name="signups"),
    path(EVENT + "registrations/terms/", signup_terms.terms_page, name="signup-terms"),
    path(EVENT + "registrations/confirm/", signups.confirm, name="confirm-signups"),
    path(EVENT + "registrations/table.csv", signups.csv_file, name="signups-csv"),
    path(EVENT + "registrations/forget/", signups.forget, name="forget-signups"),
    path(SIGNUP, signups.signup_page, name="signup-one"),
    path(SIGNUP + "refuse/", signups.refuse_one, name="refuse-signup"),
    path(SIGNUP + "move/", signups.move, name="move-signup"),
    path(SIGNUP + "merge/", signups.merge, name="merge-signup"),
    path(SIGNUP + "fee/", signups.fee, name="signup-fee"),
    path(SIGNUP + "link/", signups.renew_link, name="renew-signup-link"),
    path(EVENT + "players/change/", check_in.change_entries, name="change-entries"),
    path(EVENT + "players/strengths/", lists.strengths_page, name="strengths"),
    path(EVENT + "players/enter/", lists.enter_page, name="enter"),
    path(EVENT + "players/enter/new/", entering.enter_new, name="enter-new"),
    path(EVENT + "players/enter/known/<uuid:player_id>/", lists.enter_known, name="enter-known"),
    path(EVENT + "players/enter/listed/<uuid:listed_id>/", lists.enter_listed, name="enter-listed"),
    path(EVENT + "merge/", importing.merge_page, name="merge"),
    path(EVENT + "merge/preview/", importing.preview_merging, name="preview-merging"),
    path(EVENT + "merge/accept/", importing.accept_merging, name="accept-merging"),
    path(EVENT + "players/table/", importing.table_page, name="import-table"),
    path(EVENT + "players/table/template.csv", importing.table_template, name="table-template"),
    path(EVENT + "players/table/preview/", importing.preview_table, name="preview-table"),
    path(EVENT + "players/table/accept/", importing.accept_table, name="accept-table"),
    path(EVENT + "limits/", public(limits.limits_page), name="limits"),
    path(EVENT + "limits/preview/", limits.preview, name="limits-preview"),
    path(EVENT + "limits/change/", limits.change, name="limits-change"),
    path(EVENT + "whatif/", limits.what_if, name="what-if"),
    path(EVENT + "exports/", exports.exports_page, name="exports"),
    path(
        EVENT + "table/",
        public(or_data(standings.cross_table, as_data.data, data="table")),
        name="table",
    ),
    path(
        EVENT + "schedule/",
        public(or_data(schedule.schedule_page, as_data.data, data="schedule")),
        name="schedule",
    ),
    path(EVENT + "schedule/seeds/", schedule.set_seeds, name="set-seeds"),
    path(EVENT + "schedule/rounds/", schedule.draw_all_rounds, name="pair-all"),
    path(EVENT + "games/<uuid:game_id>/replay/", schedule.replay, name="replay"),
    path(EVENT + "pairs/", entering.pairs_page, name="pairs"),
    path(EVENT + "pairs/enter/", entering.enter_pair, name="enter-pair"),
    path(EVENT + "teams/", public(teams.teams_page), name="teams"),
    path(EVENT + "teams/form/", teams.form_team, name="form-team"),
    path(
        EVENT + "team-standings/",
        public(or_data(teams.team_standings, as_data.data, data="team-standings")),
        name="team-standings",
    ),
    path(TEAM + "take-part/", teams.take_part, name="team-takes-part"),
    path(TEAM + "group/", teams.set_group, name="team-group"),
    path(TEAM + "disband/", teams.disband, name="disband-team"),
    path(TEAM + "line-ups/<int:number>/", teams.set_line_up, name="line-up"),
    path(TEAM + "line-ups/<int:number>/by-rating/", teams.line_up_by_rating, name="line-up-by-rating"),
    path(ROUND + "matches/", desk.make_match, name="make-match"),
    path(ROUND + "team-byes/", desk.give_team_bye, name="give-team-bye"),
    path(ROUND + "team-byes/<uuid:team_id>/taken/", desk.take_team_bye, name="take-team-bye"),
    path(ROUND + "matches/<uuid:team_id>/unmake/", desk.unmake_match, name="unmake-match"),
    path(ROUND, public(or_data(reading.round_page, as_data.round_data)), name="round"),
    path(GAME, public(playing.game_page), name="game"),
    path(GAME + "live/", public(beside.live_game), name="live-game"),
    path(GAME + "record/", record_in.send_record, name="send-record"),
    path(GAME + "record/withdraw/", editing.withdraw, name="withdraw-record"),
    path(GAME + "record/take-back/", editing.take_back_to, name="take-back"),
    path(GAME + "record/dead/", playing.agree_on_dead, name="agree-on-dead"),
    path(GAME + "result/", results.result, name="result"),
    path(GAME + "report/", results.report, name="report"),
    path(GAME + "confirm/", results.confirm, name="confirm"),
    path(GAME + "story/", public(stories.story_page), name="story"),
    path(GAME + "claims/", claiming.make_claim, name="make-claim"),
    path(GAME + "claims/new/", claiming.new_claim, name="new-claim"),
    path(CLAIM, claims.claim_page, name="claim"),
    path(CLAIM + "pictures/<slug:purpose>/", claim_pictures.picture, name="claim-picture"),
    path(CLAIM + "pictures/<slug:purpose>/erase/", claim_pictures.erase_picture, name="erase-picture"),
    path(CLAIM + "withdraw/", claims.withdraw, name="withdraw-claim"),
    path(CLAIM + "sequences/", claim_playing.begin, name="begin-sequence"),
    path(CLAIM + "sequences/<int:number>/", claim_playing.act, name="act-in-sequence"),
    path(CLAIM + "sequences/<int:number>/undo/", claim_playing.take_back, name="take-back-in-sequence"),
    path(CLAIM + "ruling/", ruling.rule, name="rule"),
    path(CLAIM + "ruling/effect/", ruling.foresee_ruling, name="foresee-ruling"),
    path(CLAIM + "ruling/correct/", ruling.correct, name="correct-ruling"),
    path(CLAIM + "second/", ruling.second, name="second-ruling"),
    path(CLAIM + "appeal/", ruling.appeal, name="appeal"),
    path(CLAIM + "decision/", ruling.decide_appeal, name="decide-appeal"),
    path(GAME + "swap/", desk.swap, name="swap"),
    path(GAME + "unmake/", desk.unmake, name="unmake"),
    path(GAME + "edit/", editing.edit_page, name="edit-pair"),
    path(GAME + "terms/", editing.terms, name="terms"),
    path(GAME + "table/", editing.table, name="move-table"),
    path(GAME + "date/", editing.set_date, name="game-date"),
    path(GAME + "pinned/", editing.pin, name="pin-pair"),
    path(EVENT + "desk/", desk.desk, name="desk"),
    path(EVENT + "wishes/", constraints.wishes_page, name="wishes"),
    path(EVENT + "wishes/meetings/", constraints.set_group, name="set-meeting"),
    path(EVENT + "wishes/meetings/<uuid:group_id>/drop/", constraints.drop_group, name="drop-meeting"),
    path(EVENT + "wishes/clubs/", constraints.club_groups_page, name="club-groups"),
    path(EVENT + "wishes/clubs/set/", constraints.set_club_group, name="set-club-group"),
    path(
        EVENT + "wishes/clubs/<uuid:club_group_id>/set/", constraints.set_club_group, name="change-club-group"
    ),
    path(
        EVENT + "wishes/clubs/<uuid:club_group_id>/drop/", constraints.drop_club_group, name="drop-club-group"
    ),
    path(EVENT + "wishes/byes/", constraints.ask_bye, name="ask-bye"),
    path(EVENT + "sheets/", public(sheets.sheets_page), name="sheets"),
    path(
        EVENT + "sheets/<slug:printed>.pdf",
        sheets.sheet,
        name="sheet",
    ),
    path(EVENT + "tables/<int:table>/", tables.table_page, name="at-table"),
    path(ENTRY + "privacy/", privacy.privacy_page, name="own-privacy"),
    path(ENTRY + "privacy/say/", privacy.say, name="say-privacy"),
    path(ENTRY + "link/", giving.link_page, name="entry-link"),
    path(ENTRY + "link/renew/", giving.renew_link, name="renew-link"),
    path(ENTRY + "link/revoke/", giving.revoke_link, name="revoke-link"),
    path(EVENT + "hall-code/", hall.hall_code_page, name="hall-code"),
    path(EVENT + "here/<str:hall>/", hall.here_page, name="here"),
    path(EVENT + "here/<str:hall>/<uuid:entry_id>/", hall.say_here, name="say-here"),
    path(ENTRY + "presence/<int:number>/say/", mine.my_presence, name="say-presence"),
    path(ENTRY + "byes/", constraints.own_byes, name="own-byes"),
    path(ENTRY + "byes/ask/", constraints.ask_own_bye, name="ask-own-bye"),
    path(EVENT + "wishes/tables/", constraints.pin_player, name="pin-player"),
    path(ROUND + "proof/", public(why.proof_page), name="proof"),
    path(ROUND + "why/<uuid:game_id>/", public(why.why_page), name="pairing-why"),
    path(ROUND + "byes/<uuid:entry_id>/why/", public(why.bye_page), name="bye-why"),
    path(ROUND + "weigh/", editing.weigh, name="weigh"),
    path(ROUND + "renumber/", editing.renumber, name="renumber"),
    path(ROUND + "unpublish/", editing.unpublish, name="unpublish-round"),
    path(EVENT + "story/", chronicle.chronicle_page, name="chronicle"),
    path(EVENT + "story/<int:version>/undo/", chronicle.undo, name="undo"),
    path(EVENT + "queue/", queue.queue_page, name="queue"),
    path(EVENT + "jobs/", jobs.jobs_page, name="jobs"),
    path("jobs/<uuid:job_id>/", jobs.job_page, name="job"),
    path("jobs/<uuid:job_id>/cancel/", jobs.cancel_job, name="cancel-job"),
    path("jobs/<uuid:job_id>/retry/", jobs.retry_job, name="retry-job"),
    path(EVENT + "changes/", public(rounds.changes), name="changes"),
    path(EVENT + "public/", desk.public, name="public"),
    path(ENTRY + "presence/<int:number>/", desk.presence, name="presence"),
    path(ROUND + "pair/", desk.pair, name="pair"),
    path(ROUND + "check-in/", check_in.check_in, name="check-in"),
    path(ROUND + "pairs/", by_hand.make_pair, name="make-pair"),
    path(ROUND + "byes/", by_hand.give_bye, name="give-bye"),
    path(ROUND + "byes/taken/", by_hand.take_bye, name="take-bye"),
    path(ROUND + "unpair/", desk.unpair, name="unpair"),
    path(ROUND + "publish/", desk.publish_round, name="publish-round"),
    path(ROUND + "close/", rounds.close, name="close-round"),
    path(ROUND + "reopen/", rounds.reopen, name="reopen-round"),
]
