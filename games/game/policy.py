"""Permissions on games, decided by a policy that is registered at start-up.

Actions: ``game.read``, ``game.record`` (enter moves or a record), ``game.correct`` (take back, withdraw, and
enter what only a referee records), ``story.read``; of claims on it ``claim.read``, ``claim.make``,
``claim.play`` (sequences), ``claim.rule``, ``claim.correct`` (a ruling), ``claim.second``, ``claim.appeal``,
``claim.decide_appeal``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from django.db.models import Q

from games.game.events import TermsChanged
from games.game.rows import GameRow
from games.game.state import GameState
from rules import Action, Penalise

RECORDING_RIGHTS: Mapping[type[Action], str] = {Penalise: "game.correct"}
"""The right to enter actions that need another right than ``game.record``."""


def right_to_record(action: Action) -> str:
    """Return the right that entering an action requires."""
    return RECORDING_RIGHTS.get(type(action), "game.record")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """The games on which a user may do something: all of these contexts, and single games.

    ``wide`` replaces ``contexts`` if they are too many to list: a condition on a row's ``context``.
    """

    contexts: frozenset[str] = frozenset()
    games: frozenset[str] = frozenset()
    wide: Q | None = None

    def condition(self) -> Q:
        """Return the condition on rows that have a ``context`` and a ``game_id``."""
        listed = Q(context__in=self.contexts) | Q(game_id__in=self.games)
        return listed if self.wide is None else listed | self.wide


class Policy(Protocol):
    """The questions that the application which opens games answers about them."""

    def may(self, user: Any, action: str, game: GameRow) -> bool:
        """Return whether the user of a request has this permission."""

    def scope(self, user: Any, action: str) -> Scope:
        """Return the games with claims on which the user may do it as a player or an official."""

    def participants(self, game: GameRow) -> Mapping[str, str]:
        """Return ``{"black": name, "white": name}`` as the public may read them, or {}."""

    def may_read_names(self, game: GameRow) -> bool:
        """Return whether the names of all players, which a file may contain, may be read."""

    def context_url(self, game: GameRow) -> str:
        """Return the address of the page of the game's owner, or ""."""

    def context_version(self, game: GameRow) -> int:
        """Return the version of the stream of the game's owner, or 0."""

    def terms(self, game: GameState) -> TermsChanged | None:
        """Return the current terms if limits changed since the game was last judged, else None."""


class StandaloneGames:
    """The policy of games without an owner: everybody may read, nobody may write."""

    def may(self, user: Any, action: str, game: GameRow) -> bool:
        return action == "game.read"

    def scope(self, user: Any, action: str) -> Scope:
        return Scope()

    def participants(self, game: GameRow) -> Mapping[str, str]:
        return {}

    def may_read_names(self, game: GameRow) -> bool:
        return True

    def context_url(self, game: GameRow) -> str:
        return ""

    def context_version(self, game: GameRow) -> int:
        return 0

    def terms(self, game: GameState) -> TermsChanged | None:
        return None


_registered: list[Policy] = [StandaloneGames()]


def register_policy(policy: Policy) -> None:
    """Replace the current policy."""
    _registered[:] = [policy]


def policy() -> Policy:
    """Return the current policy."""
    return _registered[0]
