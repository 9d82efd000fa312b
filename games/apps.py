"""The event store and the life of one game."""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules

MODULES = ("events", "claims.events", "projections", "game_projection", "claims.projection", "rows", "checks")


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """Let every app register its events, projections and checks before the first request.

        Looked up by name in all apps, so that ``games`` need not know who else has some.
        """
        autodiscover_modules(*MODULES)
