"""Rounds paired, unpaired, shown, closed; pairs made and unmade; byes."""

from dataclasses import replace

from tournaments.competition.facts import MatchingFacts, PairFacts, copier
from tournaments.competition.schedules import SCHEDULES
from tournaments.events.constraints import PairingProved
from tournaments.events.pairs import PairMadeByHand, PairUnmade
from tournaments.events.rounds import ByeGiven, ByeTakenBack, RoundPaired, RoundPublished, RoundUnpaired
from tournaments.events.rulings import RoundClosed, RoundReopened
from tournaments.state.evolving.base import corrected_after, evolve, with_absences, with_round
from tournaments.state.evolving.teams import at_boards
from tournaments.state.groups import groups_of
from tournaments.state.layered import with_item
from tournaments.state.tournament import Pair, Round, Tournament

_pair = copier(PairFacts, Pair, "game_id", "by_hand")


@evolve.register
def evolve_round_paired(event: RoundPaired, state: Tournament) -> Tournament:
    before = state.round(event.round)
    made = {pair.game_id: _pair(pair, game_id=pair.game_id, by_hand=False) for pair in event.pairs}
    byes = frozenset(event.byes)
    matching = MatchingFacts.facts_of(event) | {"bound": event.bound or event.optimum}
    return with_round(
        state,
        event.round,
        pairs={**before.pairs, **made},
        byes=before.byes | byes,
        matched=frozenset() if before.busy else Round(number=event.round, pairs=made, byes=byes).met,
        corrected=before.corrected and bool(before.pairs),
        held=before.held | _held(event, state),
        line_ups={**before.line_ups, **event.line_ups},
        drawn={**before.drawn, event.group: event.order} if event.method in SCHEDULES else before.drawn,
        **matching,
    )


def _held(event: RoundPaired, state: Tournament) -> frozenset[str]:
    """Of a published round only the group that is paired now for the first time, beside others."""
    before = state.round(event.round)
    others = _groups_in(before, state)
    if not before.published or event.group in others or len(groups_of(state)) == 1:
        return frozenset()
    return frozenset(event.byes).union(*((pair.white, pair.black) for pair in event.pairs))


def _groups_in(round_: Round, state: Tournament) -> set[str]:
    """Of whoever has a game or a bye already."""
    if not state.settings.teams.boards:
        return {state.entries[entry].group for entry in round_.busy if entry in state.entries}
    paired = (team for team, players in round_.line_ups.items() if round_.busy.intersection(players))
    return {state.teams[team].group for team in paired if team in state.teams}


@evolve.register
def evolve_pairing_proved(event: PairingProved, state: Tournament) -> Tournament:
    return with_round(state, event.round, optimum=event.optimum, bound=event.optimum)


@evolve.register
def evolve_pair_made_by_hand(event: PairMadeByHand, state: Tournament) -> Tournament:
    state = at_boards(state, event.round, event.pair.white, event.pair.black)
    made = _pair(event.pair, game_id=event.pair.game_id, by_hand=True)
    pairs = with_item(state.round(event.round).pairs, made.game_id, made)
    return with_round(state, event.round, pairs=pairs)


@evolve.register
def evolve_pair_unmade(event: PairUnmade, state: Tournament) -> Tournament:
    pairs = {key: pair for key, pair in state.round(event.round).pairs.items() if key != event.game_id}
    corrected = state.round(event.round).corrected and bool(pairs)
    return with_absences(state, with_round(state, event.round, pairs=pairs, corrected=corrected))


@evolve.register
def evolve_round_unpaired(event: RoundUnpaired, state: Tournament) -> Tournament:
    rounds = {number: round_ for number, round_ in state.rounds.items() if number != event.round}
    return with_absences(state, replace(state, rounds=rounds))


@evolve.register
def evolve_bye_given(event: ByeGiven, state: Tournament) -> Tournament:
    state = at_boards(state, event.round, event.entry_id)
    byes = state.round(event.round).byes | {event.entry_id}
    return corrected_after(event.round, with_round(state, event.round, byes=byes))


@evolve.register
def evolve_bye_taken_back(event: ByeTakenBack, state: Tournament) -> Tournament:
    byes = state.round(event.round).byes - {event.entry_id}
    return corrected_after(event.round, with_absences(state, with_round(state, event.round, byes=byes)))


@evolve.register
def evolve_round_published(event: RoundPublished, state: Tournament) -> Tournament:
    shown = with_round(state, event.round, published=True, held=frozenset())
    return replace(shown, ever_shown=True)


@evolve.register
def evolve_round_closed(event: RoundClosed, state: Tournament) -> Tournament:
    return with_round(state, event.round, closed=True, claims_until=event.claims_until)


@evolve.register
def evolve_round_reopened(event: RoundReopened, state: Tournament) -> Tournament:
    return with_round(state, event.round, closed=False, claims_until="")
