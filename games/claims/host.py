"""The host of a game: the application that opened it, sets the terms for claims and applies rulings."""

from dataclasses import dataclass
from typing import Any, Protocol, TypedDict

from games.claims.deciding import DESK, Terms
from games.claims.events import Remedy
from games.game.rows import GameRow
from games.log.unit_of_work import Context
from games.refusals import refuse
from games.rest.bodies import IdText, OptionalText
from rules import Ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimTerms:
    """The terms for claims on a game, with the handicap and komi of its pairing."""

    terms: Terms
    handicap: int
    komi: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingInForce:
    """A ruling that is in force. ``final``: it can no longer be appealed."""

    game_id: str
    claim_id: str
    remedy: Remedy
    appeal_until: str
    final: bool


class ChangedPlace(TypedDict):
    """A player whose place in the standings changes. ``entry``: the id by which the host knows the player."""

    entry: IdText
    name: str
    place_before: int | None
    place: int


class ResultBody(TypedDict):
    """A result as the host of the game calls it; null for a game without a host."""

    result: OptionalText
    by_default: bool


class RulingEffect(TypedDict):
    """The changes that a ruling makes to the result, and to the places of players after ``round``.

    ``later_rounds``: the rounds that were paired on the result before.
    """

    before: ResultBody
    after: ResultBody
    round: int
    places: list[ChangedPlace]
    later_rounds: list[int]


NO_RESULT: ResultBody = {"result": "", "by_default": False}
NO_EFFECT: RulingEffect = {
    "before": NO_RESULT,
    "after": NO_RESULT,
    "round": 0,
    "places": [],
    "later_rounds": [],
}
"""The effect on a game without an owner."""


class Host(Protocol):
    """The interface of a host. Its methods are called in the transaction of the command."""

    def side(self, user: Any, game: GameRow) -> str:
        """Return the side that a user plays: "b", "w", or "" for other users."""

    def claim_terms(self, game: GameRow) -> ClaimTerms:
        """Return the current terms for claims on this game."""

    def result(self, game_id: str, *, without: str = "") -> Remedy:
        """Return the result of a game as a remedy that gives it.

        ``without``: the claim whose rulings are ignored.
        """

    def in_force(self, game_id: str, claim_id: str) -> bool:
        """Return whether the ruling on this claim is in force: none replaced it, and none is final.

        A ruling on another claim replaces one that gave a result or a replay.
        """

    def apply_ruling(self, decided: RulingInForce, context: Context) -> None:
        """Apply a ruling that is in force. One without a result restores the result of before it.

        If a ruling on another claim is in force again, the host calls ``commands.restore_ruling``.
        """

    def effect_of_ruling(self, game_id: str, decided: RulingInForce | None) -> RulingEffect:
        """Return what a ruling would change, None: nothing. Refuses as ``apply_ruling`` would."""

    def mark_appealed(self, game_id: str, claim_id: str, context: Context) -> None:
        """Mark a ruling as appealed."""


class StandaloneHost:
    """The host of games without an owner. It knows no players and ignores rulings."""

    def side(self, user: Any, game: GameRow) -> str:
        return ""

    def claim_terms(self, game: GameRow) -> ClaimTerms:
        komi = Ruleset.parse_recorded(game.ruleset).komi
        return ClaimTerms(terms=Terms(), handicap=game.handicap, komi=komi)

    def result(self, game_id: str, *, without: str = "") -> Remedy:
        return Remedy()

    def in_force(self, game_id: str, claim_id: str) -> bool:
        return True

    def apply_ruling(self, decided: RulingInForce, context: Context) -> None:
        pass

    def effect_of_ruling(self, game_id: str, decided: RulingInForce | None) -> RulingEffect:
        return NO_EFFECT

    def mark_appealed(self, game_id: str, claim_id: str, context: Context) -> None:
        pass


_registered: list[Host] = [StandaloneHost()]


def register_host(host: Host) -> None:
    """Replace the current host."""
    _registered[:] = [host]


def host() -> Host:
    """Return the current host."""
    return _registered[0]


def side(user: Any, game: GameRow) -> str:
    """Return the side for which a user acts: "b" or "w" as a player of the game, else "desk"."""
    return host().side(user, game) or DESK


def player_side(user: Any, game: GameRow) -> str:
    """Return "b" or "w" for a player of the game, else ""."""
    return host().side(user, game)


def require_not_own_game(user: Any, game: GameRow) -> None:
    """Refuse with ``own_game`` if an official would correct the record of their own game."""
    if side(user, game) != DESK:
        refuse("own_game")
