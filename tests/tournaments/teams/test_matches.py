"""Boards of team matches: opponents, colours, and defaults."""

from collections import Counter
from dataclasses import replace

import pytest

from tests.tournaments.build import after, refused
from tests.tournaments.teams.build import (
    entering,
    of_teams,
    paired,
    record,
    recording,
    stronger_wins,
    with_results,
)
from tournaments.competition.history import Result, Winner
from tournaments.competition.settings import HandicapSettings
from tournaments.domain.line_ups import SetLineUp
from tournaments.domain.matches import MakeMatch, SetTeamBye, UnmakeMatch
from tournaments.domain.presence import SetPresence, WithdrawEntry
from tournaments.domain.round_stages import PublishRound
from tournaments.domain.rounds import UnpairRound
from tournaments.domain.teams import ChangeTeam, DisbandTeam, FormTeam
from tournaments.state.line_ups import line_up
from tournaments.state.tournament import ResultState
from tournaments.teams.history import team_history
from tournaments.teams.matches import match_of, matches, team_byes, waiting_teams

FREE = [entering("X1"), entering("X2"), entering("X3")]


def new_team(*members, name="New"):
    return FormTeam(team_id="N", name=name, members=members)


def absent(entry, number):
    return SetPresence(entry_id=entry, round=number, present=False)


def line(number, team, *players, reason="late"):
    ids = tuple(f"new-{team}-{board}" for board, _ in enumerate(players))
    return SetLineUp(round=number, team_id=team, players=players, game_ids=ids, reason=reason)


@pytest.mark.parametrize("boards", [2, 3, 10])
def test_boards_meet_boards_and_colours_alternate(boards):
    state = paired(of_teams("ABCD", boards=boards), 1)
    assert [pair.table for pair in state.round(1).by_table()] == list(range(1, 2 * boards + 1))
    for match in matches(state, 1):
        assert [board.number for board in match.boards] == list(range(1, boards + 1))
        for board in match.boards:
            assert board.pair.white == f"{board.white}{board.number}"
            assert board.pair.black == f"{board.black}{board.number}"
            assert board.white == (match.white if board.number % 2 else match.black)


def test_team_with_fewer_whites_on_board_1_has_white():
    state, whites, told = of_teams("ABCDEF", boards=3, rounds=5), Counter(), 0
    for number in range(1, 6):
        state = with_results(paired(state, number), number, stronger_wins("ABCDEF"))
        for match in matches(state, number):
            told += whites[match.white] != whites[match.black]
            assert whites[match.white] <= whites[match.black]
        whites += Counter({match.white: 1 for match in matches(state, number)})
    assert told


def test_stones_are_given_at_each_board_by_the_stronger():
    ranks = {"A1": 3, "A2": -6, "A3": 0, "B1": -2, "B2": -1, "B3": 0}
    stones = HandicapSettings(by_score=False, correction=0, no_handicap_from=8)
    state = paired(of_teams("AB", ranks=ranks, handicap=stones), 1)
    told = {board.number: (board.pair.white, board.pair.handicap) for board in matches(state, 1)[0].boards}
    assert told[1] == ("A1", 5)
    assert told[2] == ("B2", 5)
    assert told[3][1] == 0
    assert [game.handicap for game in team_history(state).games] == [0]


def test_first_board_has_the_costs_of_the_match():
    state = paired(of_teams("ABCD", boards=3), 1)
    round_ = state.round(1)
    assert sum(pair.total for pair in round_.pairs.values()) == round_.total == round_.optimum
    told = [bool(pair.components) for pair in round_.by_table()]
    assert told == [True, False, False] * 2


def test_odd_number_of_teams_gives_a_bye():
    state = paired(of_teams("ABC", boards=2), 1)
    (free,) = team_byes(state, 1)
    assert state.round(1).byes == {f"{free}1", f"{free}2"}
    assert team_history(state).byes == {1: frozenset({free})}
    assert waiting_teams(state, 1) == []


def test_missing_player_loses_by_default_and_both_missing_lose():
    state = after(of_teams("AB", boards=3), absent("A2", 1), absent("A3", 1), absent("B3", 1))
    state = paired(state, 1)
    told = {board.number: board for board in matches(state, 1)[0].boards}
    assert (told[2].points2("A"), told[2].points2("B")) == (0, 2)
    assert told[3].pair.result == Result(winner=Winner.NEITHER, by_default=True)
    assert told[2].pair.result_state == ResultState.CONFIRMED
    assert told[1].pair.result_state == ResultState.MISSING
    assert not matches(state, 1)[0].is_finished


def test_team_without_present_players_is_not_paired():
    state = after(of_teams("ABC", boards=2), absent("C1", 1), absent("C2", 1))
    state = paired(state, 1)
    assert {team for match in matches(state, 1) for team in match.teams} == {"A", "B"}
    assert team_byes(state, 1) == frozenset()
    assert team_history(state).entrants["C"].absent == {1}


