"""Results in other words than those of SGF."""

import pytest

from games.sgf import By, Claim, NoteCode, read
from games.sgf.details import STONES, WORDS, parse_result_text
from rules import Color

B, W = Color.BLACK, Color.WHITE


def by(how, winner):
    return Claim(by=how, winner=winner)


def score(winner, margin):
    return Claim(by=By.SCORE, winner=winner, margin=margin)


@pytest.mark.parametrize(
    ("said", "claim", "how"),
    [
        ("黑中盘胜", by(By.RESIGNATION, B), WORDS),
        ("白棋中盤勝", by(By.RESIGNATION, W), WORDS),
        ("黒番中押し勝ち", by(By.RESIGNATION, B), WORDS),
        ("白中押勝", by(By.RESIGNATION, W), WORDS),
        ("흑 불계승", by(By.RESIGNATION, B), WORDS),
        ("Black wins by resignation", by(By.RESIGNATION, B), WORDS),
        ("W+Resigned", by(By.RESIGNATION, W), WORDS),
        ("B+R.", by(By.RESIGNATION, B), WORDS),
        ("黑超时胜", by(By.TIME, B), WORDS),
        ("白時間切れ勝ち", by(By.TIME, W), WORDS),
        ("흑 시간승", by(By.TIME, B), WORDS),
        ("White wins on time", by(By.TIME, W), WORDS),
        ("백 기권승", by(By.FORFEIT, W), WORDS),
        ("黑胜", by(By.UNSTATED, B), WORDS),
        ("White won", by(By.UNSTATED, W), WORDS),
        ("W+Illegal", by(By.FORFEIT, W), WORDS),
        ("W wins", by(By.UNSTATED, W), WORDS),
        ("B+R (resign)", by(By.RESIGNATION, B), WORDS),
        ("黑超时负", by(By.TIME, W), WORDS),
        ("白认输", by(By.RESIGNATION, B), WORDS),
        ("黑中盘负", by(By.RESIGNATION, W), WORDS),
        ("White resigns", by(By.RESIGNATION, B), WORDS),
        ("Black lost on time", by(By.TIME, W), WORDS),
        ("257手完, 黒中押し勝ち", by(By.RESIGNATION, B), WORDS),
        ("全211手 白半目勝ち", score(W, 0.5), WORDS),
        ("White forfeits", by(By.FORFEIT, B), WORDS),
        ("Black timeout", by(By.TIME, W), WORDS),
        ("White timed out", by(By.TIME, B), WORDS),
        ("Black ran out of time", by(By.TIME, W), WORDS),
        ("0.0", Claim(by=By.DRAW), WORDS),
        ("Tie", Claim(by=By.DRAW), WORDS),
        ("Void (triple ko)", Claim(by=By.VOID), WORDS),
        ("Unfinished", Claim(by=By.UNKNOWN), WORDS),
        ("Left unfinished", Claim(by=By.UNKNOWN), WORDS),
        ("打挂", Claim(by=By.UNKNOWN), WORDS),
        ("黑胜3/4子", score(B, 1.5), STONES),
        ("黑胜1又3/4子", score(B, 3.5), STONES),
        ("白胜2.75子", score(W, 5.5), STONES),
        ("B+3/4", score(B, 1.5), STONES),
        ("B+1/4", score(B, 0.5), STONES),
        ("W+3.25", score(W, 6.5), STONES),
        ("B+1 3/4", score(B, 3.5), STONES),
        ("B+1/2", score(B, 0.5), WORDS),
        ("白番半目勝ち", score(W, 0.5), WORDS),
        ("黒3目半勝", score(B, 3.5), WORDS),
        ("白二目半勝ち", score(W, 2.5), WORDS),
        ("흑 1집반승", score(B, 1.5), WORDS),
        ("백 반집승", score(W, 0.5), WORDS),
        ("White wins by 3.5 points", score(W, 3.5), WORDS),
        ("B+3.5 points", score(B, 3.5), WORDS),
        ("和棋", Claim(by=By.DRAW), WORDS),
        ("持碁", Claim(by=By.DRAW), WORDS),
        ("무승부", Claim(by=By.DRAW), WORDS),
        ("無勝負", Claim(by=By.VOID), WORDS),
        ("No Result", Claim(by=By.VOID), WORDS),
    ],
)
def test_parses_result_in_words(said, claim, how):
    assert parse_result_text(said) == (claim, how)
    [record] = read(f"(;RE[{said}])".encode("utf-8-sig")).games
    assert (record.result, record.result_text) == (claim, said)
    unfinished = claim.by is By.UNKNOWN
    code = NoteCode.RESULT_UNREAD if unfinished else NoteCode.RESULT_READ_AS
    assert [note.code for note in record.notes] == [code]


@pytest.mark.parametrize(
    "said",
    [
        *("黑", "黑白胜", "黑白负", "B+1/3", "B+3/0", "B+0.3", "white", "胜", "black +"),
        *("B + " + "9" * 100, " ".join("黑" * 100_000), "黑" + " " * 500_000 + "x"),
    ],
    ids=lambda said: said[:12],
)
def test_rejects_text_that_is_not_a_result(said):
    assert parse_result_text(said) is None
