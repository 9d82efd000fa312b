"""Addresses under /api/v1/ of tournaments and people."""

from django.urls import path

from tournaments.api import (
    accounts,
    batches,
    entries,
    exports,
    games,
    importing,
    jobs,
    limits,
    lists,
    log,
    meetings,
    organisations,
    pairing,
    people,
    records,
    root,
    rounds,
    signups,
    standings,
    teams,
    tournaments,
    webhooks,
)
from tournaments.api.resources import ResourceRouter, in_forms
from tournaments.public import public

app_name = "api"

ORGANISATION = "organisations/<slug:slug>/"
EVENT = "tournaments/<slug:slug>/"
ENTRY = EVENT + "entries/<uuid:entry_id>/"
ROUND = EVENT + "rounds/<int:number>/"
GAME = "games/<uuid:game_id>/"

resources = ResourceRouter(use_regex_path=False)
resources.register(ORGANISATION + "webhooks", webhooks.WebhookViewSet, "webhook")
resources.register(ORGANISATION + "offices", organisations.OfficeViewSet, "office")
resources.register(ORGANISATION + "invitations", organisations.InvitationViewSet, "invitation")
resources.register(ORGANISATION + "player-lists", lists.PlayerListViewSet, "player-list")
resources.register(ORGANISATION + "listed-players", lists.ListedPlayerViewSet, "listed-player")
resources.register("jobs", jobs.JobViewSet, "job")
resources.register(EVENT + "registrations", signups.SignupViewSet, "registration")
resources.register(EVENT + "entries", entries.EntryOperations, "entry")
resources.register(EVENT + "entries", meetings.EntryWishes, "entry")
resources.register(EVENT + "teams", teams.TeamViewSet, "team")
resources.register(EVENT + "rounds", teams.MatchViewSet, "round")
resources.register(EVENT + "rounds", rounds.RoundViewSet, "round")
resources.register(EVENT + "rounds", pairing.PairingViewSet, "round")
resources.register("games", games.GameViewSet, "game")
resources.register("games", records.CorrectionViewSet, "game")
resources.register(ORGANISATION + "players", people.PlayerViewSet, "person")
resources.register(EVENT + "meetings", meetings.MeetingViewSet, "meeting")
resources.register(EVENT + "club-groups", meetings.ClubGroupViewSet, "club-group")

