"""What only some rulesets give a game beside its board, as JSON data: said where it exists. Pure."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from rules import Color, Game
from rules.axes import IllegalMove, Passing
from rules.views import ClaimState, Ko


def affairs_data(game: Game) -> dict[str, Any]:
    """Tokens and fines where the ruleset has them, all else while there is any."""
    rules = game.ruleset
    return {
        **({"tokens": _of_players(game.tokens)} if rules.passing is Passing.TOKEN else {}),
        **({"fines": _of_players(game.fines)} if rules.illegal_move is IllegalMove.PASS_AND_FINE else {}),
        **{name: value for name, value in _passing(game).items() if value},
    }


def _passing(game: Game) -> dict[str, Any]:
    return {
        "continuations": game.continuations,
        "modified_ko": game.modified_ko,
        "kos": [_ko_data(ko) for ko in game.kos],
        "marks": {color.value: points for color, points in game.marks.items() if points is not None},
        "claims": [_claim_data(number, claim) for number, claim in enumerate(game.claims)],
        "disputed": game.disputed,
        "settled": game.settled,
        "draw_right": game.draw_right.value if game.draw_right else None,
    }


def _of_players(held: Mapping[Color, float]) -> dict[str, float]:
    return {color.value: amount for color, amount in held.items()}


def _ko_data(ko: Ko) -> dict[str, Any]:
    told = {name: sorted(players) for name, players in asdict(ko).items() if name != "points"}
    return {"points": list(ko.points), **told}


def _claim_data(number: int, claim: ClaimState) -> dict[str, Any]:
    return {"number": number, **asdict(claim), "color": claim.color.value, "points": list(claim.points)}
