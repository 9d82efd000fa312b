"""What of REST goes away: one table for headers, the document and the page /help/versions/."""

from datetime import date

from games.rest.outdated import Outdated

TOURNAMENT_OF_WEBHOOK = Outdated(
    what="Webhook.tournament_id",
    since=date(2026, 11, 24),
    until=date(2027, 12, 1),
    instead="tournament, a slug, as in requests",
)


def _renamed(what: str, instead: str) -> Outdated:
    """A member of which ``tournaments.api.glossary.former`` says that it has another name."""
    return Outdated(what=what, since=date(2026, 11, 24), until=date(2027, 12, 1), instead=instead)


OF_JOB = (_renamed("Job.tournament", "tournament_id"),)
OF_OFFICE = (
    _renamed("OfficeOut.role", "office"),
    _renamed("OfficeOut.organisation", "organisation_id"),
    _renamed("OfficeOut.tournament", "tournament_id"),
)
OF_TOURNAMENT = (_renamed("TournamentOut.organisation", "organisation_id"),)
OUTDATED = (*OF_JOB, *OF_OFFICE, *OF_TOURNAMENT, TOURNAMENT_OF_WEBHOOK)
