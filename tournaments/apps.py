"""The tournaments app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """People, entries, rounds, results and standings."""

    name = "tournaments"

    def ready(self) -> None:
        """Register the codes of refusals and who hears of events; hand ``games`` the policy for its games."""
        from games.claims.around import register_around
        from games.policy import register_policy
        from tournaments import refusals  # noqa: F401 - registers its codes
        from tournaments.around import TournamentClaims
        from tournaments.game_policy import TournamentGames
        from tournaments.jobs import pairing, proving, rescoring  # noqa: F401 - register how their kinds are done
        from tournaments.webhooks import telling  # noqa: F401 - subscribes to what commands store

        register_policy(TournamentGames())
        register_around(TournamentClaims())
