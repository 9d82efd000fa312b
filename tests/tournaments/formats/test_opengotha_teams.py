"""Teams in OpenGotha files: read, written, omitted or rejected."""

from dataclasses import replace

import pytest

from tests.tournaments.formats.gotha_file import GothaFile, tag
from tests.tournaments.formats.outgoings import again
from tournaments.competition.settings import TeamSettings
from tournaments.formats import ExchangeError, read_opengotha
from tournaments.formats.imported import ImportedTeam
from tournaments.formats.opengotha_out import write_opengotha
from tournaments.formats.opengotha_teams import MAX_TEAMS

BOARDS = {1: "AB CD EF", 2: "BG CD EF", 3: "AB CD EF"}  # who sits where, team by team
GAMES = [(1, 1, "A", "C"), (1, 2, "D", "B"), (2, 1, "E", "B"), (2, 2, "G", "F")]
CRITERIA = ("TEAMP", "BDW", "BDW1U", "MNR", "NULL")


def player(letter):
    return {"name": letter, "firstName": letter.lower(), "rank": "1K", "rating": "2000", "club": "Lei"}


def seats(rounds=None):
    """Team by team the boards: (round, board, player)."""
    found = [[], [], []]
    for number, line_ups in (rounds or BOARDS).items():
        for team, players in enumerate(line_ups.split()):
            found[team] += [(number, board, who) for board, who in enumerate(players, start=1)]
    return found


def teams(boards, *, size="2", criteria=CRITERIA, numbers="123", names=("Red", "Sea & Co", "Mud")):
    """The two elements; ``boards`` as of ``seats``."""
    inside = ""
    for number, name, seated in zip(numbers, names, boards, strict=False):
        sits = "".join(
            tag("Board", {"roundNumber": str(n), "boardNumber": str(board), "player": who * 2})
            for n, board, who in seated
        )
        inside += tag("Team", {"teamName": name, "teamNumber": number}, sits)
    placed = "".join(
        tag("PlacementCriterion", {"name": name, "number": str(place)})
        for place, name in enumerate(criteria, 1)
    )
    parameters = tag("TeamGeneralParameterSet", {"teamSize": size}) + tag(
        "TeamPlacementParameterSet", {}, tag("PlacementCriteria", {}, placed)
    )
    return tag("Teams", {}, inside) + tag("TeamTournamentParameterSet", {}, parameters)


def game(number, table, white, black):
    told = {"roundNumber": str(number), "tableNumber": str(table), "result": "RESULT_WHITEWINS"}
    return {**told, "whitePlayer": white * 2, "blackPlayer": black * 2}


def file(more, games=GAMES):
    return GothaFile(
        players=[player(letter) for letter in "ABCDEFG"],
        games=[game(*each) for each in games],
        criteria=("NBW", "SOSW"),
        more=more,
    )


def read(more, games=GAMES):
    return read_opengotha(bytes(file(more, games)))


def pairs(*letters):
    return tuple(letter * 2 for letter in letters)


def test_reads_members_substitutes_and_line_ups():
    imported = read(teams(seats()))
    assert imported.teams == (
        ImportedTeam(name="Red", members=pairs(*"ABG"), line_ups={2: pairs("B", "G")}),
        ImportedTeam(name="Sea & Co", members=pairs("C", "D")),
        ImportedTeam(name="Mud", members=pairs("E", "F")),
    )
    told = imported.history.settings.teams
    assert told == TeamSettings(boards=2, criteria=("TEAMP", "BDW", "BDW1U", "MNR"))
    assert imported.warnings == ()


def test_teams_are_in_the_order_of_their_numbers():
    imported = read(teams(seats(), numbers="312"))
    assert [team.name for team in imported.teams] == ["Sea & Co", "Mud", "Red"]


def test_line_up_without_round_holds_in_every_round():
    first = [[(0, board, who) for board, who in enumerate(two, 1)] for two in ("AB", "CD", "EF")]
    imported = read(teams(first), GAMES[:2])
    assert [team.members for team in imported.teams] == [pairs("A", "B"), pairs("C", "D"), pairs("E", "F")]
    assert all(team.line_ups == {} for team in imported.teams)


def test_players_play_for_themselves_without_teams():
    imported = read(teams([], size="3"))
    assert (imported.teams, imported.history.settings.teams) == ((), TeamSettings())
    assert imported.warnings == ()


@pytest.mark.parametrize(
    ("more", "games", "reason"),
    [
        (teams(seats(), size="3"), (), "Red has no 3 players in any round"),
        (teams([[(1, 1, "A"), (1, 1, "B")]]), (), "Red has two players at board 1 in round 1"),
        (teams([[(0, 1, "A"), (2, 1, "B")]]), (), "Red has two players at board 1 in round 2"),
        (teams([[(1, 1, "A"), (1, 2, "A")]]), (), "AA sits at two boards in round 1"),
        (teams([[(1, 1, "A")], [(1, 2, "A")]]), (), "AA sits at two boards in round 1"),
        (teams(seats(BOARDS | {3: "AB GD EF"})), (), "GG plays for Red and Sea & Co"),
        (
            teams(seats()),
            [(1, 1, "A", "D")],
            "in round 1 table 1 no board of a team meets that board of another",
        ),
        (
            teams(seats()),
            [(1, 1, "A", "B")],
            "in round 1 table 1 no board of a team meets that board of another",
        ),
        (
            teams(seats()),
            [(1, 4, "A", "G")],
            "in round 1 table 4 no board of a team meets that board of another",
        ),
        (
            teams(seats()),
            [(1, 1, "A", "C"), (1, 2, "B", "F")],
            "in round 1 Red meets Sea & Co and Mud",
        ),
    ],
)
def test_omits_teams_that_do_not_play_board_by_board_with_a_warning(more, games, reason):
    imported = read(more, games)
    assert (imported.teams, imported.history.settings.teams) == ((), TeamSettings())
    assert imported.warnings == (f"Teams are not read: {reason}. Their members are read as single entrants.",)


