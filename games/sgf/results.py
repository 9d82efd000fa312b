"""Results (RE) outside the SGF standard: in Chinese, Japanese and Korean, and in sentences."""

import re
import unicodedata
from fractions import Fraction

from games.sgf.record import By, Claim
from rules import Color

_WINNER = re.compile(
    r"(BLACK|WHITE|[BW](?=\s*\+|\s+W[IO]NS?\b)|[黑黒白흑백])\s*[棋方番]?\s*\+?\s*(.*)", re.DOTALL
)
_LOSER = re.compile(
    r"(?P<who>BLACK|WHITE|[BW](?=\s)|[黑黒白흑백])\s*[棋方番]?\s*"
    r"(?:(?P<time>超时负|超時負|時間切れ負け?|시간패|L(?:OSES|OST) (?:BY|ON) TIME"
    r"|TIME-?OUT|TIMED OUT|RAN OUT OF TIME)"
    r"|(?P<forfeit>弃权负|棄權負|棄権負け?|기권패|L(?:OSES|OST) BY (?:FORFEIT|DEFAULT)|FORFEIT(?:S|ED))"
    r"|(?P<resigned>认输|認輸|投了|投子|中盘负|中盤負|中押し?負け?|불계패|RESIGN(?:S|ED)?)"
    r"|(?P<lost>负|負け?|패|L(?:OSES|OST)))\.?"
)
_LOST_BY = {
    "time": By.TIME,
    "forfeit": By.FORFEIT,
    "resigned": By.RESIGNATION,
    "lost": By.UNSTATED,
}
_NUMBER_OF_MOVES = re.compile(
    r"(?:全|共)?\s*\d{1,4}\s*(?:手|수)\s*(?:完|终|終|まで|끝)?\s*[,、。:]?\s*(?=\S)"
)
_ASIDE = re.compile(r"\s*\([^()]*\)$")
_BLACK = "B黑黒흑"
_HOW = {
    By.RESIGNATION: re.compile(
        r"(中盘|中盤|中押し?|불계)(胜|勝ち?|승)?|(W[IO]NS? )?(BY )?RES(IGN(ATION|S|ED)?)?\.?|R\."
    ),
    By.TIME: re.compile(r"(超时|超時|時間切れ?|时间|시간)(胜|勝ち?|승)|(W[IO]NS? )?((BY|ON) )?TIME"),
    By.FORFEIT: re.compile(
        r"(弃权|棄権|棄權|不戦|기권|반칙)(胜|勝ち?|승)|((W[IO]NS? )?BY )?(FORFEIT|DEFAULT)"
        r"|ILLEGAL( MOVE)?|W[IO]NS? BY ILLEGAL MOVE"
    ),
    By.UNSTATED: re.compile(r"胜|勝ち?|승|W[IO]NS?"),
}
_WITHOUT_WINNER = {
    **dict.fromkeys(
        (
            "0.0",
            "0.5-0.5",
            "TIE",
            "TIED",
            "DRAW",
            "JIGO",
            "和",
            "和棋",
            "持碁",
            "持棋",
            "ジゴ",
            "무승부",
            "빅",
        ),
        By.DRAW,
    ),
    **dict.fromkeys(("VOID", "无胜负", "無勝負", "무효", "NO RESULT", "ANNULLED"), By.VOID),
    **dict.fromkeys(
        (
            "UNFINISHED",
            "LEFT UNFINISHED",
            "UNKNOWN",
            "SUSPENDED",
            "ADJOURNED",
            "未完",
            "打挂",
            "打掛",
            "打掛け",
            "打ち掛け",
        ),
        By.UNKNOWN,
    ),
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
    plain = _NUMBER_OF_MOVES.sub("", plain.replace("\N{FRACTION SLASH}", "/"))
    return _parse_plain(plain) or _parse_plain(_ASIDE.sub("", plain))


def _parse_plain(plain: str) -> tuple[Claim, str] | None:
    if plain in _WITHOUT_WINNER:
        return Claim(by=_WITHOUT_WINNER[plain]), WORDS
    if lost := _LOSER.fullmatch(plain):
        loser = Color.BLACK if lost["who"][0] in _BLACK else Color.WHITE
        return Claim(by=_LOST_BY[lost.lastgroup or "lost"], winner=loser.other), WORDS
    won = _WINNER.fullmatch(plain)
    if not won:
        return None
    winner, how = Color.BLACK if won[1][0] in _BLACK else Color.WHITE, won[2].strip()
    if how == "R":
        return Claim(by=By.RESIGNATION, winner=winner), WORDS
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
