"""Where Django looks for models: people, jobs and webhooks (source) and rows (projections)."""

from tournaments.jobs.rows import Job
from tournaments.people import Club, Membership, Office, Organisation, Player
from tournaments.rows import EntryRow, PairingRow, RoundRow, TournamentRow
from tournaments.webhooks.rows import Attempt, Delivery, Endpoint

__all__ = [
    "Attempt",
    "Club",
    "Delivery",
    "Endpoint",
    "EntryRow",
    "Job",
    "Membership",
    "Office",
    "Organisation",
    "PairingRow",
    "Player",
    "RoundRow",
    "TournamentRow",
]
