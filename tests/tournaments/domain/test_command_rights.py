"""The rights, reasons and inputs that commands declare."""

import sys
from inspect import signature

import pytest
from rest_framework.exceptions import ValidationError

from games.claims.deciding import MakeClaim
from games.claims.deciding.base import on_claim
from games.operations import claims, records
from games.refusals import Refusal
from games.rest.operations import Operation, values_of_form
from tournaments.access.table import MATRIX
from tournaments.commands import PairAllRounds, PairRound, TakeBackVersion
from tournaments.competition.history import Result, Winner
from tournaments.domain.base import Command
from tournaments.domain.batches import CommandBatch, CommandSequence
from tournaments.domain.pairing_proof import RecordProof
from tournaments.domain.presence import VoidMember
from tournaments.domain.results import RecordResult, ReportResult
from tournaments.domain.rounds import RecordAllRounds, RecordPairing, RecordPairings
from tournaments.domain.rulings import AppealRuling, KeepResult, LiftRuling, RuleResult
from tournaments.domain.settings import RestoreSettings
from tournaments.domain.tournament import RemoveDemonstration, RestoreDetails
from tournaments.domain.undo import UndoEvents
from tournaments.web.rounds.results import _result_form

OF_GAMES = [row for place in (claims, records) for row in vars(place).values() if isinstance(row, Operation)]

# Commands that nobody gives, and what they follow from.
INTERNAL = {
    RecordPairing: "PairRound, which computes the pairs",
    RecordPairings: "PairRound, in an event with groups and in a knock-out",
    RecordAllRounds: "PairAllRounds, which draws them",
    RecordProof: "a job that proves the pairing of a round",
    RuleResult: "a decided claim that changes a result",
    LiftRuling: "a claim that is answered by a replay",
    KeepResult: "a corrected ruling, or a decided appeal, without a result",
    AppealRuling: "an appeal, which is made to the claim",
    CommandSequence: "a newer file, whose differences are taken over",
    RemoveDemonstration: "the demonstration's house, which is removed whole",
    RestoreDetails: "TakeBackVersion, of the fields that one change of the poster changed",
    RestoreSettings: "TakeBackVersion, of the fields that one change of the settings changed",
    VoidMember: "SetTeamPresence, which leaves out the matches of a whole team",
    UndoEvents: "TakeBackVersion, which finds the events of a version",
}


def commands_below(cls):
    for command in cls.__subclasses__():
        if (
            getattr(sys.modules[command.__module__], command.__name__) is command
        ):  # not the class before slots
            yield command
        yield from commands_below(command)


def given_commands():
    """The commands that a request can give, with those that lead to others."""
    decided = set(commands_below(Command)) - {CommandBatch} - INTERNAL.keys()
    return decided | {PairAllRounds, PairRound, TakeBackVersion}


def test_every_command_declares_a_right_or_is_internal():
    assert {command.__name__ for command in given_commands() if not command.right} == set()
    assert {command.__name__ for command in INTERNAL if command.right} == set()


def test_every_command_on_a_claim_has_an_operation():
    decided = {command for command in on_claim.registry if command is not object}
    assert decided | {MakeClaim} <= {row.command for row in OF_GAMES}


def test_every_right_is_in_the_permission_table():
    rights = {command.right for command in given_commands()} | {row.right for row in OF_GAMES}
    assert rights <= MATRIX.keys()


def test_command_with_a_reason_declares_when_it_is_needed():
    takes_reason = {one for one in given_commands() if "reason" in signature(one).parameters}
    assert {command.__name__ for command in takes_reason if not command.reason_needed} == set()


def test_form_marks_a_result_by_default_with_an_exclamation_mark(rf):
    form = _result_form(rf.post("/", {"result": "white!"}))
    white = Result(winner=Winner.WHITE, by_default=True)
    assert values_of_form(RecordResult, form) == {"result": white, "reason": ""}


@pytest.mark.parametrize("result", ["white!", "both_win", "both_lose", "not_played"])
def test_form_of_a_player_takes_no_result_of_officials(rf, result):
    with pytest.raises(Refusal) as refused:
        values_of_form(ReportResult, rf.post("/", {"result": result}).POST)
    assert (refused.value.code, refused.value.facts["field"]) == ("invalid", "result")


def test_json_has_no_result_with_an_exclamation_mark():
    with pytest.raises(ValidationError):
        Operation(ReportResult, "").from_values({"result": "white!"})
