"""Whole rounds: paired, unpaired, closed. What was published has been read, and stays so."""

from dataclasses import replace

from tournaments.competition.facts import MatchingFacts, PairFacts
from tournaments.competition.history import Settings
from tournaments.competition.pairing.digest import inputs_digest
from tournaments.deciding.closing import ReopenRound
from tournaments.deciding.drawing import RecordPairings
from tournaments.deciding.pairs import TakeBye, UnmakePair
from tournaments.deciding.rounds import RecordPairing, UnpairRound
from tournaments.deciding.undoing.base import Edit, Past, Subject, edit_of
from tournaments.events.pairs import PairMade
from tournaments.events.rounds import HAND, RoundPaired, RoundUnpaired
from tournaments.events.rulings import RoundClosed
from tournaments.state.tournament import Pair, Round, Tournament


@edit_of.register
def edit_of_round_paired(event: RoundPaired, past: Past) -> Edit:
    """All of the round, or those that were added to it."""
    if not past.before.round(event.round).busy:
        back: list[object] = [UnpairRound(round=event.round, reason=past.reason)]
    else:
        back = [UnmakePair(game_id=pair.game_id, reason=past.reason) for pair in event.pairs]
        back += [TakeBye(round=event.round, entry_id=entry_id, reason=past.reason) for entry_id in event.byes]
    return Edit(subject=_who_meets(event.round), back=back)


@edit_of.register
def edit_of_round_unpaired(event: RoundUnpaired, past: Past) -> Edit:
    """The same pairs again; the games get new ids, since those that were withdrawn stay withdrawn."""
    old = past.before.round(event.round)
    if old.drawn:
        again: object = _drawn_again(old, past)
    else:
        again = _again(old, past) if old.met == old.matched else _by_hand(old, past)
    return Edit(subject=_who_meets_and_why(event.round), back=[again])


@edit_of.register
def edit_of_round_closed(event: RoundClosed, past: Past) -> Edit:
    back = ReopenRound(round=event.round, reason=past.reason)
    return Edit(subject=lambda state: state.round(event.round).closed, back=[back])


def _again(old: Round, past: Past) -> RecordPairing:
    return RecordPairing(
        round=old.number,
        pairs=tuple(_made(pair, past) for pair in old.by_table()),
        byes=tuple(sorted(old.byes)),
        **MatchingFacts.facts_of(old),
    )


def _by_hand(old: Round, past: Past) -> RecordPairing:
    """Of pairs that no one matching has made, none is told to be the best: nothing was weighed together."""
    again = _again(old, past)
    return RecordPairing(round=again.round, method=HAND, pairs=again.pairs, byes=again.byes)


def _drawn_again(old: Round, past: Past) -> RecordPairings:
    """The same of a schedule: each field with its seeds, and what was lost by not being there."""
    whole = _again(old, past)
    parts = [
        _of_field(whole, group, order, past.before.settings) for group, order in sorted(old.drawn.items())
    ]
    lost = [pair for pair in old.by_table() if pair.recorded is not None]
    return RecordPairings(
        parts=tuple(parts),
        results=tuple((past.new_id(pair.game_id), pair.recorded) for pair in lost if pair.recorded),
    )


def _of_field(whole: RecordPairing, group: str, order: tuple[str, ...], settings: Settings) -> RecordPairing:
    """Teams are one field: theirs is the whole round."""
    if settings.teams.boards:
        return replace(whole, group=group, order=order)
    return replace(
        whole,
        group=group,
        order=order,
        pairs=tuple(pair for pair in whole.pairs if pair.white in order),
        byes=tuple(who for who in whole.byes if who in order),
    )


def _made(pair: Pair, past: Past) -> PairMade:
    return PairMade(game_id=past.new_id(pair.game_id), **PairFacts.facts_of(pair))


def _who_meets(number: int) -> Subject:
    def who_meets(state: Tournament) -> object:
        round_ = state.round(number)
        return round_.byes, frozenset(frozenset(pair.players) for pair in round_.pairs.values())

    return who_meets


def _who_meets_and_why(number: int) -> Subject:
    """With all that the round was paired on: pairs that were the best may be so no more, or not be there."""
    who_meets = _who_meets(number)

    def who_and_why(state: Tournament) -> object:
        return who_meets(state), inputs_digest(state.history(), number, "", 0, (), ()), state.teams

    return who_and_why
