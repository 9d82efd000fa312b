"""What of REST goes away: one table for headers, the document and the page /help/versions/."""

from datetime import date

from games.rest.outdated import Outdated

TOURNAMENT_OF_WEBHOOK = Outdated(
    what="Webhook.tournament_id",
    since=date(2026, 11, 24),
    until=date(2027, 12, 1),
    instead="tournament, a slug, as in requests",
)
OUTDATED = (TOURNAMENT_OF_WEBHOOK,)
