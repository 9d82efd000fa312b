"""The host of a game: whoever opened it, who knows what a claim on it needs and is told of rulings."""

from dataclasses import dataclass
from typing import Any, Protocol

from games.claims.deciding import DESK, Terms
from games.claims.events import Remedy
from games.game.rows import GameRow
from games.log.unit_of_work import Context
from games.refusals import refuse
from rules import Ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """The terms for claims, and what was paired."""

    terms: Terms
    handicap: int
    komi: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """A ruling that is in force. ``final``: nobody can appeal it any more."""

    game_id: str
    claim_id: str
    remedy: Remedy
    appeal_until: str
    final: bool


class Host(Protocol):
    """Asked and told in the transaction of the command."""

    def side(self, user: Any, game: GameRow) -> str:
        """Which side somebody plays: "b", "w", or "" for everybody else."""

    def surroundings(self, game: GameRow) -> Surroundings:
        """What holds for claims on this game now."""

    def in_force(self, game_id: str, claim_id: str) -> bool:
        """Whether the ruling on this claim still counts: none came after it, and none is final."""

    def decided(self, decided: Decided, context: Context) -> None:
        """A ruling is in force."""

    def appealed(self, game_id: str, claim_id: str, context: Context) -> None:
        """A ruling was appealed."""


class Nobody:
    """The host of games that belong to nothing: nobody plays in them, nobody is told."""

    def side(self, user: Any, game: GameRow) -> str:
        return ""

    def surroundings(self, game: GameRow) -> Surroundings:
        komi = Ruleset.parse_recorded(game.ruleset).komi
        return Surroundings(terms=Terms(), handicap=game.handicap, komi=komi)

    def in_force(self, game_id: str, claim_id: str) -> bool:
        return True

    def decided(self, decided: Decided, context: Context) -> None:
        pass

    def appealed(self, game_id: str, claim_id: str, context: Context) -> None:
        pass


_registered: list[Host] = [Nobody()]


def register_host(host: Host) -> None:
    """Ask and tell this from now on."""
    _registered[:] = [host]


def host() -> Host:
    """Who is asked and told."""
    return _registered[0]


def side(user: Any, game: GameRow) -> str:
    """In what part somebody acts: "b" or "w" as a player of the game, else "desk"."""
    return host().side(user, game) or DESK


def need_another_official(user: Any, game: GameRow) -> None:
    """Refuses with ``own_game`` where an official would correct the record of a game that they play."""
    if side(user, game) != DESK:
        refuse("own_game")
