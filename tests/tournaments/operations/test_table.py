"""The table of operations: complete, and in accordance with the commands and the rights that it names."""

import sys
from inspect import signature

from games.claims.deciding import MakeClaim
from games.claims.deciding.base import on_claim
from games.operations import OPERATIONS as OF_GAMES
from games.rest.operations import rows_in
from tournaments.access.table import MATRIX
from tournaments.commands import PairAllRounds, PairRound, TakeBackVersion
from tournaments.domain.base import Command
from tournaments.domain.batches import CommandBatch, CommandSequence
from tournaments.domain.pairing_proof import RecordProof
from tournaments.domain.presence import VoidMember
from tournaments.domain.rounds import RecordAllRounds, RecordPairing, RecordPairings
from tournaments.domain.rulings import AppealRuling, LiftRuling, RuleResult
from tournaments.domain.settings import RestoreSettings
from tournaments.domain.tournament import RemoveDemonstration, RestoreDetails
from tournaments.domain.undo import UndoEvents
from tournaments.operations import OPERATIONS, signups

# Commands that nobody gives, and what they follow from.
INTERNAL = {
    RecordPairing: "PairRound, which computes the pairs",
    RecordPairings: "PairRound, in an event with groups and in a knock-out",
    RecordAllRounds: "PairAllRounds, which draws them",
    RecordProof: "a job that proves the pairing of a round",
    RuleResult: "a decided claim that changes a result",
    LiftRuling: "a claim that is answered by a replay",
    AppealRuling: "an appeal, which is made to the claim",
    CommandSequence: "a newer file, whose differences are taken over",
    RemoveDemonstration: "the demonstration's house, which is removed whole",
    RestoreDetails: "TakeBackVersion, of the fields that one change of the poster changed",
    RestoreSettings: "TakeBackVersion, of the fields that one change of the settings changed",
    VoidMember: "SetTeamPresence, which leaves out the matches of a whole team",
    UndoEvents: "TakeBackVersion, which finds the events of a version",
}
# Commands that are given through another one, which stores its events.
GIVEN = {PairAllRounds, PairRound, TakeBackVersion}
# Commands on people: rows, and events of entries.
ON_PEOPLE = {row.command for row in rows_in(signups)}


def commands_below(cls):
    for command in cls.__subclasses__():
        if (
            getattr(sys.modules[command.__module__], command.__name__) is command
        ):  # not the class before slots
            yield command
        yield from commands_below(command)


def test_every_command_has_a_row_or_a_reason_why_nobody_gives_it():
    decided = set(commands_below(Command)) - {CommandBatch}
    given = {row.command for row in OPERATIONS}
    assert decided - given == INTERNAL.keys()
    assert given - decided == GIVEN | ON_PEOPLE


def test_every_command_on_a_claim_has_a_row():
    decided = {command for command in on_claim.registry if command is not object}
    assert decided | {MakeClaim} <= {row.command for row in OF_GAMES}


def test_the_right_of_every_row_is_in_the_permission_table():
    assert {row.right for row in (*OPERATIONS, *OF_GAMES)} <= MATRIX.keys()


def test_a_row_asks_for_a_reason_where_its_command_takes_one():
    without = {
        row.title for row in OPERATIONS if "reason" in signature(row.command).parameters and not row.reason
    }
    assert without == set()
