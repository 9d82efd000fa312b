"""What a record says: size, header, set-up, moves."""

import pytest

from games.sgf import By, Claim, NoteCode, Record, read
from rules import Board, Color, Pass, Play

B, W = Color.BLACK, Color.WHITE


def record(text: str) -> Record:
    (game,) = read(text.encode()).games
    return game


def notes(text: str) -> list[tuple[NoteCode, int]]:
    return [(note.code, note.offset) for note in record(text).notes]


def test_reads_ordinary_record():
    game = record(
        "(;FF[4]GM[1]SZ[9]KM[6.5]RU[Japanese]RE[B+3.5]PB[Kitani]BR[9p]PW[Go \\] Seigen]EV[Jubango]"
        "DT[1939-09-28]C[Kamakura\nfirst game];B[ee];W[gc]C[far];B[])"
    )
    assert (game.width, game.height, game.komi, game.ruleset) == (9, 9, 6.5, "Japanese")
    assert (game.board, game.to_play, game.handicap) == (Board(9), B, 0)
    assert game.actions == (Play(B, "E5"), Play(W, "G7"), Pass(B))
    assert game.result == Claim(by=By.SCORE, winner=B, margin=3.5)
    assert (game.info.black, game.info.black_rank, game.info.white) == ("Kitani", "9p", "Go ] Seigen")
    assert (game.info.event, game.info.date) == ("Jubango", "1939-09-28")
    said = [(comment.node, comment.text) for comment in game.info.comments]
    assert said == [(0, "Kamakura\nfirst game"), (2, "far")]
    assert game.notes == ()


def test_each_action_has_its_offset_and_node():
    text = "(;SZ[9]\n;C[only words]\n;B[aa]\n;\n;W[bb])"
    moves = record(text).moves
    assert [move.node for move in moves] == [2, 4]
    assert [text[move.offset :][:4] for move in moves] == ["[aa]", "[bb]"]


@pytest.mark.parametrize(
    ("said", "size"),
    [("", (19, 19)), ("SZ[]", (19, 19)), ("SZ[1]", (1, 1)), ("SZ[52]", (52, 52)), ("SZ[19:13]", (19, 13))],
)
def test_sizes(said, size):
    game = record(f"(;{said})")
    assert (game.width, game.height) == size
    assert (game.board.width, game.board.height) == size


@pytest.mark.parametrize(
    ("size", "point", "action"),
    [
        ("19", "aa", Play(B, "A19")),
        ("19", "ss", Play(B, "T1")),
        ("19", "tt", Pass(B)),
        ("9", "tt", Pass(B)),
        ("19:13", "tt", Pass(B)),
        ("20", "tt", Play(B, "U1")),
        ("19:20", "", Pass(B)),
        ("52", "ZZ", Play(B, "BB1")),
        ("52", "aA", Play(B, "A26")),
        ("19:13", "sa", Play(B, "T13")),
    ],
)
def test_points_and_passes(size, point, action):
    assert record(f"(;SZ[{size}];B[{point}])").actions == (action,)


@pytest.mark.parametrize(
    ("size", "said", "code"),
    [
        ("9", "pass", NoteCode.PASSES_IN_WORDS),
        ("19", "PASS", NoteCode.PASSES_IN_WORDS),
        ("9", "``", NoteCode.NOT_A_POINT),
        ("18", "ss", NoteCode.NOT_A_POINT),
        ("9", "jj", NoteCode.NOT_A_POINT),
        ("20", "uu", NoteCode.NOT_A_POINT),
    ],
)
def test_notes_pass_in_another_spelling(size, said, code):
    text = f"(;SZ[{size}];B[aa];W[{said}])"
    assert record(text).actions[1:] == (Pass(W),)
    assert notes(text) == [(code, text.rindex("["))]


@pytest.mark.parametrize("said", ["9x9", "9 X 9", "9*9"])
def test_notes_size_with_another_sign(said):
    game = record(f"(;SZ[{said}])")
    assert (game.width, game.height) == (9, 9)
    assert notes(f"(;SZ[{said}])") == [(NoteCode.SIZE_READ_AS, 4)]


def test_reads_header_without_first_node():
    text = "(\nEV[Final]\nSZ[9]\n;B[ee](;W[ec])(;W[gd]))"
    game = record(text)
    assert (game.info.event, game.width, game.actions) == ("Final", 9, (Play(B, "E5"), Play(W, "E7")))
    assert read(text.encode()).notes[0].offset == 2


