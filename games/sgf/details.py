"""The game information of a record, from anywhere on the main line."""

import re
import unicodedata
from collections.abc import Iterator
from fractions import Fraction
from itertools import chain

from games.marking import marked
from games.sgf import values
from games.sgf.faults import Note, NoteCode
from games.sgf.grammar import INFO_PROPERTIES, Tree, Value
from games.sgf.record import By, Claim, Comment, Info
from games.sgf.rulesets import resolve_ruleset_name
from games.sgf.source import Source
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
FIRST_USED = marked("Of several values, the first is used.")
STONES, WORDS = "stones", "words"
UNITS = {
    "stones": marked("stones"),
    "words": marked("words"),
    "hundredths of a point": marked("hundredths of a point"),
    "hundredths of a stone": marked("hundredths of a stone"),
}
_SINGLE_VALUED = frozenset((*INFO_PROPERTIES.values(), "KM", "HA", "RU", "RE", "SZ", "PL"))


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


class Details:
    """The first value of each property on the main line, and the notes made while reading them."""

    def __init__(self, source: Source, tree: Tree) -> None:
        self.notes: list[Note] = []
        self._source = source
        self._tree = tree
        self._values: dict[str, Value] = {}
        for node in reversed(tree.nodes):
            self._values.update((name, held[0]) for name, held in node.properties.items())
        self._note_multiple_values()

    def offset_of(self, *names: str) -> int:
        """Return the offset of the first of these properties that the record has, or the record's own."""
        found = (self._values[name].offset for name in names if name in self._values)
        return next(found, self._tree.offset)

    def get(self, name: str) -> Value | None:
        return self._values.get(name)

    def line(self, name: str) -> str:
        value = self.get(name)
        return values.line(value.raw) if value else ""

    def komi(self) -> float | None:
        value = self.get("KM")
        if value is None or not values.line(value.raw):
            return None
        komi, how = values.komi(
            value.raw,
            small=self._is_from_fox or self._has_handicap,
            chinese=resolve_ruleset_name(self.line("RU")) == "chinese",
        )
        if komi == 0 and self._is_from_fox and self.line("HA") in ("", "0"):
            self._note(NoteCode.KOMI_UNREAD, marked("This server writes 0 for the usual komi."), value)
            return None
        if komi is None:
            self._note(NoteCode.KOMI_UNREAD, marked("The komi is not a number of half points."), value)
        elif how:
            text = marked(
                "The komi is written in %(unit)s: %(komi)s points.", unit=UNITS[how], komi=f"{komi:g}"
            )
            self._note(NoteCode.KOMI_READ_AS, text, value)
        return komi

    def handicap(self) -> int:
        value = self.get("HA")
        if value is None or not values.line(value.raw):
            return 0
        handicap = values.handicap(value.raw)
        if handicap is None:
            self._note(NoteCode.HANDICAP_UNREAD, marked("The handicap is not a number of stones."), value)
        return handicap or 0

    def result(self) -> Claim | None:
        value = self.get("RE")
        if value is None or not values.line(value.raw):
            return None
        claim = values.result(value.raw)
        if claim is not None and (claim.margin or 0) * 2 % 1 == 0:
            return claim
        read = parse_result_text(values.line(value.raw))
        if read is None:
            self._note(
                NoteCode.RESULT_UNREAD, marked("The result is not in the form that SGF requires."), value
            )
            return None
        text = marked("The result is given in %(unit)s: %(result)s.", unit=UNITS[read[1]], result=read[0])
        unfinished = read[0].by is By.UNKNOWN and "UNKNOWN" not in values.line(value.raw).upper()
        self._note(NoteCode.RESULT_UNREAD if unfinished else NoteCode.RESULT_READ_AS, text, value)
        return read[0]

    @property
    def _has_handicap(self) -> bool:
        value = self.get("HA")
        return value is not None and (values.handicap(value.raw) or 0) >= 2

    @property
    def _is_from_fox(self) -> bool:
        """Return whether Fox wrote the record, which names itself in the last of several AP."""
        return any(value.raw.strip() == b"foxwq" for value in self._tree.nodes[0].properties.get("AP", ()))

    def info(self) -> Info:
        texts = {name: self.line(held) for name, held in INFO_PROPERTIES.items() if name != "about"}
        about = self.get("GC")
        return Info(**texts, about=values.text(about.raw) if about else "", comments=self._comments())

    def _comments(self) -> tuple[Comment, ...]:
        said = ((node.index, node.first("C")) for node in self._tree.nodes)
        read = ((node, values.text(value.raw)) for node, value in said if value)
        return tuple(Comment(node=node, text=text) for node, text in read if text)

    def _note_multiple_values(self) -> None:
        """Note the first property with several values, else a second handicap, komi or result."""
        held = (item for node in self._tree.nodes for item in node.properties.items())
        several = (
            value
            for name, stated in held
            if name in _SINGLE_VALUED
            for value in stated[1:]
            if value.raw.strip() != stated[0].raw.strip()
        )
        if second := next(chain(several, self._other_terms()), None):
            self._note(NoteCode.SEVERAL_VALUES, FIRST_USED, second)

    def _other_terms(self) -> Iterator[Value]:
        """Yield the values of komi, handicap and result, in any node, that differ from the first."""
        for name in ("KM", "HA", "RE"):
            stated = [value for node in self._tree.nodes for value in node.properties.get(name, ())]
            yield from (value for value in stated if values.line(value.raw) != self.line(name))

    def _note(self, code: NoteCode, said: str, value: Value) -> None:
        self.notes.append(self._source.note(code, said, value.offset))
