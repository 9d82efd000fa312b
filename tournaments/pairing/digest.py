"""A fingerprint of everything that a pairing was computed from."""

import hashlib
import json
from collections.abc import Collection
from dataclasses import asdict, replace

from tournaments.history import History


def inputs_digest(
    history: History, round_: int, rules: str, seed: int, apart: Collection[str], taken: Collection[int]
) -> str:
    """SHA-256 (hex) of the canonical JSON of settings, entrants, earlier rounds, rules and seed.

    Also of who is set ``apart`` and which tables are ``taken``. Independent of the order in which entrants,
    games and byes are given; blind to what comes after ``round_``.
    """
    past = history.up_to(round_ - 1)
    entrants = [
        asdict(replace(entrant, absent=frozenset(r for r in entrant.absent if r <= round_)))
        for entrant in past.entrants.values()
    ]
    settings = asdict(past.settings)
    del settings["claims"]  # no pairing depends on them
    inputs = {
        "settings": settings,
        "entrants": sorted(entrants, key=lambda entrant: str(entrant["id"])),
        "games": sorted(
            (asdict(game) for game in past.games), key=lambda game: (game["round"], game["white"])
        ),
        "byes": {str(played): sorted(receivers) for played, receivers in past.byes.items() if receivers},
        "round": round_,
        "rules": rules,
        "seed": seed,
        "apart": sorted(apart),
        "taken": sorted(taken),
    }
    text = json.dumps(inputs, sort_keys=True, separators=(",", ":"), default=sorted)
    return hashlib.sha256(text.encode()).hexdigest()
