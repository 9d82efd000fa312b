"""Positions and actions as JSON data: board, score, the parts that only some rulesets have. Pure."""

from dataclasses import asdict
from typing import Annotated, Any, NotRequired, TypedDict, cast

from games.colours import NAMES, ColourOrEmpty, ColourText, by_colour, colour_name
from rules import Action, Board, Color, Game, Phase, Score
from rules.actions import ACTIONS, to_data
from rules.axes import IllegalMove, Passing
from rules.views import ClaimState, Ko

PhaseText = Annotated[str, ("enum", tuple(phase.value for phase in Phase))]


class TokensBody(TypedDict):
    black: int
    white: int


class FinesBody(TypedDict):
    """The points that each player has lost by illegal moves."""

    black: float
    white: float


class MarksBody(TypedDict, total=False):
    """The stones that each player has marked as dead; players without marks are omitted."""

    black: list[str]
    white: list[str]


class KoBody(TypedDict):
    """A ko of a continuation under modified ko, or of a confirmation; players are `black` and `white`."""

    points: list[str]
    captured_by: list[str]
    prepared_by: list[str]
    locked_out: list[str]


class StringsClaimBody(TypedDict):
    """A claim in a stopped game. ``proved``: by the last sequence played for it, null before the first."""

    number: int
    colour: ColourText
    points: list[str]
    capturable: bool
    sequences: int
    proved: bool | None


class AffairsBody(TypedDict, total=False):
    """Tokens, fines and the button if the ruleset has them; other members only while they have content."""

    tokens: TokensBody
    fines: FinesBody
    button: Annotated[
        str | None, ("description", "Who took the button: black or white; null while it is there")
    ]
    continuations: int
    modified_ko: bool
    kos: list[KoBody]
    marks: MarksBody
    claims: list[StringsClaimBody]
    disputed: Annotated[list[str], ("description", "What a dispute or a sequence is about")]
    settled: Annotated[list[str], ("description", "What capture phases or the last sequences left alive")]
    draw_right: Annotated[str, ("description", "Who may declare a draw: black or white")]
    draw_offer: Annotated[str, ("description", "Who offers a draw, or claims no result")]


def affairs_data(game: Game) -> AffairsBody:
    affairs: AffairsBody = {}
    if game.ruleset.passing is Passing.TOKEN:
        affairs["tokens"] = {"black": game.tokens[Color.BLACK], "white": game.tokens[Color.WHITE]}
    if game.ruleset.button:
        affairs["button"] = colour_name(game.button) or None
    if game.ruleset.illegal_move is IllegalMove.PASS_AND_FINE:
        affairs["fines"] = {"black": game.fines[Color.BLACK], "white": game.fines[Color.WHITE]}
    passing = {name: value for name, value in _passing(game).items() if value}
    return {**affairs, **cast("AffairsBody", passing)}


def _passing(game: Game) -> AffairsBody:
    marks = by_colour({color: points for color, points in game.marks.items() if points is not None})
    return {
        "continuations": game.continuations,
        "modified_ko": game.modified_ko,
        "kos": [_ko_data(ko) for ko in game.kos],
        "marks": cast("MarksBody", marks),
        "claims": [_claim_data(number, claim) for number, claim in enumerate(game.claims)],
        "disputed": game.disputed,
        "settled": game.settled,
        "draw_right": colour_name(game.draw_right),
        "draw_offer": colour_name(game.draw_offer),
    }


def _ko_data(ko: Ko) -> KoBody:
    sides = {
        name: sorted(map(colour_name, players)) for name, players in asdict(ko).items() if name != "points"
    }
    return cast("KoBody", {"points": list(ko.points), **sides})


def _claim_data(number: int, claim: ClaimState) -> StringsClaimBody:
    members = {"number": number, **asdict(claim), "points": list(claim.points)}
    colour = colour_name(members.pop("color"))
    return cast("StringsClaimBody", {**members, "colour": colour})


