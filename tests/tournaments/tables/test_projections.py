"""Rows equal the folded state after any commands, and so do rebuilt rows."""

import random
from uuid import UUID, uuid4

import pytest

from games.game.rows import GameRow
from games.log import rebuilding
from games.log.serialisation import decode
from games.refusals import Refusal
from rules import RULESETS, Ruleset
from tests.builders import (
    NOW,
    a_context,
    a_tournament,
    an_entrant,
    an_organisation,
    differing_rows,
    do,
    imported,
    pair,
)
from tests.sizes import size
from tests.tournaments.reaching import record_to
from tournaments.commands import PairRound, carry_out, pair_round
from tournaments.competition.history import Result, Winner
from tournaments.competition.settings import ClaimSettings, Settings
from tournaments.domain.byes import GiveBye, TakeBackBye
from tournaments.domain.entries import ChangeEntry, EnterPlayer
from tournaments.domain.pairs import MakePair, SetHandicap, SwapColours, UnmakePair
from tournaments.domain.presence import CheckIn, ReinstateEntry, SetPresence, WithdrawEntry
from tournaments.domain.results import ClearResult, ConfirmResult, RecordResult, ReportResult
from tournaments.domain.round_stages import CloseRound, PublishRound, ReopenRound
from tournaments.domain.rounds import UnpairRound
from tournaments.domain.rulings import AppealRuling, LiftRuling, RuleResult
from tournaments.domain.settings import ChangeSettings
from tournaments.domain.tables import MoveTable
from tournaments.domain.tiebreaks import preview_moves
from tournaments.domain.tournament import ChangeDetails, Publish, Unpublish
from tournaments.interchange.importing import import_tournament
from tournaments.loading import load
from tournaments.persons.names import name_order
from tournaments.reading.queries import history_of
from tournaments.state.tournament import Details
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow, TournamentRow

pytestmark = pytest.mark.django_db
ROUNDS = 3


class Walk:
    """A director who does anything at all, one command after the other; refusals are part of the day."""

    def __init__(self, seed):
        self.chance = random.Random(seed)
        entrants = [an_entrant(place) for place in range(7)]
        same_ids = a_context(command_id=UUID(int=seed))
        import_tournament(imported(entrants, rounds=ROUNDS), an_organisation(), f"walk-{seed}", same_ids)
        self.row = TournamentRow.objects.get(slug=f"walk-{seed}")
        self.id = str(self.row.id)
        self.done, self.refused = [], set()

    @property
    def state(self):
        return load(self.id)[0]

    def step(self):
        command = self.chance.choice(COMMANDS)(self)
        context = a_context(command_id=UUID(int=self.chance.getrandbits(128)))
        try:
            if isinstance(command, PairRound):
                recorded = pair_round(self.id, command, context)
            else:
                recorded = carry_out(self.id, command, context)
        except Refusal as refusal:
            self.refused.add(refusal.code)
        else:
            self.done += [one.kind for one in recorded]

    def round(self):
        return self.chance.randint(1, ROUNDS)

    def entry(self):
        return self.chance.choice(list(self.state.entries))

    def pair(self):
        known = [pair for round_ in self.state.rounds.values() for pair in round_.pairs.values()]
        return self.chance.choice(known) if known else None

    def shown(self):
        rounds = [round_ for round_ in self.state.rounds.values() if round_.published and not round_.closed]
        return [pair for round_ in rounds for pair in round_.pairs.values()]

    def game(self):
        pair = self.pair()
        return pair.game_id if pair else str(uuid4())

    def player(self):
        pair = self.pair()
        return (pair.game_id, self.chance.choice(pair.players)) if pair else (str(uuid4()), self.entry())

    def claim(self):
        return str(UUID(int=self.chance.randint(1, 2)))

    def result(self):
        winner = self.chance.choice([Winner.BLACK, Winner.WHITE, Winner.JIGO, Winner.NEITHER])
        return Result(winner=winner, by_default=self.chance.random() < 0.1)


