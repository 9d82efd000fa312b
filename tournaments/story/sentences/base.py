"""The dispatch, and what a sentence may speak of."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import singledispatch

from games.log.wire import Unknown
from games.marking import marked
from tournaments.competition.history import Result
from tournaments.state.tournament import Entry, Pair, Tournament, side_key
from tournaments.story.of_game import WON, defaulted

SOMEBODY = marked("a player who is not known any more")


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


@singledispatch
def describe(event: object, seen: Seen) -> str:
    """The sentence for an event. Raises TypeError for no event of a tournament."""
    raise TypeError(f"no sentence for {type(event).__name__}")


@describe.register
def describe_unknown(event: Unknown, seen: Seen) -> str:
    return marked("Something that this program does not know: %(kind)s.", kind=event.kind)
