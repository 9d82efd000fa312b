"""The parts of a game apart from its board that only some rulesets have, as JSON data. Pure."""

from dataclasses import asdict
from typing import Annotated, TypedDict, cast

from rules import Color, Game
from rules.axes import IllegalMove, Passing
from rules.views import ClaimState, Ko


class TokensBody(TypedDict):
    b: int
    w: int


class FinesBody(TypedDict):
    """The points that each player has lost by illegal moves."""

    b: float
    w: float


class MarksBody(TypedDict, total=False):
    """The stones that each player has marked as dead; players without marks are omitted."""

    b: list[str]
    w: list[str]


class KoBody(TypedDict):
    """A ko of a continuation under modified ko, or of a confirmation; players are "b" and "w"."""

    points: list[str]
    captured_by: list[str]
    prepared_by: list[str]
    locked_out: list[str]


class StringsClaimBody(TypedDict):
    """A claim in a stopped game. ``proved``: by the last sequence played for it, null before the first."""

    number: int
    color: Annotated[str, ("enum", ["b", "w"])]
    points: list[str]
    capturable: bool
    sequences: int
    proved: bool | None


class AffairsBody(TypedDict, total=False):
    """Tokens, fines and the button if the ruleset has them; other members only while they have content."""

    tokens: TokensBody
    fines: FinesBody
    button: Annotated[str | None, ("description", "b or w: who took the button; null while it is there")]
    continuations: int
    modified_ko: bool
    kos: list[KoBody]
    marks: MarksBody
    claims: list[StringsClaimBody]
    disputed: Annotated[list[str], ("description", "What a dispute or a sequence is about")]
    settled: Annotated[list[str], ("description", "What capture phases or the last sequences left alive")]
    draw_right: Annotated[str, ("description", "b or w: who may declare a draw")]
    draw_offer: Annotated[str, ("description", "b or w: who offers a draw, or claims no result")]


def affairs_data(game: Game) -> AffairsBody:
    affairs: AffairsBody = {}
    if game.ruleset.passing is Passing.TOKEN:
        affairs["tokens"] = {"b": game.tokens[Color.BLACK], "w": game.tokens[Color.WHITE]}
    if game.ruleset.button:
        affairs["button"] = game.button.value if game.button else None
    if game.ruleset.illegal_move is IllegalMove.PASS_AND_FINE:
        affairs["fines"] = {"b": game.fines[Color.BLACK], "w": game.fines[Color.WHITE]}
    passing = {name: value for name, value in _passing(game).items() if value}
    return {**affairs, **cast("AffairsBody", passing)}


def _passing(game: Game) -> AffairsBody:
    marks = {color.value: points for color, points in game.marks.items() if points is not None}
    return {
        "continuations": game.continuations,
        "modified_ko": game.modified_ko,
        "kos": [_ko_data(ko) for ko in game.kos],
        "marks": cast("MarksBody", marks),
        "claims": [_claim_data(number, claim) for number, claim in enumerate(game.claims)],
        "disputed": game.disputed,
        "settled": game.settled,
        "draw_right": game.draw_right.value if game.draw_right else "",
        "draw_offer": game.draw_offer.value if game.draw_offer else "",
    }


def _ko_data(ko: Ko) -> KoBody:
    sides = {name: sorted(players) for name, players in asdict(ko).items() if name != "points"}
    return cast("KoBody", {"points": list(ko.points), **sides})


def _claim_data(number: int, claim: ClaimState) -> StringsClaimBody:
    facts = {"number": number, **asdict(claim), "color": claim.color.value, "points": list(claim.points)}
    return cast("StringsClaimBody", facts)