urlpatterns = [
    path("", root.Root.as_view(), name="root"),
    path("login/", accounts.Login.as_view(), name="login"),
    path("logout/", accounts.Logout.as_view(), name="logout"),
    path("account/notices/", accounts.NoticeList.as_view(), name="notices"),
    path("account/notices/read/", accounts.NoticesRead.as_view(), name="notices-read"),
    path("account/notices/wishes/", accounts.NoticeWishes.as_view(), name="notice-wishes"),
    path("account/", accounts.Account.as_view(), name="account"),
    *in_forms("organisations/", organisations.OrganisationList, "organisations"),
    path(ORGANISATION, organisations.OrganisationDetail.as_view(), name="organisation"),
    *in_forms(ORGANISATION + "clubs/", organisations.ClubList, "clubs"),
    path(
        ORGANISATION + "players/<uuid:player_id>/invitation/",
        organisations.PlayerInvitation.as_view(),
        name="player-invitation",
    ),
    path(
        "invitations/<str:token>/accept/", organisations.InvitationAccept.as_view(), name="accept-invitation"
    ),
    *in_forms(ORGANISATION + "players/", people.PlayerList, "people"),
    path(ORGANISATION + "players/<uuid:player_id>/copy/", people.PersonCopy.as_view(), name="person-copy"),
    path(ORGANISATION + "import/", importing.ImportTournament.as_view(), name="import"),
    path("ranks/", standings.Ranks.as_view(), name="ranks"),
    path("tiebreaks/", standings.Tiebreaks.as_view(), name="tiebreaks"),
    *in_forms("tournaments/", tournaments.TournamentList, "tournaments"),
    path(EVENT, public(tournaments.TournamentDetail.as_view()), name="tournament"),
    path(EVENT + "settings/", public(tournaments.TournamentSettings.as_view()), name="settings"),
    path(EVENT + "limits/", public(limits.LimitsView.as_view()), name="limits"),
    path(EVENT + "whatif/", limits.WhatIfView.as_view(), name="what-if"),
    path(EVENT + "bundle/", log.Bundle.as_view(), name="bundle"),
    path(EVENT + "events/", log.EventList.as_view(), name="events"),
    path(EVENT + "story/", public(log.TournamentStory.as_view()), name="tournament-story"),
    path(EVENT + "undo/", log.TournamentUndo.as_view(), name="undo"),
    path(EVENT + "live/", log.Live.as_view(), name="live"),
    *in_forms(EVENT + "standings/", standings.StandingsView, "standings"),
    path(
        EVENT + "standings/changes/",
        public(standings.StandingsChanges.as_view()),
        name="standings-changes",
    ),
    path(
        EVENT + "tiebreaks/",
        public(standings.TournamentTiebreaks.as_view()),
        name="tournament-tiebreaks",
    ),
    *in_forms(EVENT + "schedule/", standings.ScheduleView, "schedule"),
    path(EVENT + "schedule/seeds/", standings.ScheduleSeeds.as_view(), name="schedule-seeds"),
    path(EVENT + "schedule/rounds/", standings.ScheduleRounds.as_view(), name="schedule-rounds"),
    path(EVENT + "queue/", games.Queue.as_view(), name="queue"),
    *in_forms(EVENT + "prizes/", standings.PrizesView, "prizes"),
    *in_forms(EVENT + "ratings/", standings.RatingsView, "ratings"),
    path(EVENT + "exports/", exports.ExportList.as_view(), name="exports"),
    path(EVENT + "exports/<slug:kind>/", exports.Export.as_view(), name="export"),
    path(EVENT + "exports/<slug:kind>/warnings/", exports.ExportWarnings.as_view(), name="export-warnings"),
    path(EVENT + "registration/", signups.Terms.as_view(), name="registration-terms"),
    path(EVENT + "registrations/public/", signups.PublicSignups.as_view(), name="registrations-public"),
    path("registrations/<str:signup_key>/", signups.OwnSignup.as_view(), name="own-registration"),
    *in_forms(EVENT + "entries/", entries.EntryList, "entries"),
    path(EVENT + "merge/", importing.MergeTournament.as_view(), name="merge"),
    path(EVENT + "entries/import/", importing.ImportEntries.as_view(), name="import-entries"),
    path(EVENT + "entries/batch/", batches.EntriesBatch.as_view(), name="entries-batch"),
    path(EVENT + "entries/presence/", batches.EntriesPresence.as_view(), name="entries-presence"),
    path(EVENT + "entries/strengths/", entries.EntriesStrengths.as_view(), name="entries-strengths"),
    *in_forms(ENTRY, entries.EntryDetail, "entry"),
    path(ENTRY + "link/", entries.EntryLinkView.as_view(), name="entry-link"),
    *in_forms(EVENT + "teams/", teams.TeamList, "teams"),
    *in_forms(EVENT + "team-standings/", teams.TeamStandings, "team-standings"),
    path(EVENT + "wishes/", meetings.Wishes.as_view(), name="wishes"),
    *resources.urls,
    *in_forms(EVENT + "rounds/", rounds.RoundList, "rounds"),
    *in_forms(ROUND, rounds.RoundDetail, "round"),
    *in_forms(ROUND + "pairings/", rounds.RoundPairings, "pairings"),
    path(ROUND + "pairs/", games.RoundPairs.as_view(), name="pairs"),
    path(ROUND + "results/", batches.RoundResults.as_view(), name="round-results"),
    path(GAME + "moves/", records.GameMoves.as_view(), name="game-moves"),
    path(GAME + "record/", records.GameRecordEntry.as_view(), name="game-record"),
    path("pairing-rules/", pairing.PairingRulesView.as_view(), name="pairing-rules"),
]