def enter(walk):
    number = walk.chance.getrandbits(32)
    return EnterPlayer(
        entry_id=str(UUID(int=number)),
        player_id=str(UUID(int=number)),
        rank=walk.chance.randint(-10, 3),
        rating=1500,
        absent=frozenset({walk.round()} if walk.chance.random() < 0.3 else ()),
    )


def make(walk):
    return MakePair(
        round=walk.round(),
        game_id=str(UUID(int=walk.chance.getrandbits(128))),
        white=walk.entry(),
        black=walk.entry(),
        handicap=walk.chance.randint(0, 9),
        komi=0.5,
        table=walk.chance.choice([0, 0, 1, 9]),
        reason="late",
    )


def settings(walk):
    claims = ClaimSettings(minutes=walk.chance.choice([0, 15]))
    new = Settings(rounds=ROUNDS, komi=walk.chance.choice([5.5, 6.5]), criteria=("MMS", "SOS"), claims=claims)
    seen = preview_moves(walk.state, new).digest
    return ChangeSettings(settings=new, ruleset="tromp-taylor", reason="voted", seen=seen)


def report(walk):
    game_id, who = walk.player()
    return ReportResult(game_id=game_id, entry_id=who, result=walk.result())


def confirm(walk):
    game_id, who = walk.player()
    return ConfirmResult(game_id=game_id, entry_id=who)


def rule(walk):
    return RuleResult(
        game_id=walk.game(),
        result=walk.result(),
        claim_id=walk.claim(),
        score=walk.chance.choice(["", "W+3.5"]),
        final=walk.chance.random() < 0.1,
        appeal_until=NOW.isoformat(),
    )


def appeal(walk):
    pair = walk.pair()
    known = pair.ruled.claim_id if pair and pair.ruled else walk.claim()
    return AppealRuling(game_id=walk.game(), claim_id=known)


def take_bye(walk):
    byes = [(number, who) for number, round_ in walk.state.rounds.items() for who in sorted(round_.byes)]
    number, who = walk.chance.choice(byes or [(walk.round(), walk.entry())])
    return TakeBackBye(round=number, entry_id=who, reason="as agreed")


def turn_up(walk):
    entry = walk.chance.choice(list(walk.state.entries.values()))
    return CheckIn(entry_id=entry.id, here=not entry.checked_in)


def set_presence(walk):
    entry, number = walk.chance.choice(list(walk.state.entries.values())), walk.round()
    return SetPresence(entry_id=entry.id, round=number, present=number in entry.absent)


def settle(walk):
    open_ = [game.game_id for game in walk.shown() if game.result.winner is Winner.NOBODY_YET]
    game_id = walk.chance.choice(open_) if open_ else walk.game()
    return RecordResult(game_id=game_id, result=walk.result(), reason="late")


def close(walk):
    shown = [number for number, round_ in walk.state.rounds.items() if round_.published]
    return CloseRound(round=walk.chance.choice(shown or [1]), at=NOW)


def lift(walk):
    return LiftRuling(game_id=walk.game(), claim_id=walk.claim(), reason="triple ko")


COMMANDS = [
    enter,
    make,
    make,
    settings,
    report,
    report,
    report,
    confirm,
    rule,
    appeal,
    lift,
    settle,
    settle,
    close,
    close,
    lambda w: ReopenRound(round=w.round(), reason="late"),
    lambda w: ChangeEntry(entry_id=w.entry(), rank=w.chance.randint(-9, 2), reason="promoted"),
    lambda w: WithdrawEntry(entry_id=w.entry()),
    lambda w: ReinstateEntry(entry_id=w.entry()),
    lambda w: ReinstateEntry(entry_id=w.entry()),
    turn_up,
    set_presence,
    lambda w: PairRound(round=w.round(), seed=1),
    lambda w: PairRound(round=w.round(), seed=2),
    lambda w: PairRound(round=w.round(), seed=3),
    *[lambda w: UnpairRound(round=w.round(), reason="again")] * 4,
    lambda w: PublishRound(round=w.round()),
    lambda w: PublishRound(round=w.round()),
    lambda w: UnmakePair(game_id=w.game(), reason="again"),
    lambda w: SwapColours(game_id=w.game(), reason="as agreed"),
    lambda w: SetHandicap(game_id=w.game(), handicap=w.chance.randint(0, 9), komi=0.5, reason="as agreed"),
    lambda w: MoveTable(game_id=w.game(), table=w.chance.randint(1, 5), reason="as agreed"),
    lambda w: GiveBye(round=w.round(), entry_id=w.entry(), reason="as agreed"),
    take_bye,
    lambda w: RecordResult(game_id=w.game(), result=w.result(), reason="seen"),
    lambda w: RecordResult(game_id=w.game(), result=w.result(), reason="seen"),
    lambda w: ClearResult(game_id=w.game(), reason="typo"),
    lambda w: ChangeDetails(details=Details(name=f"Open {w.chance.randint(1, 9)}")),
    lambda w: w.chance.choice([Publish, Unpublish])(),
]


