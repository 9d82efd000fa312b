"""Edits of one pair or bye."""

from tournaments.competition.facts import GameFacts
from tournaments.deciding.dates import SetGameDate
from tournaments.deciding.pairs import (
    GiveBye,
    MakePair,
    MoveTable,
    SetHandicap,
    SwapColours,
    TakeBye,
    UnmakePair,
)
from tournaments.deciding.undoing.base import Edit, Past, Subject, edit_of, pair_in
from tournaments.events.pairs import ColoursSwapped, HandicapSet, PairMadeByHand, PairUnmade, TableMoved
from tournaments.events.rounds import ByeGiven, ByeTakenBack
from tournaments.state.tournament import Pair, Tournament


@edit_of.register
def edit_of_pair_made_by_hand(event: PairMadeByHand, past: Past) -> Edit:
    game_id = event.pair.game_id
    return Edit(subject=_paired(game_id), back=[UnmakePair(game_id=game_id, reason=past.reason)])


@edit_of.register
def edit_of_pair_unmade(event: PairUnmade, past: Past) -> Edit | None:
    """The same pair under a new id: the game that was withdrawn stays withdrawn."""
    pair = pair_in(past.before, event.game_id)
    if pair is None:
        return None
    again = _again(pair, event.round, past)
    dated = SetGameDate(game_id=again.game_id, date=pair.date, time=pair.time, reason=past.reason)
    return Edit(subject=_paired(event.game_id), back=[again, dated] if pair.date else [again])


def _again(pair: Pair, round_: int, past: Past) -> MakePair:
    return MakePair(
        round=round_,
        game_id=past.new_id(pair.game_id),
        komi=pair.komi,
        reason=past.reason,
        **GameFacts.facts_of(pair),
    )


@edit_of.register
def edit_of_colours_swapped(event: ColoursSwapped, past: Past) -> Edit:
    def seats(state: Tournament) -> object:
        pair = pair_in(state, event.game_id)
        return pair and pair.players

    return Edit(subject=seats, back=[SwapColours(game_id=event.game_id, reason=past.reason)])


@edit_of.register
def edit_of_handicap_set(event: HandicapSet, past: Past) -> Edit | None:
    def terms(state: Tournament) -> object:
        pair = pair_in(state, event.game_id)
        return pair and (pair.handicap, pair.komi)

    old = pair_in(past.before, event.game_id)
    if old is None:
        return None
    back = SetHandicap(game_id=old.game_id, handicap=old.handicap, komi=old.komi, reason=past.reason)
    return Edit(subject=terms, back=[back])


@edit_of.register
def edit_of_table_moved(event: TableMoved, past: Past) -> Edit | None:
    def table(state: Tournament) -> object:
        pair = pair_in(state, event.game_id)
        return pair and pair.table

    old = pair_in(past.before, event.game_id)
    if old is None:
        return None
    return Edit(subject=table, back=[MoveTable(game_id=old.game_id, table=old.table, reason=past.reason)])


@edit_of.register
def edit_of_bye_given(event: ByeGiven, past: Past) -> Edit:
    back = TakeBye(round=event.round, entry_id=event.entry_id, reason=past.reason)
    return Edit(subject=_has_bye(event.entry_id, event.round), back=[back])


@edit_of.register
def edit_of_bye_taken_back(event: ByeTakenBack, past: Past) -> Edit:
    back = GiveBye(round=event.round, entry_id=event.entry_id, reason=past.reason)
    return Edit(subject=_has_bye(event.entry_id, event.round), back=[back])


def _paired(game_id: str) -> Subject:
    def paired(state: Tournament) -> object:
        return pair_in(state, game_id) is not None

    return paired


def _has_bye(entry_id: str, round_: int) -> Subject:
    def has_bye(state: Tournament) -> object:
        return entry_id in state.round(round_).byes

    return has_bye