_SIGNS = {Color.BLACK: "X", Color.WHITE: "O", None: "."}


class TallyBody(TypedDict):
    stones: int
    territory: int
    dead: int
    prisoners: int
    tokens: Annotated[float, ("description", "Points for pass tokens in hand")]
    button: Annotated[float, ("description", "Points for the button, to who took it")]
    fines: Annotated[float, ("description", "Points lost by illegal moves")]
    komi: float
    compensation: Annotated[float, ("description", "Points for handicap stones")]
    total: float


class ScoreBody(TypedDict):
    """A score.

    ``margin``: Black's total less White's; ``owner``: the owner of each point, in rows as of the board.
    """

    black: TallyBody
    white: TallyBody
    margin: float
    winner: ColourOrEmpty
    owner: list[str]


class PrisonersBody(TypedDict):
    """The number of opposing stones that each player holds."""

    black: int
    white: int


def score_data(score: Score, board: Board) -> ScoreBody:
    signs = [_SIGNS[score.owners[at]] for at in board]
    last = len(signs) - board.width
    return {
        "black": cast("TallyBody", asdict(score.black)),
        "white": cast("TallyBody", asdict(score.white)),
        "margin": score.margin,
        "winner": colour_name(score.winner),
        "owner": ["".join(signs[begin : begin + board.width]) for begin in range(last, -1, -board.width)],
    }


def owned_points(score: Score, board: Board) -> dict[str, Color]:
    """Return the points that count for a colour which has no stone there, as marked in a diagram."""
    return {at: owner for at, owner in score.owners.items() if owner and board[at] != owner}


def counted_dead(game: Game) -> dict[str, Color]:
    """Return the dead stones of a counted game: those whose points count for the opponent."""
    before = game.previous
    if before is None or game.outcome is None or game.outcome.by != "score":
        return {}
    stones = {at: color for color in Color for at in before.board.stones(color)}
    owners = game.score().owners
    return {at: color for at, color in stones.items() if owners[at] is color.other}


def prisoners_data(game: Game) -> PrisonersBody:
    return {"black": game.prisoners[Color.BLACK], "white": game.prisoners[Color.WHITE]}


class StandBody(AffairsBody):
    """A position. ``rows``: top first, X Black, O White, ``.`` empty.

    Members that only some rulesets have are present if they have content.
    """

    width: int
    height: int
    rows: list[str]
    to_play: ColourText
    phase: PhaseText
    prisoners: PrisonersBody
    last_move: str | None
    outcome: str | None


def stand_data(game: Game) -> StandBody:
    return {
        "width": game.board.width,
        "height": game.board.height,
        "rows": game.board.to_diagram(),
        "to_play": colour_name(game.to_play),
        "phase": game.phase.value,
        "prisoners": prisoners_data(game),
        **affairs_data(game),
        "last_move": game.last_move,
        "outcome": str(game.outcome) if game.outcome else None,
    }


def last_stone(game: Game) -> str | None:
    """Return the last stone played that is still on the board, skipping passes and agreements after it."""
    before: Game | None = game
    while before is not None and before.last_move is None:
        before = before.previous
    at = before and before.last_move
    return at if at and game.board[at] else None


KINDS = list(ACTIONS)


class ActionBody(TypedDict):
    """An action as JSON: ``do``, and the members that this kind of action takes."""

    do: Annotated[str, ("enum", KINDS)]
    colour: NotRequired[Annotated[str | None, ("enum", [*NAMES.values(), None])]]
    at: NotRequired[str]
    points: NotRequired[list[str]]
    capturable: NotRequired[bool]
    claim: NotRequired[int]
    modified_ko: NotRequired[bool]


def action_data(action: Action) -> ActionBody:
    """Return the action with every member of its kind."""
    data: dict[str, Any] = dict(to_data(action))
    colour = {"colour": colour_name(data.pop("color")) or None} if "color" in data else {}
    return cast("ActionBody", {"do": data.pop("do"), **colour, **data})