def check(row):
    """Every column of every row against the state."""
    state, version = load(str(row.id))
    row = TournamentRow.objects.get(pk=row.pk)
    assert (row.version, row.name, row.published) == (version, state.details.name, state.published)
    assert (decode(Settings, row.settings), row.ruleset) == (state.settings, state.ruleset)
    assert entry_rows(row) == {
        entry.id: (
            entry.player_id,
            entry.number,
            entry.rank,
            sorted(entry.absent),
            entry.withdrawn,
            entry.checked_in,
        )
        for entry in state.entries.values()
    }
    assert round_rows(row) == {
        number: (
            round_.published,
            round_.corrected,
            round_.closed,
            round_.claims_until,
            round_.seed,
            round_.total,
            sorted(round_.byes),
        )
        for number, round_ in state.rounds.items()
    }
    assert pair_rows(row) == {
        pair.game_id: (
            number,
            pair.table,
            pair.black,
            pair.white,
            pair.handicap,
            pair.komi,
            pair.by_hand,
            pair.result,
            pair.result_state,
            dict(pair.reports),
            (pair.ruled.claim_id, pair.ruled.score, pair.ruled.appeal_until) if pair.ruled else ("", "", ""),
        )
        for number, round_ in state.rounds.items()
        for pair in round_.pairs.values()
    }
    assert history_of(row) == state.history(name_order(state))
    games = {str(game.game_id): (game.black, game.white) for game in GameRow.objects.filter(withdrawn=False)}
    paired = [pair for round_ in state.rounds.values() for pair in round_.pairs.values()]
    assert games == {pair.game_id: pair.players for pair in paired}


def entry_rows(row):
    return {
        str(e.id): (str(e.player_id), e.number, e.rank, e.absent, e.withdrawn, e.checked_in)
        for e in EntryRow.objects.filter(tournament=row)
    }


def round_rows(row):
    return {
        r.number: (r.published, r.corrected, r.closed, r.claims_until, r.seed, r.total, r.byes)
        for r in RoundRow.objects.filter(tournament=row)
    }


def pair_rows(row):
    return {
        str(p.game_id): (
            p.round,
            p.table,
            str(p.black_id),
            str(p.white_id),
            p.handicap,
            p.komi,
            p.by_hand,
            Result(winner=Winner(p.winner), by_default=p.by_default),
            p.result_state,
            {who: decode(Result, result) for who, result in p.reports.items()},
            (p.ruled_claim, p.ruled_score, p.appeal_until),
        )
        for p in PairingRow.objects.filter(tournament=row)
    }


@pytest.mark.parametrize("seed", range(size(3, long=16)))
def test_rows_equal_the_state_after_any_day(seed):
    walk = Walk(seed)
    for step in range(120):
        walk.step()
        if step % size(3, long=1) == 0:
            check(walk.row)
    assert differing_rows() == []
    assert walk.done
    assert walk.refused


