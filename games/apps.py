"""The Django application of the event store and of single games."""

from importlib import import_module

from django.apps import AppConfig

REGISTERING_MODULES = (
    "games.game.events",
    "games.claims.events",
    "games.game.projection",
    "games.claims.projection",
    "games.log.system_checks",
    "games.log.tree.signed_checkpoints",
)
"""Modules that register events, projections, checks and signals when they are imported."""


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """Import the modules that register events, projections, checks and signals."""
        for module in REGISTERING_MODULES:
            import_module(module)
