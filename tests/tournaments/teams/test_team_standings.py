"""Places of teams: match points, board points and tie-breaks."""

import pytest

from tests.tournaments.build import after, refused
from tests.tournaments.teams.build import EVEN, of_teams, record
from tournaments.competition.history import Winner
from tournaments.competition.settings import Settings, TeamSettings
from tournaments.competition.standings import explain_order
from tournaments.domain.matches import MakeMatch, SetTeamBye
from tournaments.domain.settings import ChangeSettings
from tournaments.teams.history import team_history
from tournaments.teams.standings import board_results, team_standings

SIGNS = {"w": Winner.WHITE, "b": Winner.BLACK, "=": Winner.JIGO, "2": Winner.BOTH, "0": Winner.NEITHER}


def played(state, number, *rows):
    """``"A+ B"``-like rows: "AB +-=" says what A did against B at boards 1, 2, 3."""
    for row in rows:
        teams, signs = row.split()
        ids = tuple(f"{number}{teams}{board}" for board in range(len(signs)))
        match = MakeMatch(round=number, white=teams[0], black=teams[1], game_ids=ids)
        state = after(state, match)
        for board, sign in enumerate(signs):
            if sign != "?":
                state = record(state, ids[board], _winner(sign, white=board % 2 == 0))
    return state


def _winner(sign, *, white):
    won = {"+": Winner.WHITE if white else Winner.BLACK, "-": Winner.BLACK if white else Winner.WHITE}
    return won.get(sign) or SIGNS[sign]


def places(state, number):
    return [(row.place, row.entrant_id) for row in team_standings(state, number).rows]


def scores(state, number, team):
    return next(row.plain() for row in team_standings(state, number).rows if row.entrant_id == team)


def test_computes_match_points_board_points_and_opponents():
    state = of_teams("ABCD", boards=3, criteria=("TEAMP", "BDW", "SOST", "BDWW", "BDW1U", "BDW2U"))
    state = played(state, 1, "AB ++-", "CD +=-")
    state = played(state, 2, "AC +--", "BD +++")
    assert scores(state, 1, "A") == {
        "TEAMP": 1, "BDW": 2, "SOST": 0, "BDWW": 3 + 2, "BDW1U": 1, "BDW2U": 2,
    }  # fmt: skip
    assert scores(state, 1, "C") == {
        "TEAMP": 0.5, "BDW": 1.5, "SOST": 0.5, "BDWW": 3 + 1, "BDW1U": 1, "BDW2U": 1.5,
    }  # fmt: skip
    after_two = team_standings(state, 2)
    assert [(row.place, row.entrant_id, row.plain()["TEAMP"]) for row in after_two.rows] == [
        (1, "C", 1.5), (2, "B", 1), (3, "A", 1), (4, "D", 0.5),
    ]  # fmt: skip
    assert scores(state, 2, "A")["SOST"] == 1 + 1.5


def test_place_has_a_reason():
    state = played(of_teams("ABCD", boards=3), 1, "AB +++", "CD ++-")
    first, second, *_ = team_standings(state, 1).rows
    assert explain_order(first, second) == "equal on TEAMP 1, ahead on BDW 3 to 2"


def test_computes_direct_confrontation_of_teams():
    state = of_teams("ABCD", boards=3, criteria=("TEAMP", "DC"))
    state = played(state, 1, "BA ++-", "CD +++")
    state = played(state, 2, "AC +++", "BD ---")
    state = played(state, 3, "AD +++", "BC ++-")
    assert places(state, 3) == [(1, "B"), (2, "A"), (3, "C"), (4, "D")]


def test_teams_tied_on_all_criteria_share_a_place():
    state = played(of_teams("ABCD", boards=2), 1, "AB ==", "CD ==")
    assert places(state, 1) == [(1, "A"), (1, "B"), (1, "C"), (1, "D")]