@pytest.mark.parametrize("batch", [1, 7])
def test_rebuild_in_small_batches_writes_the_same_rows(batch, monkeypatch):
    walk = Walk(11)
    for _ in range(80):
        walk.step()
    monkeypatch.setattr(rebuilding, "BATCH", batch)
    assert differing_rows() == []
    check(walk.row)


def test_tournaments_are_projected_independently():
    first, second = Walk(21), Walk(22)
    for _ in range(40):
        first.step()
        second.step()
    for walk in (first, second):
        state = walk.state
        row = TournamentRow.objects.get(pk=walk.row.pk)
        assert history_of(row) == state.history(name_order(state))
        assert set(entry_rows(walk.row)) == set(state.entries)
    assert differing_rows() == []


def test_imported_tournament_has_the_rows_of_a_played_one():
    entrants = [an_entrant(place) for place in range(5)]
    import_tournament(imported(entrants), an_organisation(), "imported", a_context())
    row = TournamentRow.objects.get(slug="imported")
    check(row)
    pair(row, 1)
    check(row)


def test_proved_result_is_stored_with_the_result_and_rebuilt():
    from games.game.commands import receive_record

    row = a_tournament(players=2, board_size=9)
    nine = decode(Settings, row.settings)
    by_area = ChangeSettings(settings=nine, ruleset="tromp-taylor")
    do(row, by_area)
    pair(row, 1)
    pairing = PairingRow.objects.get()
    do(row, RecordResult(game_id=str(pairing.game_id), result=Result(winner=Winner.BLACK)))
    receive_record(str(pairing.game_id), b"(;SZ[9];B[ee];W[cc];B[];W[])", a_context())
    live = PairingRow.objects.get()
    proved = (live.proved_winner, live.proved_text, live.is_contradicted)
    assert proved == (Winner.WHITE, "W+6.5", True)
    assert differing_rows() == []
    rebuilding.rebuild()
    again = PairingRow.objects.get()
    assert (again.proved_winner, again.proved_text, again.is_contradicted) == proved
    assert list(PairingRow.objects.with_contradiction()) == [again]


def test_detects_altered_row():
    row = a_tournament(players=4)
    pair(row, 1)
    PairingRow.objects.filter(tournament=row, table=1).update(handicap=9)
    EntryRow.objects.filter(tournament=row, number=1).update(rank=8)
    assert differing_rows() == ["tournaments.EntryRow", "tournaments.PairingRow"]


TRIPLE_KO = record_to(  # lightvector/KataGo, cpp/tests, with a row more
    ["OOOOOOO", "OXO.O.O", "X.XOXOX", "XXXXXXX", "OOOOOOO", ".......", "......."],
    then=";B[db];W[bc];B[fb];W[dc];B[bb];W[fc]",
)


def test_missing_result_is_no_jigo():
    from games.game.commands import change_record, receive_record
    from games.game.deciding import Act
    from rules import AgreeDraw

    row = a_tournament(players=2, board_size=7)
    seven = decode(Settings, row.settings)
    do(row, ChangeSettings(settings=seven, ruleset="japanese"))
    pair(row, 1)
    game_id = str(PairingRow.objects.get().game_id)
    jigo = RecordResult(game_id=game_id, result=Result(winner=Winner.JIGO))
    do(row, jigo)
    receive_record(game_id, TRIPLE_KO.encode(), a_context())
    change_record(game_id, Act(action=AgreeDraw()), a_context())
    live = PairingRow.objects.get()
    assert (live.proved_winner, live.proved_text, live.is_contradicted) == (Winner.NOBODY_YET, "Void", True)


def test_handicap_game_has_the_komi_of_its_pair_under_every_ruleset():
    row = a_tournament(players=2, board_size=19)
    settings = decode(Settings, row.settings)
    do(row, ChangeSettings(settings=settings, ruleset="aga"))
    pair(row, 1)
    game_id = str(PairingRow.objects.get().game_id)
    do(row, SetHandicap(game_id=game_id, handicap=3, komi=4.5, reason="as agreed"))
    assert Ruleset.parse(GameRow.objects.get().ruleset) == RULESETS["aga"].replace(
        komi=4.5, handicap_komi=None
    )
