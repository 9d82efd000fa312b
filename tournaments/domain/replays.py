"""Replays in a bracket after the correction of a result on which later matches had been drawn.

Either the later matches are kept, or the games that followed from the earlier result are undone, played or
not, and drawn again by pairing their rounds.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.inputs import ALWAYS
from games.refusals import refuse
from tournaments.competition.schedules.bracket import FilledMatch, following_matches
from tournaments.domain.base import Command, Event
from tournaments.domain.byes import ByeTakenBack
from tournaments.domain.guards import need_open, need_reason, pair_of, refuse_ruled_game
from tournaments.domain.pairs import PairUnmade
from tournaments.domain.results import ResultCleared
from tournaments.domain.schedule import bracket_matches, drawn_groups, entries_of_sides
from tournaments.state.tournament import Pair, Tournament
from tournaments.teams.matches import match_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayFrom(Command, right="round.pair", reason_needed=ALWAYS):
    """Undo the games of a bracket that followed from another result of this game."""

    game_id: str
    reason: str = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        _, pair = pair_of(state, self.game_id)
        matches, filled = find_in_bracket(state, pair)
        if filled is None or not filled.is_overtaken:
            refuse("nothing_to_replay", game=self.game_id)
        need_reason(self.reason, about="games that were drawn")
        undone = reversed(following_matches(matches, filled.match.place))
        return [event for later in undone for event in _undo_match(state, later, self.reason)]


def matches_to_replay(matches: Sequence[FilledMatch], filled: FilledMatch) -> list[FilledMatch]:
    """Return the matches with a game that followed from the result before its correction."""
    return (
        [later for later in following_matches(matches, filled.match.place) if later.game]
        if filled.is_overtaken
        else []
    )


def find_in_bracket(state: Tournament, pair: Pair) -> tuple[list[FilledMatch], FilledMatch | None]:
    """Return the bracket of a game, or board, and its match there, None if it is in no bracket."""
    for group in drawn_groups(state):
        matches = bracket_matches(state, group)
        for filled in matches:
            if any(game.game_id == pair.game_id for game in games_of(state, filled)):
                return matches, filled
    return [], None


def games_of(state: Tournament, filled: FilledMatch) -> list[Pair]:
    """Return the game of a match; in a team tournament, the games at its boards."""
    if filled.game is None:
        return []
    if state.settings.teams.boards:
        match = match_of(state, filled.game.round, filled.game.white)
        return [board.pair for board in match.boards] if match else []
    pairs = state.round(filled.game.round).by_table()
    return [pair for pair in pairs if set(pair.players) == filled.game.players]


def _undo_match(state: Tournament, filled: FilledMatch, reason: str) -> Iterator[Event]:
    round_ = state.round(filled.game.round if filled.game else filled.match.round)
    for pair in games_of(state, filled):
        need_open(round_)
        refuse_ruled_game(pair)
        if pair.recorded is not None or pair.reports:
            yield ResultCleared(round=round_.number, game_id=pair.game_id, reason=reason)
        yield PairUnmade(round=round_.number, game_id=pair.game_id, reason=reason)
    if filled.walkover:
        free = round_.byes.intersection(entries_of_sides(state, [filled.walkover], round_.number))
        for entry in sorted(free):
            yield ByeTakenBack(round=round_.number, entry_id=entry, reason=reason)
