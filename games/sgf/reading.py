"""The reader: from bytes to the main line of every game in a file."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile

from games.marking import marked, marked_many
from games.sgf import grammar, values
from games.sgf.bytewise import games_in_doubt
from games.sgf.details import FIRST_USED, Details
from games.sgf.encodings import decode
from games.sgf.faults import FaultCode, Note, NoteCode, SgfFault
from games.sgf.grammar import Node, Tree, Value
from games.sgf.limits import LIMITS, Allowance, Limits
from games.sgf.record import ACTION, BUTTON, IN_RESULT, WORDS, By, Claim, Collection, Move, Record
from games.sgf.setup import (
    Setup,
    Start,
    determine_start,
    empty_setup_value,
    first_setup_value,
    follow_loosely,
    only_removes,
)
from games.sgf.source import Source
from rules import Action, Color, Pass, Play, Resume, TakeButton
from rules.actions import from_data

_COLORS = {"B": Color.BLACK, "W": Color.WHITE}
_SEVERAL_READINGS = marked("The record can be read in several ways; one of them was chosen.")
_DEFAULT_SIZE = 19
_MOST_UNDONE = 20  # each takes a replay of the game


def read(data: bytes, *, limits: Limits = LIMITS, with_words: bool = False) -> Collection:
    """Return the records in an SGF file, at least one. Raises only SgfFault.

    Variations are left out and counted in a note. Moves of the wrong colour or against the rules are kept:
    the rules engine judges them. ``with_words``: read what the players of our own export said, which counts
    in no file that somebody sends.
    """
    if len(data) > limits.bytes:
        raise SgfFault(FaultCode.TOO_LARGE, f"Over {limits.bytes} bytes", offset=limits.bytes, game=0)
    if not data.strip():
        raise SgfFault(FaultCode.EMPTY, "The file is empty", offset=0, game=0)
    source = decode(data)
    trees, notes = grammar.trees(source, limits)
    allowance = Allowance(limits.setup_points)
    games = [_record(source, tree, limits, allowance, with_words=with_words) for tree in trees]
    for game in games_in_doubt(data, source, trees, limits):
        doubt = source.note(NoteCode.SEVERAL_READINGS, _SEVERAL_READINGS, trees[game].offset)
        games[game] = replace(games[game], notes=(*games[game].notes, doubt))
    return Collection(games=tuple(games), encoding=source.codec, notes=(*source.notes, *notes))


def _record(source: Source, tree: Tree, limits: Limits, allowance: Allowance, *, with_words: bool) -> Record:
    details = Details(source, tree)
    game_notes = _check_game(source, tree)
    width, height, size_notes = _size(source, tree)
    board = Setup(source=source, tree=tree, width=width, height=height, allowance=allowance)
    line = _Line(source=source, tree=tree, limits=limits, setup=board, with_words=with_words)
    for node in tree.nodes:
        line.take(node)
    line.leave_out_last_resumption()
    handicap = details.handicap()
    begin = determine_start(
        line.setup,
        handicap=handicap,
        declared=bool(details.line("HA")),
        place=details.offset_of("HA", "AB", "AW"),
        actions=[move.action for move in line.moves],
        player=line.player,
    )
    dead, dead_notes = _marked_dead(line, begin)
    return Record(
        width=width,
        height=height,
        board=begin.board,
        to_play=begin.to_play,
        handicap=begin.handicap,
        komi=details.komi(),
        ruleset=details.line("RU"),
        moves=tuple(line.moves),
        result=line.result(details.result()),
        result_text=details.line("RE"),
        info=details.info(),
        notes=(
            *game_notes,
            *size_notes,
            *details.notes,
            *line.notes,
            *begin.notes,
            *dead_notes,
            *_variations(source, tree),
        ),
        dead=dead,
        offset=source.at(tree.offset),
    )


def _check_game(source: Source, tree: Tree) -> tuple[Note, ...]:
    """Return a note on several kinds of game. Raises SgfFault if the first is another than Go."""
    held = [value for node in tree.nodes for value in node.properties.get("GM", ())]
    stated = [value for value in held if values.line(value.raw)]
    others = [value for value in stated if values.line(value.raw) != "1"]
    if others and others[0] is stated[0]:
        raise source.fault(FaultCode.NOT_GO, "A record of another game (GM)", others[0].offset, tree.game)
    return tuple(source.note(NoteCode.SEVERAL_READINGS, _SEVERAL_READINGS, one.offset) for one in others[:1])


def _size(source: Source, tree: Tree) -> tuple[int, int, tuple[Note, ...]]:
    """Return width, height, and notes on a size written against the standard or in several ways.

    Raises SgfFault.
    """
    stated = [value for node in tree.nodes for value in node.properties.get("SZ", ())]
    width, height, notes = _DEFAULT_SIZE, _DEFAULT_SIZE, []
    if stated and (said := values.line(stated[0].raw)):
        size = values.size(stated[0].raw)
        if size is None:
            message = "The size is not 1 to 52, or two such numbers with a colon"
            raise source.fault(FaultCode.BAD_SIZE, message, stated[0].offset, tree.game)
        width, height = size
        if not said.replace(":", "").replace(" ", "").isdigit():
            text = marked(
                "The size is read as %(width)s columns and %(height)s rows.", width=width, height=height
            )
            notes.append(source.note(NoteCode.SIZE_READ_AS, text, stated[0].offset))
    others = (value for value in stated if values.line(value.raw))
    if other := next((value for value in others if values.size(value.raw) != (width, height)), None):
        notes.append(source.note(NoteCode.SEVERAL_READINGS, _SEVERAL_READINGS, other.offset))
    return width, height, tuple(notes)


def _marked_dead(line: "_Line", begin: Start) -> tuple[tuple[str, ...], tuple[Note, ...]]:
    """Return the stones that the players marked as dead, and a note.

    They are those of the opponent in the territory that is marked at the end (TB, TW), and those taken
    off after the last pass (AE).
    """
    nodes = _marking_nodes(line)
    marks = [(line.points_in(node, "TB"), line.points_in(node, "TW")) for node in nodes]
    black, white = marks[0] if marks else (set(), set())
    place = next((value for node in nodes for name in ("TB", "TW") if (value := node.first(name))), None)
    offset = place.offset if place and not line.removed else line.removed_at
    if black is None or white is None or black & white or any(mark != marks[0] for mark in marks):
        said = marked("The territory that the record marks (TB, TW) cannot be read.")
        return (), (line.source.note(NoteCode.MARKING_UNREAD, said, offset),)
    territory = {Color.BLACK: black, Color.WHITE: white}
    if not (line.removed or black or white):
        return (), ()
    game, illegal = follow_loosely(begin.board, begin.to_play, [move.action for move in line.moves])
    if illegal is not None:
        said = marked("The stones that the record marks as dead cannot be told from its moves.")
        return (), (line.source.note(NoteCode.MARKING_UNREAD, said, offset),)
    board = game.board
    dead = tuple(
        at for at in board if (stone := board[at]) and (at in line.removed or at in territory[stone.other])
    )
    if not dead:
        return (), ()
    said = marked("The record marks %(points)s as dead.", points=" ".join(dead))
    return dead, (line.source.note(NoteCode.DEAD_MARKED, said, offset),)


def _marking_nodes(line: "_Line") -> list[Node]:
    """Return the nodes that mark territory from the last move, or the first of the last passes, on.

    The last one comes first.
    """
    begins = line.moves[-1].node if line.moves else 0
    for move in takewhile(lambda move: isinstance(move.action, Pass), reversed(line.moves)):
        begins = move.node
    nodes = line.tree.nodes[begins:]
    return [node for node in reversed(nodes) if node.first("TB") or node.first("TW")]


def _variations(source: Source, tree: Tree) -> tuple[Note, ...]:
    if not tree.variations:
        return ()
    count = tree.variations
    said = marked_many("%(n)s variation was left out.", "%(n)s variations were left out.", count)
    return (source.note(NoteCode.VARIATIONS, said, tree.aside),)


@dataclass(slots=True, kw_only=True)
class _Line:
    """The main line as far as it was read."""

    source: Source
    tree: Tree
    limits: Limits
    setup: Setup
    with_words: bool
    moves: list[Move] = field(default_factory=list)
    player: Color | None = None
    player_at: int = 0
    notes: list[Note] = field(default_factory=list)
    resignations: list[Claim] = field(default_factory=list)
    resigned_at: int = 0
    removed: set[str] = field(default_factory=set)
    removed_at: int = 0
    undone: int = 0
    confirming: bool = False
    resumed_at: int = 0
    left_out: bool = False

    def take(self, node: Node) -> None:
        colors = [name for name in node.properties if name in _COLORS]
        if stone := first_setup_value(node):
            self._set_up(node, stone, with_move=bool(colors))
        if empty := empty_setup_value(node):
            said = marked("AB, AW or AE without a point sets up nothing.")
            self._note(NoteCode.EMPTY_SETUP, said, empty.offset)
        if turn := node.first("PL"):
            self._set_turn(turn)
            players = [values.player(value.raw) for value in node.properties["PL"]]
            self._compare_readings(players, turn.offset)
        if len(colors) > 1:
            offset = node.properties[colors[1]][0].offset
            said = marked("A node has two moves; they are read in the order of the file.")
            self._note(NoteCode.TWO_MOVES, said, offset)
        self._take_private_actions(node, with_move=bool(colors))
        for name in colors:
            self._move(node, _COLORS[name], node.properties[name])
        if colors and (forced := node.first("KO")):
            said = marked("A move to be executed whether or not it is legal (KO) is judged as others are.")
            self._note(NoteCode.FORCED_MOVE, said, forced.offset)

    def _set_up(self, node: Node, stone: Value, *, with_move: bool) -> None:
        """Add set-up stones.

        After the first move a removal undoes the last moves or, after the passes, takes off dead stones.
        Anything else is a fault: no sequence of actions would lead there.
        """
        if self.moves:
            if not only_removes(node) or not self._remove(node, stone):
                message = "Stones are set up after the first move"
                raise self._fault(FaultCode.LATE_SETUP, message, stone.offset)
            return
        self.setup.add(node)
        if node.index:
            said = marked("Stones are set up after the first node.")
            self._note(NoteCode.LATE_SETUP, said, stone.offset)
        if with_move:
            said = marked("A node has both a move and setup stones; the stones are set up first.")
            self._note(NoteCode.SETUP_WITH_MOVE, said, stone.offset)

    def _remove(self, node: Node, stone: Value) -> bool:
        """Take a removal of stones after the first move; return False if it has no plain meaning."""
        points = {
            at for value in node.properties["AE"] if values.line(value.raw) for at in self.setup.points(value)
        }
        last = [move.action for move in self.moves[-2:]]
        if len(last) == 2 and all(isinstance(action, Pass) for action in last):
            self.removed |= points
            self.removed_at = self.removed_at or stone.offset
            return True
        undone = [move.action for move in self.moves[-len(points) :]]
        plays = [action.at.upper() for action in undone if isinstance(action, Play)]
        self.undone += 1
        if self.undone > _MOST_UNDONE or len(plays) < len(undone) or set(plays) != points:
            return False
        if self._captured_in_last(len(undone)):
            return False
        del self.moves[-len(undone) :]
        count = len(undone)
        said = marked_many("%(n)s move was undone (AE).", "%(n)s moves were undone (AE).", count)
        self._note(NoteCode.MOVES_UNDONE, said, stone.offset)
        return True

    def _captured_in_last(self, count: int) -> bool:
        """Return whether the last moves took stones, or cannot be replayed."""
        actions = [move.action for move in self.moves]
        first = getattr(actions[0], "color", None) or Color.BLACK
        before, _ = follow_loosely(self.setup.board(), first, actions[:-count])
        after, illegal = follow_loosely(self.setup.board(), first, actions)
        return illegal is not None or before.prisoners != after.prisoners

    def points_in(self, node: Node, name: str) -> set[str] | None:
        """Return the points of a property that marks them, None if one of its values cannot be read."""
        found: set[str] = set()
        for value in filter(lambda held: values.line(held.raw), node.properties.get(name, ())):
            try:
                for at in values.points(value.raw, self.setup.width, self.setup.height):
                    if not self.setup.allowance.take(1):
                        return None
                    found.add(at)
            except ValueError:
                return None
        return found

    def _set_turn(self, turn: Value) -> None:
        if not values.line(turn.raw):
            return
        player = values.player(turn.raw)
        last = getattr(self.moves[-1].action, "color", None) if self.moves else None
        if self.moves and player and last is player.other:
            return
        if self.moves or player is None:
            self._ignore_turn(turn.offset)
        else:
            self._compare_readings([self.player or player, player], turn.offset)
            self.player, self.player_at = player, turn.offset

    def _ignore_turn(self, offset: int) -> None:
        self._note(NoteCode.TURN_IGNORED, marked("The player to play (PL) was left out."), offset)

    def _move(self, node: Node, color: Color, held: tuple[Value, ...]) -> None:
        if other := next((value for value in held[1:] if value.raw.strip() != held[0].raw.strip()), None):
            raise self._fault(FaultCode.SEVERAL_MOVES, "Several moves of a colour in a node", other.offset)
        if held[1:]:
            said = marked("A move is written twice in a node: it is one move.")
            self._note(NoteCode.REPEATED_MOVE, said, held[1].offset)
        if values.is_resignation(held[0].raw):
            self._resign(color, held[0])
            return
        if not self.moves and self.player is color.other:  # two properties contradict each other
            self._ignore_turn(self.player_at)
            self.player = None
        try:
            at, read_as = values.move(held[0].raw, self.setup.width, self.setup.height)
        except ValueError:
            message = f"Not a point on {self.setup.width}x{self.setup.height}"
            raise self._fault(FaultCode.BAD_POINT, message, held[0].offset) from None
        if values.is_pass_in_words(held[0].raw):
            self._note(NoteCode.PASSES_IN_WORDS, marked("A pass is written as a word."), held[0].offset)
        elif read_as:
            said = marked("A move that is not a point of the board is read as a pass.")
            self._note(NoteCode.NOT_A_POINT, said, held[0].offset)
        self._add(node, Pass(color) if at is None else Play(color, at), held[0].offset)

    def _resign(self, color: Color, held: Value) -> None:
        """Take a resignation that is written as a move: it is the result unless the record names one."""
        said = (
            marked("Black resigns, which is written as a move.")
            if color is Color.BLACK
            else marked("White resigns, which is written as a move.")
        )
        self._note(NoteCode.RESIGNATION_AS_MOVE, said, held.offset)
        self.resignations.append(Claim(by=By.RESIGNATION, winner=color.other))
        self.resigned_at = held.offset

    def result(self, stated: Claim | None) -> Claim | None:
        """Return the result that the record states, else its first resignation; note a contradiction."""
        known = [stated] if stated and stated.by is not By.UNKNOWN else []
        results = [*known, *self.resignations]
        if any(claim != results[0] for claim in results):
            self._note(NoteCode.SEVERAL_VALUES, FIRST_USED, self.resigned_at)
        return results[0] if results else stated

    def _take_private_actions(self, node: Node, *, with_move: bool) -> None:
        """Add the taking of the button, then an action of our own writing.

        No file of ours has several of them in a node, or one with a move.
        """
        buttons = [self._button(value) for value in node.properties.get(BUTTON, ())]
        actions = [self._private_action(value) for value in node.properties.get(ACTION, ())]
        turns = [(BUTTON, buttons)] if any(buttons) else []
        turns += [(ACTION, actions)] if any(actions) else []
        for name, readings in turns:
            offset = node.properties[name][0].offset
            self._compare_readings(readings, offset)
            if with_move or len(turns) > 1:
                self._note(NoteCode.SEVERAL_READINGS, _SEVERAL_READINGS, offset)
            if readings[0]:
                self._take_private_action(node, readings[0], offset)

    def _button(self, taken: Value) -> Action | None:
        """Return the taking of the button, or None for another program's property."""
        color = values.exact_color(taken.raw)
        return TakeButton(color) if color else None

    def _private_action(self, held: Value) -> Action | None:
        """Return an action of our own writing, or None for another program's property."""
        try:
            action = from_data(json.loads(values.text(held.raw)))
        except (ValueError, RecursionError):
            return None
        return None if len(getattr(action, "points", ())) > self.setup.width * self.setup.height else action

    def _take_private_action(self, node: Node, action: Action, offset: int) -> None:
        if isinstance(action, Resume):
            self.confirming, self.resumed_at = False, offset
        if isinstance(action, IN_RESULT) or (not self.with_words and self._is_said(action)):
            self._leave_out(offset)
        else:
            self._add(node, action, offset)

    def _compare_readings(self, readings: Sequence[object], offset: int) -> None:
        """Note that readings of the same property differ."""
        if any(reading != readings[0] for reading in readings):
            self._note(NoteCode.SEVERAL_READINGS, _SEVERAL_READINGS, offset)

    def _is_said(self, action: Action) -> bool:
        """Return whether an action belongs to what the players say of a stopped game, up to a resumption."""
        self.confirming = self.confirming or isinstance(action, WORDS)
        return self.confirming

    def _leave_out(self, offset: int) -> None:
        said = marked("Claims, confirmations and agreements were left out: the players enter them.")
        self._note(NoteCode.WORDS_LEFT_OUT, said, offset)
        self.left_out = True

    def leave_out_last_resumption(self) -> None:
        """Leave out a resumption after which nothing was played: that is a word too."""
        while not self.with_words and self.moves and isinstance(self.moves[-1].action, Resume):
            self.moves.pop()
            self._leave_out(self.resumed_at)

    def _add(self, node: Node, action: Action, offset: int) -> None:
        if self.resignations:
            raise self._fault(FaultCode.AFTER_RESIGNATION, "A move after a resignation", offset)
        if self.removed:
            raise self._fault(FaultCode.LATE_SETUP, "Stones are taken off before a move", self.removed_at)
        if len(self.moves) == self.limits.moves:
            raise self._fault(FaultCode.TOO_MANY_MOVES, f"Over {self.limits.moves} moves", offset)
        if self.left_out:
            said = marked("Moves follow claims or agreements that were left out.")
            self._note(NoteCode.MOVES_AFTER_WORDS, said, offset)
        self.moves.append(Move(action=action, offset=self.source.at(offset), node=node.index))

    def _note(self, code: NoteCode, said: str, offset: int) -> None:
        """Add a note, once for each code."""
        if code not in {note.code for note in self.notes}:
            self.notes.append(self.source.note(code, said, offset))

    def _fault(self, code: FaultCode, message: str, offset: int) -> SgfFault:
        return self.source.fault(code, message, offset, self.tree.game)
