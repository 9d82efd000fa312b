"""The encoding of a file: marked, declared, UTF-8, East Asian by likelihood, Latin-1; and a note on which."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.sgf import Collection, NoteCode, read

CHINESE = "(;GM[1]SZ[19]PB[柯洁]BR[九段]PW[李世石]EV[第三届梦百合杯世界围棋公开赛决赛]RE[B+R];B[pd];W[dd])"
TAIWANESE = "(;SZ[19]PB[許皓鋐]PW[王元均]EV[第十屆海峰盃決賽]C[黑棋勝四分之一子];B[pd];W[dd])"
JAPANESE = (
    "(;SZ[19]PB[井山裕太]PW[一力 遼]EV[第77期本因坊戦挑戦手合七番勝負第1局]C[黒番のコミ出し];B[pd];W[dd])"
)
KOREAN = "(;SZ[19]PB[이창호]PW[조훈현]EV[제1회 삼성화재배 세계바둑오픈 결승]C[흑 불계승];B[pd];W[dd])"


def codes(found: Collection) -> list[NoteCode]:
    return [note.code for note in found.notes]


@pytest.mark.parametrize(
    ("text", "written", "codec"),
    [
        (CHINESE, "gb2312", "gb18030"),
        (CHINESE, "gb18030", "gb18030"),
        (TAIWANESE, "big5", "cp950"),
        (JAPANESE, "shift_jis", "cp932"),
        (JAPANESE, "euc_jp", "euc_jp"),
        (KOREAN, "euc_kr", "cp949"),
        (JAPANESE, "utf-8", "utf-8"),
        (KOREAN, "utf-8", "utf-8"),
    ],
)
def test_detects_undeclared_encoding(text, written, codec):
    found = read(text.encode(written))
    expected = read(text.encode("utf-8-sig")).games[0]
    assert (found.encoding, codes(found)) == (codec, [NoteCode.ENCODING])
    assert codec in found.notes[0].text
    assert found.games[0].info == expected.info


@pytest.mark.parametrize(
    ("name", "codec"),
    [
        *(("柯洁", "gb18030"), ("古力", "gb18030"), ("常昊", "gb18030"), ("聂卫平", "gb18030")),
        *(("張栩", "cp950"), ("周俊勳", "cp950"), ("許功蓋", "cp950")),
        *(("井山裕太", "cp932"), ("趙治勲", "cp932"), ("小林光一", "euc_jp"), ("本因坊", "euc_jp")),
        *(("이창호", "cp949"), ("박정환", "cp949"), ("신진서", "cp949")),
    ],
)
def test_recognises_charset_by_names_of_well_known_players(name, codec):
    found = read(f"(;PB[{name}];B[aa])".encode(codec))
    assert (found.encoding, found.games[0].info.black) == (codec, name)


@pytest.mark.parametrize(
    "text",
    [
        "(;PB[Jürgen Müller]PW[Ängström]C[Größe, café, à bientôt];B[aa])",
        "(;PB[Núñez]PW[João]PC[São Paulo]C[¿Qué tal?];B[aa])",
        "(;PB[é];B[aa])",
    ],
)
def test_does_not_take_accented_latin_text_for_chinese(text):
    found = read(text.encode("latin-1"))
    assert (found.encoding, codes(found)) == ("latin-1", [NoteCode.ENCODING])
    assert found.games[0].info.black in text


def test_ascii_needs_no_note():
    found = read(b"(;PB[Smith];B[aa])")
    assert (found.encoding, found.notes) == ("utf-8", ())


@pytest.mark.parametrize(
    ("declared", "written", "codec"),
    [
        ("UTF-8", "utf-8", "utf-8"),
        ("gb2312", "gb18030", "gb18030"),
        ("GBK", "gbk", "gb18030"),
        ("Big5", "big5", "cp950"),
        ("Shift_JIS", "cp932", "cp932"),
        ("EUC-JP", "euc_jp", "euc_jp"),
        (" windows-1251 ", "cp1251", "cp1251"),
        ("ISO-8859-1", "latin-1", "iso8859-1"),
        ("KOI8-R", "koi8-r", "koi8-r"),
    ],
)
def test_prefers_declared_encoding(declared, written, codec):
    name = {"cp1251": "Петров", "koi8-r": "Петров", "latin-1": "Åse"}.get(written, "林")
    found = read(f"(;CA[{declared}]PB[{name}];B[aa])".encode(written))
    assert (found.encoding, found.notes) == (codec, ())
    assert found.games[0].info.black == name


@pytest.mark.parametrize(
    ("declared", "text"),
    [
        ("ISO-8859-1", "Jürgen Müller, Tournoi d'été à Nîmes, São Paulo, Ålesund"),
        ("windows-1252", "ÅÄÖ, ÉÈ, “Größe”"),
        ("windows-1251", "ПЕТРОВ Иван, турнир, чёрные сдались"),
        ("ISO-8859-7", "Αθήνα"),
        ("KOI8-R", "Петров, Сидоров"),
        ("GBK", "芈昱廷 柁嘉熹 彭荃"),
        ("GB2312", "さくら杯 优胜"),
        ("Big5", "周俊勳 蘇耀國 林義"),
        ("Shift_JIS", "ﾀﾅｶ ﾀﾛｳ 三段"),
        ("EUC-JP", "羽根直樹 ゆかり"),
        ("EUC-KR", "조치훈 曺薰鉉 九段"),
    ],
)
def test_keeps_correctly_declared_charset(declared, text):
    found = read(f"(;CA[{declared}]PB[{text}];B[aa])".encode(declared))
    assert (found.games[0].info.black, found.notes) == (text, ())


@pytest.mark.parametrize("mark", ["utf-8-sig", "utf-16"])
def test_byte_order_mark_overrides_declared_charset(mark):
    found = read("(;CA[GBK]PB[柯洁];B[aa])".encode(mark))
    assert (found.games[0].info.black, found.notes) == ("柯洁", ())


def test_notes_and_ignores_wrong_charset():
    data = CHINESE.replace("(;", "(;CA[UTF-8]", 1).encode("gbk")
    found = read(data)
    assert found.games[0].info.black == "柯洁"
    assert codes(found) == [NoteCode.WRONG_CHARSET, NoteCode.ENCODING]
    assert found.notes[0].offset == data.index("柯".encode("gbk"))


@pytest.mark.parametrize("charset", ["klingon", "zip", "rot13", "unicode_escape", "utf-7", "idna", "hex"])
def test_notes_unknown_charset(charset):
    found = read(f"(;CA[{charset}]PB[柯洁];B[aa])".encode())
    assert found.games[0].info.black == "柯洁"
    assert [(note.code, note.offset) for note in found.notes] == [
        (NoteCode.UNKNOWN_CHARSET, 2),
        (NoteCode.ENCODING, 0),
    ]


@pytest.mark.parametrize("codec", ["big5", "cp932", "gbk"])
def test_brackets_and_backslashes_may_be_halves_of_characters(codec):
    text = {"big5": "許功蓋", "cp932": "表ソ十", "gbk": "乗乚"}[codec]
    assert {0x5B, 0x5C, 0x5D} & set(text.encode(codec))
    (game,) = read(f"(;CA[{codec}]PB[{text}];B[aa])".encode(codec)).games
    assert (game.info.black, len(game.moves)) == (text, 1)


def test_truncated_comment_loses_only_the_cut_character():
    before = "(;CA[UTF-8]PB[柯洁]C[" + "黑棋占角。" * 20
    data = before.encode() + "白".encode()[:2] + b"];B[aa])"
    found = read(data)
    assert found.games[0].info.black == "柯洁"
    assert found.games[0].info.comments[0].text.endswith("占角。\ufffd\ufffd")
    assert [(n.offset) for n in found.notes if n.code is NoteCode.REPLACED_BYTES] == [len(before.encode())]
    assert found.games[0].moves[0].offset == data.index(b"[aa]")


def test_replaces_invalid_bytes_after_byte_order_mark():
    found = read(b"\xef\xbb\xbf(;PB[\xed\xa0\x80])")
    assert found.games[0].info.black == "\ufffd" * 3
    assert [(note.code, note.offset) for note in found.notes] == [(NoteCode.REPLACED_BYTES, 8)]


@given(
    st.text(
        st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\\]\ufffe\uffff"), max_size=30
    ),
    st.sampled_from(("utf-8", "gb18030", "cp950", "cp932", "cp949", "euc_jp", "koi8-r", "cp1252", "utf-16")),
)
def test_decodes_declared_text_and_maps_offsets_to_bytes(text, codec):
    declared = "" if codec == "utf-16" else f"CA[{codec}]"
    try:
        data = f"(;{declared}PB[x{text}x];B[aa])".encode(codec)
        before = f"(;{declared}PB[x{text}x];B".encode(codec)
        assume(data.decode(codec) == f"(;{declared}PB[x{text}x];B[aa])")
    except UnicodeEncodeError:
        assume(False)
    found = read(data)
    (game,) = found.games
    assert game.moves[0].offset == len(before)
    if NoteCode.WRONG_CHARSET in codes(found):  # bytes that read far better otherwise: only by chance here
        assert codec not in ("utf-8", "koi8-r", "utf-16")
    else:
        assert game.info.black == " ".join(f"x{text}x".split("\n"))
