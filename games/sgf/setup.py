"""The position before the first move: AB, AW, AE, PL and HA."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from games.marking import Marked, join_marked, marked
from games.sgf import values
from games.sgf.faults import FaultCode, Note, NoteCode
from games.sgf.grammar import Node, Tree, Value
from games.sgf.limits import Allowance
from games.sgf.source import Source
from rules import Action, Board, Color, Game, Ruleset, format_vertex, proceed

_STONES: dict[str, Color | None] = {"AB": Color.BLACK, "AW": Color.WHITE, "AE": None}
_LOOSE_RULES = Ruleset.parse("tromp-taylor-agreement repetition=none").replace(suicide="forbidden")
_MOST_STONES = 9
NO_STONE = marked("A handicap is declared and no stone is on the board.")
ILLEGAL_WITH_STONES = marked(
    "The handicap stones are not in the record; on the customary points they make a move illegal."
)
_SMALLEST_FIXED = 7  # sides shorter than this have no customary handicap points


def first_setup_value(node: Node) -> Value | None:
    """Return the first set-up stone of a node, if any. An empty value sets up nothing."""
    held = (value for name in node.properties if name in _STONES for value in node.properties[name])
    return next((value for value in held if values.line(value.raw)), None)


def empty_setup_value(node: Node) -> Value | None:
    """Return the first empty value among the set-up stones of a node, if any."""
    held = (value for name in node.properties if name in _STONES for value in node.properties[name])
    return next((value for value in held if not values.line(value.raw)), None)


@dataclass(slots=True, kw_only=True)
class Setup:
    """The set-up points; `stones` maps each vertex to its colour and the offset that set it."""

    source: Source
    tree: Tree
    width: int
    height: int
    allowance: Allowance
    stones: dict[str, tuple[Color, int]] = field(default_factory=dict)

    def add(self, node: Node) -> None:
        """Apply AB, AW and AE of a node. A point may be in only one of them."""
        seen: dict[str, str] = {}
        for name, color in _STONES.items():
            for value in filter(lambda held: values.line(held.raw), node.properties.get(name, ())):
                for vertex in self.points(value):
                    if seen.setdefault(vertex, name) != name:
                        raise self._fault(
                            FaultCode.BAD_SETUP, f"{vertex} is set up in two ways", value.offset
                        )
                    self._set(vertex, color, value.offset)

    def board(self) -> Board:
        """Return the position.

        A string without liberties is a fault: it cannot exist at the start of a turn.
        """
        black, white = ([at for at, (color, _) in self.stones.items() if color is wanted] for wanted in Color)
        board = Board(self.width, self.height).with_stones(black=black, white=white)
        if stones := board.without_liberty():
            at = min(stones, key=lambda vertex: self.stones[vertex][1])
            raise self._fault(FaultCode.BAD_SETUP, f"{at} is set up without a liberty", self.stones[at][1])
        return board

    def points(self, value: Value) -> Sequence[str]:
        try:
            vertices = list(values.points(value.raw, self.width, self.height))
        except ValueError:
            message = f"Not a point on {self.width}x{self.height}"
            raise self._fault(FaultCode.BAD_POINT, message, value.offset) from None
        if not self.allowance.take(len(vertices)):
            raise self._fault(FaultCode.TOO_MUCH_SETUP, "More set-up stones than can be read", value.offset)
        return vertices

    def _set(self, vertex: str, color: Color | None, offset: int) -> None:
        if color is None:
            self.stones.pop(vertex, None)
        else:
            self.stones[vertex] = (color, offset)

    def _fault(self, code: FaultCode, message: str, offset: int) -> Exception:
        return self.source.fault(code, message, offset, self.tree.game)


def only_removes(node: Node) -> bool:
    """Return whether the set-up stones of a node are removals alone."""
    return not any(values.line(value.raw) for name in ("AB", "AW") for value in node.properties.get(name, ()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """The position, the first player, and the handicap as declared or as inferred from the stones."""

    board: Board
    to_play: Color
    handicap: int
    notes: tuple[Note, ...] = ()


def determine_start(
    setup: Setup,
    *,
    handicap: int,
    declared: bool,
    place: int,
    actions: Sequence[Action],
    player: Color | None,
) -> Start:
    """Determine who begins and whether handicap stones have to be placed.

    `declared`: whether the record has HA. `place` is the offset for notes, `player` the colour of PL.
    """
    board, notes = setup.board(), []
    first = getattr(actions[0], "color", None) if actions else None
    black = board.count(Color.BLACK)
    if not declared and _is_handicap(board, first, player):
        handicap = black
        said = marked(
            "No handicap is declared (HA); %(stones)s black stones are set up: a handicap of %(stones)s.",
            stones=black,
        )
        notes.append(setup.source.note(NoteCode.HANDICAP_INFERRED, said, place))
    elif handicap >= 2 and not black:
        code, said = NoteCode.HANDICAP_AS_MOVES, marked("The handicap stones are played as moves.")
        if first is Color.WHITE and player is not Color.BLACK:
            board, code, said = _place_handicap(board, handicap, actions)
        elif first is None:
            code, said = NoteCode.HANDICAP_MISSING, NO_STONE
        notes.append(setup.source.note(code, said, place))
    elif handicap >= 2 and black != handicap:
        said = marked(
            "The handicap is %(handicap)s, the black stones set up are %(stones)s.",
            handicap=handicap,
            stones=black,
        )
        notes.append(setup.source.note(NoteCode.HANDICAP_DIFFERS, said, place))
    to_play, inferred = _to_play(board, handicap, first, player)
    if inferred:
        said = (
            marked("Black begins: the record does not say (PL).")
            if to_play is Color.BLACK
            else marked("White begins: the record does not say (PL).")
        )
        notes.append(setup.source.note(NoteCode.TURN_INFERRED, said, place))
    return Start(board=board, to_play=to_play, handicap=handicap, notes=tuple(notes))


def _is_handicap(board: Board, first: Color | None, player: Color | None) -> bool:
    """Return whether the stones are a handicap.

    They are if only black stones are set up, at most nine, White begins and PL is absent.
    """
    whites_move = player is None and first is Color.WHITE
    return whites_move and not board.count(Color.WHITE) and 2 <= board.count(Color.BLACK) <= _MOST_STONES


def _to_play(board: Board, handicap: int, first: Color | None, player: Color | None) -> tuple[Color, bool]:
    """Return who begins, and whether that was inferred."""
    black, white = board.count(Color.BLACK), board.count(Color.WHITE)
    if player:
        return player, False
    if handicap >= 2 and black:
        return Color.WHITE, False
    if not black and not white:
        return (Color.WHITE if handicap >= 2 and first is Color.WHITE else Color.BLACK), False
    return first or (Color.WHITE if black >= 2 and not white else Color.BLACK), True


def _place_handicap(board: Board, handicap: int, actions: Sequence[Action]) -> tuple[Board, NoteCode, Marked]:
    """Return the board with stones on the customary points, if the size and the number have any.

    They are a guess, and dropped if they make a move illegal. Fox placed the side stones of 6 and 7 above and
    below until 2018.
    """
    fixed = fixed_points(board.width, board.height, handicap)
    if not fixed or board.count(Color.WHITE):
        return board, NoteCode.HANDICAP_MISSING, NO_STONE
    placed = board.with_stones(black=fixed)
    if _fits(placed, board, actions):
        said = marked("The handicap stones are not in the record and were placed on the customary points.")
        return placed, NoteCode.HANDICAP_PLACED, said
    upright = fixed_points(board.width, board.height, handicap, upright=True)
    if upright and _fits(placed := board.with_stones(black=upright), board, actions):
        upright_said = marked("The side stones were placed above and below.")
        return placed, NoteCode.HANDICAP_PLACED, join_marked([ILLEGAL_WITH_STONES, upright_said])
    return (
        board,
        NoteCode.HANDICAP_DROPPED,
        join_marked([ILLEGAL_WITH_STONES, marked("No stones were placed.")]),
    )


def _fits(placed: Board, without: Board, actions: Sequence[Action]) -> bool:
    """Return whether handicap stones make no move illegal that is legal without them."""
    with_them, else_ = (follow_loosely(board, Color.WHITE, actions)[1] for board in (placed, without))
    return with_them is None or (else_ is not None and else_ <= with_them)


def follow_loosely(board: Board, to_play: Color, actions: Sequence[Action]) -> tuple[Game, int | None]:
    """Return the game after the moves that go on empty points in turn, and the first turn that does not."""
    replayed = proceed(Game.start(_LOOSE_RULES, board=board, to_play=to_play), actions)
    return replayed.game, replayed.first_illegal.turn if replayed.first_illegal else None


def fixed_points(width: int, height: int, handicap: int, *, upright: bool = False) -> tuple[str, ...]:
    """Return the vertices of 2 to 9 fixed handicap stones, or none if the board has no such points.

    ``upright``: with the side stones of 6 and 7 above and below; none for other numbers.

    Order: upper right, lower left, lower right, upper left, then the sides, the centre in 5, 7 and 9.
    """
    odd = width % 2 and height % 2
    if not 2 <= handicap <= (9 if odd else 4) or min(width, height) < _SMALLEST_FIXED:
        return ()
    if upright and handicap not in (6, 7):
        return ()
    left, low = (3 if side > 12 else 2 for side in (width, height))
    right, high, middle, half = width - 1 - left, height - 1 - low, width // 2, height // 2
    corners = [(right, high), (left, low), (right, low), (left, high)]
    sides = [(left, half), (right, half), (middle, low), (middle, high)]
    sides = sides[2:] if upright else sides
    centre = [(middle, half)] if handicap in (5, 7, 9) else []
    chosen = [*corners, *sides][: handicap - len(centre)] + centre
    return tuple(format_vertex(*at) for at in chosen)
