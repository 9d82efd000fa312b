"""Results (RE) outside the SGF standard: in Chinese, Japanese and Korean, and in sentences."""

import re
import unicodedata
from fractions import Fraction

from games.sgf.record import By, Claim
from rules import Color

_WINNER = re.compile(r"(BLACK|WHITE|[BW](?=\s*\+)|[黑黒白흑백])\s*[棋方番]?\s*\+?\s*(.*)", re.DOTALL)
_BLACK = "B黑黒흑"
_HOW = {
    By.RESIGNATION: re.compile(
        r"(中盘|中盤|中押し?|불계)(胜|勝ち?|승)?|(W[IO]NS? )?(BY )?RESIGN(ATION|S|ED)?\.?|R\."
    ),
    By.TIME: re.compile(r"(超时|超時|時間切れ?|时间|시간)(胜|勝ち?|승)|(W[IO]NS? )?(BY|ON) TIME"),
    By.FORFEIT: re.compile(r"(弃权|棄権|棄權|不戦|기권|반칙)(胜|勝ち?|승)|(W[IO]NS? )?BY (FORFEIT|DEFAULT)"),
    By.UNSTATED: re.compile(r"胜|勝ち?|승|W[IO]NS?"),
}
_WITHOUT_WINNER = {
    **dict.fromkeys(("和", "和棋", "持碁", "持棋", "ジゴ", "무승부", "빅"), By.DRAW),
    **dict.fromkeys(("无胜负", "無勝負", "무효", "NO RESULT", "ANNULLED"), By.VOID),
}
_COUNT = re.compile(
    r"[胜勝]?\s*(?:W[IO]NS? (?:BY )?)?(?P<whole>\d{1,4}(?:[.,]\d{1,4})?|[一二三四五六七八九])?"
    r"\s*又?\s*(?P<part>[13]/[24])?\s*(?P<unit>子|目|집|点|점|POINTS?)?\s*(?P<half>半|반)?"
    r"\s*(?:目|집|子)?\s*(?:胜|勝ち?|승)?\.?"
)
_LONGEST_TEXT = 60
STONES, WORDS = "stones", "words"


def parse_result_text(said: str) -> tuple[Claim, str] | None:
    """Return a result and its notation: STONES (half of the points, as Chinese records count) or WORDS."""
    if len(said) > _LONGEST_TEXT:
        return None
    plain = unicodedata.normalize("NFKC", " ".join(said.split())).upper().strip(" 。")
    plain = plain.replace("\N{FRACTION SLASH}", "/")
    if plain in _WITHOUT_WINNER:
        return Claim(by=_WITHOUT_WINNER[plain]), WORDS
    won = _WINNER.fullmatch(plain)
    if not won:
        return None
    winner, how = Color.BLACK if won[1][0] in _BLACK else Color.WHITE, won[2].strip()
    for by, words in _HOW.items():
        if words.fullmatch(how):
            return Claim(by=by, winner=winner), WORDS
    return _parse_margin(winner, how)


def _parse_margin(winner: Color, how: str) -> tuple[Claim, str] | None:
    """Return a result by a margin; a margin with quarters must be in stones."""
    count = _COUNT.fullmatch(how)
    if not count or not any(count[name] for name in ("whole", "part", "half")):
        return None
    margin = sum(
        (_number(count["whole"] or "0"), Fraction(count["part"] or 0), Fraction(bool(count["half"]), 2))
    )
    stones = count["unit"] == "子" or margin * 2 % 1 != 0
    points = margin * 2 if stones else margin
    if points * 2 % 1:
        return None
    return Claim(by=By.SCORE, winner=winner, margin=float(points)), STONES if stones else WORDS


def _number(text: str) -> Fraction:
    return Fraction(unicodedata.numeric(text)) if not text.isascii() else Fraction(text.replace(",", "."))
