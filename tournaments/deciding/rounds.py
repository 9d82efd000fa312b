"""Pairing a round, undoing it, publishing it. ``competition.pairing`` has computed the matching."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.refusals import refuse
from tournaments.competition.history import Winner
from tournaments.competition.pairing.unknown import TakenForOne, taken_for_one
from tournaments.deciding.base import (
    decide,
    entry_of,
    need_open,
    need_reason_once_published,
    need_round,
    need_round_before,
)
from tournaments.deciding.fields import bound, waiting_at_boards
from tournaments.deciding.scheduling import due, is_scheduled
from tournaments.events.rounds import IMPORTED, RoundFacts, RoundPaired, RoundPublished, RoundUnpaired
from tournaments.state.groups import group_of, groups_of
from tournaments.state.tournament import Pair, Round, Tournament
from tournaments.teams.boards import forfeited, line_ups, lost_by_default
from tournaments.teams.matches import waiting_players, waiting_teams


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordPairing(RoundFacts):
    """Take over a computed pairing of everyone present in the round who has no game yet."""

    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnpairRound:
    round: int
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishRound:
    round: int


@decide.register
def decide_record_pairing(command: RecordPairing, state: Tournament) -> Sequence[object]:
    # What was played elsewhere may have left a round out.
    imported = command.method == IMPORTED
    round_ = need_round(state, command.round) if imported else may_pair(state, command.round)
    _refuse_busy(round_, command)
    _refuse_unknown(state, command)
    return [
        RoundPaired(
            line_ups=line_ups(state, command.round, command.pairs, command.byes),
            reason=command.reason,
            **RoundFacts.facts_of(command),
        ),
        *lost_by_default(state, command.round, command.pairs),
    ]


@decide.register
def decide_unpair_round(command: UnpairRound, state: Tournament) -> Sequence[object]:
    round_ = need_round(state, command.round)
    if not round_.busy:
        refuse("round_not_paired", round=command.round)
    need_open(round_)
    _refuse_played(round_, state)
    _refuse_later(state, command.round)
    need_reason_once_published(command.reason, round_)
    return [RoundUnpaired(round=command.round, reason=command.reason)]


@decide.register
def decide_publish_round(command: PublishRound, state: Tournament) -> Sequence[object]:
    round_ = need_round(state, command.round)
    if not round_.pairs:
        refuse("round_not_paired", round=command.round)
    return [] if round_.published and not round_.held else [RoundPublished(round=command.round)]


def may_pair(state: Tournament, number: int) -> Round:
    """The round, if pairing it makes sense now: the one before is paired, and players wait for a game."""
    round_ = need_round(state, number)
    need_round_before(state, number)
    need_open(round_)
    if round_.pairs and len(waiting_sides(state, number)) < 2:
        refuse("round_already_paired", round=number)
    return round_


def waiting_sides(state: Tournament, number: int) -> list[str]:
    """Who waits for a game, or a match: entries, or teams."""
    if is_scheduled(state):
        return due(state, number)
    if state.settings.teams.boards:
        return [team.id for team in waiting_teams(state, number)]
    return waiting(state, number)


def waiting(state: Tournament, number: int) -> list[str]:
    """Entries present in the round that have neither game nor bye; of teams, those at the boards."""
    if is_scheduled(state):
        return waiting_at_boards(state, due(state, number), number)
    if state.settings.teams.boards:
        return waiting_players(state, number)
    busy = state.round(number).busy
    return [entry.id for entry in state.entries.values() if entry.present_in(number) and entry.id not in busy]


def unknown_in(state: Tournament, number: int, rules: str | None = None) -> TakenForOne:
    """Of those who wait for a game in the round; of nobody where teams or a schedule say who meets."""
    apart = state.settings.teams.boards or is_scheduled(state)
    there = [] if apart else [state.entries[who] for who in waiting(state, number)]
    countries, clubs = [one.country for one in there], [one.club for one in there]
    return taken_for_one(state.settings, countries, clubs, rules)


def not_checked_in(state: Tournament, number: int, group: str | None = None) -> list[str]:
    """Who waits for a game and is not checked in; nobody where nobody has been checked in at all."""
    if not any(entry.checked_in for entry in state.entries.values()):
        return []
    waits = (state.entries[entry_id] for entry_id in waiting(state, number))
    return [one.id for one in waits if not one.checked_in and group in (None, one.group)]


def left_out(state: Tournament, number: int) -> list[str]:
    """Groups that the round leaves out so far: two or more wait for a game, and nobody has one, or a bye."""
    there = [group_of(state, who) for who in waiting_sides(state, number)]
    begun = {group_of(state, who) for who in bound(state, number)}
    return [group for group in groups_of(state) if group not in begun and there.count(group) > 1]


def need_group_before(state: Tournament, number: int, group: str) -> None:
    """Of a group by itself too, rounds are paired in order."""
    if number > 1 and group in left_out(state, number - 1):
        who = f"Group {group} has" if group else "Those without a group have"
        fault = f"{who} no pairs in round {number - 1}."
        refuse("earlier_round_not_paired", round=number - 1, group=group, fault=fault)


def _refuse_busy(round_: Round, command: RecordPairing) -> None:
    taken = [who for pair in command.pairs for who in (pair.black, pair.white)] + list(command.byes)
    if busy := round_.busy.intersection(taken):
        refuse("already_paired", entry=min(busy), round=command.round)
    if len(set(taken)) != len(taken):
        refuse("already_paired", entry=max(taken, key=taken.count), round=command.round)


def _refuse_unknown(state: Tournament, command: RecordPairing) -> None:
    for entry_id in (*(who for pair in command.pairs for who in (pair.black, pair.white)), *command.byes):
        entry_of(state, entry_id)


def _refuse_played(round_: Round, state: Tournament) -> None:
    teams = state.settings.teams.boards  # a board that is lost for want of a player was not played
    played = [pair for pair in round_.pairs.values() if not (teams and forfeited(pair))]
    if games := sum(_has_word(pair) for pair in played):
        refuse("round_has_results", round=round_.number, games=games)


def _has_word(pair: Pair) -> bool:
    if pair.place and pair.recorded is not None and pair.recorded.by_default:
        return False  # a schedule lost for want of a player: nothing was played
    return bool(pair.reports) or pair.ruled is not None or pair.result.winner is not Winner.NOBODY_YET


def _refuse_later(state: Tournament, number: int) -> None:
    if later := [n for n in state.rounds if n > number and state.rounds[n].pairs]:
        refuse("later_round_paired", round=min(later))
