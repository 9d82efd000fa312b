"""Who may do what with a game: asked of a policy that is registered at start-up.

Actions: ``game.read``, ``game.record`` (enter moves or a record), ``game.correct`` (take back, withdraw, and
enter what only a referee records), ``story.read``; of claims on it ``claim.read``, ``claim.make``,
``claim.play`` (sequences), ``claim.rule``, ``claim.second``, ``claim.appeal``, ``claim.decide_appeal``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from django.db.models import Q

from games.game.events import TermsChanged
from games.game.rows import GameRow
from games.game.state import GameState
from rules import Action, Penalise

RECORDING: Mapping[type[Action], str] = {Penalise: "game.correct"}
"""What entering an action needs, where it is more than ``game.record``."""


def recording(action: Action) -> str:
    """The right that entering an action needs."""
    return RECORDING.get(type(action), "game.record")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Games to which somebody may do something: all with one of these contexts, and these besides.

    ``wide`` in place of ``contexts`` where those are too many to name: a condition on a row's ``context``.
    """

    contexts: frozenset[str] = frozenset()
    games: frozenset[str] = frozenset()
    wide: Q | None = None

    def holds(self) -> Q:
        """The condition on rows that have a ``context`` and a ``game_id``."""
        named = Q(context__in=self.contexts) | Q(game_id__in=self.games)
        return named if self.wide is None else named | self.wide


class Policy(Protocol):
    """What the room that opens games knows of them and ``games`` does not."""

    def may(self, user: Any, action: str, game: GameRow) -> bool:
        """Whether the user of a request may do it."""

    def scope(self, user: Any, action: str) -> Scope:
        """The games with claims to which the user of a request may do it, having to do with them."""

    def participants(self, game: GameRow) -> Mapping[str, str]:
        """``{"black": name, "white": name}`` as the public may read them, or {}."""

    def names_told(self, game: GameRow) -> bool:
        """Whether whoever asks reads the names of all players of the game, which a file may have."""

    def context_url(self, game: GameRow) -> str:
        """The page of what the game belongs to; "" where there is none."""

    def terms(self, game: GameState) -> TermsChanged | None:
        """The terms as they are now, where limits were changed since the game was last judged; else None."""


class Alone:
    """Games that belong to nothing: everybody reads, nobody writes."""

    def may(self, user: Any, action: str, game: GameRow) -> bool:
        return action == "game.read"

    def scope(self, user: Any, action: str) -> Scope:
        return Scope()

    def participants(self, game: GameRow) -> Mapping[str, str]:
        return {}

    def names_told(self, game: GameRow) -> bool:
        return True

    def context_url(self, game: GameRow) -> str:
        return ""

    def terms(self, game: GameState) -> TermsChanged | None:
        return None


_registered: list[Policy] = [Alone()]


def register_policy(policy: Policy) -> None:
    """Ask this policy from now on."""
    _registered[:] = [policy]


def policy() -> Policy:
    """The policy that decides."""
    return _registered[0]