def test_round_with_defaults_can_be_unpaired():
    state = paired(after(of_teams("AB", boards=2), WithdrawEntry(entry_id="A2")), 1)
    assert state.round(1).pairs
    assert not after(state, UnpairRound(round=1)).rounds
    played = next(pair for pair in state.round(1).by_table() if "A1" in pair.players)
    state = record(state, played.game_id, Winner.WHITE)
    assert refused(UnpairRound(round=1), state) == ("round_has_results", {"round": 1, "games": 1})


class TestLineUps:
    def test_substitute_sits_at_the_given_board(self):
        state = after(of_teams("AB", boards=3, substitutes=1), line(2, "A", "A1", "A4", "A3"))
        assert line_up(state, state.teams["A"], 1) == ("A1", "A2", "A3")
        state = with_results(paired(state, 1), 1, stronger_wins("AB"))
        state = paired(state, 2)
        assert {board.number: board.points2("A") for board in matches(state, 2)[0].boards} == {
            1: 0,
            2: 0,
            3: 0,
        }
        assert {"A1", "A3", "A4"} < state.round(2).busy
        assert "A2" not in state.round(2).busy

    def test_substitution_after_pairing_changes_only_one_game(self):
        state = paired(of_teams("AB", boards=3, substitutes=1), 1)
        before = {pair.table: pair for pair in state.round(1).by_table()}
        state = after(state, line(1, "A", "A1", "A4", "A3"))
        now = {pair.table: pair for pair in state.round(1).by_table()}
        changed = [table for table in before if before[table] != now[table]]
        (table,) = changed
        assert {"A4", "B2"} == set(now[table].players)
        assert (now[table].white == "A4") == (before[table].white == "A2")
        assert match_of(state, 1, "A").boards[1].pair == now[table]

    def test_substitute_replaces_a_player_who_lost_by_default(self):
        state = paired(after(of_teams("AB", boards=2, substitutes=1), absent("A2", 1)), 1)
        state = after(state, line(1, "A", "A1", "A3"))
        assert match_of(state, 1, "A").boards[1].pair.result_state == ResultState.MISSING

    def test_rejects_substitution_in_a_played_game(self):
        state = with_results(paired(of_teams("AB", boards=2, substitutes=1), 1), 1, stronger_wins("AB"))
        code, facts = refused(line(1, "A", "A1", "A3"), state)
        assert (code, facts["round"]) == ("game_has_result", 1)

    def test_substitution_in_a_published_round_needs_a_reason(self):
        state = after(paired(of_teams("AB", boards=2, substitutes=1), 1), PublishRound(round=1))
        assert refused(line(1, "A", "A1", "A3", reason=" "), state)[0] == "reason_required"

    def test_paired_line_up_stays_when_the_team_changes(self):
        state = with_results(paired(of_teams("AB", boards=2, substitutes=1), 1), 1, stronger_wins("AB"))
        state = after(state, ChangeTeam(team_id="A", members=("A3", "A1"), reason="ill"))
        assert match_of(state, 1, "A").points2("A") == 4
        assert line_up(state, state.teams["A"], 2) == ("A3", "A1")

    def test_match_by_hand_keeps_its_line_up(self):
        made = MakeMatch(round=1, white="A", black="B", game_ids=("g1", "g2"))
        state = after(of_teams("ABC", boards=2, substitutes=1), made)
        state = after(state, SetTeamBye(round=1, team_id="C", given=True))
        for team in "ABC":
            new = entering(f"{team}4")
            state = after(
                state, new, ChangeTeam(team_id=team, members=(f"{team}3", new.entry_id), reason="ill")
            )
        assert [board.pair.game_id for board in match_of(state, 1, "A").boards] == ["g1", "g2"]
        assert team_byes(state, 1) == {"C"}
        assert refused(DisbandTeam(team_id="B"), state)[0] == "team_has_games"

    def test_undone_match_uses_the_current_members(self):
        state = paired(of_teams("AB", boards=2, substitutes=1), 1)
        state = after(state, ChangeTeam(team_id="A", members=("A1", "A3"), reason="ill"))
        assert line_up(state, state.teams["A"], 1) == ("A1", "A2")
        state = after(state, UnmakeMatch(round=1, team_id="A"))
        assert line_up(state, state.teams["A"], 1) == ("A1", "A3")
        state = after(state, MakeMatch(round=1, white="A", black="B", game_ids=("g1", "g2")))
        assert [board.pair.players for board in match_of(state, 1, "A").boards] == [
            ("B1", "A1"),
            ("A3", "B2"),
        ]

    @pytest.mark.parametrize(
        ("players", "code"),
        [
            (("A1", "A1"), "invalid_line_up"),
            (("A1",), "invalid_line_up"),
            (("A1", "A2", "A3"), "invalid_line_up"),
            (("A1", "B2"), "not_in_team"),
            (("A1", "nobody"), "unknown_entry"),
        ],
    )
    def test_rejects_invalid_substitutions(self, players, code):
        state = of_teams("AB", boards=2, substitutes=1)
        assert refused(line(1, "A", *players), state)[0] == code


