"""The tournaments app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """People, entries, rounds, results and standings."""

    name = "tournaments"

    def ready(self) -> None:
        """Register refusal codes and subscribers to events, and the tournament's policy for games."""
        from games.claims.host import register_host
        from games.game.policy import register_policy
        from games.story.reading import register_source
        from tournaments import fetching, limits, refusals  # noqa: F401 - register jobs, rows and codes
        from tournaments.accounts import security_log
        from tournaments.hosting.policy import TournamentClaims, TournamentGames
        from tournaments.jobs import (  # noqa: F401 - register themselves
            commands,
            log_upkeep,
            pairing,
            proving,
            rescoring,
        )
        from tournaments.notices import notifying, sending  # noqa: F401 - register themselves
        from tournaments.organisations import offices  # noqa: F401 - registers its check and receivers
        from tournaments.persons import recorded_names  # noqa: F401 - registers its check and subscribes
        from tournaments.registration import following  # noqa: F401 - subscribes to what commands store
        from tournaments.story.of_game import lines_of_tournament
        from tournaments.tables import changed, projections, record_proofs  # noqa: F401 - project events
        from tournaments.webhooks import deliveries  # noqa: F401 - subscribes to what commands store
        from tournaments.webhooks import sending as messages  # noqa: F401 - registers its kinds of jobs

        security_log.listen()
        register_policy(TournamentGames())
        register_host(TournamentClaims())
        register_source(lines_of_tournament)
