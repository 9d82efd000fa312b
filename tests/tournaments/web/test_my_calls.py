"""A player's own page lists every game of theirs that needs something, of whatever round, also by link."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from games.adjudication.kinds import ClaimKind
from games.claims import commands
from games.claims.deciding import Appeal, CorrectRuling, DecideAppeal, Evidence, Rule, WithdrawClaim
from games.claims.events import Remedy
from games.claims.rows import ClaimRow
from games.game.commands import change_record, receive_record
from games.game.deciding import Act
from rules import Color, Resign
from tests.builders import a_claim, a_context, an_account, do, finish, pair
from tests.tournaments.web.disputed import a_dispute, game_page
from tests.tournaments.web.test_game_page import MARKED
from tests.tournaments.web.visitor import Visitor
from tournaments.accounts.private_links import token_of
from tournaments.competition.history import Result, Winner
from tournaments.domain.results import RecordResult, ReportResult
from tournaments.domain.tournament import Archive
from tournaments.reading.queries import entry_names
from tournaments.tables.rows import EntryRow

pytestmark = pytest.mark.django_db
HEADING = "Your games that need something"


def by_link(entry):
    visitor = Visitor()
    visitor.open(f"/my/{token_of(entry)}/")
    return visitor


def name_of(entry):
    return str(entry_names(EntryRow.objects.get(pk=entry.pk).tournament)[str(entry.pk)])


def calls(visitor):
    """The words of each call on the page of a player, with its address."""
    html = visitor.open("/my/").html
    if HEADING not in html:
        return []
    listed = html.split(HEADING)[1].split("</ul>")[0].split("<li>")[1:]
    return [(" ".join(_plain(one).split()), one.split('href="')[1].split('"')[0]) for one in listed]


def _plain(html):
    return "".join(part.split(">")[-1] for part in html.split("<"))


@pytest.fixture
def game():
    """A game of round 1 that Black won; round 2 is paired and shown since."""
    pairing = a_dispute("japanese")
    finish(pairing.tournament, 1, Winner.BLACK)
    pair(pairing.tournament, 2)
    return pairing


@pytest.fixture
def players(game):
    return by_link(game.black), by_link(game.white)


def at_once(actor="tester"):
    return replace(a_context(actor=actor), at=timezone.now())


def claimed(game, by="w", result="W+"):
    return a_claim(game.game_id, by, kind=ClaimKind.WRONG_RESULT, result=result)


def ruled(claim_id, result="white", **corrects):
    command = (CorrectRuling if corrects else Rule)(
        decision="upheld" if result == "white" else "denied",
        reasons="Rule 9.",
        remedy=Remedy(result=result),
    )
    commands.execute(claim_id, command, "desk", at_once("user:998"))


def address_of(claim_id):
    return f"/tournaments/open/claims/{claim_id}/"


def test_nothing_is_listed_where_nothing_is_needed(players):
    assert [calls(player) for player in players] == [[], []]


def test_claim_of_the_opponent_in_an_earlier_round(game, players):
    claim_id = claimed(game)
    black, white = players
    assert calls(white) == []
    other = name_of(game.white)
    said = f"Round 1, against {other}: {other} made a claim: The result is wrong. A referee rules on it."
    assert calls(black) == [(said, address_of(claim_id))]
    commands.execute(claim_id, WithdrawClaim(), "w", at_once())
    assert calls(black) == []


def test_ruling_calls_both_until_the_time_for_an_appeal_is_over(game, players):
    claim_id = claimed(game)
    ruled(claim_id)
    black, white = players
    [(to_black, address)] = calls(black)
    assert address == address_of(claim_id)
    assert "A referee has ruled: the claim is upheld." in to_black
    assert "Result before: you won. Result now: you lost. You may appeal until" in to_black
    [(to_white, _)] = calls(white)
    assert "Result before: you lost. Result now: you won." in to_white
    assert f"{name_of(game.black)} may appeal until" in to_white
    assert "you lost (by a ruling; before: you won)" in black.page.text
    ended = timezone.now() - timedelta(minutes=1)
    ClaimRow.objects.update(appeal_until=ended)
    assert [len(calls(player)) for player in players] == [1, 1]
    assert "You may appeal" not in calls(black)[0][0]


def test_ruling_that_changes_nothing_calls_while_it_may_be_appealed(game, players):
    ruled(claimed(game), "black")
    black, white = players
    assert (
        "A referee has ruled: the claim is denied. Result: you lost. You may appeal until"
        in (calls(white)[0][0])
    )
    assert "the claim is denied. Result: you won." in calls(black)[0][0]
    ClaimRow.objects.update(appeal_until=timezone.now() - timedelta(minutes=1))
    assert [calls(player) for player in players] == [[], []]


def test_correction_of_a_ruling_is_said(game, players):
    claim_id = claimed(game)
    ruled(claim_id, "black")
    ruled(claim_id, "white", corrects=True)
    black, _ = players
    assert (
        "The ruling was corrected: the claim is upheld. Result before: you won. Result now: you lost."
        in (calls(black)[0][0])
    )


def test_appeal_of_the_opponent_and_its_decision(game, players):
    claim_id = claimed(game)
    ruled(claim_id, "black")
    black, white = players
    commands.execute(claim_id, Appeal(evidence=Evidence(text="No.")), "w", at_once())
    assert "The ruling was appealed. It counts until the appeal is decided." in calls(black)[0][0]
    assert calls(white) == []
    decide = DecideAppeal(decision="changed", reasons="Look.", remedy=Remedy(result="white"))
    commands.execute(claim_id, decide, "desk", at_once("user:997"))
    for player, own, was in ((black, "lost", "won"), (white, "won", "lost")):
        [(said, _)] = calls(player)
        assert "The appeal is decided: the ruling is changed." in said
        assert said.endswith(f"Result before: you {was}. Result now: you {own}. This is final.")
    do(game.tournament, Archive())
    assert calls(black) == []


def test_reports_that_differ_from_the_record_of_an_earlier_round(game, players):
    receive_record(str(game.game_id), b"(;GM[1]SZ[5]RE[W+R];B[dd];W[aa])", a_context())
    for player, own in zip(players, ("you lost", "you won"), strict=True):
        [(said, address)] = calls(player)
        assert said.endswith(f"The file states W+R: {own}. That is not what was reported.")
        assert address == game_page(game)
    change_record(str(game.game_id), Act(action=Resign(Color.BLACK)), a_context())
    said, _ = calls(players[0])[0]
    assert "The record ends with W+R: you lost." in said


def test_report_of_the_opponent_in_an_earlier_round():
    pairing = a_dispute("japanese")
    other = pairing.tournament.pairings.exclude(pk=pairing.pk).get()
    do(pairing.tournament, RecordResult(game_id=str(other.pk), result=Result(winner=Winner.BLACK)))
    said = ReportResult(
        game_id=str(pairing.pk), entry_id=str(pairing.black_id), result=Result(winner=Winner.BLACK)
    )
    do(pairing.tournament, said)
    black, white = by_link(pairing.black), by_link(pairing.white)
    assert calls(white) == []  # the game of now has its buttons
    pair(pairing.tournament, 2)
    [(words, address)] = calls(white)
    assert f"{name_of(pairing.black)} (Black) reported: you lost (21 November, 09:30 UTC)." in words
    assert words.endswith("Confirm it or report another.")
    assert address == game_page(pairing)
    assert calls(black) == []
    do(
        pairing.tournament,
        ReportResult(
            game_id=str(pairing.pk), entry_id=str(pairing.white_id), result=Result(winner=Winner.WHITE)
        ),
    )
    for player in (black, white):
        assert "You both said that you won." in calls(player)[0][0]


def test_dead_stones_that_the_other_marked_wait_for_acceptance():
    pairing = a_dispute("japanese")
    receive_record(str(pairing.game_id), MARKED, a_context())
    black, white = by_link(pairing.black), by_link(pairing.white)
    assert (calls(black), calls(white)) == ([], [])
    black.open(game_page(pairing))
    black.press("Mark B5 as dead")
    assert calls(black) == []
    [(said, address)] = calls(white)
    assert said.endswith(f"{name_of(pairing.black)} marked B5 as dead: B+5.5. Accept it, or make a claim.")
    assert address == game_page(pairing)
    white.open(address)
    white.press("Accept these dead stones: B+5.5")
    assert calls(white) == []
    assert len(calls(black)) == 1
    black.open(game_page(pairing))
    black.press("Accept these dead stones: B+5.5")
    assert (calls(black), calls(white)) == ([], [])


def test_account_of_a_player_is_called_as_well(game):
    claimed(game)
    assert len(calls(Visitor(an_account("black")))) == 1
    assert calls(Visitor(an_account("white"))) == []
