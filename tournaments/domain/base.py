"""Base classes of a tournament's events and commands, and the values their methods are given. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from games.inputs import Declaration
from games.log.wire import Unknown
from games.marking import marked
from tournaments.competition.history import Result
from tournaments.domain.result_words import COLOURLESS_WORDS, RESULT_WORDS, with_default
from tournaments.state.tournament import Entry, Pair, Tournament, side_key

UNKNOWN_PLAYER = marked("a player who has been erased")

Subject = Callable[[Tournament], object]
"""Reads from a state the part that an event changed."""


class Event:
    """An event of a tournament. ``declarations.event`` registers each class."""

    __slots__ = ()

    def evolve(self, state: Tournament) -> Tournament:
        """Return the state after the event. Never refuses, because the event has been recorded."""
        raise NotImplementedError

    def sentence(self, context: "StoryContext") -> str:
        """Return the event in words, for the story of the tournament."""
        raise NotImplementedError

    def game_sentence(self, seats: "GameSeats") -> str:
        """Return the event in words, for the story of one game; not called if declared without one."""
        raise NotImplementedError

    def undo(self, context: "UndoContext") -> "UndoPlan | None":
        """Return how to undo the event, or None if it cannot be undone."""
        return None


class Command(Declaration):
    """A request to change a tournament."""

    __slots__ = ()

    def decide(self, state: Tournament) -> Sequence[Event]:
        """Return the events that follow. Raises :class:`games.refusals.Refusal`."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class AppliedEvent:
    """An event of the log, with the states before and after it."""

    event: object
    before: Tournament
    after: Tournament


def fold(state: Tournament, event: object) -> Tournament:
    """Return the state after an event of the log. An event of an unknown kind changes nothing."""
    if isinstance(event, Event):
        return event.evolve(state)
    if isinstance(event, Unknown):
        return state
    raise TypeError(f"{type(event).__name__} is not an event of a tournament")


def sentence_for(event: object, context: "StoryContext") -> str:
    """Return an event of the log in words."""
    if isinstance(event, Event):
        return event.sentence(context)
    if isinstance(event, Unknown):
        return marked("Unknown event: %(kind)s.", kind=event.kind)
    raise TypeError(f"{type(event).__name__} is not an event of a tournament")


def undo_plan(event: object, context: "UndoContext") -> "UndoPlan | None":
    """Return how to undo an event of the log, or None if it cannot be undone."""
    return event.undo(context) if isinstance(event, Event) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoPlan:
    """The commands that undo an event, and the subject that they restore.

    An event can be undone until its subject changes again.
    """

    subject: Subject
    commands: Sequence[Command]


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoContext:
    """The context of an event to be undone: the states before and after it.

    ``reason``: of the undoing. ``new_id`` derives ids from the id of the undoing command.
    """

    before: Tournament
    after: Tournament
    reason: str
    new_id: Callable[[str], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSeats:
    """A game and the entries that play it at the time of an event; "" before it is paired.

    ``names`` by entry id, empty where both players are known from the page.
    """

    game_id: str
    black: str = ""
    white: str = ""
    colours_known: bool = True
    names: Mapping[str, str] = field(default_factory=dict)

    def side_in_words(self, entry_id: str) -> str:
        colour = {self.black: marked("Black"), self.white: marked("White")}.get(entry_id)
        name = self.names.get(entry_id)
        if not self.colours_known or not colour:
            return name or marked("A player")
        return marked("%(who)s (%(colour)s)", who=name, colour=colour) if name else colour


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryContext:
    """The context of an event in words: the states before and after it, and names of players.

    ``names``: by entry id, and by ``side_key`` for the earlier players of a replaced entry.
    """

    before: Tournament
    after: Tournament
    names: Mapping[str, str]

    def player_name(self, entry_id: str) -> str:
        return self._name(self.after.entries.get(entry_id) or self.before.entries.get(entry_id), entry_id)

    def previous_player_name(self, entry_id: str) -> str:
        """Return the name of the entry's player before the event, which replaces the player."""
        return self._name(self.before.entries.get(entry_id), entry_id)

    def _name(self, entry: Entry | None, entry_id: str) -> str:
        """Return the name at the time of the event; the entry's player may have been replaced since."""
        name = self.names.get(side_key(entry.side)) if entry else None
        return name or self.names.get(entry_id, UNKNOWN_PLAYER)

    def find_pair(self, game_id: str) -> Pair | None:
        return find_pair(self.after, game_id) or find_pair(self.before, game_id)

    def game_in_words(self, game_id: str) -> str:
        """Return both players, White first, with the round and the table."""
        found = self.after.pair_of(game_id) or self.before.pair_of(game_id)
        if found is None:
            return marked("a game")
        round_, pair = found
        return marked(
            "%(white)s - %(black)s (round %(round)s, table %(table)s)",
            white=self.player_name(pair.white),
            black=self.player_name(pair.black),
            round=round_.number,
            table=pair.table,
        )

    def result_in_words(self, game_id: str, result: Result) -> str:
        """Return the result in words, with the winner's name if one of the two players won."""
        pair = self.find_pair(game_id)
        players = {"black": pair.black, "white": pair.white} if pair else {}
        winner = players.get(result.winner)
        words = RESULT_WORDS[result.winner]
        if winner:
            words = marked("%(who)s wins", who=self.player_name(winner))
        return with_default(words, result)


def entry_fact(entry_id: str, fact: Callable[[Entry], object]) -> Subject:
    """Return a function that reads a fact of an entry, None if the entry has been removed."""

    def read(state: Tournament) -> object:
        entry = state.entries.get(entry_id)
        return None if entry is None else fact(entry)

    return read


def find_pair(state: Tournament, game_id: str) -> Pair | None:
    found = state.pair_of(game_id)
    return found[1] if found else None


def winner_in_words(result: Result, seats: GameSeats) -> str:
    words = RESULT_WORDS if seats.colours_known else RESULT_WORDS | COLOURLESS_WORDS
    name = seats.names.get({"black": seats.black, "white": seats.white}.get(result.winner, ""))
    return with_default(marked("%(who)s wins", who=name) if name else words[result.winner], result)
