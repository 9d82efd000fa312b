"""The table of operations: complete, and in accordance with the commands and the rights that it names."""

from inspect import signature
from operator import attrgetter

import pytest

from games.claims.deciding import MakeClaim
from games.claims.deciding.base import on_claim
from games.operations import OPERATIONS as OF_GAMES
from games.rest.operations import rows_in
from tournaments.access.table import MATRIX
from tournaments.commands import PairAllRounds, PairRound, TakeBackVersion
from tournaments.competition.facts import EntryFacts, TeamFacts
from tournaments.deciding.base import decide
from tournaments.deciding.drawing import RecordAllRounds, RecordPairings
from tournaments.deciding.ending import RemoveDemonstration
from tournaments.deciding.entries import ChangeEntry, EnterPlayer
from tournaments.deciding.in_order import InOrder
from tournaments.deciding.many_entries import SetStrengths
from tournaments.deciding.meetings import SetMeetingGroup
from tournaments.deciding.proving import RecordProof
from tournaments.deciding.replacing import ReplacePlayer
from tournaments.deciding.results import RecordResult, ReportResult
from tournaments.deciding.rounds import RecordPairing
from tournaments.deciding.rulings import AppealRuling, LiftRuling, RuleResult
from tournaments.deciding.setting_up import ChangeDetails, ChangeSettings, CreateTournament
from tournaments.deciding.taking_back import TakeBack
from tournaments.deciding.teams import ChangeTeam, VoidMember
from tournaments.deciding.undoing.setting_up import SetDetailsBack, SetSettingsBack
from tournaments.operations import OPERATIONS, signups
from tournaments.operations.setting_up import detail_fields
from tournaments.people.signups.registering import ChangeSignup, Register

# Commands that nobody gives, and what they follow from.
INTERNAL = {
    RecordPairing: "PairRound, which computes the pairs",
    RecordPairings: "PairRound, in an event with groups and in a knock-out",
    RecordAllRounds: "PairAllRounds, which draws them",
    RecordProof: "a job that proves the pairing of a round",
    RuleResult: "a decided claim that changes a result",
    LiftRuling: "a claim that is answered by a replay",
    AppealRuling: "an appeal, which is made to the claim",
    InOrder: "a newer file, whose differences are taken over",
    RemoveDemonstration: "the demonstration's house, which is removed whole",
    SetDetailsBack: "TakeBackVersion, of the fields that one change of the poster changed",
    SetSettingsBack: "TakeBackVersion, of the fields that one change of the settings changed",
    VoidMember: "SetTeamPresence, which leaves out the matches of a whole team",
    TakeBack: "TakeBackVersion, which finds the events of a version",
}
# Commands that are given through another one, which stores its events.
GIVEN = {PairAllRounds, PairRound, TakeBackVersion}
# Commands on people: rows, and events of entries.
ON_PEOPLE = {row.command for row in rows_in(signups)}
# What an address names.
PLACES = {"round", "game_id", "entry_id", "team_id", "group_id", "signup_id"}
DETAILS = set(detail_fields(name_required=True))
# Fields that are not arguments of the command, the arguments that they become, and why they differ.
PREPARED = {
    SetMeetingGroup: ({"rule"}, {"kind"}, "bodies call the kind of a group its rule"),
    EnterPlayer: (
        {"player", "partner", "third"},
        {"player_id", "partner_id", "third_id", "country", "club"},
        "players of the organisation are looked up; rank and club are theirs if not named",
    ),
    ReplacePlayer: (
        {"player", "partner", "third"},
        {"player_id", "partner_id", "third_id", "rank", "rating", "country", "club"},
        "players of the organisation are looked up; rank and club are theirs if not named",
    ),
    SetStrengths: (
        {"list", "seen", "entries", "ranks"},
        {"strengths"},
        "the list knows how strong they are",
    ),
    Register: ({"id"}, {"signup_id", "grade"}, "a professional's rank says a grade too"),
    ChangeSignup: (set(), {"grade"}, "as above"),
    ReportResult: ({"by_default"}, set(), "part of the result"),
    RecordResult: ({"by_default"}, set(), "part of the result"),
    CreateTournament: (
        DETAILS | {"organisation"},
        {"details", "organisation_id"},
        "details are one value; the organisation is named by its slug",
    ),
    ChangeDetails: (DETAILS, {"details"}, "those that are named, within the details there are"),
    ChangeSettings: (
        {"criteria", "draw_seed", "team_criteria"},
        {"settings", "ruleset"},
        "criteria are some of the settings; the ruleset stays",
    ),
}
NOTHING = (set(), set(), "")
# Commands that take facts by name.
FACTS = {ChangeEntry: EntryFacts, ChangeTeam: TeamFacts}


def arguments(command):
    """The names that a command takes, and those that it cannot do without."""
    taken = signature(command).parameters.values()
    needed = {one.name for one in taken if one.default is one.empty and one.kind is one.KEYWORD_ONLY}
    named = {one.name for one in taken if one.kind is one.KEYWORD_ONLY}
    return named | set(FACTS[command].fact_names() if command in FACTS else ()), needed


def test_every_command_has_a_row_or_a_reason_why_nobody_gives_it():
    decided = {command for command in decide.registry if command is not object}
    given = {row.command for row in OPERATIONS}
    assert decided - given == INTERNAL.keys()
    assert given - decided == GIVEN | ON_PEOPLE


def test_every_command_on_a_claim_has_a_row():
    decided = {command for command in on_claim.registry if command is not object}
    assert decided | {MakeClaim} <= {row.command for row in OF_GAMES}


def test_the_right_of_every_row_is_in_the_permission_table():
    assert {row.right for row in (*OPERATIONS, *OF_GAMES)} <= MATRIX.keys()


def test_no_two_rows_have_the_same_title():
    titles = [row.title for row in (*OPERATIONS, *OF_GAMES)]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("row", OPERATIONS, ids=attrgetter("title"))
def test_what_a_row_gives_is_what_its_command_takes(row):
    not_taken, made, _why = PREPARED.get(row.command, NOTHING)
    taken, needed = arguments(row.command)
    given = {*row.asks_for, *row.fixed, *row.derived} | ({"reason"} if row.reason else set())
    assert given - not_taken <= taken
    assert needed <= given | made | PLACES
    assert made <= taken
    assert not not_taken & taken
    assert not set(row.fixed) & set(row.asks_for)


def test_a_row_asks_for_a_reason_where_its_command_takes_one():
    without = {row.title for row in OPERATIONS if "reason" in arguments(row.command)[0] and not row.reason}
    assert without == set()
