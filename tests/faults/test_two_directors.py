"""Two directors at the same instant: one of them wins, the other is told, nothing is half done."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import pytest
from django.db import connection

from games.game.rows import GameRow
from games.log.store import VersionClash
from games.refusals import Refusal
from tests.builders import a_context, a_tournament, finish, pair
from tests.sizes import size
from tournaments.commands import PairRound, carry_out, pair_round
from tournaments.competition.history import Result, Winner
from tournaments.domain.entries import ChangeEntry
from tournaments.domain.pairs import UnmakePair
from tournaments.domain.results import ClearResult, RecordResult
from tournaments.domain.rounds import UnpairRound
from tournaments.loading import load, stream_of
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db(transaction=True)
TIMES = size(20, long=1000)
BLACK = Result(winner=Winner.BLACK)


def at_once(*works):
    """Call all at the same instant, each on a connection of its own; what each returned or raised."""
    barrier = Barrier(len(works))

    def call(work):
        try:
            connection.ensure_connection()
            barrier.wait(timeout=30)
            return work()
        except (Refusal, VersionClash) as refused:
            return refused
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(call, works))


def refused_as(outcome):
    return outcome.code if isinstance(outcome, Refusal) else type(outcome).__name__


def paired(tournament_id, expected):
    return pair_round(tournament_id, PairRound(round=1), a_context(expected=expected))


def test_a_round_paired_by_two_directors_at_once_is_paired_once():
    row = a_tournament(players=6)
    tournament_id = str(row.id)
    for attempt in range(TIMES):
        _, version = load(tournament_id)
        seen = version if attempt % 2 else None  # with and without If-Match
        work = partial(paired, tournament_id, seen)
        outcomes = at_once(work, work)
        won = [outcome for outcome in outcomes if isinstance(outcome, list)]
        lost = [refused_as(outcome) for outcome in outcomes if not isinstance(outcome, list)]
        assert len(won) == 1
        assert lost in (["round_already_paired"], ["VersionClash"])
        assert PairingRow.objects.filter(tournament=row, round=1).count() == 3
        carry_out(tournament_id, UnpairRound(round=1), a_context())


def test_a_result_and_an_unpairing_at_once_never_leave_a_result_without_its_game():
    row = a_tournament(players=4)
    tournament_id = str(row.id)
    for _ in range(20):
        pair_round(tournament_id, PairRound(round=1), a_context())
        state, _ = load(tournament_id)
        game_id = next(iter(state.round(1).pairs))
        result, undone = at_once(
            lambda game_id=game_id: carry_out(
                tournament_id, RecordResult(game_id=game_id, result=BLACK), a_context()
            ),
            lambda: carry_out(tournament_id, UnpairRound(round=1, reason="wrong"), a_context()),
        )
        state, _ = load(tournament_id)
        if isinstance(undone, list):
            assert refused_as(result) == "unknown_pairing"
            assert not state.round(1).pairs
        else:
            assert refused_as(undone) == "round_has_results"
            assert state.round(1).pairs[game_id].result == BLACK
            return_to_start(tournament_id, game_id)


def return_to_start(tournament_id, game_id):
    carry_out(tournament_id, ClearResult(game_id=game_id), a_context())
    carry_out(tournament_id, UnpairRound(round=1, reason="again"), a_context())


def test_two_changes_of_one_entry_are_both_kept_or_the_second_is_told():
    row = a_tournament(players=4)
    tournament_id = str(row.id)
    entry = next(iter(load(tournament_id)[0].entries))
    _, version = load(tournament_id)
    blind = at_once(
        lambda: carry_out(tournament_id, ChangeEntry(entry_id=entry, rank=-3), a_context()),
        lambda: carry_out(tournament_id, ChangeEntry(entry_id=entry, club="Hill2"), a_context()),
    )
    assert all(isinstance(outcome, list) for outcome in blind)
    kept = load(tournament_id)[0].entries[entry]
    assert (kept.rank, kept.club) == (-3, "Hill2")
    _, version = load(tournament_id)
    careful = at_once(
        *[
            lambda rank=rank: carry_out(
                tournament_id, ChangeEntry(entry_id=entry, rank=rank), a_context(expected=version)
            )
            for rank in (-5, -6)
        ]
    )
    assert sorted(refused_as(outcome) for outcome in careful) == ["VersionClash", "list"]


def test_the_same_command_sent_by_two_threads_is_carried_out_once():
    row = a_tournament(players=6)
    tournament_id = str(row.id)
    for number in (1, 2, 3):
        context = a_context()
        outcomes = at_once(
            *[lambda c=context, n=number: pair_round(tournament_id, PairRound(round=n), c)] * 3
        )
        assert all(isinstance(outcome, list) for outcome in outcomes)
        assert len({tuple(event.digest for event in outcome) for outcome in outcomes}) == 1
        finish(row, number)
    assert {recorded.stream for outcome in outcomes for recorded in outcome} == {stream_of(tournament_id)}


def test_pairing_goes_on_when_somebody_else_writes_meanwhile():
    row = a_tournament(players=8)
    tournament_id = str(row.id)
    pair(row, 1)
    finish(row, 1)
    entry = next(iter(load(tournament_id)[0].entries))
    done, changed = at_once(
        lambda: pair_round(tournament_id, PairRound(round=2), a_context()),
        lambda: carry_out(
            tournament_id, ChangeEntry(entry_id=entry, club="Moved", reason="typed wrong"), a_context()
        ),
    )
    assert isinstance(done, list)
    assert isinstance(changed, list)
    assert PairingRow.objects.filter(tournament=row, round=2).count() == 4


def test_games_follow_the_pairs_whoever_comes_first():
    """A pair unmade and its round unpaired at once: no game stays open without its pair."""
    row = a_tournament(players=4)
    tournament_id = str(row.id)
    for _ in range(20):
        pair_round(tournament_id, PairRound(round=1), a_context())
        game_id = next(iter(load(tournament_id)[0].round(1).pairs))
        unmade, undone = at_once(
            lambda game_id=game_id: carry_out(tournament_id, UnmakePair(game_id=game_id), a_context()),
            lambda: carry_out(tournament_id, UnpairRound(round=1), a_context()),
        )
        assert isinstance(undone, list)
        assert isinstance(unmade, list) or unmade.code == "unknown_pairing"
        assert not GameRow.objects.filter(withdrawn=False).exists()
        assert not PairingRow.objects.exists()
