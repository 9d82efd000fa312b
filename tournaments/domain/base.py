"""Base classes of a tournament's events and commands, and what their methods are given. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from games.log.wire import Unknown
from games.marking import marked
from tournaments.competition.history import Result
from tournaments.domain.result_words import COLOURLESS, WON, defaulted
from tournaments.state.tournament import Entry, Pair, Tournament, side_key

SOMEBODY = marked("a player who is not known any more")

Subject = Callable[[Tournament], object]
"""Reads from a state what an event changed."""


class Event:
    """Something that happened to a tournament. ``declarations.event`` registers each class."""

    __slots__ = ()

    def evolve(self, state: Tournament) -> Tournament:
        """Return the state after the event. Never refuses: the event has happened."""
        raise NotImplementedError

    def sentence(self, seen: "Seen") -> str:
        """Return the event in words, for the story of the tournament."""
        raise NotImplementedError

    def game_sentence(self, seats: "Seats") -> str:
        """Return the event in words, for the story of one game; not called if declared without one."""
        raise NotImplementedError

    def undo(self, past: "Past") -> "Edit | None":
        """Return the edit that the event was, or None if it cannot be undone."""
        return None


class Command:
    """A request to change a tournament."""

    __slots__ = ()

    def decide(self, state: Tournament) -> Sequence[Event]:
        """Return the events that follow. Raises :class:`games.refusals.Refusal`."""
        raise NotImplementedError


def fold(state: Tournament, event: object) -> Tournament:
    """Return the state after an event of the log. One written by a later program changes nothing."""
    if isinstance(event, Event):
        return event.evolve(state)
    if isinstance(event, Unknown):
        return state
    raise TypeError(f"{type(event).__name__} is not an event of a tournament")


def sentence_for(event: object, seen: "Seen") -> str:
    """Return an event of the log in words."""
    if isinstance(event, Event):
        return event.sentence(seen)
    if isinstance(event, Unknown):
        return marked("Something that this program does not know: %(kind)s.", kind=event.kind)
    raise TypeError(f"{type(event).__name__} is not an event of a tournament")


def undo_of(event: object, past: "Past") -> "Edit | None":
    """Return the edit that an event of the log was, or None if it cannot be undone."""
    return event.undo(past) if isinstance(event, Event) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """``subject`` reads from a state what the event changed; ``back``: the commands that restore it.

    An edit can be undone while its subject is still as the event left it.
    """

    subject: Subject
    back: Sequence[Command]


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """The states before and after an event, for undoing it.

    ``reason``: why it is undone. ``new_id`` makes ids that follow from the id of the undoing command.
    """

    before: Tournament
    after: Tournament
    reason: str
    new_id: Callable[[str], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """A game and who plays it: the entries, as the pair stands at the moment; "" before it is made."""

    game_id: str
    black: str = ""
    white: str = ""
    colours_known: bool = True

    def side(self, entry_id: str) -> str:
        if not self.colours_known:
            return marked("A player")
        return {self.black: marked("Black"), self.white: marked("White")}.get(entry_id, marked("A player"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """The states around an event, and the players' names: by entry id, by ``side_key`` of those before."""

    before: Tournament
    after: Tournament
    names: Mapping[str, str]

    def who(self, entry_id: str) -> str:
        return self._name(self.after.entries.get(entry_id) or self.before.entries.get(entry_id), entry_id)

    def who_was(self, entry_id: str) -> str:
        """Before the event, where somebody takes an entry over."""
        return self._name(self.before.entries.get(entry_id), entry_id)

    def _name(self, entry: Entry | None, entry_id: str) -> str:
        """Whose entry it was then: it may be somebody else's now."""
        name = self.names.get(side_key(entry.side)) if entry else None
        return name or self.names.get(entry_id, SOMEBODY)

    def pair(self, game_id: str) -> Pair | None:
        found = self.after.pair_of(game_id) or self.before.pair_of(game_id)
        return found[1] if found else None

    def game(self, game_id: str) -> str:
        """Both players, White first, and where they meet."""
        found = self.after.pair_of(game_id) or self.before.pair_of(game_id)
        if found is None:
            return marked("a game")
        round_, pair = found
        return marked(
            "%(white)s - %(black)s (round %(round)s, table %(table)s)",
            white=self.who(pair.white),
            black=self.who(pair.black),
            round=round_.number,
            table=pair.table,
        )

    def won(self, game_id: str, result: Result) -> str:
        """Who won, by name where it is one of the two."""
        pair = self.pair(game_id)
        named = {"black": pair.black, "white": pair.white} if pair else {}
        winner = named.get(result.winner)
        words = marked("%(who)s wins", who=self.who(winner)) if winner else WON[result.winner]
        return defaulted(words, result)


def of_entry(entry_id: str, fact: Callable[[Entry], object]) -> Subject:
    """A fact of an entry, None where it was removed."""

    def read(state: Tournament) -> object:
        entry = state.entries.get(entry_id)
        return None if entry is None else fact(entry)

    return read


def pair_in(state: Tournament, game_id: str) -> Pair | None:
    found = state.pair_of(game_id)
    return found[1] if found else None


def winner_in_words(result: Result, seats: Seats) -> str:
    words = WON if seats.colours_known else WON | COLOURLESS
    return defaulted(words[result.winner], result)
