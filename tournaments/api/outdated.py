"""What of REST goes away: one table for headers, the document and the page /help/versions/."""

from datetime import date

from games.rest.outdated import Outdated

ACCOUNT = "/api/v1/account/"
TOURNAMENT_OF_WEBHOOK = Outdated(
    what="Webhook.tournament_id",
    since=date(2026, 11, 24),
    until=date(2027, 12, 1),
    instead="tournament, a slug, as in requests",
    member="tournament_id",
    at="/api/v1/organisations/{slug}/webhooks/{webhook_id}/",
)


def _renamed_member(what: str, instead: str, *, at: str, inside: str = "") -> Outdated:
    """A member that has a new name.

    ``inside``: the members that lead to it, with a dot at the end.
    """
    return Outdated(
        what=what,
        since=date(2026, 11, 24),
        until=date(2027, 12, 1),
        instead=inside + instead,
        member=inside + what.rpartition(".")[2],
        at=at,
    )


OF_JOB = (_renamed_member("Job.tournament", "tournament_id", at="/api/v1/jobs/{job_id}/"),)
OF_OFFICE = (
    _renamed_member("OfficeOut.role", "office", at=ACCOUNT, inside="offices."),
    _renamed_member("OfficeOut.organisation", "organisation_id", at=ACCOUNT, inside="offices."),
    _renamed_member("OfficeOut.tournament", "tournament_id", at=ACCOUNT, inside="offices."),
)
OF_TOURNAMENT = (
    _renamed_member("TournamentOut.organisation", "organisation_id", at="/api/v1/tournaments/{slug}/"),
)
OUTDATED = (*OF_JOB, *OF_OFFICE, *OF_TOURNAMENT, TOURNAMENT_OF_WEBHOOK)
