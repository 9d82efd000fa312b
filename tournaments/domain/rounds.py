"""Pairing and unpairing of rounds. ``competition.pairing`` computes the matching."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

from games.inputs import ONCE_PUBLISHED
from games.marking import counted, marked
from games.refusals import refuse
from games.story.base import because, count
from tournaments.competition.facts import MatchingFacts, PairFacts
from tournaments.competition.history import Result, Winner
from tournaments.competition.pairing.digest import inputs_digest
from tournaments.competition.schedules import SCHEDULES
from tournaments.competition.settings import Settings
from tournaments.domain.base import (
    Command,
    Event,
    GameSeats,
    StoryContext,
    Subject,
    UndoContext,
    UndoPlan,
    fold,
)
from tournaments.domain.byes import ByeTakenBack, TakeBackBye
from tournaments.domain.declarations import PAIRING, PAIRS, event
from tournaments.domain.guards import entry_of, need_open, need_reason_after_publication, need_round
from tournaments.domain.pairs import UnmakePair, restore_pin_and_date
from tournaments.domain.results import ResultRecorded, default_results
from tournaments.domain.round_stages import PublishRound
from tournaments.domain.settings import SettingsChanged, check_settings
from tournaments.domain.waiting import need_pairable_round
from tournaments.state.changes import new_pair, with_absences, with_round
from tournaments.state.groups import groups_of
from tournaments.state.tournament import Pair, PairMade, Round, Tournament
from tournaments.teams.boards import is_forfeited, line_ups

FOLLOWS = "The number of rounds follows from the number of {}."
NOT_THERE = "Not there."
LATE = "Somebody came who plays against them."
HAND = "hand"
IMPORTED = "import"


@dataclass(frozen=True, kw_only=True)
class RoundFacts(MatchingFacts):
    """The computed pairs of all present entries without one. ``group``: "" if the event has no groups."""

    __slots__ = ()
    round: int
    pairs: tuple[PairMade, ...]
    byes: tuple[str, ...]
    group: str = ""


@event("tournament.round-paired.v1", rows=PAIRS, news=PAIRING)
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPaired(RoundFacts, Event):
    """The pairing of a round, or of a group of it.

    In a team tournament ``order`` names teams, and board 1 has the costs of a match. ``line_ups``: players
    at the boards of each team. ``reason``: why it was paired while results of earlier rounds were missing.

    A round of a schedule has no components and no optimum. If the optimum was not proved, ``PairingProved``
    may add it later.
    """

    line_ups: dict[str, tuple[str, ...]] = field(default_factory=dict)
    reason: str = ""

    def evolve(self, state: Tournament) -> Tournament:
        before = state.round(self.round)
        made = {pair.game_id: new_pair(pair, game_id=pair.game_id, by_hand=False) for pair in self.pairs}
        byes = frozenset(self.byes)
        matching = MatchingFacts.facts_of(self) | {"bound": self.bound or self.optimum}
        return with_round(
            state,
            self.round,
            pairs={**before.pairs, **made},
            byes=before.byes | byes,
            matched=frozenset() if before.busy else Round(number=self.round, pairs=made, byes=byes).met,
            corrected=before.corrected and bool(before.pairs),
            held=before.held | _withheld_entries(self, state),
            line_ups={**before.line_ups, **self.line_ups},
            drawn={**before.drawn, self.group: self.order} if self.method in SCHEDULES else before.drawn,
            **matching,
        )

    def sentence(self, context: StoryContext) -> str:
        paired = _pairing_in_words(self, context)
        if not self.reason:
            return paired
        return marked(
            "%(paired)s Results were missing%(because)s", paired=paired, because=because(self.reason)
        )

    def game_sentence(self, seats: GameSeats) -> str:
        return marked(
            "The game was paired in round %(round)s by %(method)s.",
            round=self.round,
            method=self.method.replace("_", " "),
        )

    def undo(self, context: UndoContext) -> UndoPlan:
        """Unpair the round, or unmake the pairs that the event added to it."""
        if not context.before.round(self.round).busy:
            inverse: list[Command] = [UnpairRound(round=self.round, reason=context.reason)]
        else:
            inverse = [UnmakePair(game_id=pair.game_id, reason=context.reason) for pair in self.pairs]
            inverse += [
                TakeBackBye(round=self.round, entry_id=entry_id, reason=context.reason)
                for entry_id in self.byes
            ]
        return UndoPlan(subject=_pairs_subject(self.round), commands=inverse)


@event("tournament.round-unpaired.v1", rows=PAIRS, news=PAIRING)
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundUnpaired(Event):
    """The undoing of the pairing of a whole round, which withdraws its games."""

    round: int
    reason: str = ""

    def evolve(self, state: Tournament) -> Tournament:
        rounds = {number: round_ for number, round_ in state.rounds.items() if number != self.round}
        return with_absences(state, replace(state, rounds=rounds))

    def sentence(self, context: StoryContext) -> str:
        return marked(
            "The pairing of round %(round)s was undone%(because)s",
            round=self.round,
            because=because(self.reason),
        )

    def game_sentence(self, seats: GameSeats) -> str:
        return marked(
            "The pairing of round %(round)s was undone%(because)s",
            round=self.round,
            because=because(self.reason),
        )

    def undo(self, context: UndoContext) -> UndoPlan:
        """Make the same pairs again with new ids, because withdrawn games remain withdrawn."""
        old = context.before.round(self.round)
        if old.drawn:
            again: Command = _same_draw(old, context)
        else:
            again = (
                _same_pairing(old, context) if old.met == old.matched else _same_pairs_by_hand(old, context)
            )
        restored = [command for pair in old.by_table() for command in restore_pin_and_date(pair, context)]
        return UndoPlan(subject=_pairing_subject(self.round), commands=[again, *restored])


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordPairing(RoundFacts, Command):
    """Record a computed pairing of all present entries that have no game in the round yet."""

    reason: str = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        # Games entered from elsewhere may skip a round, and have the results that their file has.
        imported = self.method == IMPORTED
        round_ = need_round(state, self.round) if imported else need_pairable_round(state, self.round)
        _refuse_busy_entries(round_, self)
        _refuse_unknown_entries(state, self)
        return [
            RoundPaired(
                line_ups=line_ups(state, self.round, self.pairs, self.byes),
                reason=self.reason,
                **RoundFacts.facts_of(self),
            ),
            *([] if imported else default_results(state, self.round, self.pairs)),
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordPairings(Command):
    """Record a round in parts, one for each group.

    ``byes_back``: entries that lose the bye because a latecomer is their opponent. ``rounds``: the number of
    rounds from now on, 0 for no change; ``results``: by game, results that
    count at once because a player is absent.
    """

    parts: tuple[RecordPairing, ...]
    byes_back: tuple[str, ...] = ()
    rounds: int = 0
    results: tuple[tuple[str, Result], ...] = ()

    def decide(self, state: Tournament) -> Sequence[Event]:
        events: list[Event] = []
        if self.rounds not in (0, state.settings.rounds):
            settings = replace(state.settings, rounds=self.rounds)
            check_settings(settings)
            reason = FOLLOWS.format("teams" if settings.teams.boards else "players")
            events.append(SettingsChanged(settings=settings, ruleset=state.ruleset, reason=reason))
        number = self.parts[0].round
        for entry in self.byes_back:
            events.append(ByeTakenBack(round=number, entry_id=entry, reason=LATE))
            state = fold(state, events[-1])
        for part in self.parts:
            events += part.decide(state)
        default_by_game = {
            event.game_id: event.result for event in events if isinstance(event, ResultRecorded)
        }  # at boards
        events += [
            ResultRecorded(round=number, game_id=game_id, result=result, reason=NOT_THERE, automatic=True)
            for game_id, result in self.results
            if default_by_game.get(game_id) != result
        ]
        return events


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordAllRounds(Command):
    """Record and publish all rounds of a schedule that does not depend on results."""

    rounds: tuple[RecordPairings, ...]

    def decide(self, state: Tournament) -> Sequence[Event]:
        events: list[Event] = []
        for drawn in self.rounds:
            made = drawn.decide(state)
            state = reduce(fold, made, state)
            shown = PublishRound(round=drawn.parts[0].round).decide(state)
            state = reduce(fold, shown, state)
            events += [*made, *shown]
        return events


@dataclass(frozen=True, slots=True, kw_only=True)
class UnpairRound(Command, right="round.pair", reason_needed=ONCE_PUBLISHED):
    """Undo the pairing of a whole round."""

    round: int
    reason: str = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        round_ = need_round(state, self.round)
        if not round_.busy:
            refuse("round_not_paired", round=self.round)
        need_open(round_)
        _refuse_results(round_, state)
        _refuse_later_round(state, self.round)
        need_reason_after_publication(self.reason, round_)
        return [RoundUnpaired(round=self.round, reason=self.reason)]


def _refuse_busy_entries(round_: Round, command: RecordPairing) -> None:
    taken = [who for pair in command.pairs for who in (pair.black, pair.white)] + list(command.byes)
    if busy := round_.busy.intersection(taken):
        refuse("already_paired", entry=min(busy), round=command.round)
    if len(set(taken)) != len(taken):
        refuse("already_paired", entry=max(taken, key=taken.count), round=command.round)


def _refuse_unknown_entries(state: Tournament, command: RecordPairing) -> None:
    for entry_id in (*(who for pair in command.pairs for who in (pair.black, pair.white)), *command.byes):
        entry_of(state, entry_id)


def _refuse_results(round_: Round, state: Tournament) -> None:
    teams = state.settings.teams.boards  # a board lost by absence was not played
    played = [pair for pair in round_.pairs.values() if not (teams and is_forfeited(pair))]
    if games := sum(_has_result(pair) for pair in played):
        refuse("round_has_results", round=round_.number, games=games)


def _has_result(pair: Pair) -> bool:
    if pair.place and pair.recorded is not None and pair.recorded.by_default:
        return False  # games lost by absence in a schedule were not played
    return bool(pair.reports) or pair.ruled is not None or pair.result.winner is not Winner.NOBODY_YET


def _refuse_later_round(state: Tournament, number: int) -> None:
    if later := [n for n in state.rounds if n > number and state.rounds[n].pairs]:
        refuse("later_round_paired", round=min(later))


def _same_pairing(old: Round, context: UndoContext) -> RecordPairing:
    return RecordPairing(
        round=old.number,
        pairs=tuple(_pair_with_new_id(pair, context) for pair in old.by_table()),
        byes=tuple(sorted(old.byes)),
        **MatchingFacts.facts_of(old),
    )


def _same_pairs_by_hand(old: Round, context: UndoContext) -> RecordPairing:
    """Return the same pairs as paired by hand, because they do not come from a single matching."""
    again = _same_pairing(old, context)
    return RecordPairing(round=again.round, method=HAND, pairs=again.pairs, byes=again.byes)


def _same_draw(old: Round, context: UndoContext) -> RecordPairings:
    """Return the same round of a schedule: each field with its seeds, and losses by absence."""
    whole = _same_pairing(old, context)
    parts = [
        _pairing_of_field(whole, group, order, context.before.settings)
        for group, order in sorted(old.drawn.items())
    ]
    lost = [pair for pair in old.by_table() if pair.recorded is not None]
    return RecordPairings(
        parts=tuple(parts),
        results=tuple((context.new_id(pair.game_id), pair.recorded) for pair in lost if pair.recorded),
    )


def _pairing_of_field(
    whole: RecordPairing, group: str, order: tuple[str, ...], settings: Settings
) -> RecordPairing:
    """Return the part of one field; teams are one field, which is the whole round."""
    if settings.teams.boards:
        return replace(whole, group=group, order=order)
    return replace(
        whole,
        group=group,
        order=order,
        pairs=tuple(pair for pair in whole.pairs if pair.white in order),
        byes=tuple(who for who in whole.byes if who in order),
    )


def _pair_with_new_id(pair: Pair, context: UndoContext) -> PairMade:
    return PairMade(game_id=context.new_id(pair.game_id), **PairFacts.facts_of(pair))


def _pairs_subject(number: int) -> Subject:
    def opponents(state: Tournament) -> object:
        round_ = state.round(number)
        return round_.byes, frozenset(frozenset(pair.players) for pair in round_.pairs.values())

    return opponents


def _pairing_subject(number: int) -> Subject:
    """Return a function that also reads the inputs of the pairing, on which its optimum depends."""
    opponents = _pairs_subject(number)

    def opponents_and_inputs(state: Tournament) -> object:
        return opponents(state), inputs_digest(state.history(), number, "", 0, (), ()), state.teams

    return opponents_and_inputs


def _withheld_entries(event: RoundPaired, state: Tournament) -> frozenset[str]:
    """Return the entries of a group that is paired for the first time in a round published with others."""
    before = state.round(event.round)
    paired_groups = _paired_groups(before, state)
    if not before.published or event.group in paired_groups or len(groups_of(state)) == 1:
        return frozenset()
    return frozenset(event.byes).union(*((pair.white, pair.black) for pair in event.pairs))


def _paired_groups(round_: Round, state: Tournament) -> set[str]:
    """Return the groups of all entries with a game or a bye."""
    if not state.settings.teams.boards:
        return {state.entries[entry].group for entry in round_.busy if entry in state.entries}
    paired = (team for team, players in round_.line_ups.items() if round_.busy.intersection(players))
    return {state.teams[team].group for team in paired if team in state.teams}


def _pairing_in_words(event: RoundPaired, context: StoryContext) -> str:
    made, byes = _games_in_words(event, context)
    if byes:
        made = marked("%(made)s; %(names)s had the bye", made=made, names=", ".join(byes))
    facts = {"round": event.round, "method": event.method.replace("_", " "), "made": made}
    if event.group:
        return marked(
            "Round %(round)s of %(group)s was paired by %(method)s: %(made)s.", group=event.group, **facts
        )
    return marked("Round %(round)s was paired by %(method)s: %(made)s.", **facts)


def _games_in_words(event: RoundPaired, context: StoryContext) -> tuple[str, list[str]]:
    """Return the games or matches in words, and the names of players or teams with the bye."""
    games = count(len(event.pairs), "game")
    if not event.line_ups:
        return games, [context.player_name(entry) for entry in event.byes]
    matches, byes = matches_of_event(event)
    made = counted(
        "%(number)s team match, %(games)s",
        "%(number)s team matches, %(games)s",
        len(matches),
        games=games,
    )
    return made, [context.after.teams[team].name for team in byes]


def matches_of_event(event: RoundPaired) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    """Return the teams that the event paired, White at board 1 first, and the teams with the bye."""
    team = {entry: team for team, players in event.line_ups.items() for entry in players}
    first = {players[0] for players in event.line_ups.values()}
    pairs = tuple((team[pair.white], team[pair.black]) for pair in event.pairs if pair.white in first)
    return pairs, tuple(dict.fromkeys(team[entry] for entry in event.byes))
