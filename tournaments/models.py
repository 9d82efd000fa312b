"""The models of the app, as Django expects them here: people, lists, jobs, webhooks and projected rows."""

from tournaments.notices.rows import Notice, Wishes
from tournaments.outbox.rows import Attempt, Endpoint, Job
from tournaments.persons.lists.rows import ListedPlayer, PlayerList
from tournaments.tables.accounts import EntryLink, Invitation, PasswordRequest, RefusedAttempt, TokenTerms
from tournaments.tables.changed import Changed
from tournaments.tables.people import Club, Membership, Office, Organisation, Player
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow, TournamentRow
from tournaments.tables.screens import HallNotes
from tournaments.tables.signups import ConsentText, Signup, SignupTerms

__all__ = [
    "Attempt",
    "Changed",
    "Club",
    "ConsentText",
    "Endpoint",
    "EntryLink",
    "EntryRow",
    "HallNotes",
    "Invitation",
    "Job",
    "ListedPlayer",
    "Membership",
    "Notice",
    "Office",
    "Organisation",
    "PairingRow",
    "PasswordRequest",
    "Player",
    "PlayerList",
    "RefusedAttempt",
    "RoundRow",
    "Signup",
    "SignupTerms",
    "TokenTerms",
    "TournamentRow",
    "Wishes",
]