class TestByHand:
    ids = ("g1", "g2")

    def match(self, white, black, number=1, reason=""):
        return MakeMatch(round=number, white=white, black=black, game_ids=self.ids, reason=reason)

    def test_makes_match_of_two_teams_by_hand(self):
        state = after(of_teams("ABCD", boards=2), self.match("C", "A"))
        (match,) = matches(state, 1)
        assert match.teams == ("C", "A")
        assert [board.pair.white for board in match.boards] == ["C1", "A2"]
        state = paired(state, 1)
        assert matches(state, 1)[0].teams == ("C", "A")
        assert len({pair.table for pair in state.round(1).pairs.values()}) == 4
        assert refused(self.match("A", "B"), state) == ("already_paired", {"team": "A", "round": 1})

    def test_match_can_be_unmade_until_it_is_played(self):
        state = after(of_teams("AB", boards=2), self.match("A", "B"))
        assert not after(state, UnmakeMatch(round=1, team_id="B")).round(1).pairs
        state = record(state, "g2", Winner.BLACK)
        assert refused(UnmakeMatch(round=1, team_id="B"), state)[0] == "game_has_result"

    def test_gives_bye_to_a_team(self):
        state = after(of_teams("ABC", boards=2), SetTeamBye(round=1, team_id="B", given=True))
        assert team_byes(state, 1) == {"B"}
        state = paired(state, 1)
        assert {team for match in matches(state, 1) for team in match.teams} == {"A", "C"}
        state = after(state, SetTeamBye(round=1, team_id="B", given=False))
        assert team_byes(state, 1) == frozenset()

    @pytest.mark.parametrize("given", [True, False])
    def test_published_bye_needs_a_reason(self, given):
        state = after(of_teams("ABCD", boards=2), self.match("A", "B"))
        if not given:
            state = after(state, SetTeamBye(round=1, team_id="C", given=True))
        state = after(state, PublishRound(round=1))
        bye = SetTeamBye(round=1, team_id="C", given=given)
        assert refused(bye, state) == ("reason_required", {"about": "a published round"})
        told = replace(bye, reason="a late bus").decide(state)
        assert [event.reason for event in told] == ["a late bus"] * 2

    @pytest.mark.parametrize(
        ("white", "black", "code"),
        [("A", "A", "same_player_twice"), ("A", "Z", "unknown_team"), ("A", "B", "not_present")],
    )
    def test_rejects_invalid_matches(self, white, black, code):
        state = after(of_teams("ABC", boards=2), absent("B1", 1), absent("B2", 1))
        assert refused(self.match(white, black), state)[0] == code

    @pytest.mark.parametrize(
        ("command", "code"),
        [
            (UnmakeMatch(round=1, team_id="A"), "no_match"),
            (SetTeamBye(round=1, team_id="A", given=False), "no_bye"),
            (SetTeamBye(round=9, team_id="A", given=True), "no_such_round"),
        ],
    )
    def test_rejects_removing_missing_matches(self, command, code):
        assert refused(command, of_teams("AB", boards=2))[0] == code


def test_individual_tournament_has_no_teams():
    state = after(of_teams("", boards=0), *FREE)
    assert refused(new_team("X1", "X2"), state)[0] == "no_teams"
    assert refused(MakeMatch(round=1, white="A", black="B", game_ids=()), state)[0] == "no_teams"
    assert matches(state, 1) == []


def test_same_seed_gives_the_same_pairing():
    state = of_teams("ABCDEF", boards=3)
    assert recording(state, 1, seed=5) == recording(state, 1, seed=5)
    assert recording(state, 1, seed=5).inputs_digest != recording(state, 1, seed=6).inputs_digest


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (new_team("X1", "X2", "A1"), "in_another_team"),
        (new_team("X1", "X2"), "invalid_team"),
        (new_team("X1", "X2", "X1"), "invalid_team"),
        (new_team("X1", "X2", "nobody"), "unknown_entry"),
        (new_team("X1", "X2", "X3", name=" "), "invalid_team"),
        (new_team("X1", "X2", "X3", name="TEAM A"), "invalid_team"),
    ],
)
def test_rejects_invalid_teams(command, code):
    assert refused(command, after(of_teams("AB"), *FREE))[0] == code


def test_team_that_has_played_is_not_disbanded():
    state = paired(of_teams("AB"), 1)
    assert refused(DisbandTeam(team_id="A"), state)[0] == "team_has_games"
    assert "A" not in after(state, UnpairRound(round=1), DisbandTeam(team_id="A")).teams
