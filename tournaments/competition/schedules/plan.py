"""The input and output of a schedule, and the digest of its inputs."""

import hashlib
import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass, field

from tournaments.competition.facts import Seating
from tournaments.competition.history import Result
from tournaments.competition.settings import ScheduleSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class Played(Seating):
    """A planned game of the schedule; ``place`` names its match in a bracket, or is empty."""

    round: int
    result: Result = field(default_factory=Result)
    place: str = ""

    @property
    def players(self) -> frozenset[str]:
        return frozenset((self.white, self.black))


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """A planned game. ``coloured``: the plan fixes White; else earlier colours and a lot decide."""

    white: str
    black: str
    place: str = ""
    coloured: bool = True

    @property
    def players(self) -> frozenset[str]:
        return frozenset((self.white, self.black))


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The plan of one round: its games from the first table on, and the players without a game."""

    games: tuple[Planned, ...]
    byes: tuple[str, ...] = ()


class NotReady(Exception):
    """The error that the round cannot be drawn yet.

    | code | facts |
    |---|---|
    | no_winner | round, tables, undecided (those of them with jigo or two winners) |
    | not_as_drawn | round, missing (the number of missing games) or twice (players with two matches) |
    """

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(f"{code}: {facts}")
        self.code = code
        self.facts = facts


def inputs_digest(
    system: str,
    chosen: ScheduleSettings,
    order: Sequence[str],
    played: Iterable[Played],
    round_: int,
    seed: int,
    absent: Collection[str],
) -> str:
    """Return the SHA-256 (hex) of the canonical JSON of the inputs.

    ``played``: the games of the rounds before ``round_``.
    """
    inputs = {
        "system": system,
        "chosen": {name: value for name, value in asdict(chosen).items() if _is_included(name, value)},
        "order": list(order),
        "played": sorted(
            (_as_data(game) for game in played), key=lambda game: (game["round"], game["table"])
        ),
        "round": round_,
        "seed": seed,
        "absent": sorted(absent),
    }
    text = json.dumps(inputs, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _is_included(name: str, value: object) -> bool:
    """Return whether a choice is included; later ones are left out at their default to keep older digests."""
    return name != "dates" and (name not in ("consolation", "first_match") or bool(value))


def _as_data(game: Played) -> dict[str, object]:
    return {**asdict(game), "result": [game.result.winner, game.result.by_default]}