def test_warns_of_incomplete_line_ups_and_extra_boards():
    boards = seats(BOARDS | {3: "A CD EF"})
    boards[1].append((1, 3, "G"))
    imported = read(teams(boards))
    assert imported.warnings == (
        "Red has not all boards in round 3: its first 2 members are taken there.",
        "Sea & Co has more than 2 boards, which is the size of a team: the rest is left out.",
    )
    assert imported.teams[1].members == pairs("C", "D")


def test_omits_unknown_team_criteria_with_a_warning():
    imported = read(teams(seats(), criteria=("SOST", "LUCK", "NULL")))
    assert imported.history.settings.teams.criteria == ("SOST",)
    told = "The criterion of teams 'LUCK' is not one that is computed here; it is left out."
    assert imported.warnings == (told,)
    assert read(teams(seats(), criteria=())).history.settings.teams.criteria == ("TEAMP",)


@pytest.mark.parametrize(
    ("more", "code", "element"),
    [
        (teams(seats(), size="1"), "out_of_range", "TeamGeneralParameterSet"),
        (teams(seats(), size="eleven"), "bad_number", "TeamGeneralParameterSet"),
        (teams(seats(), names=("Red", " ", "Mud")), "missing_name", "Team"),
        (teams(seats(), names=("Red", "RED", "Mud")), "duplicate_team", "Team"),
        (teams(seats(), numbers="1x3"), "bad_number", "Team"),
        (teams([[(1, 1, "Z")]]), "unknown_player", "Board"),
        (teams([[(1, 0, "A")]]), "out_of_range", "Board"),
        (teams([[(1, 11, "A")]]), "out_of_range", "Board"),
        (teams([[(41, 1, "A")]]), "out_of_range", "Board"),
        (
            teams(
                [[]] * (MAX_TEAMS + 1),
                numbers=["0"] * (MAX_TEAMS + 1),
                names=[str(place) for place in range(MAX_TEAMS + 1)],
            ),
            "too_many_teams",
            "Team",
        ),
        (teams(seats()).replace(' player="AA"', "", 1), "missing_attribute", "Board"),
    ],
)
def test_rejects_broken_teams_with_element_and_line(more, code, element):
    with pytest.raises(ExchangeError) as caught:
        read(more)
    assert (caught.value.code, caught.value.element, caught.value.line > 1) == (code, element, True)


def test_written_teams_are_read_again_unchanged():
    first = read(teams(seats()))
    written = write_opengotha(again(first, teams=first.teams))
    second = read_opengotha(written.data)
    assert second.history.settings.teams == first.history.settings.teams
    assert second.teams == first.teams
    assert (second.history.games, second.warnings) == (first.history.games, ())
    order = ["<Games>", "<Teams>", "<TournamentParameterSet>", "<TeamTournamentParameterSet>"]
    places = [written.data.decode().index(each) for each in order]
    assert places == sorted(places)


def warned(imported, teams, **settings):
    chosen = replace(imported.history.settings, teams=replace(imported.history.settings.teams, **settings))
    told = replace(imported, history=replace(imported.history, settings=chosen))
    return " ".join(write_opengotha(again(told, teams=teams)).warnings)


def test_warns_of_team_data_that_the_format_lacks():
    imported = read(teams(seats()))
    red, sea, mud = imported.teams
    plain = warned(imported, imported.teams)
    for said, told, settings in (
        (
            "Substitutes of Sea & Co who sit at no board are left out: GG.",
            replace(sea, members=pairs(*"CDG")),
            {},
        ),
        ("Country and club of a team have no place in the format: Sea & Co.", replace(sea, club="Lei"), {}),
        ("Country and club of a team have no place in the format: Sea & Co.", replace(sea, country="NL"), {}),
        ("OpenGotha does not place teams by BDWW, DC: left out", sea, {"criteria": ("BDWW", "TEAMP", "DC")}),
        ("OpenGotha does not place teams by MNR", sea, {"criteria": ("TEAMP", "BDW", "SOST", *UPPER, "MNR")}),
        ("Board points of a team's bye have no place", sea, {"bye_boards2": 2}),
    ):
        assert said not in plain
        assert said in warned(imported, (red, told, mud), **settings)


UPPER = ("BDW1U", "BDW2U", "BDW3U")


def test_warns_of_boards_without_teams():
    imported = read(teams(seats()))
    told = write_opengotha(again(imported, teams=()))
    assert any("Teams of 2 boards of which none is formed" in warning for warning in told.warnings)
    assert b"<Team" not in told.data
