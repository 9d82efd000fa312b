"""Recipients of notices, and that nobody is notified twice."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.claims import commands
from games.claims.deciding import Appeal, CorrectRuling, DecideAppeal, Evidence, Rule, Second
from games.claims.events import Remedy
from games.claims.rows import ClaimRow
from games.game.commands import change_record, receive_record
from games.game.deciding import AgreeOnDead
from tests.builders import NOW, a_claim, a_context, a_tournament, an_account, pair
from tests.tournaments.notices.people import a_told_round, told, wants
from tests.tournaments.web.test_game_page import MARKED
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.competition.settings import ClaimSettings
from tournaments.domain.results import ReportResult
from tournaments.domain.round_stages import UnpublishRound
from tournaments.notices import notifying
from tournaments.notices.deadlines import notify_deadlines
from tournaments.notices.rows import Kind, Notice
from tournaments.notices.texts import notice_text
from tournaments.outbox.rows import UNENDED, Job, JobState
from tournaments.outbox.running import run_due
from tournaments.reading.queries import names_of_entries
from tournaments.tables.people import Player
from tournaments.tasks import delete_old_rows

pytestmark = pytest.mark.django_db


def unended():
    return Job.objects.filter(kind=notifying.NOTIFY, state__in=UNENDED).count()


def report(pairing, side, winner):
    entry_id = str(getattr(pairing, f"{side}_id"))
    command = ReportResult(game_id=str(pairing.pk), entry_id=entry_id, result=Result(winner=winner))
    carry_out(str(pairing.tournament_id), command, a_context())


def rule(claim_id, actor="user:998"):
    command = Rule(decision="upheld", reasons="Nobody's business.", remedy=Remedy(result="black"))
    commands.execute(claim_id, command, "desk", a_context(actor=actor))


def name_of(entry):
    return str(names_of_entries([entry.id])[entry.id])


def test_notifies_players_of_published_round_with_table_opponent_and_colour():
    pairing = a_told_round("referee", "director")
    assert told() == {
        "black": [f"Table {pairing.table}: you have Black against {name_of(pairing.white)}."],
        "white": [f"Table {pairing.table}: you have White against {name_of(pairing.black)}."],
    }
    words = notice_text(Notice.objects.first())
    assert words.title == "The Open: round 1 is published"
    assert words.path == f"/tournaments/open/games/{pairing.pk}/"


def test_notifies_player_who_has_to_accept_dead_stones_that_the_other_marked():
    pairing = a_told_round(ruleset="japanese")
    receive_record(str(pairing.pk), MARKED, a_context())
    command = AgreeOnDead(points=("B5",), side="b")
    change_record(str(pairing.pk), command, a_context())
    assert told(Kind.DISPUTE) == {
        "white": [
            "The other player marked the dead stones of the game in round 1. Accept them, or make a claim."
        ]
    }
    assert notice_text(Notice.objects.first()).path == f"/tournaments/open/games/{pairing.pk}/"


def test_notifies_player_with_bye():
    row = a_tournament(players=3)
    for player in Player.objects.all():
        Player.objects.filter(pk=player.pk).update(user=an_account(f"p{player.pk}"))
    pair(row, 1)
    assert sum("You have the bye." in texts for texts in told().values()) == 1


def test_unpublishing_before_sending_cancels_the_notice():
    pairing = a_told_round()
    carry_out(str(pairing.tournament_id), UnpublishRound(round=1, reason="wrong"), a_context())
    assert (told(), unended()) == ({}, 0)


def test_unpublished_tournament_sends_no_round_notices():
    row = a_tournament(players=2, published=False)
    Player.objects.update(user=an_account("anna"))
    pair(row, 1)
    assert (told(), unended()) == ({}, 0)


def test_notifies_players_and_referees_of_conflicting_reports():
    pairing = a_told_round("referee", "director", "desk")
    report(pairing, "black", Winner.BLACK)
    assert told(Kind.DISPUTE) == {}
    report(pairing, "white", Winner.WHITE)
    assert sorted(told(Kind.DISPUTE)) == ["black", "referee", "white"]


def test_notifies_both_players_of_report_that_the_record_contradicts():
    pairing = a_told_round("referee")
    receive_record(str(pairing.pk), b"(;GM[1]SZ[5]RE[W+R];B[dd];W[bb])", a_context())
    assert told(Kind.DISPUTE) == {}
    report(pairing, "black", Winner.BLACK)
    text = "The result reported for the game in round 1 differs from its record. The file states W+R."
    assert told(Kind.DISPUTE) == {"black": [text], "white": [text]}


def test_notifies_both_players_of_record_that_contradicts_their_report():
    pairing = a_told_round("referee")
    report(pairing, "black", Winner.BLACK)
    assert told(Kind.DISPUTE) == {}
    receive_record(str(pairing.pk), b"(;GM[1]SZ[5]RE[W+R];B[dd];W[bb])", a_context())
    assert sorted(told(Kind.DISPUTE)) == ["black", "white"]


def test_notifies_directors_if_there_is_no_referee():
    pairing = a_told_round("director", "committee")
    a_claim(pairing.pk)
    assert sorted(told(Kind.DISPUTE)) == ["black", "director", "white"]


@pytest.mark.both
def test_notices_of_claims_rulings_and_appeals_omit_reasons():
    pairing = a_told_round("referee", "committee")
    claim_id = a_claim(pairing.pk)
    rule(claim_id)
    appeal = Appeal(evidence=Evidence(text="Unfair."))
    commands.execute(claim_id, appeal, "w", a_context(actor=f"user:{an_account('white').pk}"))
    assert sorted(told(Kind.APPEAL)) == ["black", "committee"]
    decision = DecideAppeal(decision="upheld", reasons="Still nobody's.")
    commands.execute(claim_id, decision, "desk", a_context(actor="user:999"))
    rulings = told(Kind.RULING)
    assert {name: len(texts) for name, texts in rulings.items()} == {"black": 2, "white": 2}
    ruled, decided = sorted(rulings["black"], reverse=True)
    assert ruled.startswith(
        "The claim on the game in round 1 was upheld. Result: Black wins. It may be appealed until "
    )
    assert decided == (
        "The appeal on the game in round 1 is decided: the ruling is confirmed. "
        "Result: Black wins. This is final."
    )
    everything = str(told())
    assert not any(word in everything for word in ("nobody", "Nobody", "Unfair"))


def test_notifies_both_players_of_corrected_ruling():
    pairing = a_told_round()
    claim_id = a_claim(pairing.pk)
    rule(claim_id)
    correction = CorrectRuling(decision="denied", reasons="I misread it.", remedy=Remedy(result="white"))
    commands.execute(claim_id, correction, "desk", a_context(actor="user:998"))
    rulings = told(Kind.RULING)
    for name in ("black", "white"):
        said = "The ruling on the game in round 1 was corrected. Result: White wins. "
        assert [text for text in rulings[name] if text.startswith(said)]


def test_notifies_of_ruling_once_confirmed_by_second_official():
    pairing = a_told_round(claims=ClaimSettings(two_person=True))
    claim_id = a_claim(pairing.pk)
    rule(claim_id)
    assert told(Kind.RULING) == {}
    commands.execute(claim_id, Second(agrees=True), "desk", a_context(actor="user:999"))
    assert sorted(told(Kind.RULING)) == ["black", "white"]


def test_respects_disabled_notices():
    wants("black", Kind.RULING)
    a_told_round()
    assert sorted(told()) == ["white"]


@pytest.mark.both
def test_notifying_twice_creates_one_notice():
    a_told_round()
    assert len(told()) == 2
    Job.objects.filter(kind=notifying.NOTIFY).update(state=JobState.QUEUED, due_at=NOW)
    assert run_due() == 1
    assert Notice.objects.count() == 2


def test_failed_notice_does_not_block_others(monkeypatch):
    pairing = a_told_round()
    a_claim(pairing.pk)
    kind = "tournament.round-published.v1"
    monkeypatch.setitem(notifying.RECIPIENTS, kind, {}.__getitem__)
    assert sorted(told()) == ["black", "white"]
    assert unended() == 1


def an_appealable(**claims):
    """When the appeal against a ruling ends."""
    pairing = a_told_round(claims=ClaimSettings(**claims))
    claim_id = a_claim(pairing.pk)
    rule(claim_id)
    return ClaimRow.objects.get(pk=claim_id).appeal_until


@pytest.mark.both
def test_deadline_notice_is_sent_once_in_the_last_hour():
    until = an_appealable(appeal_minutes=600)
    for minutes in (120, 50, 40):
        notify_deadlines(until - timedelta(minutes=minutes))
    assert {name: len(texts) for name, texts in told(Kind.DEADLINE).items()} == {"black": 1, "white": 1}


def test_appeal_period_under_an_hour_has_no_deadline_notice():
    until = an_appealable(appeal_minutes=30)
    assert "It may be appealed until" in told(Kind.RULING)["black"][0]
    notify_deadlines(until - timedelta(minutes=20))
    assert told(Kind.DEADLINE) == {}


def test_old_notices_are_deleted():
    a_told_round()
    told()
    assert delete_old_rows(timezone.now() + timedelta(days=400)) > 0
    assert not Notice.objects.exists()
