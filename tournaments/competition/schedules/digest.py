"""A digest of all inputs of a round of a schedule."""

import hashlib
import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict

from tournaments.competition.schedules.plan import Played
from tournaments.competition.settings import ScheduleSettings


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
