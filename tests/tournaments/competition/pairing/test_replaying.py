"""Whole tournaments paired round by round from their events and reproduced from the log."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.build import create, entered
from tournaments.competition.facts import MatchingFacts, PairFacts
from tournaments.competition.history import MeetingKind, MeetingOf, Result, Winner
from tournaments.competition.pairing import pair_players
from tournaments.competition.pairing.proof import RecordedMatching, prove
from tournaments.competition.settings import PairingSettings
from tournaments.domain.base import fold
from tournaments.domain.byes import RequestBye
from tournaments.domain.clubs import SetClubGroup
from tournaments.domain.meetings import SetMeetingGroup
from tournaments.domain.presence import SetPresence
from tournaments.domain.results import RecordResult
from tournaments.domain.rounds import RecordPairing, RoundPaired
from tournaments.domain.tables import PinPlayer
from tournaments.state.tournament import PairMade, Tournament

ROUNDS = 3


def recorded(ours):
    pairs = [PairMade(game_id=f"{ours.round}/{two.table}", **PairFacts.facts_of(two)) for two in ours.pairs]
    return RecordPairing(
        round=ours.round,
        pairs=tuple(pairs),
        byes=() if ours.bye is None else (ours.bye,),
        **MatchingFacts.facts_of(ours),
    )


@st.composite
def tournaments(draw):
    """The events of a tournament, everything about it drawn."""
    letters = "abcdefg"[: draw(st.integers(4, 7))]
    system = draw(st.sampled_from(["mcmahon", "swiss", "swiss_categories"]))
    criteria = ("MMS",) if system == "mcmahon" else ("NBW",)
    unused = draw(st.sampled_from([(), (1, 3)]))
    state, events = Tournament(), []

    def do(command):
        nonlocal state
        for event in command.decide(state):
            events.append(event)
            state = fold(state, event)

    rules = PairingSettings(tables_unused=unused)
    do(create(system=system, criteria=criteria, rounds=ROUNDS, pairing=rules, categories=(-2,)))
    for letter in letters:
        (enter,) = entered(letter)
        do(replace(enter, rank=draw(st.integers(-5, 2)), club=draw(st.sampled_from(["", "X", "Y"]))))
    anybody, kind = st.sampled_from(letters), draw(st.sampled_from(MeetingKind))
    members = draw(st.frozensets(anybody, min_size=2, max_size=3))
    do(SetMeetingGroup(group_id="g", kind=kind, of=MeetingOf.FAMILY, members=members))
    do(PinPlayer(entry_id=draw(anybody), table=draw(st.integers(0, 4))))
    if draw(st.booleans()):
        do(SetClubGroup(group_id="c", name="West", clubs=frozenset("XY")))
    for number in range(1, ROUNDS + 1):
        do(RequestBye(entry_id=draw(anybody), round=number))
        if draw(st.booleans()):
            do(SetPresence(entry_id=draw(anybody), round=number, present=False))
        do(recorded(pair_players(state.history(), number, seed=draw(st.integers(0, 99)))))
        for game_id in state.round(number).pairs:
            winner = draw(st.sampled_from([Winner.BLACK, Winner.WHITE, Winner.JIGO]))
            do(RecordResult(game_id=game_id, result=Result(winner=winner)))
    return events


@settings(max_examples=30)
@given(tournaments())
def test_log_reproduces_every_pairing_with_byes_and_tables(events):
    """Totals, optimum, bye and fingerprint of every round, from the events before it alone."""
    state = Tournament()
    for event in events:
        if isinstance(event, RoundPaired):
            pairs = tuple((two.white, two.black) for two in event.pairs)
            told = RecordedMatching(pairs=pairs, byes=event.byes, **MatchingFacts.facts_of(event))
            found = prove(state.history(), event.round, told, ())
            assert (found.optimal, found.same_total, found.same_inputs) == (True, True, True)
            _check_byes(event, state)
            _check_tables(event, state)
        state = fold(state, event)


def _check_byes(event, state):
    present = [entry for entry in state.entries.values() if entry.present_in(event.round)]
    assert len(event.byes) == len(present) % 2
    had = {entry.id: sum(entry.id in round_.byes for round_ in state.rounds.values()) for entry in present}
    asked = {entry.id for entry in present if event.round in entry.byes_asked}
    for receiver in event.byes:
        fewest = {who for who, byes in had.items() if byes == min(had.values())}
        assert receiver in fewest
        assert receiver in asked or not asked & fewest


def _check_tables(event, state):
    unused = state.settings.pairing.tables_unused
    for two in event.pairs:
        wanted = {state.entries[who].table for who in (two.white, two.black)} - {0}
        assert two.table in wanted if wanted else two.table not in unused
