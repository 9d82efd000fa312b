"""Territory of the Japanese kind: goscorer's finished boards (rules_territory.json), and laws of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import RULESETS, Color, Ruleset
from rules.axes import Scoring
from rules.counting import COUNTS, Count
from rules.grid import grid_for
from rules.scoring import Score
from rules.seki import territory_outside_seki
from tests.rules.records import read, start

DATA = read("rules_territory.json")
JAPANESE = RULESETS["japanese"].replace(komi=0, scoring="territory_no_seki")
TEIRE = JAPANESE.replace(scoring="territory_after_teire")
TROMP_TAYLOR = RULESETS["tromp-taylor"]
TURNS = ["turned", "upside down", "mirrored"]


def named(case) -> str:
    return case["id"]


def scored(ruleset, rows: list[str]) -> Score:
    """The score of a board on which lower case marks the dead."""
    game = start(ruleset, [row.upper() for row in rows])
    signs = zip(game.board, "".join(reversed(rows)), strict=True)
    return game.score([at for at, sign in signs if sign in "xo"])


def totals(score: Score) -> list[float]:
    return [score.black.total, score.white.total]


def land(rows: list[str], count) -> list[str]:
    """The board with B and W for the points that a way of counting gives, from masks of the drawn stones."""
    where = grid_for(len(rows[0]), len(rows))
    cells = [(x, y) for y in range(where.height) for x in range(where.width)]
    masks = {
        sign: sum(1 << y * where.stride + x for x, y in cells if rows[-1 - y][x] == sign) for sign in "XOxo"
    }
    black, white = count(where, *masks.values())
    signs = {1 << y * where.stride + x: (y, x) for x, y in cells}
    drawn = [["."] * where.width for _ in rows]
    for bit, (y, x) in signs.items():
        drawn[-1 - y][x] = "B" if black & bit else "W" if white & bit else "."
    assert not black & white
    assert (black | white) & ~where.full == 0
    return ["".join(row) for row in drawn]


def outside_seki(rows: list[str]) -> list[str]:
    return land(rows, territory_outside_seki)


def plain(rows: list[str]) -> list[str]:
    def count(where, black, white, dead_black, dead_white):
        facts = Count(grid=where, black=black, white=white, dead_black=dead_black, dead_white=dead_white)
        worth = COUNTS[Scoring.TERRITORY](facts, 0, 0)
        return worth.black_land, worth.white_land

    return land(rows, count)


def swapped(rows: list[str]) -> list[str]:
    return [row.translate(str.maketrans("XOxoBW", "OXoxWB")) for row in rows]


def turned(rows: list[str], how: str) -> list[str]:
    if how == "upside down":
        return rows[::-1]
    if how == "mirrored":
        return [row[::-1] for row in rows]
    return ["".join(column) for column in zip(*rows[::-1], strict=True)]


def points(rows: list[str]) -> list[int]:
    return ["".join(rows).count(sign) for sign in "BW"]


@pytest.mark.parametrize("case", DATA["boards"], ids=named)
def test_a_board(case):
    """Points outside seki, whichever way it lies and whoever is Black; scores by territory and by area."""
    rows, wanted = case["board"].split("/"), case["outside_seki"].split("/")
    assert outside_seki(rows) == wanted
    assert outside_seki(swapped(rows)) == swapped(wanted)
    for how in TURNS:
        assert outside_seki(turned(rows, how)) == turned(wanted, how), how
    score = scored(JAPANESE, rows)
    signs = {Color.BLACK: "B", Color.WHITE: "W", None: "."}
    assert "".join(signs[owner] for owner in score.owners.values()) == "".join(reversed(wanted))
    assert totals(score) == case["total"]
    assert points(plain(rows)) == case["territory"]
    assert totals(scored(TROMP_TAYLOR, rows)) == case["area"]


@pytest.mark.parametrize("case", DATA["totals"], ids=named)
def test_totals_with_komi(case):
    ruleset = TROMP_TAYLOR if case["rule"] == "area" else JAPANESE
    assert totals(scored(ruleset.replace(komi=case["komi"]), case["board"].split("/"))) == case["total"]


def drawn(width: int, height: int) -> st.SearchStrategy[list[str]]:
    row = st.text(alphabet="XXXOOO..xo", min_size=width, max_size=width)
    return st.lists(row, min_size=height, max_size=height)


boards = st.tuples(st.integers(1, 7), st.integers(1, 6)).flatmap(lambda size: drawn(*size))


@given(boards)
def test_seki_takes_territory_away_and_never_adds_any(rows):
    pairs = zip("".join(outside_seki(rows)), "".join(plain(rows)), strict=True)
    assert all(mine in {".", owner} for mine, owner in pairs)


@given(boards, st.sampled_from(TURNS))
def test_any_board_can_be_swapped_and_turned(rows, how):
    wanted = swapped(turned(outside_seki(rows), how))
    assert outside_seki(swapped(turned(rows, how))) == wanted


@given(st.integers(2, 9), st.integers(2, 9), st.integers(3, 9), st.sampled_from(TURNS))
def test_behind_two_walls_without_dame_every_point_counts(left, right, height, how):
    rows = turned(["." * left + "XO" + "." * right] * height, how)
    assert outside_seki(rows) == plain(rows)
    assert points(outside_seki(rows)) == [left * height, right * height]


@given(st.integers(2, 9), st.integers(2, 9), st.integers(3, 9), st.integers(1, 3))
def test_dame_between_two_walls_take_nothing_from_what_is_behind(left, right, height, gap):
    rows = ["." * left + "X" + "." * gap + "O" + "." * right] * height
    assert outside_seki(rows) == ["B" * left + "." * (gap + 2) + "W" * right] * height


@pytest.mark.parametrize("rows", [[".X", "XX"], ["..X", "XXX"]], ids="/".join)
def test_one_eye_that_no_play_can_divide_is_no_territory(rows):
    assert points(outside_seki(rows)) == [0, 0]


def test_a_second_eye_makes_both_territory():
    assert points(outside_seki([".X.", "XXX"])) == [2, 0]


def test_an_eye_each_and_shared_liberties_are_seki():
    rows = [".X.O.", "XX.OO"]
    assert points(plain(rows)) == [1, 1]
    assert points(outside_seki(rows)) == [0, 0]


def test_a_point_that_has_to_be_filled_is_no_territory():
    rows = ["...X.XO.", "XXXXXOO.", "OOOOOO..", "........"]
    assert outside_seki(rows) == ["BBB....W", ".......W", "......WW", "WWWWWWWW"]


TWO_MIAI = [
    ".X.XO....",
    "XXXXO....",
    "XXXXOOOOO",
    "O.XXO....",
    ".OOOOOOOO",
    "O.XXO....",
    "XXXXOOOOO",
    "XXXXO....",
    ".X.XO....",
]
"""B6 and B4 are dame: White gets one of them, and must connect at A5 once Black has taken the other."""
ONE_DAME = [*TWO_MIAI[:5], "XXXXO....", *TWO_MIAI[6:]]
CONNECTED = [*TWO_MIAI[:5], "OOXXO....", *TWO_MIAI[6:]]
FILLED = [*TWO_MIAI[:3], "OOXXO....", *TWO_MIAI[4:5], "OOXXO....", *TWO_MIAI[6:]]


@pytest.mark.parametrize(
    ("rows", "plain_white", "white"),
    [
        (TWO_MIAI, 25, 24),
        (ONE_DAME, 24, 24),  # false by its shape, whoever takes the dame
        (CONNECTED, 25, 25),  # of one dame the player who needs it is believed to take it
        (FILLED, 25, 25),
    ],
    ids=["two miai", "one stone cut", "one dame", "none"],
)
@pytest.mark.parametrize("colours", ["as drawn", "swapped"])
@pytest.mark.parametrize("how", ["as drawn", *TURNS])
def test_point_that_two_miai_dame_leave_to_be_filled_is_no_territory(rows, plain_white, white, colours, how):
    rows = rows if how == "as drawn" else turned(rows, how)
    rows = swapped(rows) if colours == "swapped" else rows
    whose = 0 if colours == "swapped" else 1
    assert totals(scored(JAPANESE, rows))[whose] == plain_white
    assert totals(scored(TEIRE, rows))[whose] == white


def test_score_of_two_miai_is_that_of_the_position_played_out():
    played = ["OOXXO....", "OOOOOOOOO", "OXXXO...."]
    out = [*TWO_MIAI[:3], *played, *TWO_MIAI[6:]]
    assert totals(scored(TEIRE, TWO_MIAI)) == totals(scored(TEIRE, out))


@pytest.mark.parametrize("name", ["japanese", "korean"])
def test_latest_editions_count_after_teire_and_the_first_do_not(name):
    assert scored(RULESETS[name], TWO_MIAI).white.territory == 24
    assert scored(Ruleset.parse(f"{name}@1"), TWO_MIAI).white.territory == 25


@pytest.mark.parametrize("case", DATA["boards"], ids=named)
def test_board_of_goscorer_counts_alike_after_teire(case):
    """One differs: a chain of false eyes that dame close to a ring, of which the opponent takes one."""
    rows = case["board"].split("/")
    alike = totals(scored(JAPANESE, rows)) == totals(scored(TEIRE, rows))
    assert alike is (case["id"] != "false_eyes_chain_no_bamboo")