def test_reads_brackets_in_texts():
    game = record("(;SZ[9]US[Alder[3d]]C[Alder [3d]: a [b] c];B[ee]C[x \\] [y]];W[ec])")
    assert (game.info.user, len(game.actions)) == ("Alder[3d]", 2)
    assert [comment.text for comment in game.info.comments] == ["Alder [3d]: a [b] c", "x ] [y]"]


def test_keeps_lone_bracket_in_text():
    game = record("(;SZ[9]C[from [ on];B[ee])")
    assert [comment.text for comment in game.info.comments] == ["from [ on"]


def test_reads_record_without_last_bracket():
    found = read(b"(;SZ[9];B[ee](;W[ec])(;W[gd]")
    assert found.games[0].actions == (Play(B, "E5"), Play(W, "E7"))
    assert [note.code for note in found.notes] == [NoteCode.UNCLOSED]


def test_reads_move_written_twice_as_one():
    assert record("(;SZ[9];B[ee]B[ee];W[ec])").actions == (Play(B, "E5"), Play(W, "E7"))


def test_empty_setup_sets_up_nothing():
    game = record("(;SZ[9]HA[0]AB[]AW[];B[ee];AE[])")
    assert (game.board, game.to_play, len(game.actions)) == (Board(9), B, 1)


@pytest.mark.parametrize(("said", "winner"), [("", B), ("RE[B+R]", B), ("RE[W+2.5]", W)])
def test_reads_resignation_as_move(said, winner):
    game = record(f"(;SZ[9]{said};B[ee];W[resign])")
    assert game.actions == (Play(B, "E5"),)
    assert game.result.winner is winner
    assert NoteCode.RESIGNATION_AS_MOVE in [note.code for note in game.notes]


@pytest.mark.parametrize(
    ("said", "komi", "codes"),
    [
        ("", None, []),
        ("KM[]", None, []),
        ("KM[0]", 0.0, []),
        ("KM[-5.5]", -5.5, []),
        ("KM[6,5]", 6.5, []),
        ("KM[ 7.50 ]", 7.5, []),
        ("KM[3.75]", 7.5, [NoteCode.KOMI_READ_AS]),
        ("KM[375]", 7.5, [NoteCode.KOMI_READ_AS]),
        ("KM[650]", 6.5, [NoteCode.KOMI_READ_AS]),
        ("KM[6.5目]", 6.5, [NoteCode.KOMI_READ_AS]),
        ("KM[6目半]", 6.5, [NoteCode.KOMI_READ_AS]),
        ("KM[6.5 points]", 6.5, [NoteCode.KOMI_READ_AS]),
        ("KM[六目半]", 6.5, [NoteCode.KOMI_READ_AS]),
        ("KM[3 3/4]", 7.5, [NoteCode.KOMI_READ_AS]),
        ("KM[3又3/4子]", 7.5, [NoteCode.KOMI_READ_AS]),
        ("RU[Chinese]KM[350]", 7.0, [NoteCode.KOMI_READ_AS]),
        ("RU[Chinese]KM[700]", 7.0, [NoteCode.KOMI_READ_AS]),
        ("RU[Japanese]KM[350]", 3.5, [NoteCode.KOMI_READ_AS]),
        ("AB[aa][bb]HA[2]KM[50]", 0.5, [NoteCode.KOMI_READ_AS]),
        ("KM[50]", 50.0, []),
        ("KM[100]", 100.0, []),
        ("KM[633]", None, [NoteCode.KOMI_UNREAD]),
        ("KM[6.3]", None, [NoteCode.KOMI_UNREAD]),
        ("KM[reverse]", None, [NoteCode.KOMI_UNREAD]),
        ("KM[1e999]", None, [NoteCode.KOMI_UNREAD]),
        ("KM[NaN]", None, [NoteCode.KOMI_UNREAD]),
    ],
)
def test_komi(said, komi, codes):
    game = record(f"(;{said})")
    assert game.komi == komi
    assert [note.code for note in game.notes] == codes


