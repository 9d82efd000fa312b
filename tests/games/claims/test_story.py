"""The story of a game in plain words, each line with its proof."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime

import pytest
from rest_framework.test import APIClient

from games.adjudication.kinds import ClaimKind, Statement
from games.claims import commands as claims
from games.claims import events as c
from games.claims.deciding import ActInSequence, Rule
from games.game import commands as games
from games.game import events as e
from games.game.deciding import Act
from games.log.store import read_all
from games.log.wire import Unknown
from games.receipts.checking import check
from games.story import Line, describe, story
from rules import Color, Pass, Play
from tests.builders import a_claim, a_context, a_tournament, an_account, pair
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.domain.pairs import SetHandicap, SwapColours
from tournaments.domain.results import ClearResult, RecordResult, ReportResult
from tournaments.domain.tables import MoveTable
from tournaments.tables.people import Player
from tournaments.tables.rows import PairingRow, RoundRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    position: int
    event: object
    actor: str = "user:1"
    stream: str = "game-1"
    digest: str = "d"
    recorded_at: datetime = datetime(2026, 11, 21, tzinfo=UTC)


def facts(*events, stream="game-1", first=1):
    return [Fact(position=first + number, event=event, stream=stream) for number, event in enumerate(events)]


def texts(*arguments):
    return [line.text for line in story(*arguments)]


def stones(number):
    return [e.StonePlayed(color="bw"[turn % 2], at=f"{'ABCDEFGHJ'[turn]}1") for turn in range(number)]


@pytest.mark.parametrize("kind", ClaimKind)
def test_every_kind_of_claim_has_a_sentence(kind):
    said = Statement(kind=kind, turn=12, points=("A1",), color="b", count=2, result="W+R")
    made = c.ClaimMade(
        claim_id="1", game_id="1", context="", by="w", statement=said, game_version=1, actor="", at=""
    )
    assert describe(made, 3).startswith("Claim 3: White claims that ")
    assert "None" not in describe(made, 3)


def test_event_of_a_later_version_does_not_fail():
    assert "game.burned.v1" in describe(Unknown(kind="game.burned.v1", data={}), 0)


def test_consecutive_moves_are_one_line():
    assert texts(facts(*stones(5)), []) == ["Turns 1 to 5 were entered."]


def test_single_move_has_its_own_line():
    assert texts(facts(*stones(1)), []) == ["Turn 1: Black played A1."]


def test_turn_numbers_continue_after_a_withdrawal():
    back = e.TurnsTakenBack(to_turn=2, reason="mistyped.")
    assert texts(facts(*stones(4), back, *stones(3), e.RecordWithdrawn(reason=""), *stones(2)), []) == [
        "Turns 1 to 4 were entered.",
        "Everything after turn 2 was taken back: mistyped.",
        "Turns 3 to 5 were entered.",
        "The record was withdrawn.",
        "Turns 1 to 2 were entered.",
    ]


def test_lines_of_other_streams_are_in_chronological_order():
    game = facts(*stones(2)) + facts(*stones(2), first=4)
    other = Line(last=Fact(position=3, event=None), text="The door opened.", actors=("user:9",))
    assert texts(game, [], [other]) == [
        "Turns 1 to 2 were entered.",
        "The door opened.",
        "Turns 3 to 4 were entered.",
    ]


def test_line_of_several_events_names_all_actors_and_the_last_event():
    game = [Fact(position=n, event=stone, actor=f"user:{n % 2}") for n, stone in enumerate(stones(5), 1)]
    (line,) = story(game, [])
    assert (line.actors, line.last.position) == (("user:1", "user:0"), 5)


def acted(number, at):
    return c.SequenceActed(number=number, action={"do": "play", "color": "b", "at": at})


def test_claims_are_numbered_in_order_and_sequences_grouped_by_claim():
    said = Statement(kind=ClaimKind.REPETITION)
    made = c.ClaimMade(
        claim_id="", game_id="", context="", by="b", statement=said, game_version=1, actor="", at=""
    )
    begun = c.SequenceBegun(number=1, game_version=1, turn=7)
    first = facts(made, begun, acted(1, "A1"), acted(1, "B1"), stream="claim-z")
    second = facts(made, begun, acted(1, "A1"), stream="claim-a", first=5)
    assert texts([], [*second, *first]) == [
        "Claim 1: Black claims that a repetition gives a right to a draw or to no result.",
        "Claim 1: sequence 1 begins after turn 7 of the game.",
        "Claim 1, sequence 1: turns 1 to 2 were played.",
        "Claim 2: Black claims that a repetition gives a right to a draw or to no result.",
        "Claim 2: sequence 1 begins after turn 7 of the game.",
        "Claim 2, sequence 1: Black played A1.",
    ]


def test_ruling_is_listed_with_consequences_and_appeal_deadline():
    remedy = c.Remedy(result="black", by_default=True, score="B+F", penalties={"w": 1})
    ruled = c.ClaimRuled(
        decision="partly",
        reasons="Rule 7.",
        remedy=remedy,
        referee="user:7",
        game_version=3,
        appeal_until="2026-11-21T10:30:00+00:00",
    )
    assert describe(ruled, 2) == (
        "Claim 2 was upheld in part: Rule 7. It follows: Black wins by default B+F; White is penalised by "
        "1 point, counted in. It may be appealed until 2026-11-21 10:30 UTC."
    )
    alone = describe(replace(ruled, remedy=c.Remedy(penalties={"b": 2})), 2)
    assert "Black is penalised by 2 points, which does not change a result by itself." in alone


@pytest.fixture
def told(db):
    """A game from its pairing to its ruling."""
    row = a_tournament(players=4)
    pair(row, 1)
    game = PairingRow.objects.filter(tournament=row).first()
    game_id, tournament = str(game.game_id), str(row.id)
    black, white = game.black, game.white
    for name, entry in (("black", black), ("white", white)):
        Player.objects.filter(pk=entry.player_id).update(user=an_account(name))
    win = Result(winner=Winner.BLACK)
    for command in (
        SetHandicap(game_id=game_id, handicap=0, komi=7.5, reason="as agreed"),
        SwapColours(game_id=game_id, reason="as agreed"),
        MoveTable(game_id=game_id, table=2, reason="as agreed"),
        ReportResult(game_id=game_id, entry_id=str(black.id), result=win),
        RecordResult(game_id=game_id, result=win),
        ClearResult(game_id=game_id, reason="typed wrong"),
    ):
        carry_out(tournament, command, a_context(actor="user:5"))
    games.change_record(game_id, Act(action=Play(Color.BLACK, "D4")), a_context())
    games.change_record(game_id, Act(action=Pass(Color.WHITE)), a_context())
    claim = a_claim(game_id)
    claims.execute(claim, ActInSequence(number=1, action=Play(Color.BLACK, "C3")), "desk", a_context())
    remedy = c.Remedy(result="white", score="W+R")
    claims.execute(
        claim, Rule(decision="upheld", reasons="Seen.", remedy=remedy), "desk", a_context(actor="user:7")
    )
    return game


def lines_of(name, game):
    client = APIClient()
    if name:
        client.force_authenticate(an_account(name))
    return client.get(f"/api/v1/games/{game.game_id}/story/")


def test_story_lists_pairing_moves_claims_and_result(told):
    lines = lines_of("black", told).json()["results"]
    said = [line["text"] for line in lines]
    for text in (
        "The terms were set to 0 handicap stones and komi 7.5.",
        "The colours were swapped.",
        "White reported: Black wins.",
        "The desk recorded: Black wins.",
        "The result was cleared: typed wrong.",
        "Turns 1 to 2 were entered.",
        "Claim 1: An official claims that a repetition gives a right to a draw or to no result.",
        "Claim 1, sequence 1: Black played C3.",
        "Result by ruling: White wins W+R.",
    ):
        assert text in said
    assert said[0].startswith("The game was paired in round 1 by matching")
    positions = [line["position"] for line in lines]
    assert positions == sorted(positions)
    assert lines[-1]["actor"] == "user:7"


def test_every_line_has_a_receipt_for_its_event(told):
    recorded = {event.position: event for event in read_all()}
    for line in lines_of("white", told).json()["results"]:
        receipt = check(line["receipt"])
        assert (receipt.valid, receipt.position) == (True, line["position"])
        assert line["digest"] == recorded[line["position"]].digest


@pytest.mark.parametrize("name", [None, "nobody", "black", "white"])
def test_published_story_is_public_but_claims_are_visible_only_to_players(told, name):
    answer = lines_of(name, told)
    assert answer.status_code == 200
    assert any("Claim" in line["text"] for line in answer.json()["results"]) == (name in ("black", "white"))


def test_story_omits_other_games(told):
    other = PairingRow.objects.exclude(pk=told.pk).get()
    an_account("referee", office="referee")
    said = [line["text"] for line in lines_of("referee", other).json()["results"]]
    assert not any("Claim" in text or "reported" in text for text in said)


def test_story_of_a_hidden_game_is_not_found(told):
    RoundRow.objects.update(published=False)
    assert lines_of("black", told).status_code == 404
    an_account("committee", office="committee")
    assert lines_of("committee", told).status_code == 200