def test_match_counts_when_all_boards_have_results():
    state = played(of_teams("AB", boards=3, criteria=("TEAMP", "BDW")), 1, "AB ++?")
    assert scores(state, 1, "A") == {"TEAMP": 0, "BDW": 2}
    assert team_history(state).games[0].result.winner is Winner.NOBODY_YET


@pytest.mark.parametrize(
    ("signs", "winner"),
    [
        ("+-", Winner.JIGO),
        ("==", Winner.JIGO),
        ("00", Winner.NEITHER),
        ("2-", Winner.BLACK),
        ("+0", Winner.WHITE),
        ("22", Winner.JIGO),
    ],
)
def test_majority_of_board_points_wins_a_match(signs, winner):
    state = played(of_teams("AB", boards=2), 1, f"AB {signs}")
    assert team_history(state).games[0].result.winner is winner


@pytest.mark.parametrize(("said", "points"), [(None, 1.5), (0, 0), (4, 2), (6, 3)])
def test_bye_counts_as_a_match_with_board_points_of_the_settings(said, points):
    state = of_teams("ABC", boards=3, bye_boards2=said)
    state = played(after(state, SetTeamBye(round=1, team_id="C", given=True)), 1, "AB ++-")
    assert scores(state, 1, "C") == {"TEAMP": 1, "BDW": points, "SOST": 0, "BDWW": 0, "DC": 0}


def test_lists_players_by_board():
    state = played(of_teams("ABCD", boards=2), 1, "AB +-", "CD +=")
    told = [(one.board, one.entry, one.team, one.games, one.points2) for one in board_results(state, 1)]
    assert told == [
        (1, "A1", "A", 1, 2),
        (1, "C1", "C", 1, 2),
        (1, "B1", "B", 1, 0),
        (1, "D1", "D", 1, 0),
        (2, "B2", "B", 1, 2),
        (2, "C2", "C", 1, 1),
        (2, "D2", "D", 1, 1),
        (2, "A2", "A", 1, 0),
    ]


def test_mcmahon_of_teams_starts_at_the_mean_rank():
    ranks = {"A1": 3, "A2": 2, "B1": 0, "B2": -1, "C1": -4, "C2": -5, "D1": 3, "D2": 3}
    state = of_teams("ABCD", boards=2, ranks=ranks, system="mcmahon", criteria=("MMS", "BDW"), bar=3)
    assert {id_: entrant.rank for id_, entrant in team_history(state).entrants.items()} == {
        "A": 2, "B": -1, "C": -5, "D": 3,
    }  # fmt: skip
    assert scores(state, 0, "B") == {"MMS": 29, "BDW": 0}


class TestSettings:
    def change(self, boards, **settings):
        teams = TeamSettings(boards=boards, **settings)
        return ChangeSettings(
            settings=Settings(rounds=3, system="swiss", criteria=("NBW", "SOS"), handicap=EVEN, teams=teams),
            ruleset="tromp-taylor",
            reason="voted",
        )

    @pytest.mark.parametrize(
        ("command", "field"),
        [
            ({"boards": 1}, "teams.boards"),
            ({"boards": 11}, "teams.boards"),
            ({"boards": 2, "criteria": ("LUCK",)}, "teams.criteria"),
            ({"boards": 2, "criteria": ()}, "teams.criteria"),
            ({"boards": 2, "criteria": ("BDW0U",)}, "teams.criteria"),
            ({"boards": 2, "bye_boards2": -1}, "teams.bye_boards2"),
            ({"boards": 3}, "teams.boards"),
            ({"boards": 0}, "teams.boards"),
        ],
    )
    def test_rejects_invalid_criteria(self, command, field):
        code, facts = refused(self.change(**command), of_teams("AB", boards=2))
        assert (code, facts["field"]) == ("invalid_settings", field)

    def test_number_of_boards_is_fixed_once_a_round_is_paired(self):
        state = played(of_teams("AB", boards=3), 1, "AB +++")
        assert refused(self.change(2), state)[1]["field"] == "teams.boards"