@pytest.mark.parametrize(
    ("said", "claim"),
    [
        ("B+3.5", Claim(by=By.SCORE, winner=B, margin=3.5)),
        ("w+0,5", Claim(by=By.SCORE, winner=W, margin=0.5)),
        ("W+R", Claim(by=By.RESIGNATION, winner=W)),
        ("W+Resign", Claim(by=By.RESIGNATION, winner=W)),
        ("B+Time", Claim(by=By.TIME, winner=B)),
        ("Black+F", Claim(by=By.FORFEIT, winner=B)),
        ("B+", Claim(by=By.UNSTATED, winner=B)),
        ("B+Score", Claim(by=By.UNSTATED, winner=B)),
        ("0", Claim(by=By.DRAW)),
        ("Draw", Claim(by=By.DRAW)),
        ("Void", Claim(by=By.VOID)),
        ("?", Claim(by=By.UNKNOWN)),
    ],
)
def test_results(said, claim):
    game = record(f"(;RE[{said}])")
    assert (game.result, game.result_text, game.notes) == (claim, said, ())


@pytest.mark.parametrize("said", ["B maybe", "B+lots", "B+-3", "W+1e9", "+R"])
def test_keeps_unreadable_result_as_text(said):
    game = record(f"(;RE[{said}])")
    assert (game.result, game.result_text) == (None, said)
    assert [(note.code, note.offset) for note in game.notes] == [(NoteCode.RESULT_UNREAD, 4)]


def test_reads_set_up_points_and_rectangles():
    game = record("(;SZ[5]AB[aa:cb][ed][aa]AW[ee:de]AE[cc];W[cc])")
    assert game.board == Board.from_diagram(["XXX..", "XXX..", ".....", "....X", "...OO"])


def test_reads_rectangle_from_any_corner():
    assert record("(;SZ[3]AB[ba:ab])").board == Board.from_diagram(["XX.", "XX.", "..."])


def test_reads_set_up_of_later_node_before_first_move():
    text = "(;SZ[3]AB[aa];AE[aa]AW[bb]PL[W];W[cc])"
    assert record(text).board == Board.from_diagram(["...", ".O.", "..."])
    assert notes(text) == [(NoteCode.LATE_SETUP, text.index("[aa]AW"))]


def test_sets_up_stones_before_move_of_same_node():
    game = record("(;SZ[3]AB[aa]PL[B]B[bb])")
    assert (game.board["A3"], game.actions) == (B, (Play(B, "B2"),))
    assert [note.code for note in game.notes] == [NoteCode.SETUP_WITH_MOVE]


@pytest.mark.parametrize(
    ("text", "to_play"),
    [
        ("(;)", B),
        ("(;;W[aa])", B),  # for the rules engine to judge
        ("(;PL[W])", W),
        ("(;PL[white];W[aa])", W),
        ("(;HA[2]AB[dd][pp])", W),
        ("(;HA[2]AB[dd][pp]PL[B])", B),
    ],
)
def test_determines_first_player(text, to_play):
    game = record(text)
    assert (game.to_play, game.notes) == (to_play, ())


@pytest.mark.parametrize(
    ("text", "to_play"),
    [
        ("(;AB[aa]AW[bb];W[cc])", W),
        ("(;AB[aa]AW[bb];B[cc])", B),
        ("(;AB[aa]AW[bb])", B),
        ("(;AB[dd][pp])", W),
    ],
)
def test_infers_first_player_of_set_up_position(text, to_play):
    assert record(text).to_play is to_play
    assert notes(text) == [(NoteCode.TURN_INFERRED, text.index("["))]


def test_keeps_moves_of_the_wrong_colour():
    assert record("(;SZ[9];B[aa];B[bb];W[aa])").actions == (Play(B, "A9"), Play(B, "B8"), Play(W, "A9"))


def test_keeps_order_of_two_moves_in_a_node():
    assert record("(;;W[aa]B[bb])").actions == (Play(W, "A19"), Play(B, "B18"))
    assert notes("(;;W[aa]B[bb])") == [(NoteCode.TWO_MOVES, 9)]


def test_ignores_player_to_play_after_first_move():
    assert notes("(;;B[aa];PL[B];B[bb])") == [(NoteCode.TURN_IGNORED, 11)]


def test_ignores_player_to_play_who_contradicts_the_first_move():
    assert notes("(;PL[W];B[aa])") == [(NoteCode.TURN_IGNORED, 4)]
    assert record("(;PL[W];B[aa];W[bb])").to_play is Color.BLACK
    assert notes("(;PL[B];B[aa])") == []


def test_reads_set_up_handicap_stones():
    game = record("(;SZ[9]HA[2]AB[gc][cg];W[ee])")
    assert (game.handicap, game.to_play) == (2, W)
    assert game.board == Board(9).with_stones(black=["G7", "C3"])
    assert game.notes == ()


