"""A change of komi that keeps the winner takes effect at once, without an event in the game's stream."""

from uuid import UUID, uuid4

import pytest

from games.claims import commands as claims
from games.claims.deciding import Evidence
from games.claims.queries import finding_of
from games.claims.rows import ClaimRow
from games.game import commands as games
from games.game.deciding import TakeBack, terms_of
from games.game.loading import state_of
from games.game.margins import end_by_score
from games.game.projection import row_of
from games.game.rows import GameRow
from games.log import rebuilding, store
from rules.axes import Ties
from tests.builders import a_context, a_tournament, differing_rows, do, pair
from tests.games.claims.claim_builders import claiming
from tests.tournaments.limits.test_rescoring import (
    SEVEN_TO_BLACK,
    change,
    columns,
    folded,
    ids,
    outcomes,
    play,
    record,
    rescore,
    written,
)
from tournaments.competition.history import Winner
from tournaments.domain.pairs import UnmakePair
from tournaments.limits import count_waiting, preview_body
from tournaments.state.limits import Limits
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def row(lasting_db):
    """Eight players without a handicap on 3x3; the first round is shown."""
    row = a_tournament(players=8, board_size=3, bar=-20)
    pair(row, 1)
    return row


@pytest.fixture
def counted(row):
    """The first game, which Black wins by 2.5."""
    play(ids()[0], *SEVEN_TO_BLACK)
    return ids()[0]


def test_row_and_proof_change_without_an_event(row, counted):
    version = store.version(games.stream_of(counted))
    change(row, komi=7.5)
    game, pairing = GameRow.objects.get(game_id=counted), PairingRow.objects.get(game_id=counted)
    assert (game.outcome, game.margin, game.komi, game.winner, game.limits) == ("B+1.5", 1.5, 7.5, "b", 1)
    assert (pairing.komi, pairing.proved_text, pairing.proved_winner) == (7.5, "B+1.5", "black")
    assert (count_waiting(str(row.id)), store.version(games.stream_of(counted)), game.version) == (
        0,
        version,
        version,
    )


@pytest.mark.parametrize("batch", [1, 7])
def test_rebuild_in_any_batches_gives_the_same_rows(row, counted, monkeypatch, batch):
    change(row, komi=7.5)
    play(ids()[1], *SEVEN_TO_BLACK)
    change(row, komi=9.5)
    rescore(row)
    change(row, komi=10.5)
    unmake(row, ids()[1])
    games.change_record(counted, TakeBack(to_turn=3, reason="typo"), a_context())
    monkeypatch.setattr(rebuilding, "BATCH", batch)
    assert outcomes()[0] == ""
    assert set(GameRow.objects.filter(withdrawn=True).values_list("outcome", "limits")) == {("W+1.5", 3)}
    assert differing_rows() == []


def unmake(row, game_id):
    do(row, UnmakePair(game_id=game_id, reason="a mistake"))


def test_game_of_undone_pair_keeps_its_last_count(row, counted):
    change(row, komi=7.5)
    before = written(counted)
    unmake(row, counted)
    changed = {"withdrawn": True, "version": before["version"] + 1}
    assert written(counted) == before | changed
    assert columns(row_of(state_of(counted), before["version"] + 1)) == written(counted)


def test_recounted_game_is_never_answered_as_not_modified(row, counted, client):
    address = f"/api/v1/games/{counted}/"
    etag = client.get(address)["ETag"]
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
    change(row, komi=7.5)
    again = client.get(address, headers={"If-None-Match": etag})
    assert (again.status_code, again.json()["outcome"]) == (200, "B+1.5")
    position = client.get(f"{address}position/", headers={"If-None-Match": etag})
    assert position.json()["outcome"] == "B+1.5"


def test_row_equals_the_one_an_event_would_write(row, counted):
    change(row, komi=7.5)
    derived = written(counted)
    games.change_terms(counted, terms_of(state_of(counted)), a_context())
    assert folded(counted) | {"version": 0} == derived | {"version": 0}


@pytest.mark.parametrize("komi", [-3.0, 8.5, 9.0, 9.5])
def test_outcome_is_printed_as_by_the_rules(row, komi):
    """For margins of every half point around, in the first of four games."""
    game_id = ids()[0]
    play(game_id, *SEVEN_TO_BLACK)
    change(row, komi=komi)
    rescore(row)
    assert outcomes()[0] == end_by_score(9.0 - komi, Ties.DRAW).text


def test_claim_on_a_recounted_game_writes_an_event(row, counted):
    said = {"kind": "wrong_result", "result": "W+0.5"}
    claims.make_claim(claiming(str(uuid4()), counted, said, Evidence(text="miscounted")), "b", a_context())
    change(row, komi=7.5)
    assert (count_waiting(str(row.id)), rescore(row), outcomes()[0]) == (1, 1, "B+1.5")
    assert differing_rows() == []


def test_changes_of_unrelated_limits_do_not_prevent_recounting(row, counted):
    change(row, stone_supply=50)
    change(row, komi=7.5, continuations=9)
    game = GameRow.objects.get(game_id=counted)
    assert (game.outcome, count_waiting(str(row.id)), differing_rows()) == ("B+1.5", 0, [])
    assert all(axis in game.ruleset for axis in ("stone_supply=50", "continuations=9", "komi=7.5"))
    games.change_terms(counted, terms_of(state_of(counted)), a_context())
    assert folded(counted) | {"version": 0} == columns(game) | {"version": 0}


def test_claim_is_judged_on_the_recounted_game(row, counted):
    change(row, komi=7.5)
    said, claim_id = {"kind": "wrong_result", "result": "B+1.5"}, str(uuid4())
    claims.make_claim(claiming(claim_id, counted, said, Evidence(text="miscounted")), "w", a_context())
    told = [recorded.kind for recorded in store.read(games.stream_of(counted))][-2:]
    assert told == ["game.terms-changed.v1", "game.ended.v1"]
    claim = ClaimRow.objects.get(claim_id=claim_id)
    finding = finding_of(claims.load(claim_id)[0])
    assert (finding.verdict, "B+1.5" in finding.says) == ("proved", True)
    assert (claim.game_id, outcomes()[0]) == (UUID(counted), "B+1.5")
    assert (written(counted), differing_rows()) == (folded(counted), [])


def test_recounting_does_not_report_an_already_contradicting_result(row, counted):
    record(counted, Winner.WHITE)
    foreseen, _ = preview_body(row, Limits(komi=7.5))
    assert [(one["after"], one["finding"]) for one in foreseen["games"]] == [("B+1.5", "")]
    change(row, komi=7.5)
    assert (rescore(row), PairingRow.objects.get(game_id=counted).winner) == (0, "white")


def test_change_of_komi_and_playing_limits_replays_the_game(row, counted):
    change(row, komi=7.5, length=300)
    assert outcomes()[0] == "B+2.5"
    assert (rescore(row), outcomes()[0]) == (1, "B+1.5")
