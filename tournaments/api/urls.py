"""Addresses under /api/v1/ of tournaments and people."""

from django.urls import path

from tournaments.api import (
    accounts,
    entries,
    exports,
    importing,
    jobs,
    limits,
    log,
    organisations,
    pairs,
    people,
    queue,
    ratings,
    root,
    rounds,
    standings,
    story,
    tournaments,
    webhooks,
)

app_name = "api"

HOUSE = "organisations/<slug:slug>/"
EVENT = "tournaments/<slug:slug>/"
ENTRY = EVENT + "players/<uuid:entry_id>/"
ROUND = EVENT + "rounds/<int:number>/"
PAIR = EVENT + "games/<uuid:game_id>/"
HOOK = HOUSE + "webhooks/<uuid:webhook_id>/"

urlpatterns = [
    path("", root.Root.as_view(), name="root"),
    path("login/", accounts.Login.as_view(), name="login"),
    path("logout/", accounts.Logout.as_view(), name="logout"),
    path("account/", accounts.Account.as_view(), name="account"),
    path("organisations/", organisations.OrganisationList.as_view(), name="organisations"),
    path(HOUSE, organisations.OrganisationDetail.as_view(), name="organisation"),
    path(HOUSE + "clubs/", organisations.ClubList.as_view(), name="clubs"),
    path(HOUSE + "offices/", organisations.OfficeList.as_view(), name="offices"),
    path(HOUSE + "offices/<int:office_id>/", organisations.OfficeDetail.as_view(), name="office"),
    path(HOUSE + "players/", people.PlayerList.as_view(), name="people"),
    path(HOUSE + "players/<uuid:player_id>/", people.PlayerDetail.as_view(), name="person"),
    path(HOUSE + "import/", importing.ImportTournament.as_view(), name="import"),
    path(HOUSE + "webhooks/", webhooks.WebhookList.as_view(), name="webhooks"),
    path(HOOK, webhooks.WebhookDetail.as_view(), name="webhook"),
    path(HOOK + "secret/", webhooks.WebhookSecret.as_view(), name="webhook-secret"),
    path(HOOK + "test/", webhooks.WebhookTest.as_view(), name="webhook-test"),
    path(HOOK + "deliveries/", webhooks.WebhookDeliveries.as_view(), name="webhook-deliveries"),
    path(
        HOOK + "deliveries/<uuid:delivery_id>/replay/",
        webhooks.WebhookReplay.as_view(),
        name="webhook-replay",
    ),
    path("tournaments/", tournaments.TournamentList.as_view(), name="tournaments"),
    path(EVENT, tournaments.TournamentDetail.as_view(), name="tournament"),
    path(EVENT + "settings/", tournaments.TournamentSettings.as_view(), name="settings"),
    path(EVENT + "limits/", limits.LimitsView.as_view(), name="limits"),
    path(EVENT + "limits/preview/", limits.LimitsPreview.as_view(), name="limits-preview"),
    path(EVENT + "whatif/", limits.WhatIfView.as_view(), name="what-if"),
    path(EVENT + "public/", tournaments.TournamentPublic.as_view(), name="public"),
    path(EVENT + "events/", log.EventList.as_view(), name="events"),
    path(EVENT + "story/", story.TournamentStory.as_view(), name="tournament-story"),
    path(EVENT + "undo/", story.TournamentUndo.as_view(), name="undo"),
    path(EVENT + "standings/", standings.StandingsView.as_view(), name="standings"),
    path(EVENT + "standings/changes/", standings.StandingsChanges.as_view(), name="standings-changes"),
    path(EVENT + "queue/", queue.Queue.as_view(), name="queue"),
    path(EVENT + "ratings/", ratings.RatingsView.as_view(), name="ratings"),
    path(EVENT + "exports/<slug:kind>/", exports.Export.as_view(), name="export"),
    path(EVENT + "exports/<slug:kind>/warnings/", exports.ExportWarnings.as_view(), name="export-warnings"),
    path(EVENT + "players/", entries.EntryList.as_view(), name="entries"),
    path(ENTRY, entries.EntryDetail.as_view(), name="entry"),
    path(ENTRY + "presence/", entries.EntryPresence.as_view(), name="presence"),
    path(ENTRY + "check-in/", entries.EntryCheckIn.as_view(), name="check-in"),
    path(ENTRY + "absences/<int:number>/", entries.EntryAbsence.as_view(), name="absence"),
    path(EVENT + "rounds/", rounds.RoundList.as_view(), name="rounds"),
    path(ROUND, rounds.RoundDetail.as_view(), name="round"),
    path(ROUND + "pairings/", rounds.RoundPairings.as_view(), name="pairings"),
    path(ROUND + "pairs/", pairs.RoundPairs.as_view(), name="pairs"),
    path(ROUND + "public/", rounds.RoundPublic.as_view(), name="round-public"),
    path(ROUND + "closed/", rounds.RoundClosed.as_view(), name="round-closed"),
    path(ROUND + "byes/<uuid:entry_id>/", rounds.RoundBye.as_view(), name="bye"),
    path(PAIR, pairs.PairDetail.as_view(), name="pair"),
    path(PAIR + "colours/", pairs.PairColours.as_view(), name="colours"),
    path(PAIR + "terms/", pairs.PairTerms.as_view(), name="terms"),
    path(PAIR + "table/", pairs.PairTable.as_view(), name="table"),
    path(PAIR + "result/", pairs.PairResult.as_view(), name="result"),
    path(PAIR + "report/", pairs.PairReport.as_view(), name="report"),
    path(PAIR + "confirm/", pairs.PairConfirm.as_view(), name="confirm"),
    path("jobs/", jobs.JobList.as_view(), name="jobs"),
    path("jobs/<uuid:job_id>/", jobs.JobDetail.as_view(), name="job"),
    path("jobs/<uuid:job_id>/cancel/", jobs.JobCancel.as_view(), name="job-cancel"),
    path("jobs/<uuid:job_id>/retry/", jobs.JobRetry.as_view(), name="job-retry"),
]