def test_notes_handicap_that_differs_from_its_stones():
    assert notes("(;HA[3]AB[dd][pp];W[ee])") == [(NoteCode.HANDICAP_DIFFERS, 4)]


def test_notes_handicap_stones_played_as_moves():
    game = record("(;HA[2];B[dd];B[pp];W[cc])")
    assert (game.board, game.to_play, len(game.actions)) == (Board(19), B, 3)
    assert [note.code for note in game.notes] == [NoteCode.HANDICAP_AS_MOVES]


@pytest.mark.parametrize(
    ("size", "handicap", "stones"),
    [
        (19, 2, {"Q16", "D4"}),
        (19, 3, {"Q16", "D4", "Q4"}),
        (19, 5, {"Q16", "D4", "Q4", "D16", "K10"}),
        (19, 6, {"Q16", "D4", "Q4", "D16", "D10", "Q10"}),
        (13, 9, {"D4", "G4", "K4", "D7", "G7", "K7", "D10", "G10", "K10"}),
        (9, 4, {"C3", "C7", "G3", "G7"}),
    ],
)
def test_places_omitted_handicap_stones(size, handicap, stones):
    game = record(f"(;SZ[{size}]HA[{handicap}];W[aa])")
    assert (set(game.board.stones(B)), game.to_play) == (stones, W)
    assert [note.code for note in game.notes] == [NoteCode.HANDICAP_PLACED]


@pytest.mark.parametrize(
    "text", ["(;HA[10];W[aa])", "(;SZ[6]HA[2];W[aa])", "(;SZ[10]HA[5];W[aa])", "(;HA[2])"]
)
def test_places_no_handicap_without_customary_points(text):
    game = record(text)
    assert game.board.count(B) == 0
    assert [note.code for note in game.notes] == [NoteCode.HANDICAP_MISSING]


def test_notes_handicap_that_is_not_a_number():
    assert record("(;HA[two])").handicap == 0
    assert notes("(;HA[two])") == [(NoteCode.HANDICAP_UNREAD, 4)]


def test_counts_and_omits_variations():
    text = "(;SZ[9];B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee])(;W[ff]))"
    assert record(text).actions == (Play(B, "A9"), Play(W, "B8"), Play(B, "C7"))
    assert notes(text) == [(NoteCode.VARIATIONS, text.index("(;B[dd]"))]
    assert record(text).notes[0].text == "3 variations were left out."


def test_first_of_several_values_counts():
    assert record("(;KM[5.5][6.5])").komi == 5.5
    assert notes("(;KM[5.5][6.5])") == [(NoteCode.SEVERAL_VALUES, 9)]


@pytest.mark.parametrize("text", ["(;KM[6.5]KM[6.5]HA[0][0]RE[B+1]RE[B+1 ])", "(;PL[];B[aa])"])
def test_value_that_is_repeated_or_empty_is_no_guess(text):
    assert (notes(text), record(text).assumptions) == ([], ())


def test_word_for_a_pass_is_no_guess():
    game = record("(;SZ[9];B[Pass];W[pass])")
    assert game.actions == (Pass(B), Pass(W))
    assert ([note.code for note in game.notes], game.guesses) == ([NoteCode.PASSES_IN_WORDS], ())


def test_reads_game_information_from_later_node():
    assert record("(;SZ[9];PB[Shusaku];B[aa])").info.black == "Shusaku"


def test_several_games_and_the_text_around_them():
    text = b"From: somebody\n(;SZ[9];B[aa])\n\n(;SZ[13:7];B[bb]) the end"
    found = read(text)
    assert [(game.width, game.height) for game in found.games] == [(9, 9), (13, 7)]
    assert [game.offset for game in found.games] == [15, 31]
    assert [(note.code, note.offset) for note in found.notes] == [(NoteCode.OUTSIDE_GAME, 0)]


def test_ignores_white_space_between_games():
    assert read(b"\r\n(;)\n (;)\n").notes == ()


def test_long_property_names_of_old_files():
    game = record("(;GaMe[1]SiZe[9]AddBlack[aa]PLayer[White];White[bb])")
    assert (game.board["A9"], game.actions) == (B, (Play(W, "B8"),))


@pytest.mark.parametrize("text", ["(;sz[9]km[6.5];b[cd];w[dc])", "(;SiZe[9]KoMi[6.5];b[cd];White[dc])"])
def test_reads_lower_case_property_names(text):
    found = read(text.encode())
    [record] = found.games
    assert (record.width, record.komi) == (9, 6.5)
    assert [move.action.color for move in record.moves] == [Color.BLACK, Color.WHITE]
    offset = text.index("sz" if "sz" in text else "b[")
    assert [(note.code, note.offset) for note in found.notes] == [(NoteCode.LOWER_CASE, offset)]


