"""Games of a round: pairing and unpairing by hand, colours, handicap."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from games.inputs import ONCE_PUBLISHED, Reason, new_id
from games.marking import marked
from games.refusals import refuse
from games.story.base import because, count
from tournaments.competition.facts import STONES, Seating
from tournaments.competition.history import Winner
from tournaments.competition.pairing import terms_of_two
from tournaments.competition.pairing.handicap import terms_of_pair
from tournaments.domain.base import (
    Command,
    Event,
    GameSeats,
    StoryContext,
    Subject,
    UndoContext,
    UndoPlan,
    find_pair,
)
from tournaments.domain.declarations import PAIR, PAIRING, PAIRS, event
from tournaments.domain.game_dates import SetGameDate
from tournaments.domain.guards import (
    is_half_point,
    need_free,
    need_open,
    need_reason_after_publication,
    need_round,
    need_round_before,
    pair_of,
    refuse_ruled_game,
)
from tournaments.domain.inputs import KOMI_IF_ANY, STONES_IF_ANY, TABLE_IF_ANY
from tournaments.domain.schedule import is_scheduled, place_of
from tournaments.domain.tables import PinPair, free_table
from tournaments.state.changes import keep_line_ups, new_pair, with_absences, with_pair, with_round
from tournaments.state.layered import with_item
from tournaments.state.tournament import Pair, PairMade, Round, Tournament


@event("tournament.pair-made-by-hand.v1", rows=PAIRS, news=PAIRING)
@dataclass(frozen=True, slots=True, kw_only=True)
class PairMadeByHand(Event):
    """The pairing of two players by hand, which opens a game."""

    round: int
    pair: PairMade
    reason: str = ""

    def evolve(self, state: Tournament) -> Tournament:
        state = keep_line_ups(state, self.round, self.pair.white, self.pair.black)
        made = new_pair(self.pair, game_id=self.pair.game_id, by_hand=True)
        pairs = with_item(state.round(self.round).pairs, made.game_id, made)
        return with_round(state, self.round, pairs=pairs)

    def sentence(self, context: StoryContext) -> str:
        return marked(
            "%(game)s was paired by hand%(because)s",
            game=context.game_in_words(self.pair.game_id),
            because=because(self.reason),
        )

    def game_sentence(self, seats: GameSeats) -> str:
        return marked(
            "Paired by hand in round %(round)s, at table %(table)s%(because)s",
            round=self.round,
            table=self.pair.table,
            because=because(self.reason),
        )

    def undo(self, context: UndoContext) -> UndoPlan:
        game_id = self.pair.game_id
        return UndoPlan(
            subject=_pair_subject(game_id), commands=[UnmakePair(game_id=game_id, reason=context.reason)]
        )


@event("tournament.pair-unmade.v1", rows=PAIRS, news=PAIRING)
@dataclass(frozen=True, slots=True, kw_only=True)
class PairUnmade(Event):
    """The removal of a pair from a round, which withdraws its game."""

    round: int
    game_id: str
    reason: str = ""

    def evolve(self, state: Tournament) -> Tournament:
        pairs = {key: pair for key, pair in state.round(self.round).pairs.items() if key != self.game_id}
        corrected = state.round(self.round).corrected and bool(pairs)
        return with_absences(state, with_round(state, self.round, pairs=pairs, corrected=corrected))

    def sentence(self, context: StoryContext) -> str:
        return marked(
            "The pair %(game)s was undone%(because)s",
            game=context.game_in_words(self.game_id),
            because=because(self.reason),
        )

    def game_sentence(self, seats: GameSeats) -> str:
        return marked("The pair was undone%(because)s", because=because(self.reason))

    def undo(self, context: UndoContext) -> UndoPlan | None:
        """Make the same pair again with a new id, because the earlier game remains withdrawn."""
        pair = find_pair(context.before, self.game_id)
        if pair is None:
            return None
        commands = [_same_pair(pair, self.round, context), *restore_pin_and_date(pair, context)]
        return UndoPlan(subject=_pair_subject(self.game_id), commands=commands)


@event("tournament.colours-swapped.v1", rows=PAIR, news=PAIRING)
@dataclass(frozen=True, slots=True, kw_only=True)
class ColoursSwapped(Event):
    """The exchange of the colours of a game."""

    round: int
    game_id: str
    reason: str = ""

    def evolve(self, state: Tournament) -> Tournament:
        pair = state.round(self.round).pairs[self.game_id]
        return with_pair(state, self.round, self.game_id, white=pair.black, black=pair.white)

    def sentence(self, context: StoryContext) -> str:
        return marked(
            "The colours were swapped: %(game)s, White first%(because)s",
            game=context.game_in_words(self.game_id),
            because=because(self.reason),
        )

    def game_sentence(self, seats: GameSeats) -> str:
        return marked("The colours were swapped.")

    def undo(self, context: UndoContext) -> UndoPlan:
        def seats(state: Tournament) -> object:
            pair = find_pair(state, self.game_id)
            return pair and pair.players

        return UndoPlan(subject=seats, commands=[SwapColours(game_id=self.game_id, reason=context.reason)])


@event("tournament.handicap-set.v1", rows=PAIR, news=PAIRING)
@dataclass(frozen=True, slots=True, kw_only=True)
class HandicapSet(Event):
    """A change of the handicap and komi of a game."""

    round: int
    game_id: str
    handicap: int
    komi: int | float
    reason: str = ""

    def evolve(self, state: Tournament) -> Tournament:
        return with_pair(state, self.round, self.game_id, handicap=self.handicap, komi=self.komi)

    def sentence(self, context: StoryContext) -> str:
        terms = marked(
            "%(count)s and komi %(komi)s", count=count(self.handicap, "handicap stone"), komi=f"{self.komi:g}"
        )
        return marked(
            "The terms of %(game)s were set to %(terms)s%(because)s",
            game=context.game_in_words(self.game_id),
            terms=terms,
            because=because(self.reason),
        )

    def game_sentence(self, seats: GameSeats) -> str:
        return marked(
            "The terms were set to %(count)s and komi %(komi)s.",
            count=count(self.handicap, "handicap stone"),
            komi=f"{self.komi:g}",
        )

    def undo(self, context: UndoContext) -> UndoPlan | None:
        def terms(state: Tournament) -> object:
            pair = find_pair(state, self.game_id)
            return pair and (pair.handicap, pair.komi)

        old = find_pair(context.before, self.game_id)
        if old is None:
            return None
        inverse = SetHandicap(
            game_id=old.game_id, handicap=old.handicap, komi=old.komi, reason=context.reason
        )
        return UndoPlan(subject=terms, commands=[inverse])


@dataclass(frozen=True, slots=True, kw_only=True)
class MakePair(Seating, Command, right="round.pair", reason_needed=ONCE_PUBLISHED):
    """Pair two players by hand. ``table`` 0: the lowest free one.

    ``handicap`` None: of the settings, from the strength of the two; ``komi`` None: of the settings, from the
    handicap.
    """

    round: int
    game_id: Annotated[str, new_id("pair")]
    table: Annotated[int, TABLE_IF_ANY] = 0
    handicap: Annotated[int | None, STONES_IF_ANY] = None
    komi: Annotated[float | None, KOMI_IF_ANY] = None
    reason: Reason = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        round_ = need_round(state, self.round)
        if self.white == self.black:
            refuse("same_player_twice", entry=self.white)
        for entry_id in (self.white, self.black):
            need_free(state, round_, entry_id)
        need_round_before(state, self.round)
        need_reason_after_publication(self.reason, round_)
        if self.handicap is None:
            handicap, usual = terms_of_settings(state, self.round, self.white, self.black)
        else:
            handicap, usual = self.handicap, state.settings.komi_for(self.handicap)
        komi = usual if self.komi is None else self.komi
        check_terms(handicap, komi)
        table = free_table(round_, self.table or _pinned_table(self, state, round_), state)
        made = PairMade(
            game_id=self.game_id,
            handicap=handicap,
            komi=komi,
            place=place_of(state, self.round, {self.white, self.black}),
            **Seating.facts_of(self) | {"table": table},
        )
        return [PairMadeByHand(round=self.round, pair=made, reason=self.reason)]


@dataclass(frozen=True, slots=True, kw_only=True)
class UnmakePair(Command, right="round.pair", reason_needed=ONCE_PUBLISHED):
    """Unmake a pair, whose players then wait for a game again."""

    game_id: str
    reason: str = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        round_, pair = _need_no_result(state, self.game_id)
        need_reason_after_publication(self.reason, round_)
        return [PairUnmade(round=round_.number, game_id=pair.game_id, reason=self.reason)]


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapColours(Command, right="round.pair", reason_needed=ONCE_PUBLISHED):
    """Swap the colours of a game."""

    game_id: str
    reason: str = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        round_, pair = _need_no_result(state, self.game_id)
        if not pair.colours_known:
            refuse("colours_unknown", game=pair.game_id)
        need_reason_after_publication(self.reason, round_)
        return [ColoursSwapped(round=round_.number, game_id=pair.game_id, reason=self.reason)]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetHandicap(Command, right="round.pair", reason_needed=ONCE_PUBLISHED):
    """Set the handicap and komi of a game. ``komi`` None: of the settings, from the handicap."""

    game_id: str
    handicap: Annotated[int, STONES]
    komi: Annotated[float | None, KOMI_IF_ANY] = None
    reason: str = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        round_, pair = _need_no_result(state, self.game_id)
        komi = state.settings.komi_for(self.handicap) if self.komi is None else self.komi
        check_terms(self.handicap, komi)
        if (pair.handicap, pair.komi) == (self.handicap, komi):
            return []
        need_reason_after_publication(self.reason, round_)
        return [
            HandicapSet(
                round=round_.number,
                game_id=pair.game_id,
                handicap=self.handicap,
                komi=komi,
                reason=self.reason,
            )
        ]


def terms_of_settings(state: Tournament, round_: int, white: str, black: str) -> tuple[int, float]:
    """Return stones and komi of two players; games of boards of teams and even schedules are even."""
    settings = state.settings
    if settings.teams.boards or (is_scheduled(state) and not settings.schedule.handicap):
        return 0, settings.komi_for(0)
    if is_scheduled(state):
        return terms_of_pair(state.entries[white].rank, state.entries[black].rank, settings)
    return terms_of_two(state.history(), round_, white, black)


def check_terms(handicap: int, komi: float) -> None:
    if not 0 <= handicap <= 9:
        refuse("invalid_pairing", field="handicap", fault=marked("0 to 9 stones"))
    if not is_half_point(komi):
        refuse("invalid_pairing", field="komi", fault=marked("half points from -400 to 400"))


def _need_no_result(state: Tournament, game_id: str) -> tuple[Round, Pair]:
    round_, pair = pair_of(state, game_id)
    need_open(round_)
    refuse_ruled_game(pair)
    if pair.reports or pair.result.winner is not Winner.NOBODY_YET:
        refuse("game_has_result", game=game_id, round=round_.number)
    return round_, pair


def _pinned_table(command: MakePair, state: Tournament, round_: Round) -> int:
    """Return the table that one of the two is pinned to, if it is free; else 0."""
    white, black = state.entries[command.white], state.entries[command.black]
    pinned = white.table or black.table
    return 0 if pinned in {pair.table for pair in round_.pairs.values()} else pinned


def _same_pair(pair: Pair, round_: int, context: UndoContext) -> MakePair:
    return MakePair(
        round=round_,
        game_id=context.new_id(pair.game_id),
        komi=pair.komi,
        reason=context.reason,
        handicap=pair.handicap,
        **Seating.facts_of(pair),
    )


def restore_pin_and_date(pair: Pair, context: UndoContext) -> list[Command]:
    """Return the commands that restore the pin and the date of a pair that is made again under a new id."""
    game_id = context.new_id(pair.game_id)
    commands: list[Command] = [PinPair(game_id=game_id)] if pair.pinned else []
    if pair.date:
        commands.append(SetGameDate(game_id=game_id, date=pair.date, time=pair.time, reason=context.reason))
    return commands


def _pair_subject(game_id: str) -> Subject:
    def exists(state: Tournament) -> object:
        return find_pair(state, game_id) is not None

    return exists