def test_joins_values_of_property_in_two_spellings():
    [record] = read(b"(;SZ[9];B[cd];w[dc];W[ee])").games
    assert len(record.moves) == 3


def test_removes_escapes_and_control_characters():
    game = record("(;PB[a\\\\b\\]c\\:d]PW[two\nlines\x01]GC[first\\\n, same\nsecond])")
    assert (game.info.black, game.info.white) == ("a\\b]c:d", "two lines")
    assert game.info.about == "first, same\nsecond"


def test_removal_of_last_moves_undoes_them():
    text = "(;SZ[9];B[ee];W[ec];B[gd];AE[gd]PL[B];B[gc])"
    assert record(text).actions == (Play(B, "E5"), Play(W, "E7"), Play(B, "G7"))
    assert notes(text) == [(NoteCode.MOVES_UNDONE, text.index("[gd]PL"))]
    assert record("(;SZ[9];B[ee];W[ec];AE[ee][ec];B[gc])").actions == (Play(B, "G7"),)


def test_removal_after_last_pass_marks_dead_stones():
    text = "(;SZ[3];B[ba];W[cc];B[];W[];AE[cc])"
    game = record(text)
    assert (game.dead, len(game.actions)) == (("C1",), 4)
    assert notes(text) == [(NoteCode.DEAD_MARKED, text.rindex("["))]


@pytest.mark.parametrize(
    ("said", "dead"),
    [
        ("TB[ca][cb][cc]", ("C1",)),
        ("TB[aa][ca:cc]TW[ba]", ("C1", "B3")),
        ("TB[ca][cb]", ()),
    ],
)
def test_opposing_stones_in_marked_territory_are_marked_dead(said, dead):
    game = record(f"(;SZ[3];B[ba];W[cc];B[];W[]{said})")
    assert game.dead == dead
    assert [note.code for note in game.notes] == ([NoteCode.DEAD_MARKED] if dead else [])


def test_territory_marked_before_a_closing_comment_counts():
    assert record("(;SZ[3];B[ba];W[cc];B[];W[]TB[cc];C[thanks])").dead == ("C1",)


@pytest.mark.parametrize("said", ["TB[cc]TW[cc]", "TB[cc][zz]"])
def test_marked_territory_that_cannot_be_read_is_noted(said):
    game = record(f"(;SZ[3];B[ba];W[cc];B[];W[]{said})")
    assert game.dead == ()
    assert game.assumptions == (NoteCode.MARKING_UNREAD,)


@pytest.mark.parametrize("ends", ["B[]TB[cc];W[]", "B[];C[thanks]TB[cc];W[]"])
def test_reads_territory_that_is_marked_between_the_last_passes(ends):
    assert record(f"(;SZ[3];B[ba];W[cc];{ends})").dead == ("C1",)


def test_ignores_marked_territory_before_last_node():
    assert record("(;SZ[3];B[ba];W[cc]TB[cc];B[];W[])").dead == ()


def test_places_side_stones_above_and_below_if_moves_are_on_the_others():
    game = record("(;SZ[19]HA[6];W[fc];B[dj];W[cn];B[pj])")
    assert set(game.board.stones(B)) == {"Q16", "D4", "Q4", "D16", "K4", "K16"}
    assert [note.code for note in game.notes] == [NoteCode.HANDICAP_PLACED]


@pytest.mark.parametrize("text", ["(;SZ[19]HA[6];W[fc];B[dj];W[jd])", "(;SZ[19]HA[2];W[aa];B[pd])"])
def test_drops_guessed_handicap_stones_that_make_a_move_illegal(text):
    game = record(text)
    assert (game.board.count(B), game.to_play) == (0, W)
    assert [note.code for note in game.notes] == [NoteCode.HANDICAP_DROPPED]


def test_white_begins_if_handicap_stones_are_missing():
    assert record("(;SZ[6]HA[2];W[aa])").to_play is W


def test_reads_400_variations_and_5000_passes():
    variations = "".join(f"(;B[aa]C[{number}])" for number in range(400))
    assert record(f"(;SZ[9];B[ee]{variations})").actions == (Play(B, "E5"), Play(B, "A9"))
    passes = ";B[];W[]" * 2500
    assert len(record(f"(;SZ[9]{passes})").actions) == 5000
